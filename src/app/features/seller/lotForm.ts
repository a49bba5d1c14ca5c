import * as z from 'zod'
import { SavedLot, TRADE_CLAUSES } from '../../../contract/lot-content.ts'
import { fieldOf, isLotField, LOT_FIELD_KEYS, OPEN_KINDS, type LotFieldKey } from '../../../contract/lot-fields.ts'
import type { FormText } from '../../../contract/people.ts'
import { parseMilli } from '../../../domain/units.ts'
import { placeholderOf } from '../../../client/outbox/items.ts'
import { readMoney } from '../../lib/format/typed.ts'
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
  ...perField((key) => String(content[key] ?? '')),
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
  const fields = Object.fromEntries(LOT_FIELD_KEYS.map((key) => [key, meantOf(key, (lot[key] ?? '').trim())]))
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

function meantOf(key: LotFieldKey, text: string): string | number | null {
  const { kind, optional = false } = fieldOf(key)
  if (text === '' && optional && kind !== 'text') return null
  if (kind === 'count') return wholeOf(text)
  return kind === 'money' || kind === 'quantity' ? figures(text) : text
}

/** The digits of a figure, without separators and currency signs. */
const figures = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s,¥$€]/g, '')
    .replace(/^0+(?=\d)/, '')
/** A whole number; NaN, which the contract's schema refuses, if the text is none. */
const wholeOf = (text: string): number => (/^\d{1,7}$/.test(figures(text)) ? Number(figures(text)) : Number.NaN)

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

const OWN: readonly string[] = ['positive', 'wholePieces', 'reserveLow', 'sectionNeeded', 'amountLarge', 'paperEmpty']

/** Checks the form by the contract's schema, and reports each fault at its field. */
export const lotSchema = z.custom<TypedLot>().superRefine((lot, ctx) => {
  const { error } = SavedLot.safeParse(meant(lot))
  for (const { path, code, message } of error?.issues ?? []) {
    const field = String(path[0])
    ctx.addIssue({ code: 'custom', path: [field], message: OWN.includes(message) ? message : textOf(field, code, lot) })
  }
})

/** The band of a price per unit: ± 10 %, in minor units. */
export function bandOf(startPrice: string): { readonly from: number; readonly to: number } | null {
  const price = readMoney(startPrice)
  return price === null || price === 0 ? null : { from: Math.ceil(price * 0.9), to: Math.floor(price * 1.1) }
}

/** The typed quantity in thousandths, if it can be read, to compute an amount. */
export const readQuantity = (text: string) => parseMilli(figures(text))
