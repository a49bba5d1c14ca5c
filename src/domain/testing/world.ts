import fc from 'fast-check'
import type { Command, Given, Standing } from '../commands.ts'
import type { PublishedLot } from '../events.ts'
import { DEFAULT_RULE, type Rule } from '../rule.ts'
import { type Instant, instant, later, milli, minor } from '../units.ts'

/** Noon in Beijing on some day: the start of every generated sale. */
export const NOON = instant(Date.UTC(2026, 10, 20, 4))
const HOUR = 3_600_000
export const SIGN_UP_DEADLINE = later(NOON, HOUR)
export const START_TIME = later(NOON, 2 * HOUR)

const HOST_COMPANY = 'host-co'
const SELLERS = [
  { seller: 'S1', company: 'seller-co-1' },
  { seller: 'S2', company: 'seller-co-2' },
] as const

type Publish = Extract<Command, { type: 'publish' }>

export const lotAt = (position: number, over: Partial<PublishedLot> = {}): PublishedLot => ({
  lot: `lot-${position}`,
  position,
  seller: SELLERS[(position - 1) % 2]?.seller ?? 'S1',
  currency: 'CNY',
  unit: 'm3',
  quantity: milli(10_000),
  startPrice: minor(100_000),
  addRange: minor(1_000),
  deliveryDate: '2027-01-31',
  reserve: null,
  ...over,
})

export const publication = (over: Partial<Publish> = {}): Publish => ({
  type: 'publish',
  practice: false,
  rule: DEFAULT_RULE,
  startTime: START_TIME,
  signUpDeadline: SIGN_UP_DEADLINE,
  hostCompany: HOST_COMPANY,
  sellers: SELLERS,
  lots: [lotAt(1), lotAt(2)],
  ...over,
})

export const standing = (company: string, over: Partial<Standing> = {}): Standing => ({
  company,
  status: 4,
  agreementInEffect: true,
  operates: false,
  flags: [],
  ...over,
})

/** A command given by an actor: `by('bidder:1', at, {...})`. */
export const by = (actor: string, at: Instant, command: Command, behalf?: number): Given => ({
  command,
  at,
  by: { actor, account: accountOf(actor, at), ...(behalf !== undefined && { behalf }) },
})

/** Two people act for a bidder, in alternating seconds. */
export const accountOf = (actor: string, at: Instant): string | null =>
  actor.includes(':') ? `account ${Math.floor(at / 1_000) % 2} of ${actor}` : null

const rule = (): fc.Arbitrary<Rule> =>
  fc.record({
    biddingSeconds: fc.constantFrom(20, 60, 180),
    extensionSeconds: fc.constantFrom(10, 30),
    hardEndSeconds: fc.constantFrom(null, null, 90, 240),
    negotiationMinutes: fc.constantFrom(2, 10),
    staggerSeconds: fc.constantFrom(0, 0, 15),
    admission: fc.constant('automatic'),
    adjustPercent: fc.constantFrom(10, 10, 0, 100),
    autoHold: fc.boolean(),
    autoFinishMinutes: fc.constantFrom(1, 15),
    confirmMinutes: fc.constantFrom(null, null, 1, 30),
  })

const lot = (position: number): fc.Arbitrary<PublishedLot> =>
  fc
    .record({
      seller: fc.constantFrom('S1', 'S2'),
      currency: fc.constantFrom('CNY', 'CNY', 'USD'),
      // Odd numbers, so that bands and amounts need rounding; a few steps only, so that ceilings meet.
      startPrice: fc.constantFrom(9_999, 100_000, 123_457).map(minor),
      addRange: fc.constantFrom(1, 500, 10_000).map(minor),
      quantity: fc.constantFrom(1, 12_345, 40_000).map(milli),
      steps: fc.constantFrom(null, null, 2, 5),
    })
    .map(({ seller, currency, startPrice, addRange, quantity, steps }) =>
      lotAt(position, {
        seller,
        currency,
        startPrice,
        addRange,
        quantity,
        unit: quantity === 40_000 ? 'piece' : 'm3',
        reserve: steps === null ? null : minor(startPrice + steps * addRange - (steps % 2)),
      }),
    )

/** A catalogue of one to four lots under some rule. */
export const catalogue = (): fc.Arbitrary<Publish> =>
  fc
    .record({
      rule: rule(),
      lots: fc.integer({ min: 1, max: 4 }).chain((n) => fc.tuple(...Array.from({ length: n }, (_, i) => lot(i + 1)))),
      practice: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    })
    .map(publication)
