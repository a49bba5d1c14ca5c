import * as z from 'zod'
import { call } from '../call.ts'
import { LONGEST_MM } from '../constants.ts'
import { Currency, Day, Id, LotStatus, Money, Page, Quantity, Text, Time, Unit } from '../scalars.ts'

/** A lot as the catalogue lists it. Texts are in the request's language. */
export const LotRow = z.object({
  contractObjectId: Id,
  scheduleTimelineId: Id,
  lotNo: z.number().int(),
  name: z.string(),
  /** Tree species (product name). */
  productName: z.string(),
  species: z.string(),
  origin: z.string(),
  grade: z.string(),
  category: z.string(),
  specification: z.string(),
  quantity: Quantity,
  unit: Unit,
  pieces: z.number().int().nullable(),
  startPrice: Money,
  addRange: Money,
  currency: Currency,
  /** price × quantity, rounded half up once */ amount: Money,
  /** Leading price of the session, null before the first bid. */
  price: Money.nullable(),
  bidCount: z.number().int(),
  status: LotStatus,
  deadline: Time.nullable(),
  departurePort: z.string(),
  arrivalPort: z.string(),
  tradeArea: z.string(),
  tradeClause: z.string(),
  deliveryDate: Day,
  /** Address below /prod-api, or null. `placeholder` is a tiny inlined picture. */
  thumbnail: z.string().nullable(),
  placeholder: z.string().nullable(),
  watched: z.boolean(),
})

export const LotDetail = LotRow.extend({
  /** mm; a range as text, e.g. `2500–5800`. */
  length: z.string(),
  thickness: z.string().nullable(),
  diameter: z.string().nullable(),
  width: z.string().nullable(),
  /** Moisture content, e.g. `10–12 %`. */
  humidity: z.string(),
  tradeMode: z.string(),
  paymentTerms: z.string(),
  deliveryPlace: z.string(),
  supplementaryInfo: z.string(),
  pictures: z.array(z.string()),
  sellerCode: z.string(),
  scheduleName: z.string(),
  startTime: Time,
  /** Own lot or operator; null otherwise and where there is none. */
  reserve: Money.nullable(),
})

const Millimetres = z.coerce.number().int().min(1).max(LONGEST_MM)

export const lotList = call({
  method: 'GET',
  path: '/auction/contractObject/list',
  token: 'either',
  about:
    'The catalogue of a session: certified companies, its sellers, its host and operators read it. A practice session is open to anyone signed in. Sizes are whole mm: a lot fits if any part of its own range is asked for; `Section` is the thickness of boards, the diameter of logs.',
  query: Page.extend({
    scheduleTimelineId: Id,
    species: Text.max(80).optional(),
    origin: Text.max(80).optional(),
    grade: Text.max(80).optional(),
    tradeArea: Text.max(80).optional(),
    status: LotStatus.optional(),
    keyword: Text.max(80).optional(),
    minLength: Millimetres.optional(),
    maxLength: Millimetres.optional(),
    minSection: Millimetres.optional(),
    maxSection: Millimetres.optional(),
    minPrice: Money.optional(),
    maxPrice: Money.optional(),
    watched: z.stringbool().optional(),
    sort: z.enum(['lotNo', 'price', '-price', 'quantity', '-quantity']).optional(),
  }),
  rows: LotRow,
})

export const lotTake = call({
  method: 'GET',
  path: '/auction/contractObject/whole',
  token: 'either',
  about:
    'The catalogue of a session in full, to be read without a network: as the list, but each lot with everything about it, in the order of the catalogue.',
  query: Page.extend({ scheduleTimelineId: Id }),
  rows: LotDetail,
})

export const lotFacets = call({
  method: 'GET',
  path: '/auction/contractObject/facets',
  token: 'either',
  about:
    'What a catalogue can be filtered by, as it is named in the request’s language, and the currency that all its lots have, if there is one.',
  query: z.object({ scheduleTimelineId: Id }),
  data: z.object({
    species: z.array(z.string()),
    origin: z.array(z.string()),
    grade: z.array(z.string()),
    tradeArea: z.array(z.string()),
    currency: Currency.nullable(),
  }),
})

export const lotInfo = call({
  method: 'GET',
  path: '/auction/contractObject/{contractObjectId}',
  token: 'either',
  about: 'One lot.',
  params: z.object({ contractObjectId: Id }),
  data: LotDetail,
})

/** A lot of any sale as anybody may see it: which timber, not at what price. */
export const BoardLot = z.object({
  contractObjectId: Id,
  scheduleTimelineId: Id,
  lotNo: z.number().int(),
  name: z.string(),
  species: z.string(),
  origin: z.string(),
  grade: z.string(),
  specification: z.string(),
  quantity: Quantity,
  unit: Unit,
  scheduleName: z.string(),
  startTime: Time,
  /** Of the deal. */ dealTime: Time.nullable(),
})
export const lotBoard = call({
  method: 'GET',
  path: '/auction/contractObject/board',
  token: 'none',
  about:
    'Lots of all sales: `pending` in published ones, next first; `deal` made and `failed` to sell, newest first. Prices are in the catalogues.',
  query: Page.extend({ status: z.enum(['pending', 'deal', 'failed']) }),
  rows: BoardLot,
})

const Attention = z.object({ contractObjectId: Id })
export const attentionAdd = call({
  method: 'POST',
  path: '/auction/biddingAttentionInfo/add',
  token: 'either',
  about: 'Watch a lot. Repeating it changes nothing.',
  body: Attention,
})
export const attentionCancel = call({
  method: 'POST',
  path: '/auction/biddingAttentionInfo/cancel',
  token: 'either',
  about: 'Stop watching a lot.',
  body: Attention,
})
