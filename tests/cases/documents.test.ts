import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { documentFlaw, pdfFlaw, pictureFlaw } from '../../src/contract/file-flaws.ts'
import { contentFits } from '../../src/client/uploads/content.ts'
import { prepare } from '../../src/client/uploads/prepare.ts'
import { LOT_PAPER } from '../../src/client/uploads/rules.ts'
import { documentType, sheetType } from '../../src/server/files/types.ts'
import { shownCell } from '../../src/server/sheets/cell.ts'
import { openCsv } from '../../src/server/sheets/csv.ts'
import { openXlsx } from '../../src/server/sheets/xlsx.ts'
import { reasonTexts } from '../../src/texts/reasons.ts'
import { PDF } from '../support/pdf.ts'
import { zipOf } from '../support/zip.ts'

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
  it.each([
    ['a second end', null, `${plain}%%EOF\n%%EOF\n`],
    ['a page behind that names an end', null, `${plain}<p>%%EOF</p>`],
    ['another revision behind', null, plain + plain.slice(plain.indexOf('\n'))],
    ['letters of another format in a mark', null, `SPKG MZ\r\n${plain}`],
    [
      'made for the web and cut off',
      'file.pdf_damaged',
      '%PDF-1.5\n1 0 obj<</Linearized 1/L 9999/O 3>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n3 0 obj<</Type/Page>>',
    ],
  ] as const)('%s', (_, reason, text) => expect(documentFlaw('pdf', Buffer.from(text, 'latin1'))).toBe(reason))
  it('mark-up or another format in front is no PDF', () => {
    for (const head of ['<script>', 'GIF89a', 'PK\u0003\u0004'])
      expect(pdfFlaw(Buffer.concat([Buffer.from(head, 'latin1'), PDF]))).toBe('none')
  })
})

describe('a picture that cannot be read is told what it is', () => {
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(40)])
  it('HEIC named .jpg', () => expect(pictureFlaw(heic)).toBe('file.heic'))
  const brands = (...all: readonly string[]) =>
    Buffer.concat([
      Buffer.from([0, 0, 0, 12 + 4 * all.length]),
      Buffer.from(`ftyp${all[0]}\0\0\0\0${all.slice(1).join('')}`),
    ])
  it.each([
    ['file.avif', ['avif', 'mif1', 'miaf']],
    ['file.avif', ['mif1', 'mif1', 'avif', 'miaf']],
    ['file.avif', ['msf1', 'avis', 'msf1']],
    ['file.heic', ['mif1', 'mif1', 'heic']],
    ['file.heic', ['heic', 'mif1', 'avif']],
    ['file.heic', ['mif1']],
    [null, ['mp42', 'isom']],
  ] as const)('%s by its brands %j', (flaw, all) =>
    expect(pictureFlaw(Buffer.concat([brands(...all), Buffer.from('\0\0\0\u0010metaavif')]))).toBe(flaw),
  )
  it('a cut-off JPEG', () =>
    expect(pictureFlaw(Buffer.from('ffd8ffe000104a464946', 'hex'))).toBe('file.picture_damaged'))
  it.each(['hevm', 'hevs', 'mif2'])('HEIC of the brand %s', (brand) =>
    expect(pictureFlaw(Buffer.concat([heic.subarray(0, 8), Buffer.from(brand), Buffer.alloc(40)]))).toBe('file.heic'),
  )
  it('a cut-off JPEG of a camera, whose thumbnail is whole', () => {
    const thumbnail = Buffer.from('ffd8ffdb0004ffffffd9', 'hex')
    const exif = Buffer.concat([Buffer.from('ffe1000c', 'hex'), thumbnail])
    const begun = Buffer.concat([Buffer.from('ffd8', 'hex'), exif, Buffer.from('ffda000801010000003f0011', 'hex')])
    expect(pictureFlaw(begun)).toBe('file.picture_damaged')
    expect(pictureFlaw(begun.subarray(0, 15))).toBe('file.picture_damaged')
    expect(pictureFlaw(Buffer.concat([begun, Buffer.from('ffd900', 'hex')]))).toBeNull()
  })
  it('a cut-off PNG', () =>
    expect(pictureFlaw(Buffer.from('89504e470d0a1a0a0000', 'hex'))).toBe('file.picture_damaged'))
  it('a whole JPEG with bytes behind', () =>
    expect(pictureFlaw(Buffer.from('ffd8ffe000104a46ffd900000000', 'hex'))).toBeNull())
})

describe('a sheet is taken at the door as it is read behind it', () => {
  test.each(readdirSync(join(import.meta.dirname, 'sheets')))('%s', async (name) => {
    const bytes = readFileSync(join(import.meta.dirname, 'sheets', name))
    expect(await sheetType(name.slice(name.lastIndexOf('.') + 1), bytes)).not.toBeNull()
  })
  test.each([
    ['other letters', 'XL/Workbook.xml', 'xl/workbook.xml'],
    ['slashes turned around', 'xl\\workbook.xml', 'xl/workbook.xml'],
    ['another name', 'xl/book 1.xml', 'xl/book%201.xml'],
  ])('a workbook under %s', async (_, name, target) => {
    const bytes = zipOf({
      '[Content_Types].xml': '<Types/>',
      '_rels/.rels': `<Relationships><Relationship Id="a" Type="x/officeDocument" Target="${target}"/></Relationships>`,
      [name]: '<workbook xmlns:r="r"><sheets><sheet name="lots" r:id="rId1"/></sheets></workbook>',
      [name.replace(/(?=[^/\\]*$)/, '_rels/') + '.rels']:
        '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="Sheet1.xml"/></Relationships>',
      'xl/sheet1.xml': '<worksheet><sheetData><row r="1"><c r="A1"><v>7</v></c></row></sheetData></worksheet>',
    })
    expect(await sheetType('xlsx', bytes)).not.toBeNull()
    expect(await Array.fromAsync((await openXlsx(bytes)).rows)).toHaveLength(1)
  })
  test.each([
    ['UTF-16 without its mark', Buffer.from('Name;Länge\r\nEiche;4\r\n', 'utf16le'), 'Länge'],
    ['windows-1252', Buffer.from('Name;L\u00e4nge;Gr\u00f6\u00dfe\r\nT\u00fcr;4;\u00fc\r\n', 'latin1'), 'Länge'],
    ['GB 18030 with letters', Buffer.from('b3a4b6c8286d292c41bcb60d0a', 'hex'), '长度(m)'],
  ])('a text in %s', async (_, bytes, heading) => {
    expect(await sheetType('csv', bytes)).not.toBeNull()
    expect(contentFits(new Uint8Array(bytes).buffer, ['csv'])).toBe(true)
    const [first] = await Array.fromAsync(openCsv(bytes).rows)
    expect([...(first?.cells.values() ?? [])].map(shownCell)).toContain(heading)
  })
})
