import { describe, expect, test } from 'vitest'
import {
  bid,
  ceiling,
  done,
  leader,
  limit,
  lotIn,
  open,
  published,
  refused,
  runOut,
  strike,
  tick,
  types,
} from '../testing/scene.ts'
import type { Room } from '../testing/room.ts'
import { lotAt, standing } from '../testing/world.ts'
import { minor } from '../units.ts'
import { nextWakeAt } from './wake.ts'

// K5: what a lot that waits for its closing keeps for itself, to the cent, and what it does not touch.

/** 2's ceiling on lot-1 is 13,000.00 or as given; 61 ms after the deadline of lot-1, lot-2 is open still. */
function waiting({ leads = true, amount = 130_000, most = 0, account = null as string | null } = {}): Room {
  const room = open({ lots: [lotAt(1), lotAt(2)], rule: { staggerSeconds: 30 } })
  done(bid(room, 1, 100_000))
  done(ceiling(room, 2, amount, leads ? 'standing' : 'linkLoss'))
  expect(leader(room)?.[0]).toBe(leads ? 2 : 1)
  done(limit(room, 2, most, { account }))
  room.pass(180_061)
  return room
}

const elsewhere = (room: Room) => bid(room, 2, 100_000, { lot: 'lot-2' })

describe('K5, X2: for a bid elsewhere there is left', () => {
  test.each([
    ['what a leader’s ceiling could still bind beyond its bid', true, 130_000, 2_300_000],
    ['the whole of a ceiling that does not lead', false, 130_000, 2_300_000],
    ['nothing where the leader’s ceiling is its bid', true, 101_000, 2_010_000],
  ])('all but %s', (_, leads, amount, most) => {
    done(elsewhere(waiting({ leads, amount, most })))
    const closing = { numbers: { position: 1 }, refused: 'lot.closing' }
    const over = amount === 101_000 ? { refused: 'bid.over_limit', numbers: { left: 999_999 } } : closing
    expect(refused(elsewhere(waiting({ leads, amount, most: most - 1 })))).toEqual(over)
  })

  test('P1: a ceiling counts against the limit of the person who set it, not of a colleague', () => {
    const [setter, colleague] = ['account 0 of bidder:2', 'account 1 of bidder:2']
    const bidBy = (account: string) => {
      const room = waiting({ most: 2_290_000, account })
      if (accountNow(room) !== account) room.pass(1_000)
      return elsewhere(room)
    }
    expect(lotIn(waiting({ most: 9_000_000 })).ceilings[2]?.account).toBe(setter)
    expect(refused(bidBy(setter)).refused).toBe('lot.closing')
    done(bidBy(colleague))
  })
})

/** Two people act for a bidder, in alternating seconds. */
const accountNow = (room: Room): string => `account ${Math.floor(room.now / 1_000) % 2} of bidder:2`

test('K5, X3: a ceiling elsewhere that stops for a lot that waits is not told that its limit stopped it', () => {
  const room = waiting({ most: 2_100_000 })
  const set = { type: 'setCeiling', lot: 'lot-2', amount: minor(104_000), mode: 'standing' } as const
  expect(types(done(room.give('bidder:2', set, 62)))).toEqual(['lot.opened', 'ceiling.set', 'bid'])
  expect(types(done(bid(room, 1, 101_000, { lot: 'lot-2' })))).toEqual(['bid'])
})

test('K5: a limit in a currency that the lot is not in is set at any time', () => {
  const room = waiting({ most: 2_300_000 })
  done(limit(room, 2, 50_000, { currency: 'USD' }))
  done(limit(room, 2, 60_000, { currency: 'USD' }))
  expect(refused(limit(room, 2, 2_400_000)).refused).toBe('lot.closing')
})

test('K5, T2: while a lot ends in a closed session, no other opens', () => {
  const room = open({ rule: { staggerSeconds: 180 } })
  room.pass(180_061)
  done(room.give('host', { type: 'closeTemporarily', message: 'Fire drill.' }))
  room.pass(189)
  expect(types(tick(room))).toEqual(['lot.unsold'])
  expect(lotIn(room, 'lot-2').status).toBe('scheduled')
})

test('R2: a tick that ends a lot and reopens the session leaves the rest to the next', () => {
  const room = open({ rule: { staggerSeconds: 180 } })
  room.pass(180_061)
  done(room.give('host', { type: 'closeTemporarily', message: 'Fire drill.' }))
  done(room.give('host', { type: 'reopen' }))
  room.pass(30_000)
  expect(types(tick(room))).toEqual(['lot.unsold', 'session.reopened'])
  expect(types(tick(room))).toEqual(['lot.opened'])
})

test('M3: a bidder whose link is back while the session is closed is found', () => {
  const room = open()
  done(ceiling(room, 1, 100_000, 'linkLoss'))
  done(ceiling(room, 2, 130_000, 'standing'))
  room.pass(8_000)
  expect(types(tick(room, { 1: 8_000 }))).toEqual(['link.lost'])
  done(room.give('host', { type: 'closeTemporarily', message: 'Fire drill.' }))
  room.pass(1_000)
  expect(types(tick(room))).toEqual(['link.returned'])
})

