import { expect } from 'vitest'
import { isOver } from '../evolve/waiting.ts'
import type { Lot } from '../lot.ts'
import type { SessionState } from '../state.ts'
import { type BidEvent, deedsOf, type Played } from '../testing/sales.ts'
import { inAnySale } from '../testing/any-sale.ts'

interface Bid {
  readonly event: BidEvent
  /** The lot just before the bid. */
  readonly lot: Lot
  readonly before: SessionState
  readonly next: string | undefined
}

function bidsOf({ events, states }: Played): readonly Bid[] {
  return events.flatMap((event, i) => {
    const before = states[i]
    if (event.type !== 'bid' || before === undefined) return []
    const lot = before.lots.get(event.lot)
    return lot === undefined ? [] : [{ event, lot, before, next: events[i + 1]?.type }]
  })
}

const isRiseToReserve = ({ event, lot, next }: Bid): boolean =>
  lot.leading?.number === event.number &&
  event.origin?.auto === true &&
  next === 'lot.sold' &&
  lot.reserve !== null &&
  lot.leading.price < lot.reserve

inAnySale('B5: every bid lies on the grid, the first at or above the start price', 200, (played) => {
  for (const { event, lot } of bidsOf(played)) {
    expect(event.price).toBeGreaterThanOrEqual(lot.startPrice)
    expect((event.price - lot.startPrice) % lot.addRange).toBe(0)
  }
})

inAnySale(
  'B5, C6, C7: prices rise by a step at least, but for a ceiling that meets the bid before in the same decision',
  200,
  (played) => {
    for (const bid of bidsOf(played)) {
      const { event, lot } = bid
      if (lot.leading === null) continue
      if (event.price >= lot.leading.price + lot.addRange) continue
      expect(event.price).toBe(lot.leading.price)
      expect(event.origin?.auto).toBe(true)
      expect(event.origin?.root).toBe(lot.book?.standing?.root)
    }
  },
)

inAnySale('B6, A3, C9: no bidder bids over itself, but to reach the reserve at the close', 200, (played) => {
  for (const bid of bidsOf(played)) {
    if (bid.lot.leading?.number === bid.event.number) expect(isRiseToReserve(bid)).toBe(true)
  }
})

inAnySale(
  'B3, B4, T3: a bid by hand is accepted in time only, on an open lot of an open session, from an admitted bidder',
  200,
  (played) => {
    for (const { given, now, before } of deedsOf(played)) {
      if (given.command.type !== 'bid') continue
      const lot = before.lots.get(given.command.lot)
      // B3: at the opening's very instant the bid itself opens the lot. K5: a bid in time counts while the lot only waits to close.
      const opens = lot?.status === 'scheduled' && given.at >= (lot.clock?.opensAt ?? Infinity)
      expect(lot?.status === 'open' || opens).toBe(true)
      expect(before.closure === null || (lot !== undefined && isOver(before, lot, before.at))).toBe(true)
      expect(given.at).toBeLessThan(lot?.clock?.deadline ?? 0)
      expect(given.at).toBeGreaterThanOrEqual(lot?.clock?.opensAt ?? Infinity)
      expect(now).toBeLessThanOrEqual(given.command.notAfter)
      const number = given.by.behalf ?? Number(given.by.actor.slice(7))
      // K5: a bid in time is judged as if the bidder were not excluded, where that came after the lot's deadline.
      const late = lot?.book?.late[number] !== undefined && lot.book.late[number] === lot.clock?.deadline
      expect(before.bidders[number]?.admitted === true || late).toBe(true)
    }
  },
)

inAnySale(
  'B1, C7: the bid that was sent is the bid that is written, at its price and under its number',
  200,
  (played) => {
    for (const { given, events } of deedsOf(played)) {
      if (given.command.type !== 'bid') continue
      const bids = events.filter((event) => event.type === 'bid')
      expect(bids[0]).toMatchObject({
        lot: given.command.lot,
        price: given.command.price,
        actor: given.by.behalf === undefined ? given.by.actor : `bidder:${given.by.behalf}`,
        account: given.by.account,
        clerk: given.by.behalf === undefined ? null : given.by.actor,
        origin: { auto: false, root: bids[0]?.seq },
      })
      for (const answer of bids.slice(1)) expect(answer).toMatchObject({ origin: { auto: true, root: bids[0]?.seq } })
    }
  },
)

inAnySale('A8, V6, K5: a leader is admitted, or was excluded after a deadline of the lot', 200, ({ steps }) => {
  for (const { before } of steps) {
    for (const lot of before.lots) {
      if ((lot.status !== 'open' && lot.status !== 'held') || lot.leading === null) continue
      const { number } = lot.leading
      expect(before.bidders[number]?.admitted === true || lot.book?.late[number] !== undefined).toBe(true)
    }
  }
})
