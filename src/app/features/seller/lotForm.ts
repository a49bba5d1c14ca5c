import * as z from 'zod'
import { MOST_COUNTED } from '../../../contract/constants.ts'
import { LotContent as Content, SavedLot, TRADE_CLAUSES } from '../../../contract/lot-content.ts'
import { fieldOf, isLotField, LOT_FIELD_KEYS, OPEN_KINDS, type LotFieldKey } from '../../../contract/lot-fields.ts'
import { isSizeField, sizeRead, type SizeField } from '../../../contract/sizes.ts'
import { formatMoisture, readMoisture } from '../../../domain/typed/moisture.ts'
import { formatSizeMm } from '../../../domain/typed/size.ts'
import type { FormText } from '../../../contract/people.ts'
import { formatMilli, formatMinor, milli, minor, parseMinor, type Currency, type Unit } from '../../../domain/units.ts'
import { placeholderOf } from '../../../client/outbox/items.ts'
import { faultOf, figureIn, moneyIn, settledText, type Figure, type Figures } from '../../lib/form/figure.ts'
import type { PaperKind } from '../../ui/papers.ts'
import type { LotContent } from './queries.ts'

export { TRADE_CLAUSES }

/** A paper as typed; `key` names its row, and the upload of its file. */
export interface TypedPaper {
  readonly key: string
  readonly kind: PaperKind
  readonly reference: string
  /** Path of the file; empty for none. */
  readonly file: string
  readonly name: string
}

export type TypedLot = { readonly [K in LotFieldKey]: string } & {
  /** Paths of the photographs. */
  readonly pictures: readonly string[]
  readonly papers: readonly TypedPaper[]
  /** Version that the changes started from; empty for a new lot. */
  readonly version: string
  /** Content of that version as JSON, to find another person's changes later. */
  readonly base: string
}

const perField = (of: (key: LotFieldKey) => string) =>
  Object.fromEntries(LOT_FIELD_KEYS.map((key) => [key, of(key)])) as Record<LotFieldKey, string>

export const EMPTY: TypedLot = {
  ...perField(() => ''),
  currency: 'CNY',
  unit: 'm3',
  pictures: [],
  papers: [],
  version: '',
  base: '',
}

export const typed = (content: LotContent, version: number | null): TypedLot => ({
  ...perField((key) => {
    const figure = figureAt(key, content)
    const text = String(content[key] ?? '')
    return figure ? settledText(figure, text) : text
  }),
  pictures: content.pictures.map(placeholderOf),
  papers: content.papers.map(({ kind, reference = '', fileId, name = '' }, at) => ({
    key: `kept-${at}`,
    kind,
    reference,
    file: fileId === null || fileId === undefined ? '' : placeholderOf(fileId),
    name,
  })),
  version: version === null ? '' : String(version),
  base: version === null ? '' : JSON.stringify(content),
})

/** The lot as on the wire. Unreadable text stays as typed, so that the contract's schema refuses it. */
export function meant(lot: TypedLot): LotContent {
  const { pictures, papers } = lot
  // A draft stored by an older version lacks fields added since.
  const fields = Object.fromEntries(LOT_FIELD_KEYS.map((key) => [key, meantOf(key, lot)]))
  const { nameZh, nameEn } = fields
  return {
    ...(fields as Pick<LotContent, LotFieldKey>),
    // One name serves for both languages.
    nameZh: String(nameZh || nameEn),
    nameEn: String(nameEn || nameZh),
    pictures: [...pictures],
    papers: papers.map(({ kind, reference, file, name }) => ({
      kind,
      reference: reference.trim(),
      fileId: file === '' ? null : file,
      name,
    })),
  }
}

function meantOf(key: LotFieldKey, lot: TypedLot): string | number | null {
  const { kind, optional = false } = fieldOf(key)
  const text = (lot[key] ?? '').trim()
  if (text === '' && optional && kind !== 'text' && kind !== 'moisture') return null
  if (isSizeName(key)) return settledSize(key, text)
  const figure = figureAt(key, lot)
  if (!figure) return text
  const value = figureIn(figure, text)
  // A count that cannot be read is NaN.
  if (figure.of === 'whole') return value ?? Number.NaN
  if (value === null) return text
  return figure.of === 'money' ? formatMinor(minor(value)) : formatMilli(milli(value))
}

