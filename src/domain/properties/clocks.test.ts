import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decide, isRefusal } from '../decide.ts'
import { nextWakeAt } from '../decide/wake.ts'
import type { Lot, LotId, Offer } from '../lot.ts'
import type { SessionState } from '../state.ts'
import { type Instant, later, latest } from '../units.ts'
import { deedsOf, PATIENCE, play, proof, sale } from '../testing/sales.ts'
import { by } from '../testing/world.ts'
import { inAnySale } from '../testing/any-sale.ts'

const lotsOf = (state: SessionState | undefined): readonly Lot[] => [...(state?.lots ?? [])]
const running = (state: SessionState | undefined): readonly Lot[] => lotsOf(state).filter((lot) => lot.clock !== null)
const live = (state: SessionState | undefined): readonly Offer[] =>
  Object.values(state?.offers ?? {}).filter((offer) => offer.status === 'live')

inAnySale('T2, T3: while closed temporarily nothing happens but what the law still allows', 200, (played) => {
  const { events, states } = played
  // The state that each event's command found: one answer may be a chain of bids on a lot.
  const found = deedsOf(played).flatMap((deed) => deed.events.map(() => deed.before))
  const allowed = [
    'session.closed',
    'clock.set_back',
    'log.denied',
    'session.reopening',
    'session.reopened',
    'bid.voided',
    'lot.withdrawn',
    'message',
    'speech.set',
    'bidder.suspended',
    'bidder.dismissed',
    'bidder.admitted',
    'seller.suspended',
    'deal.held',
    'offer.ended',
    'ceiling.dropped',
    'link.returned',
    'stage.changed',
    'session.finished',
    'session.cancelled',
    'limit.set',
    'deal.lapsed',
  ]
  events.forEach((event, i) => {
    if (states[i]?.closure === null) return
    // K5: what was over before the closing ends, and takes what was received in time, its mandates arm too.
    const since = states[i]?.closure?.since ?? 0
    const wasOver = (id: LotId): boolean =>
      [states[i], found[i]].some((state) => {
        const lot = state?.lots.get(id)
        return lot?.status === 'open' && lot.clock !== null && lot.clock.deadline <= since
      })
    if ('lot' in event && wasOver(event.lot)) return
    if (event.type === 'link.lost' && event.lots?.every(wasOver)) return
    if (event.type === 'stage.adjusted' && event.deadlines.every(({ lot }) => wasOver(lot))) {
      expect(event.deadlines).not.toEqual([])
      return
    }
    const lot = 'lot' in event ? states[i]?.lots.get(event.lot) : undefined
    if (i > 0 && 'lot' in event && lot?.clock === null && events[i - 1]?.type === 'lot.unsold') return
    expect(allowed).toContain(event.type)
    if (event.type === 'stage.changed') expect(event.stage).toBe('finish')
  })
})

inAnySale(
  'T2, T4: a reopening gives every clock what it had when it stopped, and open lots the extension at least',
  250,
  ({ events, states }) => {
    events.forEach((event, i) => {
      if (event.type !== 'session.reopened') return
      const [before, after] = [states[i], states[i + 1]]
      if (before === undefined || after === undefined) throw new Error('an event without a state')
      const since = before.closure?.since ?? 0
      expect(event.at - since).toBe(event.frozenMs)
      for (const lot of running(before)) {
        const now = after.lots.get(lot.lot)
        const left = (lot.clock?.deadline ?? 0) - since
        const leftNow = (now?.clock?.deadline ?? 0) - event.at
        const floor = Math.max(left, before.rule.extensionSeconds * 1000)
        expect(leftNow).toBe(lot.status === 'open' ? Math.min(floor, (lot.clock?.hardEnd ?? Infinity) - since) : left)
        if (lot.hold !== null) expect((now?.hold?.until ?? 0) - event.at).toBe(lot.hold.until - since)
        if (lot.status === 'scheduled')
          expect((now?.clock?.opensAt ?? 0) - event.at).toBe((lot.clock?.opensAt ?? 0) - since)
      }
      for (const offer of live(before))
        expect((after.offers[offer.offer]?.expiresAt ?? 0) - event.at).toBe(offer.expiresAt - since)
      if (before.stageEndsAt !== null) expect((after.stageEndsAt ?? 0) - event.at).toBe(before.stageEndsAt - since)
      if (before.idleSince !== null) expect((after.idleSince ?? 0) - event.at).toBe(before.idleSince - since)
    })
  },
)

inAnySale(
  'O1, O2: an outage comes before all else, gives every clock its time back, and open lots 60 s at least',
  250,
  (played) => {
    for (const { given, events, before, after } of deedsOf(played)) {
      const outage = events.find((event) => event.type === 'outage')
      if (outage?.type !== 'outage') continue
      expect(given.command.type).toBe('wake')
      expect(events).toHaveLength(1)
      expect(outage.from).toBeGreaterThanOrEqual(before.at)
      expect(outage.to - outage.from).toBeGreaterThan(3_000)
      for (const lot of running(before)) {
        const left = (lot.clock?.deadline ?? 0) - outage.from
        const leftNow = (after.lots.get(lot.lot)?.clock?.deadline ?? 0) - outage.to
        expect(leftNow).toBe(lot.status === 'open' ? Math.max(left, 60_000) : left)
      }
      for (const lot of lotsOf(before)) expect(after.lots.get(lot.lot)?.status).toBe(lot.status)
      for (const offer of live(before))
        expect((after.offers[offer.offer]?.expiresAt ?? 0) - outage.to).toBe(offer.expiresAt - outage.from)
    }
  },
)

