import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { formatMilli } from '../../src/domain/units.ts'
import { namedIn } from '../../src/server/lots/header.ts'
import { openCsv } from '../../src/server/sheets/csv.ts'
import { openXlsx } from '../../src/server/sheets/xlsx.ts'
import { NOTATIONS, numbers } from '../support/notations.ts'
import { imported, importedFile } from '../support/sheets/imported.ts'
import { zipOf } from '../support/zip.ts'

const FOLDER = join(import.meta.dirname, 'sheets')
const caseOf = (name: string) => importedFile(name, readFileSync(join(FOLDER, name)))

test('unit in a heading', async () => {
  const { good, problems } = await caseOf('unit-in-heading.xlsx')
  expect(problems).toEqual([])
  expect(good.map(({ length, diameter }) => [length, diameter])[0]).toEqual(['3900', '320'])
})

test('decimal comma, file', async () => {
  const { good, problems } = await caseOf('decimal-comma.csv')
  expect(good.map(({ nameZh, quantity }) => [nameZh, formatMilli(quantity)])).toEqual([
    ['Kotka', '32.450'],
    ['Oulu', '8.125'],
    ['Hamina', '1032.450'],
  ])
  expect(problems).toEqual(['5 startPrice: not_a_price'])
})

test('decimal comma, text cells', async () => {
  const { rows, problems } = await caseOf('decimal-comma-text.xlsx')
  // The prices 1.315,00 and 1 315,00 are read too: they are above the reserve of 330.
  expect(problems).toEqual(['2 quantity: unclear', '4 reserve: reserve_low', '5 reserve: reserve_low'])
  expect(rows[1]?.content?.quantity).toBe(32_400)
})

test('merged cells', async () => {
  const { good, problems } = await caseOf('merged-cells.xlsx')
  expect(problems).toEqual([])
  expect(new Set(good.map(({ species, origin, grade }) => `${species} ${origin} ${grade}`)).size).toBe(1)
  expect(good).toHaveLength(3)
})

test('hidden row', async () => {
  const { good, notes } = await caseOf('hidden-row.xlsx')
  expect([good.length, notes.hiddenRows]).toEqual([2, 1])
})

test('formula without a value', async () => {
  const { problems, good } = await caseOf('formula-without-value.xlsx')
  expect(problems).toEqual(['2 quantity: formula_unvalued', '2 startPrice: formula_unvalued', '5 quantity: cell_error'])
  expect(good).toHaveLength(2)
})

test('sizes', async () => {
  const { rows } = await caseOf('sizes.xlsx')
  const read = rows.map(
    ({ content, problems }) => content?.length ?? problems.map(({ value, code }) => `${value}: ${code}`)[0],
  )
  expect(read).toMatchInlineSnapshot(`
    [
      "5000",
      "5.0m: unit_differs",
      "5 m: unit_differs",
      "500cm: unit_differs",
      "16': unit_differs",
      "5000",
      "5000-11800",
      "5000-11800",
      "5000-11800",
      "5000-11800",
      "5000-11800",
      "5000-11800",
      "5000",
      "5000-11800",
      "5000+",
      "5000+",
      "5.2: size_fraction",
      "0: not_a_size",
      "-5: not_a_size",
      "约5000: not_a_size",
      "50×150×5000: not_a_size",
      "5000/5100/5200: not_a_size",
      "5000 (±20): not_a_size",
      "5e3: not_a_size",
    ]
  `)
})

test('wide and unseen characters', async () => {
  const { rows } = await caseOf('wide-and-unseen.xlsx')
  expect(
    rows.map(({ content, problems }) =>
      content
        ? [content.length, formatMilli(content.quantity)]
        : problems.map(({ column, code }) => `${column}: ${code}`),
    ),
  ).toMatchInlineSnapshot(`
    [
      [
        "5000-11800",
        "12.500",
      ],
      [
        "5000",
        "12.500",
      ],
      [
        "5000",
        "12.500",
      ],
      [
        "5000",
        "12.500",
      ],
      [
        "5000",
        "12.500",
      ],
    ]
  `)
})

test('package layout', async () => expect((await caseOf('workbook-at-root.xlsx')).good).toHaveLength(2))
test('old line ends', async () => expect((await caseOf('carriage-returns.csv')).good).toHaveLength(1))
test('title line', async () => expect((await caseOf('title-line.csv')).good).toHaveLength(1))

test('log list of a Chinese yard', async () => {
  const { good, problems, sums } = await caseOf('yard-list-zh.csv')
  expect(problems).toEqual([])
  expect(
    good.map(({ length, diameter, pieces, quantity }) => [length, diameter, pieces, formatMilli(quantity)]),
  ).toEqual([
    ['3900', '320', 18, '12.450'],
    ['5800-11800', '600-900', 42, '182.450'],
    ['4000', '400+', 25, '20.000'],
  ])
  expect(sums).toBe(1)
})

