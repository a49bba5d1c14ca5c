import * as z from 'zod'
import { Currency, Day, Id, Money, Quantity, Text, Unit } from './scalars.ts'

/** The papers that come with a lot. */
export const LOT_PAPERS = ['species', 'measurement', 'cites', 'phytosanitary', 'fsc', 'pefc', 'eudr', 'other'] as const
export const LotPaper = z
  .strictObject({
    kind: z.enum(LOT_PAPERS),
    /** Number of the certificate, or a due-diligence reference; `''` for none. */
    reference: Text.trim().max(120).default(''),
    /** An uploaded file. */ fileId: Id.nullable().default(null),
    name: Text.trim().max(200).default(''),
  })
  .refine(({ reference, fileId }) => reference !== '' || fileId !== null, { path: ['reference'] })
export type LotPaper = z.output<typeof LotPaper>

/** Incoterms 2020. */
export const TRADE_CLAUSES = ['EXW', 'FCA', 'FAS', 'FOB', 'CFR', 'CIF', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP'] as const

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
  /** Uploaded pictures by file, the first is the thumbnail. */ pictures: z.array(Id).max(5),
  papers: z.array(LotPaper).max(20),
})
/** As the server reads it; prices in minor units, quantity in thousandths. */
export type LotContent = z.output<typeof LotContent>
