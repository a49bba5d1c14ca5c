import { i18n } from '@lingui/core'
import { describe, expect, it } from 'vitest'
import { messages } from '../../texts/locales/zh.po'
import { readPicked, Refused, uploadAll } from './batch.ts'
import { DOCUMENT_PICTURE, fits, isLarge, type UploadRule } from './rules.ts'

i18n.loadAndActivate({ locale: 'zh', messages })

const MB = 1024 * 1024
const DOCUMENTS: UploadRule = {
  kind: 'document',
  types: ['doc', 'xls', 'ppt', 'txt', 'pdf'],
  mimes: ['application/pdf', 'text/plain'],
  maxMb: 5,
  maxFiles: 5,
}
const file = (name: string, size = 10, type = ''): File => new File([new Uint8Array(size)], name, { type })
const send = (one: File): Promise<string> => Promise.resolve(`/common/files/${one.name}`)
const nothing = (): void => {}

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
      () => readPicked([file('a.gif')], 0, DOCUMENT_PICTURE),
      '文件格式不正确, 请上传png/jpg/jpeg图片格式文件!',
    ],
    [
      'a file of another kind',
      () => readPicked([file('a.exe')], 0, DOCUMENTS),
      '文件格式不正确, 请上传doc/xls/ppt/txt/pdf格式文件!',
    ],
    ['a sixth file', () => readPicked([file('a.pdf')], 5, DOCUMENTS), '上传文件数量不能超过 5 个!'],
    [
      'two pictures for one document',
      () => readPicked([file('a.png'), file('b.png')], 0, DOCUMENT_PICTURE),
      '上传文件数量不能超过 1 个!',
    ],
    [
      'a picture that stayed too large',
      () => uploadAll([file('a.png', 2 * MB)], { rule: DOCUMENT_PICTURE, send, onProgress: nothing }),
      '上传头像图片大小不能超过 2 MB!',
    ],
    [
      'a file too large',
      () => uploadAll([file('a.pdf', 5 * MB)], { rule: DOCUMENTS, send, onProgress: nothing }),
      '上传文件大小不能超过 5 MB!',
    ],
  ])('%s is refused', async (_, work, text) => expect(await complaint(work())).toBe(text))
})

describe('a batch', () => {
  it('is read at once: what happens to the file afterwards does not matter', async () => {
    const [read] = await readPicked([new File(['bytes'], 'a.pdf', { type: 'application/pdf' })], 0, DOCUMENTS)
    expect([await read!.text(), read!.name, read!.type]).toEqual(['bytes', 'a.pdf', 'application/pdf'])
  })
  it('goes up one at a time, and tells how far the whole of it is', async () => {
    const told: number[] = []
    let under = 0
    const paths = await uploadAll([file('a.pdf', 30), file('b.pdf', 10)], {
      rule: DOCUMENTS,
      send: async (one, onProgress) => {
        under += 1
        expect(under).toBe(1)
        onProgress(0.5)
        await Promise.resolve()
        onProgress(1)
        under -= 1
        return send(one)
      },
      onProgress: (part) => told.push(part),
    })
    expect(paths).toEqual(['/common/files/a.pdf', '/common/files/b.pdf'])
    expect(told).toEqual([0.375, 0.75, 0.875, 1])
  })
  it('is applied only when each of its files is up', async () => {
    const work = uploadAll([file('a.pdf'), file('b.pdf')], {
      rule: DOCUMENTS,
      send: (one) => (one.name === 'b.pdf' ? Promise.reject(new Error('cut')) : send(one)),
      onProgress: nothing,
    })
    await expect(work).rejects.toThrow('cut')
  })
  it('sends nothing when one of its files breaks a rule', async () => {
    let sent = 0
    const work = uploadAll([file('a.pdf'), file('b.pdf', 6 * MB)], {
      rule: DOCUMENTS,
      send: (one) => {
        sent += 1
        return send(one)
      },
      onProgress: nothing,
    })
    await complaint(work)
    expect(sent).toBe(0)
  })
})