test('log list of a Finnish exporter', async () => {
  const { good, problems } = await caseOf('exporter-list-fi.csv')
  expect(problems).toEqual([])
  expect(
    good.map(({ length, diameter, quantity, startPrice, addRange }) => [
      length,
      diameter,
      formatMilli(quantity),
      startPrice,
      addRange,
    ]),
  ).toEqual([
    ['3900', '320', '32.450', 131_550, 250],
    ['4000-6000', '250+', '1032.450', 9_850, 250],
    ['5500', '280-300', '8.125', 120_400, 250],
  ])
})

const HEAD: readonly string[] = [
  '中文名称',
  '树种',
  '产地',
  '等级',
  '类别',
  '长度',
  '直径',
  '件数',
  '数量',
  '单位',
  '币种',
  '起拍价',
  '加价幅度',
  '交货日期',
  '起运港',
  '到货港',
  '交货地点',
  '贸易区域',
  '贸易术语',
  '贸易方式',
  '付款条件',
]
const LOT: readonly string[] = [
  '原木',
  'okoume',
  'GA',
  'QS',
  'log',
  '5000',
  '600',
  '10',
  '12.5',
  'm3',
  'USD',
  '315',
  '2',
  '2027-03-31',
  'owendo',
  'zhangjiagang',
  'zhangjiagang',
  'bonded',
  'CIF',
  'general',
  'deposit30',
]
/** A header and a lot with some headings and cells changed. */
const changed = (headings: Readonly<Record<string, string>>, cells: Readonly<Record<string, string>> = {}) => [
  HEAD.map((name) => headings[name] ?? name),
  LOT.map((value, at) => cells[HEAD[at] ?? ''] ?? value),
]
const csv = (rows: readonly (readonly string[])[], separator = ',', end = '\r\n') =>
  openCsv(Buffer.from(rows.map((row) => row.map((one) => `"${one}"`).join(separator)).join(end)))

const named = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : `${named(Math.floor(column / 26) - 1)}${named(column % 26)}`
interface Extra {
  readonly before?: string
  readonly after?: string
  readonly row?: (at: number) => string
  readonly workbook?: string
  readonly styles?: string
  /** A cell at the end of the second row. */
  readonly last?: string
}
const xlsx = (
  rows: readonly (readonly string[])[],
  { before = '', after = '', row = () => '', workbook, styles = '<styleSheet/>', last = '' }: Extra = {},
) =>
  openXlsx(
    zipOf({
      '[Content_Types].xml': '<Types/>',
      '_rels/.rels':
        '<Relationships><Relationship Id="a" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
      'xl/workbook.xml':
        workbook ?? '<workbook xmlns:r="r"><sheets><sheet name="lots" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="x/worksheet" Target="/xl/worksheets/sheet1.xml"/><Relationship Id="rId9" Type="x/chartsheet" Target="chartsheets/sheet1.xml"/></Relationships>',
      'xl/styles.xml': styles,
      'xl/worksheets/sheet1.xml': `<worksheet>${before}<sheetData>${rows
        .map(
          (cells, at) =>
            `<row r="${at + 1}"${row(at + 1)}>${cells
              .map((value, column) =>
                value === ''
                  ? ''
                  : `<c r="${named(column)}${at + 1}" t="inlineStr"><is><t>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`,
              )
              .join('')}${at === 1 ? last : ''}</row>`,
        )
        .join('')}</sheetData>${after}</worksheet>`,
    }),
  )

