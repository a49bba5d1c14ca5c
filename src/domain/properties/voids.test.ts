import { expect } from 'vitest'
import { evolve, initial } from '../evolve.ts'
import type { SessionEvent } from '../events.ts'
import { below } from '../lot.ts'
import type { Lot } from '../lot.ts'
import { carries } from '../testing/limits.ts'
import { deedsOf } from '../testing/sales.ts'
import { inAnySale } from '../testing/any-sale.ts'

/** The part of a lot that a void restores: everything about the bids, nothing about the clock. */
const standing = ({ leading, bidCount, book, status, highestBefore, round }: Lot) => ({
  leading,
  bidCount,
  standing: book?.standing,
  status,
  highestBefore,
  round,
})

/**
 * Amounts and modes without the ages: a ceiling suspended and set again is new (C6), unlike in the log without the
 * void.
 */
const amounts = (lot: Lot) => Object.entries(lot.ceilings).map(([number, { amount, mode }]) => [number, amount, mode])

inAnySale(
  'V4: a void leaves what the log gives without the struck bids, but for the clock and suspended ceilings',
  200,
  ({ events, states }) => {
    const struck = new Set<number>()
    events.forEach((event, i) => {
      if (event.type !== 'bid.voided') return
      for (const seq of event.struck) struck.add(seq)
      const kept = events.slice(0, i + 1).filter((e: SessionEvent) => !struck.has(e.seq) && e.type !== 'bid.voided')
      const without = kept.reduce(evolve, initial('sale-1', 'epoch-1')).lots.get(event.lot)
      const after = states[event.seq]?.lots.get(event.lot)
      if (without === undefined || after === undefined) throw new Error('a void on no lot')
      expect(standing(after)).toEqual(standing(without))
      expect(amounts(after)).toEqual(amounts(without))
    })
  },
)

inAnySale(
  'V1, V2, V3, X4, X9, K5: what is struck is the newest group of one root, and what is then on top and cannot stand',
  200,
  (played) => {
    for (const { given, events, before } of deedsOf(played)) {
      const { command } = given
      if (command.type !== 'voidBid') continue
      const [event, ...more] = events
      if (event?.type !== 'bid.voided') throw new Error('accepted, and nothing struck')
      expect(more).toEqual([])
      expect(event.reason).not.toBe('')
      const lot = before.lots.get(command.lot)
      expect(['open', 'held']).toContain(lot?.status)
      const bids = []
      for (let bid = lot?.book?.standing ?? null; bid !== null; bid = below(bid)) bids.push(bid)
      const top = bids[0]
      const group = bids.filter((bid) => bid.root === top?.root).map((bid) => bid.seq)
      expect(event.number).toBe(top?.rootNumber)
      expect(group).toContain(command.bid)
      expect(event.struck.slice(0, group.length)).toEqual(group)
      expect(event.struck).toEqual(bids.slice(0, event.struck.length).map((bid) => bid.seq))
      for (const bid of bids.slice(group.length, event.struck.length))
        if (before.bidders[bid.number]?.admitted === true && lot !== undefined)
          expect(carries(before, lot, bid, given.at)).toBe(false)
    }
  },
)

inAnySale(
  'V4: after a void at least the extension is left, up to the hard end, and no deadline comes nearer',
  200,
  ({ events, states }) => {
    events.forEach((event, i) => {
      if (event.type !== 'bid.voided') return
      const before = states[i]
      const lot = before?.lots.get(event.lot)
      const shown = lot?.hold?.since ?? before?.closure?.since ?? event.at
      const floor = shown + (before?.rule.extensionSeconds ?? 0) * 1000
      expect(event.deadline).toBeGreaterThanOrEqual(Math.min(floor, lot?.clock?.hardEnd ?? Infinity))
      expect(event.deadline).toBeGreaterThanOrEqual(lot?.clock?.deadline ?? 0)
    })
  },
)

inAnySale(
  'V5: the ceiling of him whose act was struck bids no more until he sets it again',
  200,
  ({ events, states }) => {
    const resting = new Set<string>()
    events.forEach((event, i) => {
      if (event.type === 'bid.voided') resting.add(`${event.lot} ${event.number}`)
      if (event.type === 'ceiling.set') resting.delete(`${event.lot} ${event.number}`)
      if (event.type === 'round.opened')
        for (const { lot } of event.lots) for (const one of resting) if (one.startsWith(`${lot} `)) resting.delete(one)
      if (event.type !== 'bid' || event.origin?.auto !== true) return
      // A bidder without a ceiling at the void may bid by one set later, by `ceiling.set`.
      expect(
        resting.has(`${event.lot} ${event.number}`) &&
          states[i]?.lots.get(event.lot)?.ceilings[event.number] !== undefined,
      ).toBe(false)
    })
  },
)
