import { readSheet } from 'read-excel-file/node'
import { afterAll, expect, test } from 'vitest'
import type { ContractContent, ContractLot, Particulars } from '../../contract/calls/trade.ts'
import { instant, minor } from '../../domain/units.ts'
import { statementColumns } from '../http/documents/statement.ts'
import type { NamedLine } from '../http/documents/statement.ts'
import { tagsOf } from '../../../tests/support/pdf-tags.ts'
import { agreementPaper } from './agreement-paper.ts'
import { contractPaper } from './contract-paper.ts'
import { printable } from './document.ts'
import type { Printable } from './document.ts'
import { openPress } from './press.ts'
import { cutIn, readPages, wantedOf } from './read-back.ts'
import { receiptPaper } from './receipt-paper.ts'
import { sheetOf } from './sheet.ts'

const press = openPress()
afterAll(() => press.close())

const filled = (text: string, length: number, end: string) =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length - end.length) + end
const both = (zh: string, en: string) => ({ zh, en })
const LONG_WORD = 'Sahatavarankaukokuljetusyhteistoimintapalvelu'

/** A lot of the catalogue with the longest texts that forms allow. */
const longest = (no: number) => ({
  no,
  name: both(filled('欧洲橡木', 120, `完${no}`), filled(LONG_WORD, 120, `end${no}`)),
  goods: [filled('云杉 · 芬兰', 200, `货${no}`), filled(LONG_WORD, 200, `goods${no}`)],
  more: both(
    filled('本批锯材按根检尺，端头涂蜡防裂，堆放于室内货场。', 2000, `中文末句${no}`),
    filled(no % 2 === 0 ? 'Every board is measured, its ends are waxed. ' : 'a1b2c3d4', 2000, `last words ${no}`),
  ),
  papers: Array.from({ length: 20 }, (_, i) => ({
    name: both('树种鉴定证书', 'Species certificate'),
    reference: filled('FSC-C123456/', 120, `ref-${no}-${i}`),
  })),
  clause: filled('CIF Shanghai ', 80, `clause${no}`),
  from: both('奥文多', filled(LONG_WORD, 80, `from${no}`)),
  to: both('上海', 'Shanghai'),
  day: '2026-12-31',
  place: both(filled('太仓港万方木材堆场', 80, `堆${no}`), filled(LONG_WORD, 80, `yard${no}`)),
  payment: both('即期信用证', 'Letter of credit at sight'),
  quantity: '9,999,999.999',
  unit: both('m³', 'm³'),
  price: '99,999,999,999.99',
  step: '99,999,999.99',
  currency: 'CNY',
})
const short = (no: number) => ({ ...longest(no), more: both('短', 'short'), papers: [], goods: ['云杉'] })
const catalogue = (lots: readonly object[]) =>
  printable({
    template: 'catalogue',
    name: 'c.pdf',
    title: 't',
    head: `${filled('春季木材竞价会', 120, '完')} · 标的目录 Catalogue`,
    mark: '',
    hash: 'a'.repeat(64),
    watermark: null,
    at: instant(0),
    enclosed: [],
    data: {
      session: both(filled('春季木材竞价会', 120, '完'), filled(LONG_WORD, 120, 'sale')),
      starts: '2026-12-01',
      closes: '2026-11-30',
      venue: both(filled('太仓', 200, '厅'), filled('hall ', 200, 'hall')),
      lots,
    },
  })

test('the longest lots are on the pages of a catalogue whole', async () => {
  const { printing } = catalogue([longest(1), short(2), longest(3), longest(4), short(5), longest(6)])
  const pages = await readPages(new Uint8Array(await press.print(printing)))
  expect(pages.length).toBeGreaterThan(4)
  expect(cutIn(pages, wantedOf(JSON.parse(printing.data)))).toBeNull()
  const shown = pages.flatMap(({ runs }) => runs.map(({ text }) => text)).join('')
  for (const end of ['中文末句 1', 'last words 6', 'ref-4-19']) expect(shown.includes(end)).toBe(true)
})

