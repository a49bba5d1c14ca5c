import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { documentFlaw, pdfFlaw, pictureFlaw } from '../../src/contract/file-flaws.ts'
import { prepare } from '../../src/client/uploads/prepare.ts'
import { LOT_PAPER } from '../../src/client/uploads/rules.ts'
import { documentType } from '../../src/server/files/types.ts'
import { reasonTexts } from '../../src/texts/reasons.ts'
import { PDF } from '../support/pdf.ts'

const read = (name: string): Buffer => readFileSync(join(import.meta.dirname, 'documents', name))
const ports = { shrink: (picture: Blob) => Promise.resolve(picture), sha256: () => Promise.resolve(null) }
const picked = (name: string, bytes: Buffer) =>
  prepare([new File([new Uint8Array(bytes)], name, { type: 'application/pdf' })], {
    attached: 0,
    rule: LOT_PAPER,
    ports,
  })

test.each([
  ['PDF with a mark in front', 'bom-before-header.pdf'],
  ['PDF with zeros behind', 'zeros-after-end.pdf'],
  ['like a plain one', 'plain.pdf'],
])('%s', async (_, name) => {
  expect(await documentType('pdf', read(name))).toBe('application/pdf')
  expect(await picked(name, read(name))).toHaveLength(1)
})

describe('a PDF that cannot be read is told what it is', () => {
  const plain = PDF.toString('latin1')
  it.each([
    ['encrypted', 'file.pdf_encrypted', plain.replace('/Root', '/Encrypt 5 0 R/Root')],
    ['without pages', 'file.pdf_empty', plain.replace('/Type/Page/', '/Type/Font/')],
    ['cut off', 'file.pdf_damaged', plain.slice(0, -30)],
    ['without its table', 'file.pdf_damaged', plain.replace('startxref', 'startxxxx')],
  ] as const)('%s', async (_, reason, text) => {
    const bytes = Buffer.from(text, 'latin1')
    expect(documentFlaw('pdf', bytes)).toBe(reason)
    await expect(picked('a.pdf', bytes)).rejects.toMatchObject({ complaint: reasonTexts[reason] })
  })
  it('mark-up or another format in front is no PDF', () => {
    for (const head of ['<script>', 'GIF89a', 'PK\u0003\u0004'])
      expect(pdfFlaw(Buffer.concat([Buffer.from(head, 'latin1'), PDF]))).toBe('none')
  })
})

describe('a picture that cannot be read is told what it is', () => {
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(40)])
  it('HEIC named .jpg', () => expect(pictureFlaw(heic)).toBe('file.heic'))
  it('a cut-off JPEG', () =>
    expect(pictureFlaw(Buffer.from('ffd8ffe000104a464946', 'hex'))).toBe('file.picture_damaged'))
  it('a cut-off PNG', () =>
    expect(pictureFlaw(Buffer.from('89504e470d0a1a0a0000', 'hex'))).toBe('file.picture_damaged'))
  it('a whole JPEG with bytes behind', () =>
    expect(pictureFlaw(Buffer.from('ffd8ffe000104a46ffd900000000', 'hex'))).toBeNull())
})
