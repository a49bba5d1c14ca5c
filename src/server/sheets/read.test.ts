import { describe, expect, test } from 'vitest'
import { packed, zipOf } from '../../../tests/support/zip.ts'
import { shownCell } from './cell.ts'
import type { SheetRow } from './cell.ts'
import { openCsv } from './csv.ts'
import { dayOfSerial, numberKind } from './styles.ts'
import { openXlsx } from './xlsx.ts'

const shown = async (rows: AsyncIterable<SheetRow>): Promise<[number, Record<number, string>][]> => {
  const all: [number, Record<number, string>][] = []
  for await (const { row, cells } of rows)
    all.push([row, Object.fromEntries([...cells].map(([column, cell]) => [column, `${cell.kind}:${shownCell(cell)}`]))])
  return all
}

const PARTS = {
  '[Content_Types].xml': '<Types/>',
  'xl/workbook.xml':
    '<workbook xmlns:r="r"><sheets><sheet name="notes" state="hidden" r:id="rId1"/><sheet name="lots" r:id="rId2"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="&quot;day &quot;0.00"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="10"/><xf numFmtId="165"/><xf numFmtId="14"/></cellXfs></styleSheet>',
  'xl/sharedStrings.xml':
    '<sst><si><t>名称</t><rPh sb="0" eb="1"><t>aloud</t></rPh></si><si><r><t>Oak </t></r><r><t>&amp; ash</t></r></si></sst>',
  'xl/worksheets/sheet2.xml':
    '<worksheet><dimension ref="A1:D4"/><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="3"><c r="A3"><v>2180.5</v></c><c r="B3" s="1"><v>46387</v></c><c r="C3" s="2"><v>0.12</v></c><c r="D3" s="3"><v>3</v></c><c r="E3" s="4"><v>46387.75</v></c></row>' +
    '<row><c t="inlineStr"><is><t xml:space="preserve"> in </t></is></c><c t="str"><f>A1&amp;"x"</f><v>made</v></c><c t="e"><v>#REF!</v></c><c t="b"><v>1</v></c></row><row r="9"><c r="A9" s="1"/></row></sheetData><pageSetup/></worksheet>',
}

describe('a workbook', () => {
  test('is read from its first sheet that shows: texts, figures, days, percentages, by the row of the spreadsheet', async () => {
    const { lastRow, rows } = await openXlsx(zipOf(PARTS))
    expect(lastRow).toBe(4)
    expect(await shown(rows)).toEqual([
      [1, { 0: 'text:名称', 1: 'text:Oak & ash' }],
      [3, { 0: 'number:2180.5', 1: 'date:2026-12-31', 2: 'percent:12 %', 3: 'number:3', 4: 'date:2026-12-31' }],
      [4, { 0: 'text:in', 1: 'text:made', 2: 'error:#REF!', 3: 'text:TRUE' }],
    ])
  })

  test('counts its days from 1904 where it says so', async () => {
    const workbook = PARTS['xl/workbook.xml'].replace('<sheets>', '<workbookPr date1904="1"/><sheets>')
    const { rows } = await openXlsx(zipOf({ ...PARTS, 'xl/workbook.xml': workbook }))
    expect((await shown(rows))[1]?.[1][1]).toBe('date:2031-01-01')
  })

  test.each([
    ['what is no zip', Buffer.from('PK and nothing')],
    ['a workbook without a sheet', zipOf({ ...PARTS, 'xl/workbook.xml': '<workbook/>' })],
    ['XML that breaks off', zipOf({ ...PARTS, 'xl/worksheets/sheet2.xml': '<worksheet><sheetData><row r="1">' })],
    [
      'entities of its own',
      zipOf({
        ...PARTS,
        'xl/worksheets/sheet2.xml':
          '<!DOCTYPE w [<!ENTITY a "aaaa">]><worksheet><sheetData><row r="1"><c t="str"><v>&a;</v></c></row></sheetData></worksheet>',
      }),
    ],
    [
      'bytes that are no UTF-8',
      zipOf({ ...PARTS, 'xl/worksheets/sheet2.xml': packed(Buffer.from('<a>\xff</a>', 'latin1')) }),
    ],
    [
      'more parts than a workbook has',
      zipOf({ ...PARTS, ...Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`x${i}`, ''])) }),
    ],
  ])('refuses %s', async (_what, bytes) => {
    await expect(openXlsx(bytes).then(({ rows }) => shown(rows))).rejects.toMatchObject({ reason: 'unreadable' })
  })

  const MB = 1024 * 1024
  const filled = (bytes: number) => packed(Buffer.alloc(bytes, '<row><c><v>1</v></c></row>'))
  test.each([
    ['a sheet of more than 128 MB', 'xl/worksheets/sheet2.xml', filled(129 * MB)],
    ['a sheet that packs far better than a table does', 'xl/worksheets/sheet2.xml', packed(Buffer.alloc(9 * MB))],
    ['shared texts of more than 16 MB', 'xl/sharedStrings.xml', filled(17 * MB)],
    ['styles of more than 4 MB', 'xl/styles.xml', filled(5 * MB)],
    [
      'more shared texts than a sheet has cells',
      'xl/sharedStrings.xml',
      packed(Buffer.from(`<sst>${Array.from({ length: 200_001 }, (_, i) => `<si><t>${i}</t></si>`).join('')}</sst>`)),
    ],
  ])('refuses %s before it fills the memory', async (_what, name, part) => {
    await expect(openXlsx(zipOf({ ...PARTS, [name]: part })).then(({ rows }) => shown(rows))).rejects.toMatchObject({
      reason: 'too_large',
    })
  })
})

