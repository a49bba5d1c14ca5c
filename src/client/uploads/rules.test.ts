import { PDF } from '../../../tests/support/pdf.ts'
import { i18n } from '@lingui/core'
import { describe, expect, it } from 'vitest'
import { messages } from '../../texts/locales/zh.po'
import { prepare, sha256Of } from './prepare.ts'
import { Refused } from './refused.ts'
import { DOCUMENT_PICTURE, DOCUMENTS, fits, isLarge, type UploadRule } from './rules.ts'
import type { Shrunk } from './shrink.ts'

i18n.loadAndActivate({ locale: 'zh', messages })

const MB = 1024 * 1024
const JPEG = [0xff, 0xd8, 0xff, 0xe0]
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const file = (name: string, size = 10, type = '', begins: readonly number[] = []): File => {
  const bytes = new Uint8Array(size)
  bytes.set(begins.slice(0, size))
  return new File([bytes], name, { type })
}
const paper = (name: string): File => file(name, PDF.length, '', [...PDF])
const PNG_END = [0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]
const keep = (picture: Blob): Promise<Shrunk> => Promise.resolve(picture)
const pick = (files: readonly File[], rule: UploadRule, { attached = 0, shrink = keep } = {}) =>
  prepare(files, { attached, rule, ports: { shrink, sha256: sha256Of } })

async function complaint(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Refused)) throw new Error('nothing was refused')
  return i18n._(error.complaint)
}

describe('what may be uploaded (spec §5), in the spec’s own words', () => {
  it('a picture is known by its type or by its ending', () => {
    expect(
      [file('a.JPG'), file('IMG_1', 1, 'image/png'), file('a.jpeg', 1, 'image/heic')].every((one) =>
        fits(one, DOCUMENT_PICTURE),
      ),
    ).toBe(true)
    expect(
      [file('a.gif', 1, 'image/gif'), file('png'), file('a.jpg.exe')].some((one) => fits(one, DOCUMENT_PICTURE)),
    ).toBe(false)
  })
  it('company documents are under 2 MB: exactly 2 MB is too large', () =>
    expect([2 * MB - 1, 2 * MB].map((size) => isLarge(file('a.png', size), DOCUMENT_PICTURE))).toEqual([false, true]))
  it.each([
    [
      'a picture of another kind',
      () => pick([file('a.gif')], DOCUMENT_PICTURE),
      '文件格式不正确, 请上传png/jpg/jpeg图片格式文件!',
    ],
    [
      'a file of another kind',
      () => pick([file('a.exe')], DOCUMENTS),
      '文件格式不正确, 请上传doc/xls/ppt/txt/pdf格式文件!',
    ],
    [
      'a program that is called a document',
      () => pick([file('a.pdf', 10, 'application/pdf', [0x4d, 0x5a])], DOCUMENTS),
      '文件格式不正确, 请上传doc/xls/ppt/txt/pdf格式文件!',
    ],
    [
      'a document that is called a picture',
      () => pick([file('a.jpg', 10, 'image/jpeg', [...PDF])], DOCUMENT_PICTURE),
      '文件格式不正确, 请上传png/jpg/jpeg图片格式文件!',
    ],
    [
      'a picture that cannot be decoded',
      () =>
        pick([file('a.jpg', 10, '', [...JPEG, 0xff, 0xd9])], DOCUMENT_PICTURE, {
          shrink: () => Promise.resolve('unreadable' as const),
        }),
      '文件格式不正确, 请上传png/jpg/jpeg图片格式文件!',
    ],
    ['a sixth file', () => pick([paper('a.pdf')], DOCUMENTS, { attached: 5 }), '上传文件数量不能超过 5 个!'],
    [
      'two pictures for one document',
      () => pick([file('a.png'), file('b.png')], DOCUMENT_PICTURE),
      '上传文件数量不能超过 1 个!',
    ],
    [
      'a picture that stayed too large',
      () =>
        pick([file('a.png', 2 * MB, '', [...PNG, ...PNG_END])], DOCUMENT_PICTURE, {
          shrink: () => Promise.resolve('tooLarge' as const),
        }),
      '上传头像图片大小不能超过 2 MB!',
    ],
    ['a file too large', () => pick([file('a.pdf', 5 * MB, '', [...PDF])], DOCUMENTS), '上传文件大小不能超过 5 MB!'],
  ])('%s is refused', async (_, work, text) => expect(await complaint(work())).toBe(text))
})

describe('what was picked', () => {
  it('is read at once: what happens to the file afterwards does not matter', async () => {
    const [read] = await pick([new File([new Uint8Array(PDF)], 'a.pdf', { type: 'application/pdf' })], DOCUMENTS)
    expect([new TextDecoder().decode(read?.bytes), read?.name, read?.type]).toEqual([
      PDF.toString('latin1'),
      'a.pdf',
      'application/pdf',
    ])
  })
  it.each([['a.docx'], ['报价.XLSX']])('%s stands under its older name in the list of types', async (name) => {
    expect(await pick([file(name, 10, '', [0x50, 0x4b, 0x03, 0x04])], DOCUMENTS)).toHaveLength(1)
  })
  it('is called what it has become', async () => {
    const shrink = () => Promise.resolve(new Blob(['small'], { type: 'image/jpeg' }))
    const [scan, photo] = await Promise.all([
      pick([file('scan.png', 30, 'image/png', [...PNG, ...PNG_END])], DOCUMENT_PICTURE, { shrink }),
      pick([file('IMG_1', 30, 'image/jpeg', [...JPEG, 0xff, 0xd9])], DOCUMENT_PICTURE, { shrink }),
    ])
    expect([scan[0]?.name, photo[0]?.name]).toEqual(['scan.jpg', 'IMG_1.jpg'])
  })
  it('is refused whole when one of the files breaks a rule', async () => {
    const good = paper('a.pdf')
    await expect(pick([good, file('b.pdf', 6 * MB, '', [...PDF])], DOCUMENTS)).rejects.toBeInstanceOf(Refused)
  })
})
