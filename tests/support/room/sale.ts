import { randomUUID } from 'node:crypto'
import type { By, Command } from '../../../src/domain/commands.ts'
import type { PublishedLot } from '../../../src/domain/events.ts'
import { DEFAULT_RULE } from '../../../src/domain/rule.ts'
import type { Rule } from '../../../src/domain/rule.ts'
import { later, milli, minor } from '../../../src/domain/units.ts'
import type { Instant } from '../../../src/domain/units.ts'
import { carrierOf } from '../../../src/server/room/carried.ts'
import { randomSalt, sha256 } from '../../../src/server/room/hashing.ts'
import { quiet } from '../../../src/server/logger.ts'
import type { Clock } from '../../../src/server/ports.ts'
import { newSigningKey, signerOf } from '../../../src/server/receipt.ts'
import { recordsOf } from '../../../src/server/room/records.ts'
import { openRooms } from '../../../src/server/room/rooms.ts'
import type { RoomsDeps, RoomService } from '../../../src/server/room/rooms.ts'
import type { Timers } from '../../../src/server/room/timers.ts'
import type { Store } from '../../../src/server/store/open.ts'
import { schedule, timeline } from '../../../src/server/store/schema.ts'

export const KEY = newSigningKey(new Date(0))
const signer = signerOf(KEY)
const carrier = carrierOf(signer.noticeKey)

/** A node of its own on the store, with rooms but no sockets. */
export function node(
  store: RoomsDeps['store'] & Pick<Store, 'db'>,
  time: Clock & Timers,
  more: Partial<RoomsDeps> = {},
): RoomService {
  return openRooms({
    store,
    records: recordsOf(store.db, time),
    clock: time,
    timers: time,
    newEpoch: () => randomUUID(),
    nodeId: randomUUID(),
    logger: quiet,
    sealing: { sha256, salt: randomSalt },
    sign: (bodies) => signer.sign(bodies),
    carrier,
    ...more,
  })
}

export const HOST: By = { actor: 'host', account: 'host' }
export const OPERATOR: By = { actor: 'operator', account: 'admin' }
export const bidder = (number: number): By => ({ actor: `bidder:${number}`, account: `account-${number}` })

export const lotOf = (position: number, more: Partial<PublishedLot> = {}): PublishedLot => ({
  lot: `lot-${position}`,
  position,
  seller: 'S1',
  currency: 'CNY',
  unit: 'm3',
  quantity: milli(10_000),
  startPrice: minor(100_000),
  addRange: minor(1_000),
  deliveryDate: '2031-03-31',
  reserve: null,
  ...more,
})

export interface SaleOptions {
  readonly lots?: readonly PublishedLot[]
  readonly bidders?: number
  readonly rule?: Partial<Rule>
  readonly practice?: boolean
  /** Time until the sale may start; the doors open at the same time, with the end of sign-up. */
  readonly opensInMs?: number
}

/** The rows that precede a log. */
export async function timelineRow(store: Store, startTime: Instant, rule: Rule = DEFAULT_RULE): Promise<string> {
  const id = randomUUID()
  await store.db
    .insert(schedule)
    .values({ id, nameZh: '春季木材', nameEn: 'Spring timber', venueZh: '上海', venueEn: 'Shanghai' })
  await store.db
    .insert(timeline)
    .values({ id, scheduleId: id, startTime, signUpDeadline: startTime, rule, createdAt: startTime })
  return id
}

/** Published, with so many bidders admitted; the doors open and bidding may start a second later. */
export async function published(
  store: Store,
  rooms: RoomService,
  time: Clock,
  options: SaleOptions = {},
): Promise<string> {
  const startTime = later(time.now(), options.opensInMs ?? 1_000)
  const rule = { ...DEFAULT_RULE, ...options.rule }
  const id = await timelineRow(store, startTime, rule)
  await accept(
    rooms,
    id,
    {
      type: 'publish',
      practice: options.practice ?? false,
      rule,
      startTime,
      signUpDeadline: startTime,
      hostCompany: 'host-co',
      sellers: [{ seller: 'S1', company: 'seller-co-1' }],
      lots: options.lots ?? [lotOf(1), lotOf(2)],
    },
    OPERATOR,
  )
  const companies = Array.from({ length: options.bidders ?? 3 }, (_, i) => `company-${i + 1}`)
  await Promise.all(
    companies.map((company) =>
      accept(
        rooms,
        id,
        { type: 'admit', standing: { company, status: 4, agreementInEffect: true, operates: false, flags: [] } },
        OPERATOR,
      ),
    ),
  )
  return id
}

/** In progress: all lots of the first round are open. */
export async function running(
  store: Store,
  rooms: RoomService,
  time: Clock & { pass(ms: number): Promise<void> },
  options: SaleOptions = {},
): Promise<string> {
  const id = await published(store, rooms, time, options)
  await time.pass(1_000)
  await accept(rooms, id, { type: 'start', lots: null, biddingSeconds: null }, HOST)
  return id
}

export async function accept(rooms: RoomService, id: string, command: Command, by: By) {
  const verdict = await rooms.give(id, command, by)
  if (verdict.verdict !== 'accepted') throw new Error(`${command.type}: ${verdict.reason}`)
  return verdict
}

export const bid = (price: number, notAfter: Instant, lot = 'lot-1'): Extract<Command, { type: 'bid' }> => ({
  type: 'bid',
  lot,
  price: minor(price),
  notAfter,
})

export const keyed = (number: number, fingerprint = 'asked', bidKey: string = randomUUID()) => ({
  account: `account-${number}`,
  bidKey,
  fingerprint,
})
