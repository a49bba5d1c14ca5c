import type { EventType, SessionEvent } from './events.ts'
import type { BiddingNumber, SellerCode } from './lot.ts'
import type { SessionState } from './state.ts'

/** The viewers of a value, besides the room. */
export interface Audience {
  readonly everyone: boolean
  readonly operator: boolean
  readonly host: boolean
  readonly numbers: readonly BiddingNumber[]
  readonly sellers: readonly SellerCode[]
}

const audience = (part: Partial<Audience>): Audience => ({
  everyone: false,
  operator: false,
  host: false,
  numbers: [],
  sellers: [],
  ...part,
})

export const NO_AUDIENCE = audience({})
const EVERYONE = audience({ everyone: true })
const OPERATOR = audience({ operator: true })
const STAFF = audience({ operator: true, host: true })
const owner = (number: BiddingNumber) => audience({ numbers: [number] })

/**
 * The audience of every secret, in events and in the state alike (design §3). Neither host nor operator ever sees a
 * ceiling.
 */
export const SEEN = {
  hostCompany: STAFF,
  sellerCompany: (seller: SellerCode) => audience({ ...STAFF, sellers: [seller] }),
  bidderCompany: (number: BiddingNumber) => audience({ ...STAFF, numbers: [number] }),
  dealCompany: (number: BiddingNumber, seller: SellerCode) =>
    audience({ ...STAFF, numbers: [number], sellers: [seller] }),
  flags: OPERATOR,
  /** Hidden from the host, who could talk a bidder up to it. */
  reserve: (seller: SellerCode) => audience({ operator: true, sellers: [seller] }),
  ceiling: owner,
  lost: owner,
  /** It distinguishes a ceiling's bid from a person's. */
  origin: owner,
  account: (number: BiddingNumber) => audience({ ...STAFF, numbers: [number] }),
  /** Hidden from rivals and from the host, who could talk a bidder up to it. */
  limit: (number: BiddingNumber) => audience({ operator: true, numbers: [number] }),
  speakerAccount: STAFF,
  message: EVERYONE,
  offer: (number: BiddingNumber, seller: SellerCode) => audience({ ...STAFF, numbers: [number], sellers: [seller] }),
  offerAccount: (from: 'buyer' | 'seller', number: BiddingNumber, seller: SellerCode) =>
    audience({ ...STAFF, ...(from === 'buyer' ? { numbers: [number] } : { sellers: [seller] }) }),
  holdOffered: STAFF,
  gag: (speaker: string) => audience({ ...STAFF, ...named(speaker) }),
} as const

/** `bidder:17` and `seller:S1` as an audience. */
function named(speaker: string): Partial<Audience> {
  const number = /^bidder:(\d+)$/.exec(speaker)?.[1]
  if (number !== undefined) return { numbers: [Number(number)] }
  const seller = /^seller:(.+)$/.exec(speaker)?.[1]
  return seller === undefined ? {} : { sellers: [seller] }
}

type Nullable<T> = { [K in keyof T & string]: null extends T[K] ? K : never }[keyof T & string]

/** A field that can be hidden: its type admits `null`. */
type Field<E> = {
  readonly [K in Nullable<E>]: { readonly field: K; who(of: E, state: SessionState): Audience }
}[Nullable<E>]
/** The same in each item of a list. */
type Each<E> = {
  readonly [L in keyof E & string]: E[L] extends readonly (infer Item extends object)[]
    ? { readonly each: L; readonly field: Nullable<Item>; who(of: Item, state: SessionState): Audience }
    : never
}[keyof E & string]

interface Secrecy<E> {
  /** The audience of an event that is secret as a whole; `null`: this event is not. */
  whole?(of: E): Audience | null
  readonly fields?: readonly (Field<E> | Each<E>)[]
}

const PUBLIC = {}

/**
 * The secret and personal fields of each event with their audiences: the one list for sealing, opening and redaction. A
 * `who` reads public fields only, so its result is the same for an event that is already redacted.
 */