describe('units beside the number', () => {
  it.each([
    [{ 长度: '长度 (m)', 直径: '直径(cm)' }, { 长度: '3.9', 直径: '32' }, ['3900', '320']],
    [{ 长度: '长度/m', 直径: '直径 cm' }, { 长度: '3,9-5,8', 直径: '32+' }, ['3900-5800', '320+']],
    [{ 长度: 'Length [ft]', 直径: 'Diameter (in)' }, { 长度: '16', 直径: '12.5' }, ['4877', '318']],
    [{}, { 长度: '3.9 m', 直径: '32cm' }, ['3900', '320']],
    [{ 长度: '长度(单位：m)', 直径: '直径(小头, cm)' }, { 长度: '4', 直径: '32' }, ['4000', '320']],
    [{ 长度: '长度(m/根)', 直径: '直径 (cm)' }, { 长度: '4', 直径: '32' }, ['4000', '320']],
    [{ 长度: '长度米', 直径: '直径厘米' }, { 长度: '4', 直径: '32' }, ['4000', '320']],
    [{ 长度: '长度：米', 直径: '直径〔cm〕' }, { 长度: '4', 直径: '32' }, ['4000', '320']],
    [{ 长度: 'Length in m', 直径: 'Diameter in' }, { 长度: '4', 直径: '12' }, ['4000', '305']],
    [{ 长度: '长度(单位m)', 直径: '直径 cm' }, { 长度: '4,00', 直径: '32,00' }, ['4000', '320']],
  ])('%j %j', async (headings, cells, sizes) => {
    const { good, problems } = await imported(csv(changed(headings, cells)))
    expect(problems).toEqual([])
    expect([good[0]?.length, good[0]?.diameter]).toEqual(sizes)
  })
  it.each([
    [{ 数量: '数量 (dm³)' }, { 数量: '12500', 单位: '' }, [12_500, 31_500]],
    [{ 数量: '数量 (千立方米)' }, { 数量: '0.5', 单位: '' }, [500_000, 31_500]],
    [{ 起拍价: '起拍价 (万美元/m³)' }, { 起拍价: '0.0315' }, [12_500, 31_500]],
    [{ 起拍价: '起拍价 (US$/m³)' }, { 币种: '' }, [12_500, 31_500]],
    [{ 数量: '数量 (m³)' }, { 单位: '' }, [12_500, 31_500]],
    [{}, { 单位: '立方分米', 数量: '12500' }, [12_500, 31_500]],
    [{ 起拍价: '起拍价 美元/m³' }, { 币种: '' }, [12_500, 31_500]],
    [{ 起拍价: 'Start price USD' }, {}, [12_500, 31_500]],
    [{ 起拍价: '起拍价（含税 US$）' }, {}, [12_500, 31_500]],
    [{ 数量: 'Volume cbm' }, { 单位: '' }, [12_500, 31_500]],
  ])('%j %j', async (headings, cells, [quantity, price]) => {
    const { good, problems } = await imported(csv(changed(headings, cells)))
    expect(problems).toEqual([])
    expect([good[0]?.quantity, good[0]?.startPrice, good[0]?.unit, good[0]?.currency]).toEqual([
      quantity,
      price,
      'm3',
      'USD',
    ])
  })
  it.each([
    [{ 数量: '数量 (MBF)' }, 'unknown_unit quantity=MBF'],
    [{ 起拍价: '起拍价 (USD/MBF)' }, 'unknown_unit startPrice=USD%2FMBF'],
    [{ 起拍价: '起拍价 (£)' }, 'unknown_unit startPrice=%C2%A3'],
    [{ 长度: '长度 (kg)' }, 'unknown_unit length=kg'],
    [{ 长度: '长度 (尺)' }, 'unknown_unit length=%E5%B0%BA'],
    [{ 件数: '件数 (千根)' }, 'unknown_unit pieces=%E5%8D%83%E6%A0%B9'],
    [{ 起拍价: '起拍价 (INR)' }, 'unknown_unit startPrice=INR'],
    [{ 起拍价: '起拍价 GBP' }, 'unknown_unit startPrice=GBP'],
    [{ 数量: 'Quantity MBF' }, 'unknown_unit quantity=MBF'],
  ])('%j is refused by name', async (headings, reason) => {
    expect((await imported(csv(changed(headings)))).refused).toEqual([reason])
  })
  it.each([
    [{ 起拍价: '起拍价 (元)' }, {}, '2 startPrice: unit_differs'],
    [{}, { 起拍价: '¥315' }, '2 startPrice: unit_differs'],
    [{}, { 起拍价: '315 USD/t' }, '2 startPrice: unit_differs'],
    [{ 加价幅度: '加价幅度 (EUR)' }, {}, '2 addRange: unit_differs'],
    [{ 数量: '数量 (t)' }, {}, '2 unit: unit_differs'],
    [{}, { 数量: '12.5 t' }, '2 quantity: unit_differs'],
    [{ 起拍价: '起拍价 (US$/t)' }, {}, '2 startPrice: unit_differs'],
    [{ 长度: '长度 (mm)' }, { 长度: '3.9 m' }, '2 length: unit_differs'],
    [{}, { 币种: '美元/吨' }, '2 startPrice: unit_differs'],
  ])('%j %j do not agree', async (headings, cells, problem) => {
    expect((await imported(csv(changed(headings, cells)))).problems).toContain(problem)
  })
  it('stands in a merged heading above, or in a row of its own', async () => {
    const [head = [], lot = []] = changed({}, { 长度: '3.9', 直径: '32' })
    const above = HEAD.map((name) => (name === '长度' ? '规格 (m)' : name === '直径' ? '(cm)' : ''))
    expect((await imported(await xlsx([above, head, lot]))).good[0]).toMatchObject({ length: '3900', diameter: '320' })
    const below = HEAD.map((name) => (name === '长度' ? 'm' : name === '直径' ? 'cm' : name === '数量' ? 'm³' : ''))
    expect((await imported(await xlsx([head, below, lot]))).good[0]).toMatchObject({ length: '3900', diameter: '320' })
  })
  const over = (text: string, name = '长度') => HEAD.map((one) => (one === name ? text : ''))
  const merged = { after: '<mergeCells><mergeCell ref="F1:G1"/></mergeCells>' }
  it.each(['规格 cm', '规格/cm', '尺寸，cm', 'Size in cm', '规格（单位：cm）'])(
    'stands in a heading merged over two columns: %s',
    async (text) => {
      const [head = [], lot = []] = changed({}, { 长度: '390', 直径: '32' })
      for (const rows of [
        [over(text), head, lot],
        [over(text), over('检尺', '直径'), head, lot],
      ])
        expect((await imported(await xlsx(rows, merged))).good[0]).toMatchObject({ length: '3900', diameter: '320' })
    },
  )
  it('is refused by name in a heading above', async () =>
    expect((await imported(await xlsx([over('规格（尺）'), ...changed({})], merged))).refused).toEqual([
      'unknown_unit length=%E5%B0%BA diameter=%E5%B0%BA',
    ]))
  it.each([
    ['单位：m', { 长度: '4', 直径: '0.32' }, ['4000', '320', 31_500]],
    [
      '（单位：cm、万美元）',
      { 长度: '400', 直径: '32', 起拍价: '0.0315', 加价幅度: '0.0002' },
      ['4000', '320', 31_500],
    ],
    ['All sizes in cm, prices in USD', { 长度: '400', 直径: '32', 币种: '' }, ['4000', '320', 31_500]],
    ['单位：上海木业有限公司', {}, ['5000', '600', 31_500]],
  ])('is that of a line above the table: %s', async (line, cells, wanted) => {
    for (const at of [0, 5, 20])
      for (const titles of [[], [['木材清单']]]) {
        const above = [...titles, HEAD.map((_, column) => (column === at ? line : ''))]
        const { good } = await imported(await xlsx([...above, ...changed({}, cells)]))
        expect([good[0]?.length, good[0]?.diameter, good[0]?.startPrice]).toEqual(wanted)
      }
  })
  const hex = (text: string) => encodeURIComponent(text)
  it.each([
    ['单位：尺', `length=${hex('尺')} diameter=${hex('尺')}`],
    ['尺寸单位：市尺', `length=${hex('市尺')} diameter=${hex('市尺')}`],
    ['长度单位：尺，直径单位：cm', `length=${hex('尺')}`],
    ['长度：尺 直径：厘米', `length=${hex('尺')}`],
    ['（单位：寸、万美元）', `length=${hex('寸')} diameter=${hex('寸')}`],
    ['Unit: yards', 'length=yards diameter=yards'],
    ['Unit: vara', 'length=vara diameter=vara'],
    ['All sizes in cm, volumes in MBF', 'quantity=MBF'],
    ['Sizes in mm and volumes in board feet', `quantity=${hex('board feet')}`],
    ['Volumes: Hoppus', 'quantity=Hoppus'],
    ['币种：日元', `startPrice=${hex('日元')} addRange=${hex('日元')}`],
    ['Prices in GBP', 'startPrice=GBP addRange=GBP'],
    ['单价：元/尺', `startPrice=${hex('元/尺')} addRange=${hex('元/尺')}`],
    ['长度单位：kg', 'length=kg'],
  ])('of a line above the table is refused by name where it is not converted: %s', async (line, columns) => {
    for (const titles of [[], [['木材清单']]])
      expect((await imported(await xlsx([...titles, [line], ...changed({})]))).refused).toEqual([
        `unknown_unit ${columns}`,
      ])
  })
  it.each([
    ['长度单位：米，直径单位：厘米', ['4000', '320']],
    ['长度：米 直径：厘米', ['4000', '320']],
    ['单位：m，直径单位：cm', ['4000', '320']],
    ['Lengths in m, diameters in cm', ['4000', '320']],
    ['长度以米计，直径以厘米计', ['4000', '320']],
    ['Length: m, diameter: cm', ['4000', '320']],
    ['木材清单（长度单位：m，直径单位：cm）', ['4000', '320']],
    ['注：长度以米为单位；直径以厘米计', ['4000', '320']],
    ['Lengths are in m. Diameters are in cm.', ['4000', '320']],
    ['Log list - length in m, diameter in cm', ['4000', '320']],
  ])('of a line above the table is that of the columns that it names: %s', async (line, sizes) => {
    const { good } = await imported(await xlsx([[line], ...changed({}, { 长度: '4', 直径: '32' })]))
    expect([good[0]?.length, good[0]?.diameter]).toEqual(sizes)
  })
  it.each([
    '供货单位：林场',
    '单位：恒泰木业',
    '价格：面议',
    '规格：齐全',
    'All sizes in stock',
    '长度：见附表',
    '单位名称：恒泰',
  ])('is none in %s', async (line) => {
    const { good } = await imported(await xlsx([[line], ...changed({})]))
    expect([good[0]?.length, good[0]?.diameter, good[0]?.startPrice]).toEqual(['5000', '600', 31_500])
  })
  it.each([
    '木材清单（单位：m）',
    '木材清单 单位：m',
    '2026年原木清单，单位 m',
    'Log list - sizes in m',
    'Specification (Unit: m)',
    'Log list (m)',
    '注：尺寸以米为单位',
  ])('stands anywhere in a title: %s', async (title) => {
    for (const rows of [[[title]], [[title], ['太仓港']]]) {
      const { good } = await imported(await xlsx([...rows, ...changed({}, { 长度: '4', 直径: '0.32' })]))
      expect([good[0]?.length, good[0]?.diameter]).toEqual(['4000', '320'])
    }
  })
  it.each([
    ['Prices per tonne', ['2 startPrice: unit_differs', '2 addRange: unit_differs']],
    ['All prices per MBF', []],
  ])('of prices above the table: %s', async (title, problems) => {
    const read = await imported(csv([[title], ...changed({})]))
    expect(read.good).toEqual([])
    expect([read.problems.map((one) => one.replace(/^3/, '2')), read.refused]).toEqual([
      problems,
      problems.length > 0 ? [] : [`unknown_unit startPrice=${hex('per MBF')} addRange=${hex('per MBF')}`],
    ])
  })
  it.each([
    ['单位：', 'm'],
    ['单位', 'm'],
    ['计量单位', '米'],
    ['Unit', 'm'],
  ])('stands beside its label, in a cell of its own: %s %s', async (label, unit) => {
    const { good } = await imported(await xlsx([['', label, unit], ...changed({}, { 长度: '4', 直径: '0.32' })]))
    expect([good[0]?.length, good[0]?.diameter]).toEqual(['4000', '320'])
  })
  it.each([
    ['尺寸单位：cm', `length=cm diameter=cm`],
    ['注：', `length=cm diameter=cm`, '单位：cm'],
    ['单位：尺', `length=${hex('尺')} diameter=${hex('尺')}`],
    ['Prices in EUR', null],
    ['单位：万元', `startPrice=${hex('万元')} addRange=${hex('万元')}`],
    ['单位：mm', null],
    ['以上价格不含税', null],
  ])(
    'below the table refuses the sheet where the figures were read in another: %s',
    async (line, columns, beside = '') => {
      const rows = [...changed({}), ['', line, beside]]
      expect((await imported(await xlsx(rows))).refused).toEqual(columns === null ? [] : [`unit_below ${columns}`])
    },
  )
  it('of its own heading counts before that of the sheet, and two of the sheet are refused', async () => {
    const own = changed({ 直径: '直径 (cm)' }, { 长度: '4', 直径: '32' })
    expect((await imported(await xlsx([['单位：m'], ...own]))).good[0]).toMatchObject({
      length: '4000',
      diameter: '320',
    })
    expect((await imported(await xlsx([['单位：m'], ['单位：cm'], ...own]))).refused).toEqual([
      'unknown_unit length=m%2C%20cm',
    ])
  })
  it('stands in a row of its own beside dashes', async () => {
    const [head = [], lot = []] = changed({}, { 长度: '4', 直径: '32' })
    const below = HEAD.map((name) => ({ 长度: '单位：m', 直径: 'cm', 数量: '立方米', 起拍价: '美元/m³' })[name] ?? '—')
    expect((await imported(await xlsx([head, below, lot]))).good[0]).toMatchObject({ length: '4000', diameter: '320' })
  })
})

