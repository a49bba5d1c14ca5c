import { TERM_KINDS } from '../../contract/lot-fields.ts'
import type { TermKind } from '../../contract/lot-fields.ts'
import type { DecimalSign } from '../../contract/scalars.ts'
import type { Locale } from '../../contract/constants.ts'
import type { Instant } from '../../domain/units.ts'
import type { LotContent } from '../../contract/lot-content.ts'
import { sheetOf, tabOf, workbookOf } from '../documents/sheet.ts'
import type { Column, SheetFormat } from '../documents/sheet.ts'
import type { Terms } from '../store/terms.ts'
import { exampleAt } from './example.ts'
import { headingOf, LOT_COLUMNS, shownOf } from './columns.ts'
import type { LotColumn } from './columns.ts'
import { termShown, vocabularyOf } from './vocabulary.ts'

export interface LotSheet {
  readonly format: SheetFormat
  readonly decimal: DecimalSign
  readonly locale: Locale
  readonly terms: Terms
  /** A template: without lots, with all terms and an example. */
  readonly template: boolean
  /** When the sheet is made. */
  readonly at: Instant
}

const FORMATS: Partial<Record<LotColumn['kind']['as'], string>> = { money: '#,##0.00', quantity: '#,##0.000' }

/** Columns of words, in which a spreadsheet must find no numbers and no days. */
const EXACT: readonly LotColumn['kind']['as'][] = ['text', 'term', 'paper']

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

export const lotSheetName = (locale: Locale): string => said(locale, '标的', 'Lots')

/** The columns by which an import reads the lots of a sheet again. */
export function lotColumnsOf({ locale, terms }: Pick<LotSheet, 'locale' | 'terms'>): readonly Column<LotContent>[] {
  const words = vocabularyOf(terms)
  const named = (kind: TermKind, code: string) => termShown(terms, words, kind, code, locale)
  return LOT_COLUMNS.map((column): Column<LotContent> => ({
    name: headingOf(column),
    width: column.width,
    exact: EXACT.includes(column.kind.as),
    ...(FORMATS[column.kind.as] !== undefined && { format: FORMATS[column.kind.as] }),
    value: (lot) => shownOf(lot, column, named, locale),
  }))
}

/** The empty sheet: with all terms and an example where it is a workbook. */
export function lotTemplateOf({ format, decimal, locale, terms, at }: LotSheet): Buffer {
  const columns = lotColumnsOf({ locale, terms })
  const name = lotSheetName(locale)
  if (format === 'csv') return sheetOf({ format, decimal }, name, columns, [])
  const vocabulary = TERM_KINDS.flatMap((kind) =>
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
        value: (row: (typeof vocabulary)[number]) => row[at] ?? null,
      })),
      vocabulary,
    ),
    tabOf(said(locale, '示例', 'Example'), columns, [exampleAt(at)]),
  ])
}
