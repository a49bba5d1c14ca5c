import * as z from 'zod'
import { SavedLot, TRADE_CLAUSES } from '../../../contract/lot-content.ts'
import type { FormText } from '../../../contract/people.ts'
import { parseMilli } from '../../../domain/units.ts'
import { placeholderOf } from '../../../client/outbox/items.ts'
import { readMoney } from '../../lib/format/typed.ts'
import type { PaperKind } from '../../ui/papers.ts'
import type { LotContent } from './queries.ts'

export { TRADE_CLAUSES }

/** A paper as it is typed; `key` names its row and the upload that was picked for it. */
export interface TypedPaper {
  readonly key: string
  readonly kind: PaperKind
  readonly reference: string
  /** Path of the file; empty for none. */
  readonly file: string
  readonly name: string
}

type Texts = Exclude<keyof LotContent, 'pictures' | 'papers'>
export type TypedLot = { readonly [K in Texts]: string } & {
  /** Paths. */
  readonly pictures: readonly string[]
  readonly papers: readonly TypedPaper[]
  /** The version that the changes began from; empty: a new lot. */
  readonly version: string
  /** Its content, to tell later what another changed. JSON. */
  readonly base: string
}

export const EMPTY: TypedLot = {
  nameZh: '',
  nameEn: '',
  species: '',
  origin: '',
  grade: '',
  category: '',
  tradeArea: '',
  tradeClause: '',
  tradeMode: '',
  departurePort: '',
  arrivalPort: '',
  deliveryPlace: '',
  paymentTerms: '',
  length: '',
  thickness: '',
  width: '',
  diameter: '',
  humidity: '',
  pieces: '',
  supplementaryZh: '',
  supplementaryEn: '',
  currency: 'CNY',
  unit: 'm3',
  quantity: '',
  startPrice: '',
  addRange: '',
  reserve: '',
  deliveryDate: '',
  pictures: [],
  papers: [],
  version: '',
  base: '',
}

export const typed = (content: LotContent, version: number | null): TypedLot => {
  const { pictures, papers, pieces, thickness, width, diameter, reserve, ...texts } = content
  return {
    ...texts,
    pieces: pieces === null ? '' : String(pieces),
    thickness: thickness ?? '',
    width: width ?? '',
    diameter: diameter ?? '',
    reserve: reserve ?? '',
    pictures: pictures.map(placeholderOf),
    papers: papers.map(({ kind, reference = '', fileId, name = '' }, at) => ({
      key: `kept-${at}`,
      kind,
      reference,
      file: fileId === null || fileId === undefined ? '' : placeholderOf(fileId),
      name,
    })),
    version: version === null ? '' : String(version),
    base: version === null ? '' : JSON.stringify(content),
  }
}

/** As it travels; what cannot be read stays as it was typed, and the contract's rules refuse it. */
export function meant(lot: TypedLot): LotContent {
  const { version: _version, base: _base, pictures, papers, ...texts } = lot
  const trimmed = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text.trim()])) as typeof texts
  const orNull = (text: string): string | null => (text === '' ? null : text)
  return {
    ...trimmed,
    // Either name will do for both.
    nameZh: trimmed.nameZh || trimmed.nameEn,
    nameEn: trimmed.nameEn || trimmed.nameZh,
    tradeClause: TRADE_CLAUSES.find((one) => one === trimmed.tradeClause) ?? ('' as 'FOB'),
    currency: trimmed.currency as LotContent['currency'],
    unit: trimmed.unit as LotContent['unit'],
    thickness: orNull(trimmed.thickness),
    width: orNull(trimmed.width),
    diameter: orNull(trimmed.diameter),
    pieces: trimmed.pieces === '' ? null : wholeOf(trimmed.pieces),
    quantity: figures(trimmed.quantity),
    startPrice: figures(trimmed.startPrice),
    addRange: figures(trimmed.addRange),
    reserve: trimmed.reserve === '' ? null : figures(trimmed.reserve),
    pictures: [...pictures],
    papers: papers.map(({ kind, reference, file, name }) => ({
      kind,
      reference: reference.trim(),
      fileId: file === '' ? null : file,
      name,
    })),
  }
}

/** The digits of a figure, without its thousands. */
const figures = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s,¥$€]/g, '')
    .replace(/^0+(?=\d)/, '')
/** NaN, which the contract refuses, where it is no whole number. */
const wholeOf = (text: string): number => (/^\d{1,7}$/.test(figures(text)) ? Number(figures(text)) : Number.NaN)

const MONEY = ['startPrice', 'addRange', 'reserve']
const LISTED = ['species', 'origin', 'grade', 'category', 'tradeArea', 'tradeMode', 'tradeClause', 'currency', 'unit']

function textOf(field: string, code: string, lot: TypedLot): FormText {
  const found: unknown = new Map<string, unknown>(Object.entries(lot)).get(field)
  const value = typeof found === 'string' ? found : ''
  if (MONEY.includes(field)) return value.trim() === '' ? 'required' : 'priceWrong'
  if (field === 'quantity') return value.trim() === '' ? 'required' : 'quantityWrong'
  if (field === 'pieces') return 'piecesWrong'
  if (field === 'deliveryDate') return 'dayWrong'
  if (LISTED.includes(field)) return 'chooseOne'
  return code === 'too_big' ? 'tooLong' : 'required'
}

const OWN: readonly string[] = ['positive', 'wholePieces', 'reserveLow', 'sectionNeeded', 'amountLarge', 'paperEmpty']

/** The contract's own rules, reported at their fields. */
export const lotSchema = z.custom<TypedLot>().superRefine((lot, ctx) => {
  const { error } = SavedLot.safeParse(meant(lot))
  for (const { path, code, message } of error?.issues ?? []) {
    const field = String(path[0])
    ctx.addIssue({ code: 'custom', path: [field], message: OWN.includes(message) ? message : textOf(field, code, lot) })
  }
})

/** Price per unit and its band: ± 10 %, in minor units. */
export function bandOf(startPrice: string): { readonly from: number; readonly to: number } | null {
  const price = readMoney(startPrice)
  return price === null || price === 0 ? null : { from: Math.ceil(price * 0.9), to: Math.floor(price * 1.1) }
}

/** Whether a quantity can be read, to show an amount. */
export const readQuantity = (text: string) => parseMilli(figures(text))
