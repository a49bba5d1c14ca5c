import type { CellCode } from '../../contract/calls/lotDrafts.ts'
import type { LotContent, LotField, LotPaper } from '../../contract/lot-content.ts'
import { TERM_COLUMNS } from '../../contract/lot-terms.ts'
import type { TermKind } from '../../contract/lot-terms.ts'
import type { Locale } from '../../contract/constants.ts'
import type { Terms } from '../store/terms.ts'

/** The value of a cell, or what is wrong with it. */
export type Cellular<T> = { readonly value: T } | { readonly code: CellCode; readonly near?: string }

/** How the cells of a column are read. */
export type ColumnKind =
  | { readonly as: 'text'; readonly most: number }
  | { readonly as: 'term'; readonly kind: TermKind }
  | { readonly as: 'choice' }
  | { readonly as: 'money' }
  | { readonly as: 'quantity' }
  | { readonly as: 'pieces' }
  | { readonly as: 'day' }
  | { readonly as: 'paper'; readonly paper: LotPaper['kind'] }

type PaperColumn = `paper:${LotPaper['kind']}`
export type ColumnKey = Exclude<LotField, 'pictures' | 'papers'> | PaperColumn

export interface LotColumn {
  readonly key: ColumnKey
  readonly zh: string
  readonly en: string
  readonly width: number
  readonly kind: ColumnKind
  /** A lot without it is none. */
  readonly required: boolean
  /** Other headings that sellers use. */
  readonly also: readonly string[]
}

const text = (most: number): ColumnKind => ({ as: 'text', most })
const column = (
  key: ColumnKey,
  [zh, en]: readonly [string, string],
  kind: ColumnKind,
  width: number,
  required: 'required' | 'optional' = 'optional',
  also: readonly string[] = [],
): LotColumn => ({ key, zh, en, kind, width, required: required === 'required', also })
const term = (
  key: keyof typeof TERM_COLUMNS,
  names: readonly [string, string],
  width: number,
  also: readonly string[] = [],
): LotColumn => column(key, names, { as: 'term', kind: TERM_COLUMNS[key] }, width, 'required', also)
const paper = (kind: LotPaper['kind'], names: readonly [string, string]): LotColumn =>
  column(`paper:${kind}`, names, { as: 'paper', paper: kind }, 20)

/** A sheet of lots, in this order; what stands in brackets is its unit, and no part of its name. */
export const LOT_COLUMNS: readonly LotColumn[] = [
  column('nameZh', ['中文名称', 'Name in Chinese'], text(120), 28, 'optional', ['名称', 'name', '品名', '产品名称']),
  column('nameEn', ['英文名称', 'Name in English'], text(120), 28),
  term('species', ['树种', 'Species'], 14, ['tree species']),
  term('origin', ['产地', 'Origin'], 14, ['原产地', 'country of origin']),
  term('grade', ['等级', 'Grade'], 12),
  term('category', ['类别', 'Category'], 14),
  column('length', ['长度 (mm)', 'Length (mm)'], text(40), 14, 'required'),
  column('thickness', ['厚度 (mm)', 'Thickness (mm)'], text(40), 14),
  column('width', ['宽度 (mm)', 'Width (mm)'], text(40), 14),
  column('diameter', ['直径 (mm)', 'Diameter (mm)'], text(40), 14, 'optional', ['径级']),
  column('humidity', ['含水率', 'Moisture content'], text(40), 12, 'optional', ['湿度', 'humidity', 'moisture']),
  column('pieces', ['件数', 'Pieces'], { as: 'pieces' }, 10),
  column('quantity', ['数量', 'Quantity'], { as: 'quantity' }, 12, 'required'),
  column('unit', ['单位', 'Unit'], { as: 'choice' }, 10, 'required'),
  column('currency', ['币种', 'Currency'], { as: 'choice' }, 8, 'required'),
  column('startPrice', ['起拍价 (每单位)', 'Start price (per unit)'], { as: 'money' }, 14, 'required', ['起拍单价']),
  column('addRange', ['加价幅度', 'Bid increment'], { as: 'money' }, 12, 'required', ['add range']),
  column('reserve', ['保留价', 'Reserve'], { as: 'money' }, 14, 'optional', ['底价', 'reserve price']),
  column('deliveryDate', ['交货日期', 'Delivery date'], { as: 'day' }, 14, 'required', ['交货期']),
  term('departurePort', ['起运港', 'Port of departure'], 16, ['departure port', '装运港']),
  term('arrivalPort', ['到货港', 'Port of arrival'], 16, ['arrival port', '目的港']),
  term('tradeArea', ['贸易区域', 'Trade area'], 14),
  column('tradeClause', ['贸易术语', 'Incoterm'], { as: 'choice' }, 10, 'required', ['trade clause', 'incoterms']),
  term('tradeMode', ['贸易方式', 'Trade mode'], 14),
  term('paymentTerms', ['付款条件', 'Payment terms'], 28, ['付款方式']),
  term('deliveryPlace', ['交货地点', 'Delivery place'], 28, ['place of delivery']),
  column('supplementaryZh', ['中文补充说明', 'Supplementary information in Chinese'], text(2_000), 40, 'optional', [
    '补充说明',
    '备注',
    'remarks',
  ]),
  column('supplementaryEn', ['英文补充说明', 'Supplementary information in English'], text(2_000), 40),
  paper('species', ['树种鉴定证书编号', 'Species certificate No.']),
  paper('measurement', ['检尺单编号', 'Measurement list No.']),
  paper('cites', ['CITES 证书编号', 'CITES permit No.']),
  paper('phytosanitary', ['植物检疫证书编号', 'Phytosanitary certificate No.']),
  paper('fsc', ['FSC 证书编号', 'FSC certificate No.']),
  paper('pefc', ['PEFC 证书编号', 'PEFC certificate No.']),
  paper('eudr', ['EUDR 尽职调查编号', 'EUDR reference']),
]

/** Choices by the words that sellers write. */
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

/** The name of a code; where two codes have one name, the code itself. */
export function termShown(terms: Terms, kind: TermKind, code: string, locale: Locale): string {
  const names = terms.get(kind)
  const name = names?.get(code)?.[locale]
  if (name === undefined) return code
  const alike = [...(names ?? [])].filter(([, other]) => other[locale] === name).length
  return alike > 1 ? code : name
}

/** What a lot's row shows in a column. */
export function shownOf(
  lot: LotContent,
  { key, kind }: LotColumn,
  terms: Terms,
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
      return termShown(terms, kind.kind, String(valueOf(lot, key)), locale)
    case 'choice':
      return key === 'unit'
        ? (CHOICES['unit']?.[lot.unit]?.[locale === 'zh' ? 0 : 1] ?? lot.unit)
        : String(valueOf(lot, key))
    case 'text':
    case 'pieces':
    case 'day': {
      const value = valueOf(lot, key)
      return typeof value === 'number' || typeof value === 'string' ? value : null
    }
  }
}

const isField = (key: string): key is LotField => !key.startsWith('paper:')
const valueOf = (lot: LotContent, key: ColumnKey): unknown => (isField(key) ? lot[key] : null)