/** The figure of a field, in the lot's currency and unit; null for a field that holds no number. */
export function figureAt(key: LotFieldKey, { currency, unit }: { readonly currency: string; readonly unit: string }) {
  switch (fieldOf(key).kind) {
    case 'money':
      return { of: 'money', currency: currency as Currency, per: unit as Unit } as const
    case 'quantity':
      return { of: 'quantity', unit: unit as Unit } as const
    case 'count':
      return { of: 'whole', most: MOST_COUNTED } as const
    default:
      return null
  }
}

export const lotFigures = (lot: TypedLot): Figures =>
  Object.fromEntries(
    LOT_FIELD_KEYS.flatMap((key): [string, Figure][] => {
      const figure = figureAt(key, lot)
      return figure ? [[key, figure]] : []
    }),
  )

type SizeName = SizeField | 'humidity'
export const isSizeName = (key: LotFieldKey): key is SizeName => key === 'humidity' || isSizeField(key)

/** A size or moisture in its canonical text, as the contract keeps it; a text that cannot be read as typed. */
export function settledSize(key: SizeName, text: string): string {
  if (key === 'humidity') {
    const reading = readMoisture(text)
    return reading.is === 'read' ? formatMoisture(reading.value) : text
  }
  const reading = sizeRead(text)
  return reading.is === 'read' ? formatSizeMm(reading.value) : text
}

/** What is wrong with a size or moisture by itself; null: nothing. */
export const complaintOf = (key: SizeName, text: string): FormText | null =>
  (Content.shape[key].safeParse(text).error?.issues[0]?.message as FormText | undefined) ?? null

function textOf(field: string, code: string, lot: TypedLot): FormText {
  if (!isLotField(field)) return code === 'too_big' ? 'tooLong' : 'required'
  switch (fieldOf(field).kind) {
    case 'money':
      return lot[field].trim() === '' ? 'required' : 'priceWrong'
    case 'quantity':
      return lot[field].trim() === '' ? 'required' : 'quantityWrong'
    case 'count':
      return 'piecesWrong'
    case 'day':
      return 'dayWrong'
    case 'choice':
      return 'chooseOne'
    case 'term':
      if (!OPEN_KINDS.some((kind) => kind === fieldOf(field).term)) return 'chooseOne'
      break
    default:
  }
  return code === 'too_big' ? 'tooLong' : 'required'
}

const OWN: readonly string[] = [
  'positive',
  'wholePieces',
  'reserveLow',
  'sectionNeeded',
  'amountLarge',
  'paperEmpty',
  'sizeWrong',
  'sizeUnclear',
  'sizeFraction',
  'sizeLarge',
  'sizeUnit',
  'moistureWrong',
  'dayYear',
] satisfies FormText[]

/** Checks the form by the contract's schema, and reports each fault at its field. */
export const lotSchema = z.custom<TypedLot>().superRefine((lot, ctx) => {
  const { error } = SavedLot.safeParse(meant(lot))
  for (const { path, code, message } of error?.issues ?? []) {
    const field = String(path[0])
    const figure = isLotField(field) ? figureAt(field, lot) : null
    const fault = figure && isLotField(field) && faultOf(figure, lot[field])
    const text = OWN.includes(message) ? message : textOf(field, code, lot)
    ctx.addIssue({ code: 'custom', path: [field], ...(fault || { message: text }) })
  }
})

/** The band of a price per unit: ± 10 %, in minor units. */
export function bandOf(startPrice: string, currency: Currency): { readonly from: number; readonly to: number } | null {
  const price = moneyIn(startPrice, currency)
  return price === null || price === 0 ? null : { from: Math.ceil(price * 0.9), to: Math.floor(price * 1.1) }
}

/** Prices as typed beside those that stand: the reserve beside the start price, the start price beside the saved one. */
export function pricePairs(lot: TypedLot) {
  const currency = lot.currency as Currency
  const saved = lot.base === '' ? null : (JSON.parse(lot.base) as LotContent)
  const start = moneyIn(lot.startPrice, currency)
  const before = saved?.currency === currency ? parseMinor(saved.startPrice) : null
  const shared = { currency, per: lot.unit as Unit }
  return [
    { ...shared, amount: start, stands: before },
    { ...shared, amount: moneyIn(lot.reserve, currency), stands: start },
  ]
}
