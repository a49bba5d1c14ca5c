import * as z from 'zod'
import type { SessionEvent } from '../domain/events.ts'
import { Clerk, Currency, Day, Id, Money, Quantity, Stage, Time, Unit } from './scalars.ts'

/**
 * A session event as it travels: the domain's event with times, money and quantities as text. Fields a viewer may not
 * see are null.
 */
const int = z.number().int()
const header = { seq: int, at: Time, actor: z.string() }
const event = <const T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), ...header, ...shape })

const lotFields = {
  lot: Id,
  position: int,
  seller: z.string(),
  currency: Currency,
  unit: Unit,
  quantity: Quantity,
  startPrice: Money,
  addRange: Money,
  deliveryDate: Day,
  reserve: Money.nullable(),
}
const deadlines = z.array(z.object({ lot: Id, deadline: Time }))

export const WireRule = z.object({
  biddingSeconds: int,
  extensionSeconds: int,
  hardEndSeconds: int.nullable(),
  negotiationMinutes: int,
  staggerSeconds: int,
  admission: z.enum(['automatic', 'operator']),
  adjustPercent: int,
  autoHold: z.boolean(),
  autoFinishMinutes: int,
  confirmMinutes: int.nullable(),
})

export const WireEvent = z.discriminatedUnion('type', [
  event('session.published', {
    practice: z.boolean(),
    rule: WireRule,
    rulesHash: z.string().nullable().default(null),
    startTime: Time,
    signUpDeadline: Time,
    hostCompany: Id.nullable(),
    sellers: z.array(z.object({ seller: z.string(), company: Id.nullable() })),
    lots: z.array(z.object(lotFields)),
  }),
  event('bidder.admitted', { number: int, company: Id.nullable(), flags: z.array(z.string()).nullable() }),
  // A node of the previous release does not send `over`.
  event('bidder.dismissed', { number: int, reason: z.string(), over: z.array(Id).default([]) }),
  event('bidder.suspended', { number: int, reason: z.string(), over: z.array(Id).default([]) }),
  event('seller.suspended', { seller: z.string(), reason: z.string() }),
  event('session.preopened', {}),
  event('session.postponed', { startTime: Time, signUpDeadline: Time, reason: z.string() }),
  event('session.cancelled', { reason: z.string() }),
  event('stage.changed', { stage: Stage, endsAt: Time.nullable() }),
  event('stage.adjusted', { endsAt: Time.nullable(), deadlines }),
  event('round.opened', {
    round: int,
    lots: z.array(z.object({ lot: Id, opensAt: Time, deadline: Time, hardEnd: Time.nullable() })),
  }),
  event('lot.added', lotFields),
  event('lot.opened', { lot: Id }),
  event('bid', {
    lot: Id,
    number: int,
    price: Money,
    deadline: Time,
    origin: z.object({ auto: z.boolean(), root: int, rootNumber: int }).nullable(),
    account: Id.nullable(),
    clerk: Clerk.nullable(),
  }),
  event('bid.voided', {
    lot: Id,
    struck: z.array(int),
    number: int,
    reason: z.string(),
    account: Id.nullable(),
    deadline: Time,
    restored: z.object({ seq: int, number: int, price: Money, at: Time }).nullable(),
  }),
  event('ceiling.set', {
    lot: Id,
    number: int,
    amount: Money,
    mode: z.enum(['standing', 'linkLoss']),
    account: Id.nullable(),
    clerk: Clerk.nullable(),
  }),
  event('ceiling.dropped', { lot: Id, number: int, clerk: Clerk.nullable() }),
  event('ceiling.capped', { lot: Id, number: int }),
  event('limit.set', {
    number: int,
    account: Id.nullable(),
    currency: Currency,
    most: Money.nullable(),
    worth: z.partialRecord(Currency, Money).nullable().default(null),
  }),
  event('link.lost', { number: int, lots: z.array(Id).nullable() }),
  event('link.returned', { number: int }),
  event('lot.sold', {
    lot: Id,
    number: int,
    price: Money,
    quantity: Quantity,
    amount: Money,
    company: Id.nullable(),
    account: Id.nullable(),
    offer: Id.nullable(),
  }),
  event('lot.unsold', { lot: Id, confirmUntil: Time.nullable() }),
  event('lot.withdrawn', { lot: Id, reason: z.string() }),
  event('lot.adjusted', { lot: Id, startPrice: Money, deliveryDate: Day }),
  event('lot.split', { lot: Id, child: Id, quantity: Quantity }),
  event('hold.offered', { lot: Id }),
  event('lot.held', { lot: Id, until: Time, by: z.enum(['host', 'rule']) }),
  event('lot.resumed', { lot: Id, deadline: Time }),
  event('log.denied', { receipt: z.object({ seq: int, hash: z.string() }).nullable() }),
  event('session.restored', { epoch: z.string(), from: z.string(), hash: z.string(), restoredAt: Time }),
  event('session.closed', { message: z.string() }),
  event('clock.set_back', { byMs: int }),
  event('session.reopening', { reopensAt: Time }),
  event('session.reopened', { frozenMs: int, deadlines }),
  event('outage', { from: Time, to: Time, deadlines }),
  event('speech.set', { allowed: z.boolean(), speaker: z.string().nullable() }),
  event('message', { from: z.string(), text: z.string().nullable(), account: Id.nullable() }),
  event('offer.made', {
    offer: Id,
    lot: Id,
    revision: int,
    from: z.enum(['buyer', 'seller']),
    number: int,
    seller: z.string(),
    price: Money,
    quantity: Quantity,
    deliveryDate: Day,
    note: z.string(),
    expiresAt: Time,
    answers: Id.nullable(),
    account: Id.nullable(),
  }),
  event('offer.ended', {
    offer: Id,
    number: int,
    seller: z.string(),
    status: z.enum(['accepted', 'declined', 'withdrawn', 'lapsed']),
  }),
  event('deal.held', { lot: Id, number: int, reason: z.string() }),
  event('deal.released', { lot: Id, number: int, reason: z.string() }),
  event('deal.cancelled', { lot: Id, number: int, reason: z.string() }),
  event('deal.offered', { lot: Id, number: int, price: Money, until: Time }),
  event('deal.confirmed', { lot: Id, number: int }),
  event('deal.lapsed', { lot: Id, number: int }),
  event('session.finished', { failed: z.array(Id) }),
  event('sealed', {}),
  event('unknown', { name: z.string(), version: int }),
])
export type WireEvent = z.input<typeof WireEvent>

/** Ties the schema to the domain's types in both directions: a field added on one side alone does not compile. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never
type Loose<T> = T extends readonly (infer U)[]
  ? Loose<U>[]
  : T extends object
    ? { -readonly [K in keyof T]: T[K] extends number | string | boolean | null ? T[K] : Loose<T[K]> }
    : T
export const eventsAgree: Same<Loose<SessionEvent>, Loose<z.output<typeof WireEvent>>> = true
