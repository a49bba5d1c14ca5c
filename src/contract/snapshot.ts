import * as z from 'zod'
import { Lots } from '../domain/lots.ts'
import type { SessionState } from '../domain/state.ts'
import { WireRule } from './events.ts'
import { Clerk, Currency, Day, Id, LotStatus, Money, Phase, Quantity, Stage, Time, Unit } from './scalars.ts'

const int = z.number().int()
/** Numbers as keys of a JSON object. */
const byNumber = <T extends z.ZodType>(value: T) => z.record(z.string(), value)

/** Limits of a company or a person, by currency; the company and the operator see them. */
const Limits = z.partialRecord(
  Currency,
  z.object({
    most: Money,
    exposed: Money,
    // A node of the previous release does not send it.
    worth: z.partialRecord(Currency, Money).nullable().default(null),
  }),
)

const Lot = z.object({
  lot: Id,
  position: int,
  seller: z.string(),
  currency: Currency,
  unit: Unit,
  quantity: Quantity,
  publishedPrice: Money,
  startPrice: Money,
  addRange: Money,
  deliveryDate: Day,
  reserve: Money.nullable(),
  status: LotStatus,
  round: int,
  clock: z.object({ opensAt: Time, deadline: Time, hardEnd: Time.nullable() }).nullable(),
  leading: z.object({ seq: int, number: int, price: Money, at: Time, account: Id.nullable() }).nullable(),
  bidCount: int,
  bidsMade: int,
  highestBefore: Money.nullable(),
  hold: z.object({ since: Time, until: Time }).nullable(),
  holdUsed: z.boolean(),
  holdOffered: z.boolean(),
  ceilings: byNumber(
    z.object({
      amount: Money,
      mode: z.enum(['standing', 'linkLoss']),
      since: int,
      suspended: z.boolean(),
      capped: z.boolean(),
      account: Id.nullable(),
      clerk: Clerk.nullable(),
    }),
  ),
  deal: z
    .object({
      number: int,
      price: Money,
      quantity: Quantity,
      amount: Money,
      at: Time,
      seq: int,
      company: Id.nullable(),
      account: Id.nullable(),
      onHold: z.boolean(),
      cancelled: z.string().nullable(),
    })
    .nullable(),
  award: z.object({ asks: z.enum(['seller', 'bidder']), number: int, price: Money, until: Time }).nullable(),
  passed: z.array(int),
  parent: Id.nullable(),
  children: int,
  withdrawnBecause: z.string().nullable(),
  /** The room's own bookkeeping; never on the wire. */
  book: z.null(),
})

/** `SessionState` as it travels: the welcome's `snapshot`, redacted for its viewer. */
export const WireState = z.object({
  scheduleTimelineId: Id,
  epoch: z.string(),
  redacted: z.literal(true),
  seq: int,
  at: Time,
  shown: z.object({ seq: int, at: Time }),
  /** The room's own bookkeeping; a node of the previous release does not send it. */
  unread: z.null().default(null),
  practice: z.boolean(),
  phase: Phase,
  stage: Stage,
  rule: WireRule,
  startTime: Time,
  signUpDeadline: Time,
  // A node of the previous release does not send these.
  postponed: z.object({ at: Time, reason: z.string() }).nullable().default(null),
  cancelled: z.object({ at: Time, reason: z.string() }).nullable().default(null),
  // A node of the previous release does not send it.
  sealedAt: Time.nullable().default(null),
  deniedAt: Time.nullable().default(null),
  hostCompany: Id.nullable(),
  round: int,
  stageEndsAt: Time.nullable(),
  closure: z.object({ since: Time, message: z.string(), reopensAt: Time.nullable() }).nullable(),
  idleSince: Time.nullable(),
  sellers: z.record(z.string(), z.object({ seller: z.string(), company: Id.nullable(), suspended: z.boolean() })),
  bidders: byNumber(
    z.object({
      number: int,
      company: Id.nullable(),
      admitted: z.boolean(),
      // A node of the previous release does not send it.
      suspended: z.boolean().default(false),
      lost: z.array(Id),
      limits: Limits,
      people: z.record(z.string(), Limits),
    }),
  ),
  lots: z.codec(
    z.array(Lot),
    z.custom<Lots>((value) => value instanceof Lots),
    {
      decode: (lots) => Lots.of(lots),
      encode: (lots) => [...lots].map((lot) => ({ ...lot, passed: [...lot.passed], book: null })),
    },
  ),
  lotOrder: z.array(Id),
  offers: z.record(
    z.string(),
    z.object({
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
      status: z.enum(['live', 'accepted', 'declined', 'countered', 'withdrawn', 'lapsed']),
    }),
  ),
  speech: z.object({ allowed: z.boolean(), gagged: z.record(z.string(), z.literal(true)) }),
  messages: z.array(z.object({ seq: int, at: Time, from: z.string(), text: z.string().nullable() })),
})
export type WireState = z.input<typeof WireState>

/** Holds the schema to the domain (the room's `book` aside). */
export const stateAgrees: z.output<typeof WireState> extends SessionState ? true : never = true
