import * as z from 'zod'
import { MOST_COUNTED } from './constants.ts'
import type { Misread, Reading } from '../domain/typed/decimal.ts'
import { formatMoisture, readMoisture } from '../domain/typed/moisture.ts'
import { formatSizeMm } from '../domain/typed/size.ts'
import { fieldOf, LOT_FIELD_KEYS, type LOT_FIELDS, type LotFieldKey } from './lot-fields.ts'
import type { FormText } from './people.ts'
import { Currency, Day, Money, Quantity, Text, Unit } from './scalars.ts'
import { MEASURE_MOST, sectionOf, sizeRead } from './sizes.ts'

/** A file by its id; a sender may give the path that its upload was answered with. */
export const FileRef = z.codec(Text.regex(/^(?:\/common\/files\/)?[\w-]{20,60}$/), z.string(), {
  decode: (text) => text.split('/').at(-1) ?? text,
  encode: (id) => id,
})

/** Kinds of papers that come with a lot. */
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

/** What a field says of a size that is refused. */
const SIZE_TEXTS: Readonly<Record<Misread, FormText>> = {
  empty: 'required',
  not_a_number: 'sizeWrong',
  grouping: 'sizeWrong',
  negative: 'sizeWrong',
  decimals: 'sizeFraction',
  too_large: 'sizeLarge',
  unit: 'sizeUnit',
}

/** Text that a reader takes in any notation, and that is kept in its canonical one. */
const canonical = <T>(
  read: (text: string) => Reading<T>,
  format: (value: T) => string,
  wrong: (reading: Exclude<Reading<T>, { is: 'read' }>) => FormText,
) =>
  z.codec(Text.trim().max(MEASURE_MOST), z.string(), {
    decode: (text, ctx) => {
      const reading = read(text)
      if (reading.is === 'read') return format(reading.value)
      ctx.issues.push({ code: 'custom', input: text, message: wrong(reading) })
      return z.NEVER
    },
    // Text of an older lot that is unclear stands as it was written.
    encode: (text) => text,
  })

const Measure = canonical(sizeRead, formatSizeMm, (reading) =>
  reading.is === 'unclear' ? 'sizeUnclear' : SIZE_TEXTS[reading.why],
)
/** Moisture may be missing. */
const MoistureText = canonical(
  (text): Reading<Parameters<typeof formatMoisture>[0] | null> =>
    text === '' ? { is: 'read', value: null } : readMoisture(text),
  (moisture) => (moisture === null ? '' : formatMoisture(moisture)),
  () => 'moistureWrong',
)
/** A day with a year of this century: `0027-03-31` is a year that was cut off. */
const DeliveryDay = Day.refine((day) => !/^(?!20)\d{4}-/.test(day), { message: 'dayYear' satisfies FormText })

/** Each kind of field on the wire. */
const KINDS = {
  text: z.string(),
  measure: Measure,
  moisture: MoistureText,
  count: z.int().min(1).max(MOST_COUNTED),
  quantity: Quantity,
  money: Money,
  day: DeliveryDay,
  term: Text.trim().min(1).max(80),
}
const CHOICES = { unit: Unit, currency: Currency, tradeClause: z.enum(TRADE_CLAUSES) }
type SchemaOf<K extends LotFieldKey> = K extends keyof typeof CHOICES
  ? (typeof CHOICES)[K]
  : (typeof LOT_FIELDS)[K] extends { kind: infer Kind extends keyof typeof KINDS; optional?: infer Optional }
    ? Optional extends true
      ? Kind extends 'text'
        ? z.ZodString
        : Kind extends 'moisture'
          ? (typeof KINDS)[Kind]
          : Kind extends 'count'
            ? z.ZodDefault<z.ZodNullable<(typeof KINDS)[Kind]>>
            : z.ZodNullable<(typeof KINDS)[Kind]>
      : (typeof KINDS)[Kind]
    : never

function schemaOf(key: LotFieldKey): z.ZodType {
  const { kind, optional = false, most = 0 } = fieldOf(key)
  if (kind === 'choice') return CHOICES[key as keyof typeof CHOICES]
  if (kind === 'text') return optional ? Text.max(most) : Text.trim().min(1).max(most)
  if (kind === 'moisture') return KINDS.moisture
  // A form queued by an older page lacks counts that were added since.
  if (kind === 'count') return KINDS.count.nullable().default(null)
  return optional ? KINDS[kind].nullable() : KINDS[kind]
}

/** A lot as its seller prepares it (spec §3): terms are codes of `term`, or plain text where their kind is open. */
export const LotContent = z.strictObject({
  ...(Object.fromEntries(LOT_FIELD_KEYS.map((key) => [key, schemaOf(key)])) as { [K in LotFieldKey]: SchemaOf<K> }),
  /** Uploaded pictures by file, the first is the thumbnail. */ pictures: z.array(FileRef).max(LOT_PICTURES_MOST),
  papers: z.array(LotPaper).max(LOT_PAPERS_MOST),
})
/** As the server reads it; prices in minor units, quantity in thousandths. */
export type LotContent = z.output<typeof LotContent>
export type LotField = keyof LotContent

/** An error of a lot whose fields are each valid by themselves. */
export interface LotProblem {
  readonly field: LotField
  readonly code: 'positive' | 'wholePieces' | 'reserveLow' | 'sectionNeeded' | 'amountLarge'
}

/** Minor units: an amount on a contract has at most thirteen digits. */
const AMOUNT_MOST = 10n ** 13n

export function lotProblems(lot: LotContent): readonly LotProblem[] {
  const { startPrice, quantity, unit, reserve } = lot
  const zero = (['quantity', 'startPrice', 'addRange'] as const).filter((field) => lot[field] === 0)
  return [
    ...zero.map((field): LotProblem => ({ field, code: 'positive' })),
    // Lots counted by the piece have whole pieces.
    ...found(unit === 'piece' && quantity % 1_000 !== 0, 'quantity', 'wholePieces'),
    ...found(reserve !== null && reserve < startPrice, 'reserve', 'reserveLow'),
    ...found(sectionOf(lot) === '', 'thickness', 'sectionNeeded'),
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
