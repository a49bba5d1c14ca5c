import * as z from 'zod'
import { call } from '../call.ts'
import { LONGEST_MM, MOST_COUNTED } from '../constants.ts'
import { LOT_PAPERS } from '../lot-content.ts'
import {
  fieldOf,
  type LOT_FIELDS,
  perRangeEnd,
  perTerm,
  rangeIsOf,
  PLAIN_FIELDS,
  type PlainField,
} from '../lot-fields.ts'
import { SWATCHES } from '../swatches.ts'
import { Currency, Day, Id, Keyword, LotStatus, Money, Page, Phase, Quantity, Text, Time, Unit } from '../scalars.ts'
import { wire } from '../wire.ts'

/** Colour family of the species. */
const SwatchName = z.enum(SWATCHES)

/** A lot as the catalogue lists it. Texts are in the request's language. */
export const LotRow = z.object({
  contractObjectId: Id,
  scheduleTimelineId: Id,
  scheduleName: z.string(),
  startTime: Time,
  lotNo: z.number().int(),
  /** As it is shown: `2`, or `2-1` for a part of lot 2 (split off by a partial deal). Older releases leave it out. */
  lotNumber: z.string().optional(),
  name: z.string(),
  /** Tree species (product name). */
  productName: z.string(),
  ...perTerm(() => z.string()),
  swatch: SwatchName,
  category: z.string(),
  specification: z.string(),
  quantity: Quantity,
  unit: Unit,
  pieces: z.number().int().nullable(),
  startPrice: Money,
  addRange: Money,
  currency: Currency,
  /** price × quantity, rounded half up once */ amount: Money,
  /** Of the deal in force, else the leading price of the session; null before the first bid, and where a deal was cancelled. */
  price: Money.nullable(),
  bidCount: z.number().int(),
  status: LotStatus,
  /**
   * Who is asked for a yes: the `seller`, about a bid below the reserve, or after a cancelled deal the next `bidder`. Until the
   * answer the lot is neither sold nor failed, also where its status says so. Older releases leave it out.
   */
  asks: z.enum(['seller', 'bidder']).nullable().optional(),
  deadline: Time.nullable(),
  departurePort: z.string(),
  arrivalPort: z.string(),
  tradeClause: z.string(),
  deliveryDate: Day,
  /** Address below /prod-api, or null. */
  thumbnail: z.string().nullable(),
  watched: z.boolean(),
})

/** A field as it is stored. */
type Plain<F> = F extends { kind: 'count' }
  ? z.ZodNullable<z.ZodNumber>
  : F extends { kind: 'measure'; optional: true }
    ? z.ZodNullable<z.ZodString>
    : z.ZodString
const plainOf = (key: PlainField): z.ZodType => {
  const { kind, optional } = fieldOf(key)
  if (kind === 'count') return z.number().int().nullable()
  return kind === 'measure' && optional ? z.string().nullable() : z.string()
}

export const LotDetail = LotRow.extend({
  ...(Object.fromEntries(PLAIN_FIELDS.map((key) => [key, plainOf(key)])) as {
    [K in PlainField]: Plain<(typeof LOT_FIELDS)[K]>
  }),
  tradeMode: z.string(),
  paymentTerms: z.string(),
  deliveryPlace: z.string(),
  supplementaryInfo: z.string(),
  pictures: z.array(z.string()),
  /** `file`: its path below /prod-api, for readers of this catalogue. */
  papers: z.array(
    z.object({
      kind: z.enum(LOT_PAPERS),
      reference: z.string(),
      name: z.string(),
      file: z.string().nullable(),
    }),
  ),
  sellerCode: z.string(),
  /**
   * Whether there is a reserve, and whether the bid that counts now meets it; its amount is secret. Older releases leave
   * it out.
   */
  reserveMark: z.enum(['none', 'exists', 'met', 'notMet']).optional(),
  /** Own lot or operator; null otherwise and where there is none. */
  reserve: Money.nullable(),
})

const Millimetres = z.coerce.number().int().min(1).max(LONGEST_MM)
const Count = z.coerce.number().int().min(1).max(MOST_COUNTED)

