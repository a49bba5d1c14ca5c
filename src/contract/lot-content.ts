import * as z from 'zod'
import type { FormText } from './people.ts'
import { Currency, Day, Money, Quantity, Text, Unit } from './scalars.ts'

/** A file by its id; a sender may give the path that its upload was answered with. */
const FileRef = z.codec(Text.regex(/^(?:\/common\/files\/)?[\w-]{20,60}$/), z.string(), {
  decode: (text) => text.split('/').at(-1) ?? text,
  encode: (id) => id,
})

/** The papers that come with a lot. */
export const LOT_PAPERS = ['species', 'measurement', 'cites', 'phytosanitary', 'fsc', 'pefc', 'eudr', 'other'] as const
export const LotPaper = z
  .strictObject({
    kind: z.enum(LOT_PAPERS),
    /** Number of the certificate, or a due-diligence reference; `''` for none. */
    reference: Text.trim().max(120).default(''),
    /** An uploaded file. */ fileId: FileRef.nullable().default(null),
    name: Text.trim().max(200).default(''),
  })
  .refine(({ reference, fileId }) => reference !== '' || fileId !== null, {
    path: ['reference'],
    message: 'paperEmpty' satisfies FormText,
  })
export type LotPaper = z.output<typeof LotPaper>

/** Incoterms 2020. */
export const TRADE_CLAUSES = ['EXW', 'FCA', 'FAS', 'FOB', 'CFR', 'CIF', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP'] as const

export const LOT_PICTURES_MOST = 5
export const LOT_PAPERS_MOST = 20
/** Lots of one call. */
export const LOTS_AT_ONCE = 500
/** Data rows of one sheet. */
export const SHEET_ROWS_MOST = 5_000

const Code = Text.trim().min(1).max(80)
const Measure = Text.trim().max(40)

/**
 * A lot as its seller prepares it (spec §3): the columns of the catalogue that describe the timber. Species, origin,
 * grade, category, trade area, trade mode, ports, place and payment terms are codes of `term`, or plain text.
 */
export const LotContent = z.strictObject({
  nameZh: Text.trim().min(1).max(120),
  nameEn: Text.trim().min(1).max(120),
  species: Code,
  origin: Code,
  grade: Code,
  category: Code,
  tradeArea: Code,
  tradeClause: z.enum(TRADE_CLAUSES),
  tradeMode: Code,
  departurePort: Code,
  arrivalPort: Code,
  deliveryPlace: Code,
  paymentTerms: Code,
  /** mm; a range as text: `2500–5800`. */
  length: Measure.min(1),
  thickness: Measure.nullable(),
  width: Measure.nullable(),
  diameter: Measure.nullable(),
  /** Moisture content: `10–12 %`. */
  humidity: Measure,
  pieces: z.int().min(1).max(1_000_000).nullable(),
  supplementaryZh: Text.max(2_000),
  supplementaryEn: Text.max(2_000),
  currency: Currency,
  unit: Unit,
  quantity: Quantity,
  startPrice: Money,
  addRange: Money,
  reserve: Money.nullable(),
  deliveryDate: Day,
  /** Uploaded pictures by file, the first is the thumbnail. */ pictures: z.array(FileRef).max(LOT_PICTURES_MOST),
  papers: z.array(LotPaper).max(LOT_PAPERS_MOST),
})
/** As the server reads it; prices in minor units, quantity in thousandths. */
export type LotContent = z.output<typeof LotContent>
export type LotField = keyof LotContent

/** What is wrong with a lot whose fields are each right by themselves. */
export interface LotProblem {
  readonly field: LotField
  readonly code: 'positive' | 'wholePieces' | 'reserveLow' | 'sectionNeeded' | 'amountLarge'
}

/** Minor units: an amount on a contract has at most thirteen digits. */
const AMOUNT_MOST = 10n ** 13n

export function lotProblems(lot: LotContent): readonly LotProblem[] {
  const { startPrice, quantity, unit, reserve, thickness, diameter } = lot
  const zero = (['quantity', 'startPrice', 'addRange'] as const).filter((field) => lot[field] === 0)
  return [
    ...zero.map((field): LotProblem => ({ field, code: 'positive' })),
    // Half a log is none.
    ...found(unit === 'piece' && quantity % 1_000 !== 0, 'quantity', 'wholePieces'),
    ...found(reserve !== null && reserve < startPrice, 'reserve', 'reserveLow'),
    ...found((thickness ?? '') === '' && (diameter ?? '') === '', 'thickness', 'sectionNeeded'),
    ...found(BigInt(startPrice) * BigInt(quantity) >= AMOUNT_MOST * 1_000n, 'quantity', 'amountLarge'),
  ]
}
const found = (is: boolean, field: LotField, code: LotProblem['code']): readonly LotProblem[] =>
  is ? [{ field, code }] : []

/** A lot as a seller saves it. */
export const SavedLot = LotContent.superRefine((lot, ctx) => {
  for (const { field, code } of lotProblems(lot))
    ctx.addIssue({ code: 'custom', path: [field], message: code satisfies FormText })
})