describe('an exclusion after the deadline', () => {
  test('D6: of the leader below the reserve leaves the seller nothing to say yes to', () => {
    const unsold = (excluded: boolean) => {
      const room = open({ lots: [lotAt(1, { reserve: minor(200_000) })], rule: { confirmMinutes: 5 } })
      done(bid(room, 1, 100_000))
      room.pass(180_061)
      if (excluded) done(room.give('operator', { type: 'dismiss', number: 1, reason: 'unpaid' }))
      room.pass(189)
      return tick(room)
    }
    expect(unsold(true)).toMatchObject([{ type: 'lot.unsold', confirmUntil: null }])
    expect(unsold(false)).toMatchObject([{ type: 'lot.unsold', confirmUntil: expect.any(Number) as number }])
  })

  test('V3: counts once the lot is held instead', () => {
    const room = open({ lots: [lotAt(1)], rule: { autoHold: true } })
    done(bid(room, 1, 100_000))
    done(bid(room, 2, 110_000))
    room.pass(180_061)
    done(room.give('operator', { type: 'dismiss', number: 1, reason: 'unpaid' }))
    expect(types(tick(room, { 1: 9_000, 2: 9_000 }))).toEqual(['lot.held'])
    const seq = lotIn(room).leading?.seq ?? 0
    done(room.give('host', { type: 'voidBid', lot: 'lot-1', bid: seq, reason: 'by mistake' }))
    expect(leader(room)).toBeNull()
  })
})

test('A5: an admission drops no ceiling of another bidder', () => {
  const room = open()
  done(ceiling(room, 2, 130_000))
  done(room.give('operator', { type: 'dismiss', number: 1, reason: 'unpaid' }))
  expect(types(done(room.give('operator', { type: 'admit', standing: standing('c1') })))).toEqual(['bidder.admitted'])
})

test('C13, S1: of a sealed session no person departs', () => {
  const room = published()
  done(room.give('room', { type: 'departed', account: 'no one' }))
  const sealed = published()
  done(sealed.give('operator', { type: 'cancelSession', reason: 'no power' }))
  expect(refused(sealed.give('room', { type: 'departed', account: 'no one' })).refused).toBe('session.finished')
})

test('L7: the host suspends a seller whose own lots have no bid, though others’ lots have', () => {
  const room = open({ lots: [lotAt(1), lotAt(2, { seller: 'S2' })] })
  done(bid(room, 1, 100_000))
  done(room.give('host', { type: 'suspend', company: 'seller-co-2', reason: 'fraud' }))
  expect(lotIn(room, 'lot-2').status).toBe('withdrawn')
})

test('L7: after the seal the host suspends the seller of a lot that failed with a bid', () => {
  const room = open({ lots: [lotAt(1, { reserve: minor(200_000) })] })
  done(bid(room, 1, 100_000))
  runOut(room)
  done(room.give('host', { type: 'accomplish', untried: [] }))
  expect(lotIn(room).status).toBe('failed')
  const suspend = { type: 'suspend', company: 'seller-co-1', reason: 'fraud' } as const
  expect(types(done(room.give('host', suspend)))).toEqual(['seller.suspended'])
})

test('F4, T2: a session that is closed temporarily does not seal itself', () => {
  const room = open({ rule: { autoFinishMinutes: 1 } })
  runOut(room)
  done(room.give('host', { type: 'closeTemporarily', message: 'Fire drill.' }))
  room.pass(120_000)
  expect(types(tick(room))).toEqual([])
  done(room.give('host', { type: 'reopen' }))
  room.pass(30_000)
  expect(types(tick(room))).toEqual(['session.reopened'])
})

test('K5, X5: what a limit that is set anew counts otherwise is not taken for freed elsewhere', () => {
  const room = open({ lots: [lotAt(1), lotAt(2, { currency: 'USD' })], rule: { staggerSeconds: 30 } })
  done(bid(room, 1, 100_000))
  done(limit(room, 3, 9_000_000, { worth: { CNY: minor(700), USD: minor(100) } }))
  room.pass(30_000)
  done(bid(room, 3, 100_000, { lot: 'lot-2' }))
  room.pass(150_061)
  done(limit(room, 3, 9_000_000))
  expect(lotIn(room).book?.moved).toEqual([])
  done(bid(room, 3, 300_000, { lateBy: 62 }))
})

test('K5: what is freed on the lot itself, which a hard end keeps from going on, is free', () => {
  const room = open({ lots: [lotAt(1)], rule: { hardEndSeconds: 180 } })
  done(limit(room, 2, 1_500_000))
  done(bid(room, 2, 100_000))
  room.pass(180_061)
  done(room.give('host', { type: 'setSpeech', allowed: false, speaker: null }))
  done(bid(room, 1, 110_000, { lateBy: 62 }))
  done(bid(room, 2, 120_000, { lateBy: 62 }))
})