test('a text below a page’s edge, and one that is on no page, are found', async () => {
  const { printing } = catalogue([longest(1), short(2)])
  const pages = await readPages(new Uint8Array(await press.print(printing)))
  const wanted = wantedOf(JSON.parse(printing.data))
  const moved = (by: number) =>
    pages.map((page) => ({
      ...page,
      runs: page.runs.map((run) =>
        run.text.includes('short') ? { ...run, bottom: run.bottom - by, top: run.top - by } : run,
      ),
    }))
  expect(cutIn(moved(0), wanted)).toBeNull()
  expect(cutIn(moved(900), wanted)).toMatchObject({ path: ['lots', '1', 'more', 'en'] })
  const more = [...wanted, { path: ['note'], text: 'on no page' }]
  expect(cutIn(pages, more)).toMatchObject({ path: ['note'] })
  // A page’s edge to the right, too.
  const wide = pages.map((page) => ({ ...page, width: 300 }))
  expect(cutIn(wide, wanted)).not.toBeNull()
})

test('nothing is printed of a document that does not show all of its data: its field is named', async () => {
  const { printing } = catalogue([short(1), short(2)])
  const data = JSON.parse(printing.data) as { lots: object[] }
  const lots = data.lots.map((lot, i) => (i === 1 ? { ...lot, more: { zh: '短', en: 'short', x: 'unseen' } } : lot))
  await expect(press.print({ ...printing, data: JSON.stringify({ ...data, lots }) })).rejects.toMatchObject({
    name: 'DocumentCut',
    field: '标的 Lot 2 · 补充说明 Remarks',
    text: 'unseen',
  })
})

/** All texts of a printed document, without spaces, and the first of its data that no page shows whole. */
async function readBack({ printing }: Printable) {
  const pages = await readPages(new Uint8Array(await press.print(printing)))
  const shown = pages.flatMap(({ runs }) => runs.map(({ text }) => text)).join('')
  return { pages, shown: shown.replaceAll(/\s/g, ''), cut: cutIn(pages, wantedOf(JSON.parse(printing.data))) }
}

/** What a company may give of itself for a contract, each field as long as its form allows. */
const longParticulars = (side: string): Particulars => ({
  funder: filled(LONG_WORD, 120, `funder-${side}`),
  companyName: filled('上海示例木业进出口', 120, `company-${side}`),
  address: filled('太仓港港区北环路', 300, `address-${side}`),
  creditCode: filled('91310000MA1FL0000X', 40, `code-${side}`),
  contacts: filled('阿布都热依木', 60, `contact-${side}`),
  phone: '+86 0571-88888888 转 80112345',
  email: filled('long.address', 185, '@example.com'),
  bankName: filled('Sparkasse', 120, `bank-${side}`),
  bankAddress: filled('Frankfurt am Main, ', 300, `branch-${side}`),
  accountCNY: filled('6222', 34, `1${side.length}`),
  accountUSD: filled('DE89', 34, `2${side.length}`),
  swift: 'DEUTDEFFXXX',
})
const TIMBER = {
  species: both(filled('云杉', 80, '种'), filled(LONG_WORD, 80, 'species')),
  origin: both(filled('芬兰', 80, '产'), filled(LONG_WORD, 80, 'origin')),
  grade: both(filled('一级', 80, '级'), filled(LONG_WORD, 80, 'grade')),
  specification: both('9,999.9 × 9,999.9 × 99,999.9 mm', '9,999.9 × 9,999.9 × 99,999.9 mm'),
  humidity: '99.9-100',
}
const longLot = (no: number): ContractLot => ({
  ...TIMBER,
  contractObjectId: 'o',
  scheduleTimelineId: 's',
  session: both(filled('春季木材竞价会', 120, `场${no}`), filled(LONG_WORD, 120, `sale${no}`)),
  lotNo: no,
  lotNumber: `${no}-99`,
  name: both(filled('欧洲橡木', 120, `完${no}`), filled(LONG_WORD, 120, `lot${no}`)),
  quantity: '9999999.999',
  unit: 'm3',
  price: '99999999999.99',
  amount: '999999999999.99',
  tradeClause: filled('CIF ', 80, `clause${no}`),
  departurePort: both(filled('科特卡', 80, `港${no}`), filled(LONG_WORD, 80, `from${no}`)),
  arrivalPort: both(filled('太仓', 80, `岸${no}`), filled(LONG_WORD, 80, `to${no}`)),
  deliveryPlace: both(filled('太仓港万方木材堆场', 80, `堆${no}`), filled(LONG_WORD, 80, `yard${no}`)),
  deliveryDate: '2026-12-31',
  paymentTerms: both(filled('即期信用证', 80, `款${no}`), filled('Letter of credit ', 80, `terms${no}`)),
  deal: { seq: 99_999, at: '2026-12-01T00:00:00.000Z' },
})
const longContract: ContractContent = {
  contractNo: 'TC-2026-000001',
  version: 12,
  currency: 'CNY',
  buyer: longParticulars('buyer'),
  seller: longParticulars('seller'),
  lots: [longLot(1), longLot(2), longLot(3)],
  total: '2999999999999.97',
  targetPort: filled(LONG_WORD, 120, 'target-end'),
  note: filled('Keep dry and under cover.\n', 2000, 'last words of the note'),
  clauses: both(
    `# 合同\n\n${filled('货物按检尺数量结算，', 3900, '条款末句。')}`,
    `# Contract\n\n${filled('Goods are settled by measure, ', 3900, 'end of the clauses.')}`,
  ),
}