it('takes the multiple of each price from its own heading', async () => {
  const { good } = await imported(csv(changed({ 起拍价: '起拍价 (万美元)' }, { 起拍价: '0.0315' })))
  expect([good[0]?.startPrice, good[0]?.addRange]).toEqual([31_500, 200])
})
it('reads counts by the notation of the file', async () => {
  expect((await imported(csv(changed({}, { 件数: '1,200' }), ';'))).problems).toEqual(['2 pieces: unclear'])
  expect((await imported(csv(changed({}, { 件数: '1200' }), ';'))).good[0]?.pieces).toBe(1_200)
})

describe('the sheet itself', () => {
  it.each([
    [{ 数量: '数量 (根)' }, '材积 (m³)', 'quantity=' + encodeURIComponent('材积 (m³)')],
    [{}, '材长 (m)', 'length=' + encodeURIComponent('材长 (m)')],
    [{}, 'Start price (EUR)', 'startPrice=' + encodeURIComponent('Start price (EUR)')],
  ])('refuses two columns for one figure by name: %j, %s', async (headings, second, column) => {
    const [head = [], lot = []] = changed(headings)
    expect(
      (
        await imported(
          csv([
            [...head, second],
            [...lot, '5'],
          ]),
        )
      ).refused,
    ).toEqual([`column_twice ${column}`])
  })
  it('passes over the same headings of a further page, and refuses other ones with their row', async () => {
    const [head = [], lot = []] = changed({})
    const again = await imported(await xlsx([head, lot, head, lot]))
    expect([again.good.length, again.problems, again.refused]).toEqual([2, [], []])
    const [cm = []] = changed({ 长度: '长度 (cm)' })
    const apart = head.toSpliced(0, 0, '序号')
    for (const other of [cm, head.toReversed(), apart]) {
      expect((await imported(await xlsx([head, lot, other, lot]))).refused).toEqual(['headings_again row=3'])
      expect((await imported(csv([head, ...Array.from({ length: 20 }, () => lot), other, lot]))).refused).toEqual([
        'headings_again row=22',
      ])
    }
  })
  it.each(['4', '12', '40+', 4])('refuses a length of %s mm: its unit is not stated', async (length) =>
    expect((await imported(await xlsx(changed({}, { 长度: String(length) })))).problems).toEqual([
      '2 length: size_small',
    ]),
  )
  it.each(['〃', '同上', '"', '”', '-"-', 'ditto', 'Do.'])('refuses what refers to the row above: %s', async (mark) => {
    for (const column of ['中文名称', '起运港', '付款条件', '长度', '数量'])
      expect((await imported(await xlsx(changed({}, { [column]: mark })))).problems[0]).toMatch(/as_above$/)
  })
  it('names the columns that are not read, by their headings or their letters', async () => {
    const [head = [], lot = []] = changed({}, {})
    const rows = [
      [...head, '树龄', '', '密度 (kg/m³)', '根数', 'Sticker\n code'],
      [...lot, '80', 'A1', '650', '5', ''],
      [...lot, '90', 'A2', '', '', 'x'],
    ]
    const wanted = ['树龄', '密度 (kg/m³)', '根数', 'Sticker code', 'W']
    expect((await imported(await xlsx(rows))).unread).toEqual(wanted)
    expect((await imported(csv(rows))).unread).toEqual(wanted)
    expect((await imported(csv(changed({})))).unread).toEqual([])
    // A sheet that lacks a column names the one that was not recognised in its place.
    const { refused, unread } = await imported(csv(changed({ 直径: '直经' })))
    expect([refused, unread]).toEqual([['missing_columns thickness'], ['直经']])
  })
  it('leaves out hidden rows and columns, and says so', async () => {
    const { good, notes } = await imported(
      await xlsx([...changed({}), LOT], {
        before: '<cols><col min="8" max="8" hidden="1"/></cols>',
        row: (at) => (at === 3 ? ' hidden="true"' : ''),
      }),
    )
    expect([good.length, good[0]?.pieces, notes.hiddenRows, notes.hiddenColumns]).toEqual([1, null, 1, 1])
  })
  it.each([
    ['a row of no height', { row: (at: number) => (at === 3 ? ' ht="0" customHeight="1"' : '') }, [1, 10, 1, 0]],
    ['a column of no width', { before: '<cols><col min="8" max="8" width="0"/></cols>' }, [2, null, 0, 1]],
    [
      'columns without a width of their own, where the sheet gives them none',
      {
        before:
          '<sheetFormatPr defaultColWidth="0"/><cols><col min="1" max="7" width="9"/><col min="9" max="40" width="9"/></cols>',
      },
      [2, null, 0, 1],
    ],
    [
      'no row that is written, where only the others have no height',
      { before: '<sheetFormatPr zeroHeight="1"/>' },
      [2, 10, 0, 0],
    ],
  ] as const)('leaves out %s', async (_what, extra, [lots, pieces, rows, columns]) => {
    const { good, notes } = await imported(await xlsx([...changed({}), LOT], extra))
    expect([good.length, good[0]?.pieces, notes.hiddenRows, notes.hiddenColumns]).toEqual([lots, pieces, rows, columns])
  })
  it('reads another sheet where it is asked to, and names hidden ones', async () => {
    const workbook =
      '<workbook xmlns:r="r"><sheets><sheet name="old" state="hidden" r:id="rId1"/><sheet name="lots" r:id="rId1"/><sheet name="more" r:id="rId2"/></sheets></workbook>'
    const opened = await xlsx(changed({}), { workbook })
    expect(opened.notes()).toMatchObject({ sheet: 'lots', sheets: ['lots', 'more'], hiddenSheets: ['old'] })
  })
  it('fills merged values, but asks for the figure of each lot where one stands for several', async () => {
    const [head = [], lot = []] = changed({})
    const next = lot.map((value, at) => (at === 1 || at === 8 ? '' : value))
    const { good, problems } = await imported(
      await xlsx([head, lot, next], {
        after: `<mergeCells><mergeCell ref="B2:B3"/><mergeCell ref='I2:I3'/></mergeCells>`,
      }),
    )
    expect([good.length, problems]).toEqual([1, ['3 quantity: merged_with']])
  })
  it('a figure merged over two columns is that of the first alone', async () => {
    const [head = [], lot = []] = changed({}, { 直径: '', 加价幅度: '' })
    const { problems } = await imported(
      await xlsx([head, lot], { after: '<mergeCells><mergeCell ref="F2:G2"/><mergeCell ref="L2:M2"/></mergeCells>' }),
    )
    expect(problems).toEqual(['2 addRange: required'])
  })
  it('passes over a sheet of a chart', async () => {
    const workbook =
      '<workbook xmlns:r="r"><sheets><sheet name="chart" r:id="rId9"/><sheet name="lots" r:id="rId1"/></sheets></workbook>'
    expect((await xlsx(changed({}), { workbook })).notes()).toMatchObject({ sheet: 'lots', sheets: ['lots'] })
  })
  it('leaves out how an inline text is read aloud', async () => {
    const [head = [], lot = []] = changed({}, { 中文名称: '' })
    const last =
      '<c r="A2" t="inlineStr"><is><r><t>原</t></r><r><t>木</t></r><rPh sb="0" eb="2"><t>げんぼく</t></rPh></is></c>'
    expect((await imported(await xlsx([head, lot], { last }))).good[0]?.nameZh).toBe('原木')
  })
  it('recognises rows of sums', async () => {
    const { good, problems, sums } = await imported(
      csv([...changed({}), ['合计', '', '', '', '', '', '', '10', '12.5']]),
    )
    expect([good.length, problems, sums]).toEqual([1, [], 1])
  })
  it.each(['Total / 合计', '合计 12.5 m³', '本页小计', '总材积', 'Σ', 'TOTAL:', 'Subtotal oak', 'Gesamtsumme', '合計'])(
    'recognises a row of sums: %s',
    async (text) => {
      const { good, problems, sums } = await imported(
        csv([...changed({}), [text, '', '', '', '', '', '', '10', '12.5']]),
      )
      expect([good.length, problems, sums]).toEqual([1, [], 1])
    },
  )
  it.each(['备注', 'FSC 证书编号'])('refuses an automatic date in a column of text: %s', async (name) => {
    const [head = [], lot = []] = changed({})
    const { problems } = await imported(
      await xlsx([[...head, name], lot], {
        styles: '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="16"/></cellXfs></styleSheet>',
        last: '<c r="V2" s="1"><v>46000</v></c>',
      }),
    )
    expect(problems).toEqual([expect.stringContaining('excel_date')])
  })
  it('decodes what XML does not carry', async () => {
    const [head = [], lot = []] = changed({}, { 中文名称: '一_x000D_二' })
    expect((await imported(await xlsx([head, lot]))).good[0]?.nameZh).toBe('一\n二')
  })
  it.each([
    ['sep= on the first line', 'sep=;\r\n'],
    ['titles of any length', '木材清单, 2026年, 华东\r\n\r\n'],
    ['titles with many commas', `${'a,'.repeat(40)}\r\n`],
  ])('takes %s', async (_what, first) => {
    const text = `${first}${changed({})
      .map((row) => row.join(';'))
      .join('\r\n')}`
    expect((await imported(openCsv(Buffer.from(text), namedIn))).good).toHaveLength(1)
  })
  it('takes headings with a line end, separated by semicolons', async () => {
    const [head = [], lot = []] = changed({}, { 长度: '4' })
    const text = [head.map((name) => `"${name}\n${name === '长度' ? '(m)' : ''}"`), lot]
      .map((row) => row.join(';'))
      .join('\r\n')
    expect((await imported(openCsv(Buffer.from(text), namedIn))).good[0]?.length).toBe('4000')
  })
  it.each(['#REF!', '#NAME?', '#N/A', '#DIV/0!', '#WERT!', '########'])(
    'names a formula that failed, saved as text: %s',
    async (text) =>
      expect((await imported(csv(changed({}, { 中文名称: text, 件数: text })))).problems.slice(-2)).toEqual([
        '2 nameZh: cell_error',
        '2 pieces: cell_error',
      ]),
  )
  it('reads by the decimal sign that its seller states', async () => {
    const rows = changed({}, { 数量: '32,450' })
    expect((await imported(csv(rows), 'comma')).good[0]?.quantity).toBe(32_450)
    expect((await imported(csv(rows), 'point')).good[0]?.quantity).toBe(32_450_000)
    expect((await imported(csv(rows))).problems).toEqual(['2 quantity: unclear'])
  })
})