const SECRETS: { readonly [T in EventType]: Secrecy<Extract<SessionEvent, { type: T }>> } = {
  'session.published': {
    fields: [
      { field: 'hostCompany', who: () => SEEN.hostCompany },
      { each: 'sellers', field: 'company', who: (entry) => SEEN.sellerCompany(entry.seller) },
      { each: 'lots', field: 'reserve', who: (lot) => SEEN.reserve(lot.seller) },
    ],
  },
  'bidder.admitted': {
    fields: [
      { field: 'company', who: (event) => SEEN.bidderCompany(event.number) },
      { field: 'flags', who: () => SEEN.flags },
    ],
  },
  'bidder.dismissed': PUBLIC,
  'bidder.suspended': PUBLIC,
  'seller.suspended': PUBLIC,
  'session.preopened': PUBLIC,
  'session.postponed': PUBLIC,
  'session.cancelled': PUBLIC,
  'stage.changed': PUBLIC,
  'stage.adjusted': PUBLIC,
  'round.opened': PUBLIC,
  'lot.added': { fields: [{ field: 'reserve', who: (event) => SEEN.reserve(event.seller) }] },
  'lot.opened': PUBLIC,
  bid: {
    fields: [
      { field: 'origin', who: (event) => SEEN.origin(event.number) },
      { field: 'account', who: (event) => SEEN.account(event.number) },
      { field: 'clerk', who: (event) => SEEN.account(event.number) },
    ],
  },
  'bid.voided': {
    fields: [{ field: 'account', who: ({ restored }) => (restored === null ? STAFF : SEEN.account(restored.number)) }],
  },
  'ceiling.set': { whole: (event) => SEEN.ceiling(event.number) },
  'ceiling.dropped': { whole: (event) => SEEN.ceiling(event.number) },
  'ceiling.capped': { whole: (event) => SEEN.ceiling(event.number) },
  'limit.set': { whole: (event) => SEEN.limit(event.number) },
  'link.lost': { whole: (event) => SEEN.lost(event.number) },
  'link.returned': { whole: (event) => SEEN.lost(event.number) },
  'lot.sold': {
    fields: [
      {
        field: 'company',
        who: (event, state) => SEEN.dealCompany(event.number, state.lots.get(event.lot)?.seller ?? ''),
      },
      { field: 'account', who: (event) => SEEN.account(event.number) },
    ],
  },
  'lot.unsold': PUBLIC,
  'lot.withdrawn': PUBLIC,
  'lot.adjusted': PUBLIC,
  'lot.split': PUBLIC,
  'hold.offered': { whole: () => SEEN.holdOffered },
  'lot.held': PUBLIC,
  'lot.resumed': PUBLIC,
  'session.closed': PUBLIC,
  'clock.set_back': PUBLIC,
  'session.reopening': PUBLIC,
  'session.reopened': PUBLIC,
  outage: PUBLIC,
  // Speech for all is public, a single bidder's gag is not.
  'speech.set': { whole: (event) => (event.speaker === null ? null : SEEN.gag(event.speaker)) },
  message: {
    fields: [
      { field: 'text', who: () => SEEN.message },
      { field: 'account', who: () => SEEN.speakerAccount },
    ],
  },
  'offer.made': {
    whole: (event) => SEEN.offer(event.number, event.seller),
    fields: [{ field: 'account', who: (event) => SEEN.offerAccount(event.from, event.number, event.seller) }],
  },
  'offer.ended': { whole: (event) => SEEN.offer(event.number, event.seller) },
  'deal.held': PUBLIC,
  'deal.released': PUBLIC,
  'deal.cancelled': PUBLIC,
  'deal.offered': PUBLIC,
  'deal.confirmed': PUBLIC,
  'deal.lapsed': PUBLIC,
  // By its number, others would learn how many secrets lie before the entry.
  'log.denied': { fields: [{ field: 'receipt', who: () => STAFF }] },
  'session.restored': PUBLIC,
  'session.finished': PUBLIC,
  sealed: PUBLIC,
  unknown: PUBLIC,
}

/** An event or a part of one, by field. */
export type Fields = Readonly<Record<string, unknown>>

/**
 * A row of the table without its event's type. Methods take narrower parameters, and the table's key vouches for the
 * type.
 */
interface Row {
  readonly each?: string
  readonly field: string
  who(of: object, state: SessionState): Audience
}
interface Rows {
  whole?(of: SessionEvent): Audience | null
  readonly fields?: readonly Row[]
}
const rowsOf = (type: EventType): Rows => SECRETS[type]

/** The audience of a wholly secret event; `null` for any other event. */
export const wholeSecret = (event: SessionEvent): Audience | null => rowsOf(event.type).whole?.(event) ?? null

/** Whether the event is secret as a whole, or sealed already. Viewers outside its audience are not told of it. */
export const isSecret = (event: SessionEvent): boolean => event.type === 'sealed' || wholeSecret(event) !== null

/** A secret field where it was found. */
export interface Place {
  /** `company`, `lots.3.reserve`. */
  readonly path: string
  readonly value: unknown
  readonly who: (state: SessionState) => Audience
}

/** The fields with each secret replaced by the result of `put`; the same object when nothing changed. */
export function mapSecrets(type: EventType, fields: Fields, put: (place: Place) => unknown): Fields {
  let mapped = fields
  for (const row of rowsOf(type).fields ?? []) {
    mapped = row.each === undefined ? mapField(mapped, row, row.field, put) : mapEach(mapped, row, row.each, put)
  }
  return mapped
}

function mapField(of: Fields, row: Row, path: string, put: (place: Place) => unknown): Fields {
  const value = of[row.field]
  // Entries of older versions lack the field.
  if (value === undefined) return of
  const next = put({ path, value, who: (state) => row.who(of, state) })
  return next === value ? of : { ...of, [row.field]: next }
}

function mapEach(of: Fields, row: Row, list: string, put: (place: Place) => unknown): Fields {
  const items: unknown = of[list]
  if (!Array.isArray(items)) throw new TypeError(`${list} is not a list`)
  const next = items.map((item: unknown, index) => {
    if (!isFields(item)) throw new TypeError(`${list}.${index} has no fields`)
    return mapField(item, row, `${list}.${index}.${row.field}`, put)
  })
  return next.every((item, index) => item === items[index]) ? of : { ...of, [list]: next }
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether this code knows the event type. */
export const isKnown = (type: unknown): type is EventType => typeof type === 'string' && Object.hasOwn(SECRETS, type)

/**
 * Whether the fields are an event of ours. Only type, place and actor are checked: the entry's hash vouches that the
 * other fields are as the room wrote them, not a schema.
 */
export function isEvent(fields: Fields): fields is SessionEvent {
  const { type, seq, at, actor } = fields
  return isKnown(type) && Number.isSafeInteger(seq) && Number.isSafeInteger(at) && typeof actor === 'string'
}
