import { parentPort } from 'node:worker_threads'
import { TERM_KINDS } from '../../contract/lot-fields.ts'
import type { TermKind } from '../../contract/lot-fields.ts'
import type { Locale } from '../../contract/constants.ts'
import type { LotContent } from '../../contract/lot-content.ts'
import { sheetOf, tabOf, workbookOf } from '../documents/sheet.ts'
import type { Column, SheetFormat } from '../documents/sheet.ts'
import type { Terms } from '../store/terms.ts'
import { EXAMPLE } from './example.ts'
import { headingOf, LOT_COLUMNS, shownOf } from './columns.ts'
import type { LotColumn } from './columns.ts'

export interface ExportAsked {
  readonly format: SheetFormat
  readonly locale: Locale
  readonly terms: Terms
  /** A template: without lots, with all terms and an example. */
  readonly template: boolean
}
export type ToExporter =
  | { readonly kind: 'lots'; readonly lots: readonly LotContent[] }
  | ({ readonly kind: 'write' } & ExportAsked)

const FORMATS: Partial<Record<LotColumn['kind']['as'], string>> = { money: '#,##0.00', quantity: '#,##0.000' }

const KIND_NAMES: Readonly<Record<TermKind, readonly [zh: string, en: string]>> = {
  species: ['树种', 'Species'],
  origin: ['产地', 'Origin'],
  grade: ['等级', 'Grade'],
  tradeArea: ['贸易区域', 'Trade area'],
  category: ['类别', 'Category'],
  tradeMode: ['贸易方式', 'Trade mode'],
  paymentTerms: ['付款条件', 'Payment terms'],
  deliveryPlace: ['交货地点', 'Delivery place'],
  port: ['港口', 'Port'],
}

const said = (locale: Locale, zh: string, en: string): string => (locale === 'zh' ? zh : en)

function write(lots: readonly LotContent[], { format, locale, terms, template }: ExportAsked): Promise<Buffer> {
  const columns = LOT_COLUMNS.map((column): Column<LotContent> => ({
    name: headingOf(column),
    width: column.width,
    ...(FORMATS[column.kind.as] !== undefined && { format: FORMATS[column.kind.as] }),
    value: (lot) => shownOf(lot, column, terms, locale),
  }))
  const name = said(locale, '标的', 'Lots')
  if (!template || format === 'csv') return sheetOf(format, name, columns, lots)
  const words = TERM_KINDS.flatMap((kind) =>
    [...(terms.get(kind) ?? [])].map(([code, { zh, en }]) => [KIND_NAMES[kind].join(' '), code, zh, en] as const),
  )
  const heads = [
    ['用途 Column', 26],
    ['代码 Code', 18],
    ['中文 Chinese', 32],
    ['英文 English', 44],
  ] as const
  return workbookOf([
    tabOf(name, columns, []),
    tabOf(
      said(locale, '术语', 'Terms'),
      heads.map(([head, width], at) => ({
        name: head,
        width,
        value: (row: (typeof words)[number]) => row[at] ?? null,
      })),
      words,
    ),
    tabOf(said(locale, '示例', 'Example'), columns, [EXAMPLE]),
  ])
}

/** Sheets are written on a thread of their own: thousands of rows are packed without holding up the room. */
const collected: LotContent[] = []
parentPort?.on('message', (message: ToExporter) => {
  if (message.kind === 'lots') collected.push(...message.lots)
  else
    void write(collected, message).then((bytes) => {
      parentPort?.postMessage(new Uint8Array(bytes))
      parentPort?.close()
    })
})