/** The lot with the number `value` in a column, shown by a format: a code, or the number of a built-in one. */
const formatted = async (column: string, format: string | number, value: number, cells = {}) => {
  const [head = [], lot = []] = changed({}, cells)
  const id = typeof format === 'number' ? format : 164
  const code = typeof format === 'number' ? '' : format.replaceAll('"', '&quot;').replaceAll('>', '&gt;')
  const at = HEAD.indexOf(column)
  const opened = await xlsx([head, lot.map((text, to) => (to === at ? '' : text))], {
    styles: `<styleSheet><numFmts>${code && `<numFmt numFmtId="164" formatCode="${code}"/>`}</numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="${id}"/></cellXfs></styleSheet>`,
    row: () => '',
    last: `<c r="${named(at)}2" s="1"><v>${value}</v></c>`,
  })
  return imported(opened)
}

describe('a number is what its format shows', () => {
  const CNY = { 币种: 'CNY' }
  it.each([
    ['ten thousands by a comma, in a Chinese format', '0!.0,"万"', 123_450, CNY, 12_345_000],
    ['the same with the currency', '0!.0,"万元"', 123_450, CNY, 12_345_000],
    ['only from ten thousand on: below it', '[>9999]0!.0,"万";0', 315, CNY, 31_500],
    ['only from ten thousand on: above it', '[>9999]0!.0,"万";0', 31_500, CNY, 3_150_000],
    ['thousands', '0,"千"', 315_000, CNY, 31_500_000],
    ['ten thousands in the number itself', '0.00"万元"', 1.23, CNY, 1_230_000],
    ['room for a currency that does not show', '_-* #,##0.00\\ _€_-;\\-* #,##0.00\\ _€_-', 315.5, {}, 31_550],
    ['a currency behind General', 'General" USD"', 315, {}, 31_500],
    ['dollars of the United States', '[$$-409]#,##0.00', 315, {}, 31_500],
    ['a currency behind General, as Chinese Excel calls it', 'G/通用格式"元"', 315, CNY, 31_500],
    ['a currency of accountants', '_ [$¥-804]* #,##0.00_ ;_ [$¥-804]* \\-#,##0.00_ ', 315, CNY, 31_500],
  ] as const)('price, %s', async (_what, format, value, cells, price) => {
    const { good, problems } = await formatted('起拍价', format, value, cells)
    expect([good[0]?.startPrice, problems]).toEqual([price, []])
  })
  it.each([
    ['起拍价', '[$$-C09]#,##0', 315, {}, 'unit_differs'],
    ['起拍价', '[$¥-411]#,##0', 315, CNY, 'unit_differs'],
    ['起拍价', '#,##0.00" USD/t"', 315, {}, 'unit_differs'],
    ['起拍价', '0"."00', 31_500, {}, 'not_a_price'],
    ['数量', '0.0,', 12_500, {}, 'not_a_quantity'],
    ['数量', '0.00" €"', 12.5, {}, 'unit_differs'],
    ['数量', 'h:mm', 0.5, {}, 'excel_date'],
    ['数量', 20, 0.5, {}, 'excel_date'],
    ['数量', 14, 0.5, {}, 'excel_date'],
    ['起拍价', 14, 99_999_999, {}, 'excel_date'],
    ['长度', 'mm"月"', 45_000, {}, 'excel_date'],
    ['长度', 'ggge"年"', 45_000, {}, 'excel_date'],
    ['长度', '[h]:mm', 3_900, {}, 'excel_date'],
  ] as const)('%s %s %d is refused', async (column, format, value, cells, code) => {
    expect((await formatted(column, format, value, cells)).problems.map((one) => one.split(': ')[1])).toEqual([code])
  })
  it.each([
    ['General"m"', 4, '4000'],
    ['@" m"', 4, '4000'],
    ['0.0,"m"', 3_900, '3900'],
    ['#\\ ##0', 5_000, '5000'],
    ['#\\.##0', 5_000, '5000'],
    ['# ?/?', 5_000, '5000'],
    ['"⌀ "0" cm"', 32, '320'],
  ] as const)('size, %s', async (format, value, length) => {
    const { good, problems } = await formatted('长度', format, value)
    expect([good[0]?.length, problems]).toEqual([length, []])
  })
  it('keeps the cents of a large number', async () =>
    expect((await formatted('起拍价', '0.00', 12_345_678_901.23, { 数量: '0.001' })).good[0]?.startPrice).toBe(
      1_234_567_890_123,
    ))
})