const signer = filled('阿布都热依木', 60, 'signer')
const longPaper = (): Printable => {
  const act = { contractId: 'c', accountId: 'a', version: 12, evidence: null, reason: null, mark: null }
  return contractPaper({
    row: { contractNo: longContract.contractNo, version: 12, status: 4 },
    version: {
      contractId: 'c',
      version: 12,
      content: longContract,
      hash: 'b'.repeat(64),
      madeAt: instant(0),
      madeBy: 'a',
    },
    next: null,
    acts: [
      {
        ...act,
        seq: 1,
        act: 'signed',
        by: 'buyer',
        at: instant(1),
        mark: { kind: 'typed', name: signer },
        evidence: { name: signer },
      },
      {
        ...act,
        seq: 2,
        act: 'terminated',
        by: 'platform',
        at: instant(2),
        reason: filled(LONG_WORD, 500, 'end of the reason'),
      },
    ],
  })
}

test('a contract of the longest lots, particulars, note and reason is read back whole', async () => {
  const { pages, shown, cut } = await readBack(longPaper())
  expect(cut).toBeNull()
  expect(pages.length).toBeGreaterThan(3)
  for (const end of [
    ...['funder', 'company', 'address', 'code', 'contact', 'bank', 'branch'].flatMap((field) => [
      `${field}-buyer`,
      `${field}-seller`,
    ]),
    'lot3',
    'sale3',
    'clause3',
    'from3',
    'to3',
    'yard3',
    'terms3',
    'target-end',
    'signer',
    'lastwordsofthenote',
    '条款末句。',
    'endoftheclauses.',
    'endofthereason',
    '2,999,999,999,999.97',
  ])
    expect(shown, end).toContain(end)
})

const receipt = (clerk?: 'host') =>
  receiptPaper({
    receipt: {
      keyId: 'k'.repeat(32),
      body: {
        scheduleTimelineId: 's'.repeat(80),
        epoch: 'e',
        contractObjectId: 'o'.repeat(80),
        biddingNumber: 9999,
        price: '99999999999.99',
        currency: 'CNY',
        seq: 999_999,
        hash: 'c'.repeat(64),
        at: '2026-12-01T00:00:00.000Z',
        ...(clerk && { clerk }),
      },
      path: [],
      signature: 'A'.repeat(86),
    },
    company: filled('上海示例木业进出口', 120, '公司末'),
    session: both(filled('春季木材竞价会', 120, '场末'), filled(LONG_WORD, 120, 'sale-end')),
    lotNo: '200-99',
    lot: both(filled('欧洲橡木', 120, '名末'), filled(LONG_WORD, 120, 'lot-end')),
    timber: TIMBER,
    quantity: '9999999.999',
    unit: 'm3',
    struck: clerk !== undefined,
  })

test('a receipt of the longest names is read back whole, of a buyer’s own bid and of a clerk’s', async () => {
  for (const paper of [receipt(), receipt('host')]) {
    const { shown, cut } = await readBack(paper)
    expect(cut).toBeNull()
    for (const end of [
      '公司末',
      '场末',
      'sale-end',
      '名末',
      'lot-end',
      'species',
      'origin',
      'grade',
      '级',
      'A'.repeat(86),
    ])
      expect(shown, end).toContain(end)
  }
})

