import { describe, expect, test } from 'vitest'
import { evolve } from '../evolve.ts'
import { weighed } from '../evolve/exposure.ts'
import { noticesOfEvent } from '../notify/events.ts'
import { redactState } from '../redact.ts'
import {
  bid,
  bidsIn,
  ceiling,
  done,
  leader,
  limit,
  lotIn,
  negotiating,
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
import { later, milli, type Minor, minor } from '../units.ts'

// A lot is 10 m³: a price of 100,000 is an amount of 1,000,000.
const exposed = (room: Room, number = 1) => room.state.bidders[number]?.limits.CNY?.exposed

describe('a company’s limit', () => {
  test('X2: a bid beyond it is refused with what is left', () => {
    const room = open()
    done(limit(room, 1, 1_500_000))
    done(bid(room, 1, 100_000))
    expect(refused(bid(room, 1, 100_000, { lot: 'lot-2' }))).toEqual({
      refused: 'bid.over_limit',
      numbers: { left: 500_000 },
    })
    done(bid(room, 2, 101_000))
    done(bid(room, 1, 100_000, { lot: 'lot-2' }))
    expect(refused(bid(room, 1, 150_000)).refused).toBe('bid.over_limit')
  })

  test('X2: exactly to it, in its currency alone', () => {
    const room = open({ lots: [lotAt(1), lotAt(2, { currency: 'USD' })] })
    done(limit(room, 1, 1_000_000))
    done(bid(room, 1, 100_000))
    done(bid(room, 1, 500_000, { lot: 'lot-2' }))
    expect(exposed(room)).toBe(1_000_000)
  })

  test('X1: deals and leads count, a deal that is cancelled does not', () => {
    const room = open({ rule: { staggerSeconds: 60 } })
    done(limit(room, 1, 2_500_000))
    done(bid(room, 1, 100_000))
    room.pass(180_250)
    tick(room)
    expect([lotIn(room).status, exposed(room)]).toEqual(['sold', 1_000_000])
    done(bid(room, 1, 110_000, { lot: 'lot-2' }))
    expect(exposed(room)).toBe(2_100_000)
    done(room.give('operator', { type: 'holdDeal', lot: 'lot-1', reason: 'unpaid' }))
    expect(exposed(room)).toBe(2_100_000)
    done(room.give('operator', { type: 'cancelDeal', lot: 'lot-1', reason: 'unpaid' }))
    expect(exposed(room)).toBe(1_100_000)
  })

  test('X5: raised any time, lowered to what is exposed, taken away; by the operator, a positive amount', () => {
    const room = open()
    done(bid(room, 1, 100_000))
    expect(refused(limit(room, 1, 999_999))).toEqual({
      refused: 'limit.below_exposed',
      numbers: { exposed: 1_000_000 },
    })
    done(limit(room, 1, 1_000_000))
    expect(refused(bid(room, 1, 100_000, { lot: 'lot-2' })).refused).toBe('bid.over_limit')
    done(limit(room, 1, 3_000_000))
    done(bid(room, 1, 100_000, { lot: 'lot-2' }))
    done(limit(room, 1, null))
    expect(room.state.bidders[1]?.limits).toEqual({})
    for (const most of [0, -1]) expect(refused(limit(room, 2, most)).refused).toBe('limit.invalid')
    for (const actor of ['host', 'room', 'bidder:1', 'seller:S1'])
      expect(refused(limit(room, 1, 1, { actor })).refused).toBe('identity.not_allowed')
    expect(refused(limit(room, 9, 1)).refused).toBe('bidder.not_admitted')
  })

  test('X5, X8: a corrected deposit lowers it below what is bound: that stays, nothing more is bound', () => {
    const room = open({ lots: [lotAt(1), lotAt(2), lotAt(3)] })
    done(limit(room, 1, 3_000_000))
    done(bid(room, 1, 100_000))
    done(ceiling(room, 1, 150_000, 'standing', 'lot-2'))
    const correct = (number: number, most: number, actor = 'operator') =>
      room.give(actor, {
        type: 'setLimit',
        number,
        account: null,
        currency: 'CNY',
        most: minor(most),
        correction: true,
      })
    for (const actor of ['host', 'room', 'bidder:1', 'bidder:2', 'seller:S1'])
      expect(refused(correct(1, 1, actor)).refused).toBe('identity.not_allowed')
    expect(types(done(correct(1, 1)))).toEqual(['limit.set'])
    expect([leader(room), exposed(room), room.state.bidders[1]?.limits.CNY?.most]).toEqual([[1, 100_000], 2_000_000, 1])
    expect(refused(bid(room, 1, 100_000, { lot: 'lot-3' }))).toEqual({
      refused: 'bid.over_limit',
      numbers: { left: 0 },
    })
    // The ceiling raises nothing against a rival.
    done(bid(room, 2, 101_000, { lot: 'lot-2' }))
    expect([leader(room, 'lot-2'), leader(room)]).toEqual([
      [2, 101_000],
      [1, 100_000],
    ])
    room.pass(180_250)
    tick(room)
    expect(lotIn(room)).toMatchObject({ status: 'sold', deal: { number: 1, price: 100_000 } })
    expect(refused(limit(room, 1, 999_999))).toEqual({
      refused: 'limit.below_exposed',
      numbers: { exposed: 1_000_000 },
    })
  })

  test('X5: a lead above a corrected limit is not struck along when a rival of its lot is dismissed', () => {
    const room = open({ bidders: 3 })
    done(limit(room, 1, 3_000_000))
    done(bid(room, 2, 100_000))
    done(bid(room, 1, 101_000))
    done(
      room.give('operator', {
        type: 'setLimit',
        number: 1,
        account: null,
        currency: 'CNY',
        most: minor(1),
        correction: true,
      }),
    )
    done(room.give('operator', { type: 'dismiss', number: 2, reason: 'unpaid' }))
    expect(leader(room)).toEqual([1, 101_000])
  })

  test('X5: given at admission; who is admitted again keeps what was set since', () => {
    const room = published({ bidders: 0 })
    const admit = (most: number) =>
      room.give('room', { type: 'admit', standing: standing('x', { limits: { CNY: minor(most), USD: minor(7) } }) })
    expect(types(done(admit(5)))).toEqual(['bidder.admitted', 'limit.set', 'limit.set'])
    done(limit(room, 1, 9))
    done(room.give('operator', { type: 'dismiss', number: 1, reason: 'unpaid' }))
    expect(types(done(admit(5)))).toEqual(['bidder.admitted'])
    expect(room.state.bidders[1]?.limits).toMatchObject({ CNY: { most: 9 }, USD: { most: 7 } })
  })

  test('X6: is seen by its company and the operator alone', () => {
    const room = open()
    done(limit(room, 1, 1_234_567))
    const sees = (viewer: Parameters<typeof redactState>[1]) =>
      JSON.stringify(redactState(room.state, viewer)).includes('1234567')
    expect(sees({ identity: 'operator' })).toBe(true)
    expect(sees({ identity: 'buyer', number: 1 })).toBe(true)
    for (const viewer of [
      { identity: 'host' },
      { identity: 'audience' },
      { identity: 'buyer', number: 2 },
      { identity: 'seller', seller: 'S1' },
    ] as const)
      expect(sees(viewer)).toBe(false)
  })
})

describe('ceilings', () => {
  test('X3: act as far as the limit carries, down to the grid; the owner is told once that it cannot go on', () => {
    const room = open()
    done(limit(room, 1, 1_205_000))
    done(ceiling(room, 1, 150_000))
    expect(bidsIn(done(bid(room, 2, 115_000)))).toEqual([
      [2, 115_000],
      [1, 116_000],
    ])
    const beaten = done(bid(room, 2, 120_000))
    expect(bidsIn(beaten)).toEqual([
      [2, 120_000],
      [1, 120_000],
    ])
    const over = done(bid(room, 2, 121_000))
    expect(over).toMatchObject([{ type: 'bid' }, { type: 'ceiling.capped', lot: 'lot-1', number: 1, actor: 'room' }])
    expect(types(tick(room))).toEqual([])
    done(limit(room, 1, 1_300_000))
    expect(bidsIn(tick(room))).toEqual([[1, 122_000]])
    expect(types(done(bid(room, 2, 140_000)))).toEqual(['bid', 'ceiling.capped'])
  })

  test('X3: a ceiling that frees itself elsewhere goes on by the next tick', () => {
    const room = open()
    done(limit(room, 1, 1_500_000))
    done(bid(room, 1, 100_000, { lot: 'lot-2' }))
    expect(types(done(ceiling(room, 1, 150_000)))).toEqual(['ceiling.set', 'ceiling.capped'])
    done(bid(room, 2, 101_000, { lot: 'lot-2' }))
    expect(bidsIn(tick(room))).toEqual([[1, 100_000]])
  })

  test('X3: two lots that settle at one moment are decided in order', () => {
    const room = open({ lots: [lotAt(1), lotAt(2)] })
    done(limit(room, 1, 1_500_000))
    for (const lot of ['lot-1', 'lot-2']) done(ceiling(room, 1, 120_000, 'linkLoss', lot))
    const events = tick(room, { 1: 8_000 })
    expect(types(events)).toEqual(['link.lost', 'bid', 'ceiling.capped'])
    expect([leader(room), leader(room, 'lot-2')]).toEqual([[1, 100_000], null])
  })

  test('X3, C9: at the close it rises to the reserve only as far', () => {
    const room = open({ lots: [lotAt(1, { reserve: minor(130_000) })] })
    done(limit(room, 1, 1_200_000))
    done(ceiling(room, 1, 150_000))
    room.pass(180_250)
    expect(types(tick(room))).toEqual(['ceiling.capped', 'lot.unsold'])
  })
})

describe('voids and negotiation', () => {
  test('X4: a bid that its company’s limit does not carry any more is struck along', () => {
    const room = open()
    done(limit(room, 1, 1_500_000))
    done(bid(room, 3, 100_000))
    done(bid(room, 1, 101_000))
    done(bid(room, 2, 102_000))
    done(bid(room, 1, 100_000, { lot: 'lot-2' }))
    const [event] = done(strike(room, lotIn(room).leading?.seq ?? 0))
    expect(event).toMatchObject({ type: 'bid.voided', restored: { number: 3, price: 100_000 } })
    expect(leader(room)).toEqual([3, 100_000])
    expect(exposed(room)).toBe(1_000_000)
  })

  const offer = (room: Room, lot: string, offered = 100_000) =>
    room.give('bidder:1', {
      type: 'offer',
      offer: `of ${lot}`,
      lot,
      price: minor(offered),
      quantity: milli(10_000),
      deliveryDate: '2027-01-01',
      note: '',
      expiresAt: later(room.now, 60_000),
      answers: null,
    })

  test('X2: an offer beyond it, and one that it no longer carries when it is accepted', () => {
    const room = negotiating({ lots: [lotAt(1), lotAt(3)] })
    done(limit(room, 1, 1_500_000))
    expect(refused(offer(room, 'lot-1', 150_001)).refused).toBe('bid.over_limit')
    done(offer(room, 'lot-1'))
    done(offer(room, 'lot-3'))
    done(room.give('seller:S1', { type: 'acceptOffer', offer: 'of lot-1', revision: 1 }))
    expect(refused(room.give('seller:S1', { type: 'acceptOffer', offer: 'of lot-3', revision: 1 }))).toEqual({
      refused: 'offer.over_limit',
    })
    expect(exposed(room)).toBe(1_000_000)
  })
})

describe('people', () => {
  const [first, second] = ['account 0 of bidder:1', 'account 1 of bidder:1']

  test('P1: the nearer of the two limits binds; each bid counts for its person', () => {
    const room = open()
    done(limit(room, 1, 3_000_000))
    done(limit(room, 1, 1_050_000, { account: first }))
    done(bid(room, 1, 100_000))
    expect(refused(bid(room, 1, 100_000, { lot: 'lot-2' }))).toEqual({
      refused: 'bid.over_own_limit',
      numbers: { left: 50_000 },
    })
    room.pass(1_000)
    done(bid(room, 1, 100_000, { lot: 'lot-2' }))
    expect(room.state.bidders[1]?.people[first]?.CNY).toMatchObject({ most: 1_050_000, exposed: 1_000_000 })
    expect(exposed(room)).toBe(2_000_000)
  })

  test('P1: a ceiling acts for the person who set it', () => {
    const room = open()
    done(limit(room, 1, 1_100_000, { account: first }))
    done(ceiling(room, 1, 150_000))
    room.pass(1_000)
    const events = done(bid(room, 2, 110_000))
    expect(events).toMatchObject([{ number: 2 }, { number: 1, price: 110_000, account: first }])
    expect(types(done(bid(room, 2, 111_000)))).toEqual(['bid', 'ceiling.capped'])
  })

  test('P1: set by a colleague or the operator, never by oneself', () => {
    const room = open()
    const give = (account: string) => limit(room, 1, 5_000_000, { account, actor: 'bidder:1' })
    expect(refused(give(first)).refused).toBe('identity.not_allowed')
    done(give(second))
    const corrected = { type: 'setLimit', number: 1, account: second, currency: 'CNY', correction: true } as const
    expect(refused(room.give('bidder:1', { ...corrected, most: minor(5_000_000) })).refused).toBe(
      'identity.not_allowed',
    )
    done(limit(room, 1, 5_000_000, { account: first }))
    expect(refused(limit(room, 2, 1, { account: 'x', actor: 'bidder:1' })).refused).toBe('identity.not_allowed')
  })

  test('P2: a bid names its person to company, host and operator', () => {
    const room = open()
    done(bid(room, 1, 100_000))
    const named = (viewer: Parameters<typeof redactState>[1]) =>
      redactState(room.state, viewer).lots.get('lot-1')?.leading?.account
    for (const viewer of [{ identity: 'host' }, { identity: 'operator' }, { identity: 'buyer', number: 1 }] as const)
      expect(named(viewer)).toBe(first)
    for (const viewer of [
      { identity: 'audience' },
      { identity: 'buyer', number: 2 },
      { identity: 'seller', seller: 'S1' },
    ] as const)
      expect(named(viewer)).toBeNull()
  })
})

test('X1: a lot that failed to sell exposes no bidder', () => {
  const room = open({ lots: [lotAt(1, { reserve: minor(130_000) })] })
  done(limit(room, 1, 5_000_000))
  done(bid(room, 1, 100_000))
  runOut(room)
  expect(exposed(room)).toBe(0)
})

test('C13: ceilings of a person who has left lapse, colleagues’ stay; on a lot whose time is over nothing moves', () => {
  const room = open({ lots: [lotAt(1), lotAt(2), lotAt(3)] })
  const [first, second] = ['account 0 of bidder:1', 'account 1 of bidder:1']
  done(ceiling(room, 1, 150_000))
  done(ceiling(room, 1, 150_000, 'linkLoss', 'lot-2'))
  room.pass(1_000)
  done(ceiling(room, 1, 150_000, 'standing', 'lot-3'))
  for (const actor of ['bidder:1', 'host', 'seller:S1'])
    expect(refused(room.give(actor, { type: 'departed', account: first })).refused).toBe('identity.not_allowed')
  const events = done(room.give('room', { type: 'departed', account: first }))
  expect(events).toMatchObject([
    { type: 'ceiling.dropped', lot: 'lot-1', number: 1, actor: 'room' },
    { type: 'ceiling.dropped', lot: 'lot-2', number: 1 },
  ])
  expect(lotIn(room, 'lot-3').ceilings[1]?.account).toBe(second)
  expect(done(room.give('room', { type: 'departed', account: first }))).toEqual([])
  // What it led before is the company's, and stands.
  expect(leader(room)).toEqual([1, 100_000])
  room.pass(179_100)
  expect(done(room.give('room', { type: 'departed', account: second }))).toEqual([])
})

test('C13: the company is told; of a ceiling that it drops itself it is not', () => {
  const room = open()
  done(ceiling(room, 1, 150_000))
  const [lapsed] = done(room.give('room', { type: 'departed', account: 'account 0 of bidder:1' }))
  expect(noticesOfEvent(lapsed!, 'hash', { before: null, after: room.state })).toMatchObject([
    { facts: { kind: 'ceilingLapsed', lot: 'lot-1' }, to: [{ company: 'c1' }] },
  ])
  done(ceiling(room, 1, 150_000))
  const [dropped] = done(room.give('bidder:1', { type: 'dropCeiling', lot: 'lot-1' }))
  expect(noticesOfEvent(dropped!, 'hash', { before: null, after: room.state })).toEqual([])
})

describe('a deposit', () => {
  // Seven yuan to the dollar.
  const worth = { CNY: minor(700), USD: minor(100) }
  function deposited(): Room {
    const room = open({
      lots: [lotAt(1), lotAt(2, { currency: 'USD', startPrice: minor(28_000), addRange: minor(1) })],
    })
    done(limit(room, 1, 7_000_000, { worth }))
    done(limit(room, 1, 1_000_000, { worth, currency: 'USD' }))
    return room
  }

  test('X9: counts once over all currencies', () => {
    const room = deposited()
    done(bid(room, 1, 500_000))
    expect(room.state.bidders[1]?.limits).toMatchObject({
      CNY: { most: 7_000_000, exposed: 5_000_000 },
      USD: { most: 1_000_000, exposed: 714_286 },
    })
    // 2,000,000 fen are left: 285,714 cents.
    expect(refused(bid(room, 1, 28_572, { lot: 'lot-2' }))).toEqual({
      refused: 'bid.over_limit',
      numbers: { left: 285_714 },
    })
    done(bid(room, 1, 28_571, { lot: 'lot-2' }))
    expect(exposed(room)).toBe(5_000_000 + 285_710 * 7)
    done(bid(room, 2, 501_000))
    expect(room.state.bidders[1]?.limits).toMatchObject({ CNY: { exposed: 1_999_970 }, USD: { exposed: 285_710 } })
  })

  test('X9, X3: a ceiling goes as far as what the other currency leaves', () => {
    const room = deposited()
    done(bid(room, 1, 500_000))
    done(ceiling(room, 1, 90_000, 'standing', 'lot-2'))
    expect(types(done(bid(room, 2, 28_571, { lot: 'lot-2' })))).toEqual(['bid', 'bid'])
    expect(leader(room, 'lot-2')).toEqual([1, 28_571])
    expect(types(done(bid(room, 2, 28_572, { lot: 'lot-2' })))).toEqual(['bid', 'ceiling.capped'])
  })

  test('X9: an operator’s plain limit stays one of its currency', () => {
    const room = deposited()
    done(limit(room, 1, 3_000_000))
    done(bid(room, 1, 99_000, { lot: 'lot-2' }))
    done(limit(room, 1, 7_000_000))
    expect(exposed(room)).toBe(0)
  })

  test('X5, X9: it is not lowered below what all currencies weigh; rates that are none are refused', () => {
    const room = deposited()
    done(bid(room, 1, 50_000, { lot: 'lot-2' }))
    expect(refused(limit(room, 1, 3_499_999, { worth }))).toEqual({
      refused: 'limit.below_exposed',
      numbers: { exposed: 3_500_000 },
    })
    for (const wrong of [{ USD: minor(1) }, { CNY: minor(0) }, { CNY: minor(1), USD: Number.NaN as Minor }])
      expect(refused(limit(room, 1, 7_000_000, { worth: wrong })).refused).toBe('limit.invalid')
  })
})

describe('at the edges', () => {
  const [first, second] = ['account 0 of bidder:1', 'account 1 of bidder:1']
  /** Half a cubic metre: half the price. */
  const half = () => open({ lots: [lotAt(1, { quantity: milli(500), addRange: minor(1) })] })

  test('X5: the least limit is one minor unit; none is set at admission for nought', () => {
    done(limit(open(), 1, 1))
    const room = published({ bidders: 0 })
    const limits = { CNY: minor(0), USD: minor(1), EUR: minor(2) }
    expect(done(room.give('room', { type: 'admit', standing: standing('x', { limits }) }))).toMatchObject([
      { type: 'bidder.admitted' },
      { type: 'limit.set', currency: 'USD', most: 1 },
      { type: 'limit.set', currency: 'EUR', most: 2 },
    ])
  })

  test('X5: nor one that no whole number is exact for: no view of it could be told', () => {
    const room = published({ bidders: 0 })
    const limits = { CNY: (2 ** 60) as Minor }
    expect(types(done(room.give('room', { type: 'admit', standing: standing('x', { limits }) })))).toEqual([
      'bidder.admitted',
    ])
  })

  test('X2: who has nothing left is told so', () => {
    const room = open()
    done(limit(room, 1, 1_000_000))
    done(bid(room, 1, 100_000))
    expect(refused(bid(room, 1, 100_000, { lot: 'lot-2' })).numbers).toEqual({ left: 0 })
  })

  test('P1: of two limits that are as near, the company’s is named', () => {
    const room = open()
    done(limit(room, 1, 500_000))
    done(limit(room, 1, 500_000, { account: first }))
    expect(refused(bid(room, 1, 100_000)).refused).toBe('bid.over_limit')
  })

  test('P1, C9: what one person leads with frees nothing of a colleague’s limit', () => {
    const room = open({ lots: [lotAt(1, { reserve: minor(130_000) })] })
    done(bid(room, 1, 100_000))
    room.pass(1_000)
    done(limit(room, 1, 1_200_000, { account: second }))
    done(ceiling(room, 1, 200_000))
    expect(lotIn(room).ceilings[1]?.account).toBe(second)
    room.pass(179_250)
    expect(types(tick(room))).toEqual(['ceiling.capped', 'lot.unsold'])
  })

  test('X3: a ceiling goes not a minor unit beyond the limit, however amounts are rounded', () => {
    const room = half()
    done(limit(room, 1, 50_000))
    done(bid(room, 2, 100_000))
    // Half of 100,001 is 50,000.5, which is 50,001.
    expect(types(done(ceiling(room, 1, 150_000)))).toEqual(['ceiling.set', 'ceiling.capped'])
  })

  test('X3: nor beyond itself, where the limit just carries it', () => {
    const room = open({ lots: [lotAt(1, { quantity: milli(1), addRange: minor(1) })] })
    done(limit(room, 1, 100))
    done(ceiling(room, 1, 100_000))
    expect(types(done(bid(room, 2, 100_001)))).toEqual(['bid'])
  })

  test('X3: down to the start price, and not below it', () => {
    const enough = open()
    done(limit(enough, 1, 1_000_000))
    expect(bidsIn(done(ceiling(enough, 1, 150_000)))).toEqual([[1, 100_000]])
    const short = open()
    done(limit(short, 1, 995_000))
    expect(types(done(ceiling(short, 1, 150_000)))).toEqual(['ceiling.set', 'ceiling.capped'])
  })

  test('X3, C5: what a limit leaves of a ceiling is on the grid, wherever that begins', () => {
    const room = open({ lots: [lotAt(1, { startPrice: minor(100_300) })] })
    done(limit(room, 1, 1_020_000))
    done(ceiling(room, 2, 110_300))
    expect(bidsIn(done(ceiling(room, 1, 150_300)))).toEqual([
      [1, 101_300],
      [2, 102_300],
    ])
  })

  test('X3: who is stopped at the very next price is told; told again when the limit is set anew', () => {
    const room = open()
    done(limit(room, 1, 1_005_000))
    done(bid(room, 2, 100_000))
    expect(types(done(ceiling(room, 1, 101_000)))).toEqual(['ceiling.set', 'ceiling.capped'])
    expect(tick(room)).toEqual([])
    done(limit(room, 1, 1_006_000))
    expect(types(tick(room))).toEqual(['ceiling.capped'])
    expect(tick(room)).toEqual([])
  })

  test('X1: a limit that is set late counts what its company has in its currency, and its person in person', () => {
    const room = open({ lots: [lotAt(1), lotAt(2, { currency: 'USD' }), lotAt(3)] })
    done(bid(room, 1, 100_000))
    done(bid(room, 1, 100_000, { lot: 'lot-2' }))
    room.pass(1_000)
    done(bid(room, 1, 110_000, { lot: 'lot-3' }))
    done(limit(room, 1, 9_000_000))
    for (const account of [first, second, 'third']) done(limit(room, 1, 9_000_000, { account }))
    expect(exposed(room)).toBe(2_100_000)
    const people = room.state.bidders[1]?.people ?? {}
    expect([first, second, 'third'].map((account) => people[account]?.CNY?.exposed)).toEqual([1_000_000, 1_100_000, 0])
  })

  test('P1: a person without a limit has none by bidding', () => {
    const room = open()
    done(limit(room, 1, 9_000_000))
    done(bid(room, 1, 100_000))
    expect(room.state.bidders[1]?.people).toEqual({})
  })

  test('X1: a lead on a lot that is held counts', () => {
    const room = open({ rule: { autoHold: true } })
    done(limit(room, 2, 9_000_000))
    done(bid(room, 1, 100_000))
    done(bid(room, 2, 101_000))
    expect(types(tick(room, { 1: 8_000, 2: 8_000 }))).toEqual(['lot.held'])
    expect(exposed(room, 2)).toBe(1_010_000)
  })

  test('X1, C9: who rises to the reserve is bound by that much', () => {
    const room = open({ lots: [lotAt(1, { reserve: minor(130_000) })] })
    done(limit(room, 1, 9_000_000))
    done(bid(room, 1, 100_000))
    done(ceiling(room, 1, 150_000))
    room.pass(180_250)
    expect(types(tick(room))).toEqual(['bid', 'lot.sold'])
    expect(exposed(room)).toBe(1_300_000)
  })

  test('X1, C7: met at one price, the lead binds the one who has it, named or not', () => {
    const room = open({ bidders: 2 })
    for (const number of [1, 2]) done(limit(room, number, 9_000_000))
    const capsOf = room.state
    const at = (number: number, price: number, state = capsOf) =>
      evolve(state, {
        type: 'bid',
        seq: state.seq + 1,
        at: room.now,
        actor: `bidder:${number}`,
        lot: 'lot-1',
        number,
        price: minor(price),
        deadline: lotIn(room).clock?.deadline ?? room.now,
        origin: null,
        account: null,
        clerk: null,
      })
    const tied = at(1, 120_000, at(2, 120_000))
    expect([1, 2].map((number) => tied.bidders[number]?.limits.CNY?.exposed)).toEqual([1_200_000, 0])
    expect(tied.bidders[1]?.people).toEqual({})
  })

  test('X1: an amount of one minor unit counts', () => {
    const room = open({ lots: [lotAt(1, { startPrice: minor(1_000), quantity: milli(1) })] })
    done(limit(room, 1, 1))
    done(bid(room, 1, 1_000))
    expect(exposed(room)).toBe(1)
  })

  test('R7: a bid copies no bidder whose limits do not count it', () => {
    const room = open()
    done(limit(room, 1, 5_000_000, { currency: 'USD' }))
    done(limit(room, 1, 5_000_000, { currency: 'USD', account: first }))
    const { bidders } = room.state
    done(bid(room, 1, 100_000))
    done(bid(room, 2, 101_000))
    expect(room.state.bidders).toBe(bidders)
  })

  test('X9: a limit does not count a currency that it has no rate for', () => {
    const room = open({ lots: [lotAt(1, { currency: 'USD' }), lotAt(2)] })
    done(limit(room, 1, 3_000_000, { worth: { CNY: minor(700) } }))
    done(bid(room, 1, 500_000))
    expect(exposed(room)).toBe(0)
    done(bid(room, 1, 300_000, { lot: 'lot-2' }))
    expect(exposed(room)).toBe(3_000_000)
  })

  test('X9: what weighs more than can be told exactly is above every limit', () => {
    const worth = { CNY: minor(2), USD: minor(1) }
    expect(weighed(Number.MAX_SAFE_INTEGER, 'USD', 'CNY', worth)).toBe(Number.MAX_SAFE_INTEGER)
  })

  test('X9: a parcel’s weight is rounded up, however little is over', () => {
    const worth = { CNY: minor(1), USD: minor(3) }
    expect([1, 3, 4, 5].map((amount) => weighed(amount, 'USD', 'CNY', worth))).toEqual([1, 1, 2, 2])
  })

  test('P1: a bid without an account counts against no account’s limit', () => {
    const room = open()
    done(limit(room, 1, 9_000_000, { account: 'null' }))
    const { clock } = lotIn(room)
    const state = evolve(room.state, {
      type: 'bid',
      seq: room.state.seq + 1,
      at: room.now,
      actor: 'bidder:1',
      lot: 'lot-1',
      number: 1,
      price: minor(100_000),
      deadline: clock?.deadline ?? room.now,
      origin: null,
      account: null,
      clerk: null,
    })
    expect(state.bidders[1]?.people['null']?.CNY?.exposed).toBe(0)
  })
})
