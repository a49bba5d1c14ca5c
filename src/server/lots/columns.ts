import type { CellCode } from '../../contract/calls/lotDrafts.ts'
import type { LotContent, LotField, LotPaper } from '../../contract/lot-content.ts'
import { fieldOf, LOT_FIELD_KEYS } from '../../contract/lot-fields.ts'
import type { LotFieldKey, TermKind } from '../../contract/lot-fields.ts'
import { moistureShown } from '../../contract/sizes.ts'
import type { Locale } from '../../contract/constants.ts'

/** The value of a cell, or the code of its error. */
export type Cellular<T> = { readonly value: T } | { readonly code: CellCode; readonly near?: string }

/** How the cells of a column are read. */
export type ColumnKind =
  | { readonly as: 'text'; readonly most: number; readonly empty: '' | null }
  | { readonly as: 'term'; readonly kind: TermKind }
  | { readonly as: 'choice' | 'money' | 'quantity' | 'count' | 'day' | 'measure' | 'moisture' }
  | { readonly as: 'paper'; readonly paper: LotPaper['kind'] }

type PaperColumn = `paper:${LotPaper['kind']}`
export type ColumnKey = LotFieldKey | PaperColumn

export interface LotColumn {
  readonly key: ColumnKey
  readonly zh: string
  readonly en: string
  readonly width: number
  readonly kind: ColumnKind
  /** A lot must have a value here. */
  readonly required: boolean
  /** Other headings that sellers use. */
  readonly also: readonly string[]
}

/** Headings in both languages, width, other headings that sellers use; a part in brackets is not part of the name. */
type Heading = readonly [zh: string, en: string, width: number, ...also: readonly string[]]
const HEADINGS: Readonly<Record<LotFieldKey, Heading>> = {
  nameZh: ['中文名称', 'Name in Chinese', 28, '名称', 'name', '品名', '产品名称'],
  nameEn: ['英文名称', 'Name in English', 28],
  species: ['树种', 'Species', 14, 'tree species'],
  origin: ['产地', 'Origin', 14, '原产地', 'country of origin'],
  grade: ['等级', 'Grade', 12],
  category: ['类别', 'Category', 14],
  length: ['长度 (mm)', 'Length (mm)', 14, '材长', '检尺长', 'log length'],
  thickness: ['厚度 (mm)', 'Thickness (mm)', 14],
  width: ['宽度 (mm)', 'Width (mm)', 14],
  diameter: [
    '直径 (mm)',
    'Diameter (mm)',
    14,
    '径级',
    '检尺径',
    '小头直径',
    '小头径',
    'small end diameter',
    'sed',
    'top diameter',
  ],
  humidity: ['含水率', 'Moisture content', 12, '湿度', 'humidity', 'moisture'],
  pieces: ['件数', 'Pieces', 10, '根数', 'number of pieces', 'pcs'],
  quantity: ['数量', 'Quantity', 12, '材积', 'volume'],
  unit: ['单位', 'Unit', 10],
  currency: ['币种', 'Currency', 8],
  startPrice: ['起拍价 (每单位)', 'Start price (per unit)', 14, '起拍单价'],
  addRange: ['加价幅度', 'Bid increment', 12, 'add range'],
  reserve: ['保留价', 'Reserve', 14, '底价', 'reserve price'],
  deliveryDate: ['交货日期', 'Delivery date', 14, '交货期'],
  departurePort: ['起运港', 'Port of departure', 16, 'departure port', '装运港'],
  arrivalPort: ['到货港', 'Port of arrival', 16, 'arrival port', '目的港'],
  tradeArea: ['贸易区域', 'Trade area', 14],
  tradeClause: ['贸易术语', 'Incoterm', 10, 'trade clause', 'incoterms'],
  tradeMode: ['贸易方式', 'Trade mode', 14],
  paymentTerms: ['付款条件', 'Payment terms', 28, '付款方式'],
  deliveryPlace: ['交货地点', 'Delivery place', 28, 'place of delivery'],
  supplementaryZh: ['中文补充说明', 'Supplementary information in Chinese', 40, '补充说明', '备注', 'remarks'],
  supplementaryEn: ['英文补充说明', 'Supplementary information in English', 40],
}
const PAPERS: readonly (readonly [LotPaper['kind'], zh: string, en: string])[] = [
  ['species', '树种鉴定证书编号', 'Species certificate No.'],
  ['measurement', '检尺单编号', 'Measurement list No.'],
  ['cites', 'CITES 证书编号', 'CITES permit No.'],
  ['phytosanitary', '植物检疫证书编号', 'Phytosanitary certificate No.'],
  ['fsc', 'FSC 证书编号', 'FSC certificate No.'],
  ['pefc', 'PEFC 证书编号', 'PEFC certificate No.'],
  ['eudr', 'EUDR 尽职调查编号', 'EUDR reference'],
]