test.each([
  [0, undefined, 'number'],
  [9, undefined, 'percent'],
  [14, undefined, 'date'],
  [22, undefined, 'date'],
  [20, undefined, 'number'],
  [164, 'YYYY"年"M"月"D"日"', 'date'],
  [165, '[$-804]dd/mm/yy;@', 'date'],
  [166, '0.0%', 'percent'],
  [167, '#,##0.00 "yards"', 'number'],
  [168, '[Red]0.00', 'number'],
] as const)('a format %i %s means a %s', (id, code, kind) => {
  expect(numberKind(id, code)).toBe(kind)
})

test.each([
  [0, null],
  [1, '1899-12-31'],
  [61, '1900-03-01'],
  [46_387.9, '2026-12-31'],
  [2_958_466, null],
  [Number.NaN, null],
])('serial number %d is the day %s', (serial, day) => {
  expect(dayOfSerial(serial, 1900)).toBe(day)
})

describe('separated values', () => {
  const read = (text: string | Buffer) => shown(openCsv(Buffer.from(text)).rows)
  test.each([
    [
      'commas',
      'a,b\n1,2\n',
      [
        [1, { 0: 'text:a', 1: 'text:b' }],
        [2, { 0: 'text:1', 1: 'text:2' }],
      ],
    ],
    [
      'semicolons',
      '"a,x";b\r\n1;2',
      [
        [1, { 0: 'text:a,x', 1: 'text:b' }],
        [2, { 0: 'text:1', 1: 'text:2' }],
      ],
    ],
    [
      'tabs',
      'a\tb\n\n1\t2',
      [
        [1, { 0: 'text:a', 1: 'text:b' }],
        [3, { 0: 'text:1', 1: 'text:2' }],
      ],
    ],
    [
      'quotes',
      'a,"say ""no"", or\nnot",c\nd',
      [
        [1, { 0: 'text:a', 1: 'text:say "no", or\nnot', 2: 'text:c' }],
        [2, { 0: 'text:d' }],
      ],
    ],
    ['a mark', '\uFEFFa,b', [[1, { 0: 'text:a', 1: 'text:b' }]]],
    ['one line alone', 'a', [[1, { 0: 'text:a' }]]],
    ['a formula made text', `"'=1+1",'x`, [[1, { 0: 'text:=1+1', 1: "text:'x" }]]],
  ])('with %s', async (_what, text, rows) => {
    expect(await read(text)).toEqual(rows)
  })
  test('in GB 18030 and UTF-16, as Excel saves them', async () => {
    expect(await read(Buffer.from([0xc4, 0xbe, 0xb2, 0xc4, 0x2c, 0x31]))).toEqual([
      [1, { 0: 'text:木材', 1: 'text:1' }],
    ])
    expect(await read(Buffer.from('\uFEFF木材\t1', 'utf16le'))).toEqual([[1, { 0: 'text:木材', 1: 'text:1' }]])
  })
})

describe('a computed number', () => {
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.000"/><numFmt numFmtId="165" formatCode="#,##0.00&quot; m³&quot;"/><numFmt numFmtId="166" formatCode="0.00E+00"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="4"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="10"/></cellXfs></styleSheet>'
  const valueOf = async (cell: string) => {
    const sheet = `<worksheet><sheetData><row r="1">${cell}</row></sheetData></worksheet>`
    const { rows, notes } = await openXlsx(
      zipOf({ ...PARTS, 'xl/styles.xml': styles, 'xl/worksheets/sheet2.xml': sheet }),
    )
    const [first] = await Array.fromAsync(rows)
    const read = first?.cells.get(0)
    return [read && 'value' in read ? read.value : null, notes().asShown]
  }
  test.each([
    ['is taken as it shows', '<c s="1"><f>A1*B1</f><v>1.25840664</v></c>', 1.258, 1],
    ['without its formula as well', '<c s="1"><v>12.345678</v></c>', 12.346, 1],
    ['with two decimals', '<c s="2"><f>1850*1.13</f><v>2098.23485</v></c>', 2098.23, 1],
    ['half upwards, as it shows', '<c s="2"><f>x</f><v>1.005</v></c>', 1.01, 1],
    ['beside a unit', '<c s="3"><f>x</f><v>12.3456</v></c>', 12.35, 1],
    ['negative', '<c s="2"><f>x</f><v>-1.005</v></c>', -1.01, 1],
    ['as a share', '<c s="5"><f>x</f><v>0.123456</v></c>', 0.1235, 1],
    ['that shows all of it is not counted', '<c s="2"><f>x</f><v>2180.0999999999999</v></c>', 2180.1, 0],
    ['of no format stays', '<c s="0"><f>x</f><v>1.25840664</v></c>', 1.25840664, 0],
    ['with an exponent stays', '<c s="4"><f>x</f><v>1.25840664</v></c>', 1.25840664, 0],
    ['that was typed stays', '<c s="2"><v>12.345</v></c>', 12.345, 0],
  ])('%s', async (_what, cell, value, asShown) => {
    expect(await valueOf(cell)).toEqual([value, asShown])
  })
})