test('K5, P1, X9: it is summed up for each limit, of the company in each currency and of each person', () => {
  const room = open({ lots: [lotAt(1), lotAt(2), lotAt(3)], rule: { staggerSeconds: 10 } })
  const worth = { CNY: minor(7), USD: minor(1) }
  done(limit(room, 2, 9_000_000, { worth }))
  done(limit(room, 2, 9_000_000, { worth, currency: 'USD' }))
  const people = ['account 0 of bidder:2', 'account 1 of bidder:2']
  for (const account of people) done(limit(room, 2, 9_000_000, { account }))
  room.pass(20_000)
  done(bid(room, 2, 140_000, { lot: 'lot-2' }))
  room.pass(1_000)
  done(bid(room, 2, 210_000, { lot: 'lot-3' }))
  room.pass(159_061)
  for (const lot of ['lot-2', 'lot-3']) done(bid(room, 1, 300_000, { lot }))
  const moved = lotIn(room).book?.moved ?? []
  expect(moved).toHaveLength(4)
  expect(moved).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ number: 2, account: null, of: 'CNY', by: -3_500_000 }),
      expect.objectContaining({ number: 2, account: null, of: 'USD', by: -500_000 }),
      expect.objectContaining({ number: 2, account: people[0], of: 'CNY', by: -1_400_000 }),
      expect.objectContaining({ number: 2, account: people[1], of: 'CNY', by: -2_100_000 }),
    ]),
  )
})

test('K5: what is bound again elsewhere is not freed any more', () => {
  const room = open({ lots: [lotAt(1), lotAt(2), lotAt(3)], rule: { staggerSeconds: 10 } })
  done(limit(room, 2, 9_000_000))
  room.pass(20_000)
  done(bid(room, 2, 100_000, { lot: 'lot-2' }))
  room.pass(160_061)
  done(bid(room, 1, 110_000, { lot: 'lot-2' }))
  expect(lotIn(room).book?.moved).toMatchObject([{ number: 2, by: -1_000_000 }])
  done(bid(room, 2, 100_000, { lot: 'lot-3' }))
  expect(lotIn(room).book?.moved).toEqual([])
})

test('R7: an admission copies no lot that waits for its closing', () => {
  const room = open({ practice: true })
  done(bid(room, 1, 100_000))
  done(limit(room, 3, 9_000_000))
  done(room.give('operator', { type: 'dismiss', number: 3, reason: 'unpaid' }))
  room.pass(180_061)
  const { lots } = room.state
  for (const company of ['c9', 'c3']) {
    done(room.give('operator', { type: 'admit', standing: standing(company) }))
    expect(room.state.lots).toBe(lots)
  }
})

test('K5, V3: once the lot is held instead, what was freed elsewhere is free', () => {
  const room = open({ rule: { autoHold: true, staggerSeconds: 30 } })
  done(limit(room, 2, 1_500_000))
  for (const number of [3, 2, 1]) done(bid(room, number, 103_000 - number * 1_000))
  room.pass(30_000)
  done(bid(room, 2, 100_000, { lot: 'lot-2' }))
  room.pass(150_061)
  done(bid(room, 3, 110_000, { lot: 'lot-2' }))
  expect(lotIn(room).book?.moved).toMatchObject([{ number: 2, by: -1_000_000 }])
  expect(types(tick(room, { 1: 9_000, 2: 9_000 }))).toEqual(['lot.held'])
  done(strike(room, lotIn(room).leading?.seq ?? 0))
  expect(leader(room)).toEqual([2, 101_000])
})

test('T2: a lot whose hold ran out just before a temporary closing stands still, and keeps no session closed', () => {
  const room = open({ lots: [lotAt(1)], rule: { autoHold: true } })
  done(bid(room, 1, 100_000))
  done(bid(room, 2, 110_000))
  room.pass(180_061)
  expect(types(tick(room, { 1: 9_000, 2: 9_000 }))).toEqual(['lot.held'])
  room.pass(60_100)
  done(room.give('host', { type: 'closeTemporarily', message: 'Fire drill.' }))
  expect(nextWakeAt(room.state)).toBeNull()
  done(room.give('host', { type: 'reopen' }))
  room.pass(30_000)
  expect(types(tick(room))).toEqual(['session.reopened', 'lot.resumed'])
})

test('K5, S7: one lot that waits for its closing is enough to keep a closed session from being cancelled', () => {
  const room = open({ lots: [lotAt(1)] })
  room.pass(180_061)
  done(room.give('host', { type: 'closeTemporarily', message: 'Fire drill.' }))
  expect(refused(room.give('operator', { type: 'cancelSession', reason: 'no power' }))).toEqual({
    refused: 'session.lots_open',
    numbers: { open: 1 },
  })
})
