import type { Command } from '../commands.ts'
import { type Decision, isRefusal } from '../decide.ts'
import type { EventType, PublishedLot, SessionEvent } from '../events.ts'
import type { Refusal } from '../reasons.ts'
import { DEFAULT_RULE, type Rule } from '../rule.ts'
import type { BiddingNumber, Ceiling, Lot } from '../lot.ts'
import type { Worth } from '../state.ts'
import { type Currency, type Instant, later, type Minor, minor } from '../units.ts'
import { Room } from './room.ts'
import { lotAt, publication, standing, START_TIME } from './world.ts'

interface Setting {
  readonly rule?: Partial<Rule>
  readonly lots?: readonly PublishedLot[]
  readonly bidders?: number
  readonly practice?: boolean
}

/** Published, with bidders 1 … n of the companies c1 … cn. Lots start at 1,000.00 with increments of 10.00. */
export function published({
  rule = {},
  lots = [lotAt(1), lotAt(2)],
  bidders = 4,
  practice = false,
}: Setting = {}): Room {
  const room = new Room()
  done(room.give('room', publication({ rule: { ...DEFAULT_RULE, ...rule }, lots, practice })))
  for (let i = 1; i <= bidders; i++) done(room.give('room', { type: 'admit', standing: standing(`c${i}`) }))
  return room
}

/** In its first round, every lot open (or scheduled, with a stagger). */
export function open(setting: Setting = {}): Room {
  const room = published(setting)
  room.now = START_TIME
  done(room.give('host', { type: 'start', lots: null, biddingSeconds: null }))
  return room
}

/** In negotiation, every lot unsold. */
export function negotiating(setting: Setting = {}): Room {
  const room = open(setting)
  runOut(room)
  done(room.give('host', { type: 'adjustStage', minutes: null }))
  return room
}

/** Lets time pass, ticking whenever something is due, until no lot is in a round. */
export function runOut(room: Room): void {
  for (let i = 0; i < 100 && room.lots().some((lot) => lot.clock !== null); i++) {
    room.passToNextWake(0)
    tick(room)
  }
}

/** A tick; `silent` gives how long each bidder has not answered. All others answered just now. */
export function tick(room: Room, silent: Readonly<Record<BiddingNumber, number>> = {}): readonly SessionEvent[] {
  const lastSeen = Object.fromEntries(room.numbers().map((n) => [n, later(room.now, -(silent[n] ?? 0))]))
  return done(room.give('room', { type: 'tick', lastSeen }))
}

export function bid(
  room: Room,
  number: BiddingNumber,
  price: number,
  { lot = 'lot-1', lateBy = 0, notAfter = later(room.now, 10_000) } = {},
): Decision {
  return room.give(`bidder:${number}`, { type: 'bid', lot, price: minor(price), notAfter }, lateBy)
}

export function ceiling(
  room: Room,
  number: BiddingNumber,
  amount: number,
  mode: Ceiling['mode'] = 'standing',
  lot = 'lot-1',
): Decision {
  return room.give(`bidder:${number}`, { type: 'setCeiling', lot, amount: minor(amount), mode })
}

export function strike(room: Room, seq: number, reason = 'by mistake', lot = 'lot-1'): Decision {
  return room.give('host', { type: 'voidBid', lot, bid: seq, reason })
}

export const give = (room: Room, actor: string, command: Command): Decision => room.give(actor, command)

/** The events of an accepted decision. */
export function done(decision: Decision): readonly SessionEvent[] {
  if (isRefusal(decision)) throw new Error(`refused: ${JSON.stringify(decision)}`)
  return decision.events
}

export function refused(decision: Decision): Refusal {
  if (!isRefusal(decision)) throw new Error(`accepted: ${decision.events.map((event) => event.type).join()}`)
  return decision
}

export const types = (events: readonly SessionEvent[]): readonly EventType[] => events.map((event) => event.type)

/** The bids among events as `[number, price]`. */
export const bidsIn = (events: readonly SessionEvent[]): readonly (readonly [BiddingNumber, Minor])[] =>
  events.flatMap((event) => (event.type === 'bid' ? [[event.number, event.price] as const] : []))

export function lotIn(room: Room, id = 'lot-1'): Lot {
  const lot = room.state.lots.get(id)
  if (lot === undefined) throw new Error(`no lot ${id}`)
  return lot
}

/** The leader and the price; `null`: no bid. */
export function leader(room: Room, id = 'lot-1'): readonly [BiddingNumber, Minor] | null {
  const { leading } = lotIn(room, id)
  return leading === null ? null : [leading.number, leading.price]
}

/** The time left on a lot's clock, ms. */
export function left(room: Room, id = 'lot-1', at: Instant = room.now): number {
  const { clock } = lotIn(room, id)
  if (clock === null) throw new Error(`${id} has no clock`)
  return clock.deadline - at
}

/** The operator sets a company's limit, or with `account` a person's. */
export function limit(
  room: Room,
  number: BiddingNumber,
  most: number | null,
  {
    account = null,
    actor = 'operator',
    currency = 'CNY' as const,
    worth = null,
  }: { account?: string | null; actor?: string; currency?: Currency; worth?: Worth | null } = {},
): Decision {
  const command = {
    type: 'setLimit',
    number,
    account,
    currency,
    most: most === null ? null : minor(most),
    worth,
  } as const
  return room.give(actor, command)
}