inAnySale(
  'B8, B9: no deadline comes nearer but by the host’s adjustment, and none lies beyond its hard end',
  200,
  ({ events, states }) => {
    events.forEach((event, i) => {
      for (const lot of running(states[i + 1])) {
        const { deadline, hardEnd } = lot.clock ?? { deadline: 0, hardEnd: null }
        expect(deadline).toBeLessThanOrEqual(hardEnd ?? Infinity)
        const was = states[i]?.lots.get(lot.lot)?.clock?.deadline ?? 0
        if (event.type !== 'stage.adjusted' && event.type !== 'round.opened')
          expect(deadline).toBeGreaterThanOrEqual(was)
      }
    })
  },
)

inAnySale(
  'B9: a hard end moves by exactly the time the clock stood still, and never otherwise, but for an outage',
  250,
  ({ events, states }) => {
    events.forEach((event, i) => {
      for (const before of running(states[i])) {
        const after = states[i + 1]?.lots.get(before.lot)?.clock
        if (before.clock === null || before.clock.hardEnd === null || !after || event.type === 'round.opened') continue
        const moved = (after.hardEnd ?? 0) - before.clock.hardEnd
        if (event.type === 'session.reopened') expect(moved).toBe(event.frozenMs)
        else if (event.type === 'outage') expect(moved).toBeGreaterThanOrEqual(event.to - event.from)
        else if (event.type === 'lot.resumed' && event.lot === before.lot)
          expect(moved).toBe(event.at - (before.hold?.since ?? 0))
        else expect(moved).toBe(0)
      }
    })
  },
)

inAnySale(
  'B8, C9: a bid leaves the extension on the clock, up to the hard end; the rise to the reserve leaves it as it is',
  200,
  ({ events, states }) => {
    events.forEach((event, i) => {
      const before = states[i]
      if (event.type !== 'bid' || before === undefined) return
      const lot = before.lots.get(event.lot)
      const rises = lot?.leading?.number === event.number
      // T2: while closed the clock stands; the reopening moves it.
      const at = Math.min(event.at, before.closure?.since ?? event.at)
      const wanted = Math.max(lot?.clock?.deadline ?? 0, rises ? 0 : at + before.rule.extensionSeconds * 1000)
      expect(event.deadline).toBe(Math.min(wanted, lot?.clock?.hardEnd ?? Infinity))
    })
  },
)

inAnySale('K1, H4, St3: lots open, close and go on when they are due, not before', 200, (played) => {
  for (const { now, before, events, given } of deedsOf(played)) {
    for (const [i, event] of events.entries()) {
      if (event.type === 'lot.opened')
        expect(now).toBeGreaterThanOrEqual(before.lots.get(event.lot)?.clock?.opensAt ?? Infinity)
      if (
        event.type === 'lot.unsold' ||
        (event.type === 'lot.sold' && event.offer === null && events[i - 1]?.type !== 'deal.confirmed')
      ) {
        expect(given.command.type).toBe('tick')
        expect(now).toBeGreaterThanOrEqual((before.lots.get(event.lot)?.clock?.deadline ?? Infinity) + 250)
      }
    }
  }
})

inAnySale('M6: a lot on which a tick makes ceilings bid does not close by it, while there is time', 200, (played) => {
  for (const { now, after, events, given } of deedsOf(played)) {
    if (given.command.type !== 'tick') continue
    for (const event of events) {
      if (event.type !== 'bid' || event.deadline + 250 <= now) continue
      expect(['open', 'held']).toContain(after.lots.get(event.lot)?.status)
    }
  }
})

/** This tick passes no last-seen times, so it judges no link: only the clocks act. */
const tickAt = (state: SessionState, at: Instant) => decide(state, by('room', at, { type: 'tick', lastSeen: {} }), at)

test(
  'R5: a tick at the time that is due makes something happen, and none before does but settling',
  () => {
    fc.assert(
      fc.property(sale(), fc.nat(999), (givens, n) => {
        const { states } = play(givens)
        const state = states[Math.floor((n * states.length) / 1000)]
        if (state === undefined || state.phase === 1) return
        const due = nextWakeAt(state)
        // X3: a ceiling that its limit stops in settling is told so.
        const settling = ['bid', 'ceiling.capped']
        if (due === null || due > state.at + 1) {
          const quiet = tickAt(state, due === null ? later(state.at, 86_400_000) : later(due, -1))
          expect(
            isRefusal(quiet)
              ? quiet
              : quiet.events.map((event) => event.type).filter((type) => !settling.includes(type)),
          ).toEqual([])
        }
        if (due === null) return
        const busy = tickAt(state, latest(due, state.at))
        expect(isRefusal(busy) ? [] : busy.events).not.toEqual([])
      }),
      proof(400),
    )
  },
  PATIENCE,
)

inAnySale(
  'M8: a mandate that arms leaves half an extension before the hard end, wherever holds, closings and outages moved it',
  200,
  ({ events, states }) => {
    events.forEach((event, i) => {
      if (event.type !== 'link.lost') return
      const before = states[i]
      for (const id of event.lots ?? []) {
        const lot = before?.lots.get(id)
        const hardEnd = lot?.clock?.hardEnd ?? null
        if (before === undefined || hardEnd === null) continue
        const left = hardEnd - (lot?.hold?.since ?? event.at)
        expect(left).toBeGreaterThan((before.rule.extensionSeconds * 1_000) / 2)
      }
    })
  },
)