export const lotList = call({
  ...wire.lotList,
  about:
    'The catalogue of a session: certified companies, its sellers, its host and operators read it. A practice session is open to anyone signed in. Without `scheduleTimelineId`: the lots of all sales that the caller may read, the next sale first, as far as they may still be sold; practice is left out. `open` leaves out what has ended in one session too. Sizes are whole mm: a lot fits if any part of its own range is asked for; `Section` is the thickness of boards, the diameter of logs.',
  query: Page.extend({
    scheduleTimelineId: Id.optional(),
    open: z.stringbool().optional(),
    ...perTerm(() => Text.max(80).optional()),
    status: LotStatus.optional(),
    currency: Currency.optional(),
    keyword: Keyword.optional(),
    ...perRangeEnd((_, range) => (rangeIsOf(range) === 'count' ? Count : Millimetres).optional()),
    minPrice: Money.optional(),
    maxPrice: Money.optional(),
    watched: z.stringbool().optional(),
    sort: z.enum(['lotNo', 'price', '-price', 'quantity', '-quantity']).optional(),
  }),
  rows: LotRow,
})

export const lotDownload = call({
  ...wire.lotDownload,
  about:
    'The catalogue of a session in full, to be read without a network: as the list, but each lot with everything about it, in the order of the catalogue.',
  query: Page.extend({ scheduleTimelineId: Id }),
  rows: LotDetail,
})

export const lotFacets = call({
  ...wire.lotFacets,
  about:
    'What a catalogue, or without `scheduleTimelineId` the list of all sales, can be filtered by, as it is named in the request’s language, its currencies, and the one that all its lots have, if there is one.',
  query: z.strictObject({ scheduleTimelineId: Id.optional() }),
  data: z.object({
    /** The next sale first. */ sales: z.array(
      z.object({
        scheduleTimelineId: Id,
        name: z.string(),
        startTime: Time,
        state: Phase,
        /** Lots that may still be sold. */ openLots: z.number().int(),
      }),
    ),
    ...perTerm(() => z.array(z.string())),
    currencies: z.array(Currency),
    currency: Currency.nullable(),
  }),
})

export const lotInfo = call({
  ...wire.lotInfo,
  about: 'One lot.',
  params: z.object({ contractObjectId: Id }),
  data: LotDetail,
})

/** Public view of a lot of any sale: the timber, not the price. */
export const BoardLot = z.object({
  contractObjectId: Id,
  scheduleTimelineId: Id,
  lotNo: z.number().int(),
  /** As it is shown: `2`, or `2-1` for a part of lot 2 (split off by a partial deal). Older releases leave it out. */
  lotNumber: z.string().optional(),
  name: z.string(),
  species: z.string(),
  swatch: SwatchName,
  origin: z.string(),
  grade: z.string(),
  specification: z.string(),
  quantity: Quantity,
  unit: Unit,
  scheduleName: z.string(),
  startTime: Time,
  /** Time of the deal. */ dealTime: Time.nullable(),
  /** Its sale is over, but its seller or the next bidder is still asked. Older releases leave it out. */
  asked: z.boolean().optional(),
})
export const lotBoard = call({
  ...wire.lotBoard,
  about:
    'Lots of all sales: `pending` in published ones, next first, and those of ended ones that still wait for an answer; `deal` made and `failed` to sell, newest first. Prices are in the catalogues.',
  query: Page.extend({ status: z.enum(['pending', 'deal', 'failed']) }),
  rows: BoardLot,
})

/** A lot on the contact sheet that the home page opens with. */
const SheetLot = z.object({
  contractObjectId: Id,
  lotNo: z.number().int(),
  name: z.string(),
  swatch: SwatchName,
  thumbnail: z.string().nullable(),
  quantity: Quantity,
  unit: Unit,
  /** null: the caller may not read the catalogue. */ startPrice: Money.nullable(),
  currency: Currency,
})
export const contactSheet = call({
  ...wire.contactSheet,
  about:
    'The first lots of the sale that concerns the caller next: one that runs, else the next one that the caller has a part in, else the next. A bearer is honoured, not required; start prices are for readers of the catalogue.',
  data: z.object({
    scheduleTimelineId: Id.nullable(),
    lots: z.array(SheetLot),
    /** The caller’s company never had a bidding number, not even in practice. */ newcomer: z.boolean(),
  }),
})

const Attention = z.object({ contractObjectId: Id })
export const attentionAdd = call({
  ...wire.attentionAdd,
  about: 'Watch a lot. Repeating it changes nothing.',
  body: Attention,
})
export const attentionCancel = call({
  ...wire.attentionCancel,
  about: 'Stop watching a lot.',
  body: Attention,
})