it('a formula with an empty value beside it has no result', async () => {
  const [head = [], lot = []] = changed({}, { 数量: '' })
  const empty = await xlsx([head, lot], { last: '<c r="I2"><f>1+1</f><v></v></c>' })
  expect((await imported(empty)).problems).toEqual(['2 quantity: formula_unvalued'])
})

// A whole number of one group (`9,144`, `1.315`) looks like a decimal: it is read by the file's decimal sign, never larger.
describe('a quantity in any notation is read as it is, or refused, and never as another', () => {
  const all = numbers(60).filter(({ value }) => value > 0)
  it.each(
    Object.entries(NOTATIONS).flatMap(([name, write]) =>
      (['csv ;', 'csv ,', 'xlsx'] as const).map((file) => [name, file, write] as const),
    ),
  )('%s, %s', async (_name, file, write) => {
    const texts = all.map(({ value, size }) => write(value, size).replace(/[.,．，]$/, ''))
    const rows = [
      HEAD,
      ...texts.map((quantity) => changed({}, { 数量: quantity, 起拍价: '1', 加价幅度: '1' })[1] ?? []),
    ]
    const { rows: read } = await imported(file === 'xlsx' ? await xlsx(rows) : csv(rows, file === 'csv ;' ? ';' : ','))
    expect(read).toHaveLength(all.length)
    for (const [at, { content }] of read.entries()) {
      const { value, size } = all[at] ?? { value: 0, size: 0 }
      if (content === null || (size === 0 && /^\d{1,3}[.,]\d{3}$/.test(texts[at]?.normalize('NFKC') ?? ''))) continue
      expect(content.quantity, texts[at]).toBe(Math.round(value * 1_000))
    }
  })
})