const longAgreement = (): Printable =>
  agreementPaper(
    {
      companyId: 'c',
      signedBy: 'a',
      version: 99,
      hash: 'd'.repeat(64),
      textZh: `${longContract.clauses.zh}\n\n## 一、定义`,
      textEn: `${longContract.clauses.en}\n\n## 1. Terms`,
      generatedAt: instant(0),
      signedAt: instant(1),
      evidence: { name: signer, consent: filled('本人已阅读并同意。', 400, '同意末') },
    },
    filled(LONG_WORD, 120, 'company-end'),
  )

test('a service agreement of the longest company and signer is read back whole', async () => {
  const { shown, cut } = await readBack(longAgreement())
  expect(cut).toBeNull()
  for (const end of ['company-end', 'signer', '同意末', '条款末句。', 'endoftheclauses.'])
    expect(shown, end).toContain(end)
})

test('a statement has the longest names, references and amounts in its cells whole', async () => {
  const line: NamedLine = {
    day: '2026-12-31',
    account: 'commission',
    currency: 'CNY',
    contractId: 'c',
    contractNo: 'TC-2026-999999',
    otherCompanyId: 'x',
    other: filled('上海示例木业进出口', 120, '公司末'),
    kind: 'received',
    claim: 'balance',
    reference: filled('REF 0001/', 80, 'ref-end'),
    amount: minor(99_999_999_999_999),
    balance: -99_999_999_999_999,
  }
  for (const locale of ['zh', 'en'] as const) {
    const [, row] = await readSheet(
      sheetOf({ format: 'xlsx', decimal: 'point' }, 'Statement', statementColumns(locale), [line]),
    )
    expect(row).toEqual(expect.arrayContaining([line.other, line.reference, 999_999_999_999.99, -999_999_999_999.99]))
    const csv = sheetOf({ format: 'csv', decimal: 'point' }, 'Statement', statementColumns(locale), [line]).toString()
    for (const whole of [line.other, line.reference, '999999999999.99', '-999999999999.99'])
      expect(csv).toContain(whole)
  }
})

const printed = async ({ printing }: Printable) => tagsOf(new Uint8Array(await press.print(printing)))

test('a screen reader finds title, headings and English in each document', async () => {
  const [contract, agreement, receiptOf, lots] = [
    await printed(longPaper()),
    await printed(longAgreement()),
    await printed(receipt()),
    await printed(catalogue([longest(1), short(2)])),
  ]
  expect(contract.title).toBe('木材买卖合同 Timber sale contract TC-2026-000001')
  expect(contract.headings).toEqual([
    ['H1', '木材买卖合同 Timber sale contract'],
    ['H2', '买方 Buyer'],
    ['H2', '卖方 Seller'],
    ['H2', '货物与价款 Goods and price'],
    ['H2', '交货 Delivery'],
    ['H2', '合同条款 Clauses'],
    ['H2', '合同'],
    ['H2', 'Contract'],
    ['H2', '附件 Attachments'],
    ['H2', '签署 Signatures'],
    ['H3', '买方签字 For the buyer'],
    ['H3', '卖方签字 For the seller'],
  ])
  expect(agreement.headings).toEqual([
    ['H1', '平台服务协议 Platform service agreement'],
    ['H2', '一、定义'],
    ['H2', '1. Terms'],
    ['H2', '签署 Signature'],
    ['H3', '会员企业签署 For the member'],
  ])
  expect(receiptOf.headings.map(([role]) => role)).toEqual(['H1', 'H2', 'H2'])
  expect(receiptOf.headings.at(-1)).toEqual(['H2', '技术信息 Technical'])
  expect(lots.headings.map(([role]) => role)).toEqual(['H1', 'H2'])
  expect([...lots.roles]).toEqual(expect.arrayContaining(['Table', 'TH', 'TD']))
  for (const { language, languages } of [contract, agreement, receiptOf, lots]) {
    expect(language).toBe('zh-CN')
    // English is marked where a text is in it; the rest is in the document's own language.
    expect([...languages.keys()].filter((one) => one !== 'en' && one !== 'zh-CN')).toEqual([])
    expect(languages.get('en')).toBeGreaterThan(10)
  }
})