function kindOf(key: LotFieldKey): ColumnKind {
  const { kind, most = 40, term } = fieldOf(key)
  if (kind === 'text') return { as: 'text', most, empty: '' }
  return kind === 'term' && term !== undefined ? { as: 'term', kind: term } : { as: kind === 'term' ? 'choice' : kind }
}

/** A sheet of lots, in this order. */
export const LOT_COLUMNS: readonly LotColumn[] = [
  ...LOT_FIELD_KEYS.map((key): LotColumn => {
    const [zh, en, width, ...also] = HEADINGS[key]
    const { section, optional = false } = fieldOf(key)
    // One of the two names suffices, so neither column is required.
    return { key, zh, en, width, also, kind: kindOf(key), required: !optional && section !== 'names' }
  }),
  ...PAPERS.map(([paper, zh, en]): LotColumn => {
    return { key: `paper:${paper}`, zh, en, width: 20, also: [], kind: { as: 'paper', paper }, required: false }
  }),
]

/** Choices by the words that sellers use for them. */
export const CHOICES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  unit: {
    m3: ['立方米', 'm³', 'm3', 'cbm', '方', 'cubic metre', 'cubic meter'],
    piece: ['件', '根', '块', 'piece', 'pieces', 'pcs', 'pc'],
    tonne: ['吨', 'tonne', 'tonnes', 't', 'ton', 'mt'],
  },
  currency: {
    CNY: ['人民币', 'rmb', 'cny', '元', '¥', 'yuan'],
    USD: ['美元', 'usd', 'us$', '$', 'us dollar'],
    EUR: ['欧元', 'eur', '€', 'euro'],
  },
}

/** The header of a column, in both languages. */
export const headingOf = ({ zh, en }: LotColumn): string => `${zh} ${en}`

/** The value of a lot in a column; `named`: what the sheet calls a code. */
export function shownOf(
  lot: LotContent,
  { key, kind }: LotColumn,
  named: (kind: TermKind, code: string) => string,
  locale: Locale,
): string | number | null {
  switch (kind.as) {
    case 'paper':
      return lot.papers.find((one) => one.kind === kind.paper && one.reference !== '')?.reference ?? null
    case 'money': {
      const value = valueOf(lot, key)
      return typeof value === 'number' ? value / 100 : null
    }
    case 'quantity':
      return lot.quantity / 1_000
    case 'term':
      return named(kind.kind, String(valueOf(lot, key)))
    case 'choice':
      return key === 'unit'
        ? (CHOICES['unit']?.[lot.unit]?.[locale === 'zh' ? 0 : 1] ?? lot.unit)
        : String(valueOf(lot, key))
    case 'measure': {
      const text = valueOf(lot, key)
      // One size is a number, which no spreadsheet takes for a day; a range is text.
      if (typeof text !== 'string') return null
      // `1119+` is 1119 to LibreOffice, which reads the sign as that of the number: its unit keeps it a text.
      return /^\d+$/.test(text) ? Number(text) : text.endsWith('+') ? `${text} mm` : text.replace('-', '–')
    }
    case 'moisture': {
      const text = valueOf(lot, key)
      // With its sign no spreadsheet takes it for a day.
      return typeof text === 'string' ? moistureShown(text) : null
    }
    case 'text':
    case 'count':
    case 'day': {
      const value = valueOf(lot, key)
      return typeof value === 'number' || typeof value === 'string' ? value : null
    }
  }
}

const isField = (key: string): key is LotField => !key.startsWith('paper:')
const valueOf = (lot: LotContent, key: ColumnKey): unknown => (isField(key) ? lot[key] : null)
