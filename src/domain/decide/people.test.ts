import { describe, expect, test } from 'vitest'
import type { Standing } from '../commands.ts'
import {
  bid,
  bidsIn,
  ceiling,
  done,
  leader,
  lotIn,
  negotiating,
  open,
  published,
  refused,
  runOut,
  tick,
  types,
} from '../testing/scene.ts'
import { Room } from '../testing/room.ts'
import { SIGN_UP_DEADLINE, standing } from '../testing/world.ts'
import { later, milli, minor } from '../units.ts'

const admit = (room: Room, company: string, over: Partial<Standing> = {}, actor = 'room') =>
  room.give(actor, { type: 'admit', standing: standing(company, over) })

describe('sign-up', () => {
  test('A4: numbers count from 1', () => {
    const room = published({ bidders: 0 })
    expect(done(admit(room, 'x', { flags: ['same bank account'] }))[0]).toMatchObject({
      type: 'bidder.admitted',
      number: 1,
      company: 'x',
      flags: ['same bank account'],
    })
    expect(done(admit(room, 'y', {}, 'operator'))[0]).toMatchObject({ number: 2 })
  })

  test.each([
    [{ status: 0 }, 'bidder.suspended'],
    [{ status: 2 }, 'bidder.not_certified'],
    [{ status: 3 }, 'bidder.not_certified'],
    [{ agreementInEffect: false }, 'bidder.no_agreement'],
  ] as const)('A4: %o: %s', (over, reason) => expect(refused(admit(published(), 'x', over)).refused).toBe(reason))

  test('A4: neither the session’s sellers nor its host’s company', () => {
    expect(refused(admit(published(), 'seller-co-1')).refused).toBe('bidder.sells_here')
    expect(refused(admit(published(), 'host-co')).refused).toBe('bidder.hosts_here')
  })

  test('A12: no company whose accounts hold operator’s rights; in practice it may', () => {
    expect(refused(admit(published(), 'x', { operates: true })).refused).toBe('bidder.operates_here')
    done(admit(published({ practice: true }), 'x', { operates: true }))
  })

  test('A2: the room itself withdraws no lot', () => {
    const room = open()
    const withdraw = (actor: string) => room.give(actor, { type: 'withdrawLot', lot: 'lot-1', reason: 'rotten' })
    expect(refused(withdraw('room')).refused).toBe('identity.not_allowed')
    done(withdraw('operator'))
  })

  test('A4: until the deadline, by the time of receipt', () => {
    const room = published()
    room.now = later(SIGN_UP_DEADLINE, 100)
    expect(refused(admit(room, 'x'))).toEqual({
      refused: 'session.sign_up_closed',
      numbers: { closedAt: SIGN_UP_DEADLINE },
    })
    done(room.give('room', { type: 'admit', standing: standing('x') }, 101))
  })

  test('A4, A7: an application in time is decided later as well, whenever the operator comes to it', () => {
    const room = open()
    const at = (ms: number) => ({ appliedAt: later(SIGN_UP_DEADLINE, ms) })
    expect(done(admit(room, 'x', at(-1), 'operator'))[0]).toMatchObject({ number: 5, company: 'x', at: room.now })
    expect(refused(admit(room, 'y', at(0), 'operator')).refused).toBe('session.sign_up_closed')
  })

  test('A5: once only; a second time the bidder is told its number', () => {
    expect(refused(admit(published(), 'c3'))).toEqual({ refused: 'bidder.already_admitted', numbers: { number: 3 } })
  })

  test('A5: dismissed and admitted again, a bidder keeps its number, even after the deadline', () => {
    const room = open()
    done(room.give('operator', { type: 'dismiss', number: 2, reason: 'unpaid' }))
    expect(done(admit(room, 'c2', {}, 'operator'))[0]).toMatchObject({ number: 2 })
    done(bid(room, 2, 100_000))
    expect(refused(admit(room, 'x', {}, 'operator')).refused).toBe('session.sign_up_closed')
  })

  test('A6: a practice session takes anyone at any time, but the suspended, its sellers and its host', () => {
    const room = open({ practice: true })
    done(admit(room, 'x', { status: 2, agreementInEffect: false }))
    expect(refused(admit(room, 'y', { status: 0 })).refused).toBe('bidder.suspended')
    expect(refused(admit(room, 'seller-co-2')).refused).toBe('bidder.sells_here')
    expect(refused(admit(room, 'host-co')).refused).toBe('bidder.hosts_here')
  })

  test('A2, S1: by room and operator, in a session that is', () => {
    for (const actor of ['host', 'bidder:1', 'seller:S1', 'audience'])
      expect(refused(admit(published(), 'x', {}, actor)).refused).toBe('identity.not_allowed')
    expect(refused(admit(new Room(), 'x')).refused).toBe('session.not_found')
  })
})

const offer = (room: Room, number: number, id: string, lot = 'lot-1') =>
  room.give(`bidder:${number}`, {
    type: 'offer',
    offer: id,
    lot,
    price: minor(90_000),
    quantity: milli(4_000),
    deliveryDate: '2027-01-01',
    note: '',
    expiresAt: later(room.now, 60_000),
    answers: null,
  })

describe('dismissal', () => {
  test('A8, V6: the bidder’s leading bids are struck, its ceilings and offers lapse', () => {
    const room = open()
    done(bid(room, 1, 100_000))
    done(ceiling(room, 2, 150_000))
    const events = done(room.give('operator', { type: 'dismiss', number: 2, reason: 'unpaid' }))
    expect(types(events)).toEqual(['bidder.dismissed', 'bid.voided'])
    expect(events[1]).toMatchObject({ actor: 'operator', number: 2, reason: 'unpaid', restored: { number: 1 } })
    expect(leader(room)).toEqual([1, 100_000])
    expect(lotIn(room).ceilings).toEqual({})
  })

  test('A8: with a reason, of an admitted bidder', () => {
    const room = published()
    expect(refused(room.give('operator', { type: 'dismiss', number: 1, reason: ' ' })).refused).toBe(
      'bid.reason_required',
    )
    expect(refused(room.give('operator', { type: 'dismiss', number: 9, reason: 'x' })).refused).toBe(
      'bidder.not_admitted',
    )
    done(room.give('host', { type: 'dismiss', number: 1, reason: 'x' }))
    expect(refused(room.give('operator', { type: 'dismiss', number: 1, reason: 'x' })).refused).toBe(
      'bidder.not_admitted',
    )
    expect(refused(room.give('bidder:2', { type: 'dismiss', number: 2, reason: 'x' })).refused).toBe(
      'identity.not_allowed',
    )
    expect(refused(new Room().give('operator', { type: 'dismiss', number: 2, reason: 'x' })).refused).toBe(
      'session.not_found',
    )
  })

  test('A8: deals stand', () => {
    const room = open()
    done(bid(room, 1, 100_000))
    runOut(room)
    expect(types(done(room.give('operator', { type: 'dismiss', number: 1, reason: 'rude' })))).toEqual([
      'bidder.dismissed',
    ])
    expect(lotIn(room).deal?.onHold).toBe(false)
  })
})

describe('suspension', () => {
  const suspend = (room: Room, company: string, reason = 'fraud') =>
    room.give('operator', { type: 'suspend', company, reason })

  test('V6: the bidder’s bids go until another bidder leads; bids of others that they caused stand', () => {
    const room = open()
    done(ceiling(room, 1, 150_000))
    done(bid(room, 2, 120_000))
    done(bid(room, 2, 160_000))
    expect(types(done(suspend(room, 'c2')))).toEqual(['bidder.suspended', 'bid.voided'])
    expect(leader(room)).toEqual([1, 121_000])
  })

  test('V6: several of the bidder’s bids on top go in one act', () => {
    const room = open()
    done(ceiling(room, 1, 110_000))
    const [challenge] = done(bid(room, 2, 110_000))
    expect(leader(room)).toEqual([1, 110_000])
    done(suspend(room, 'c1'))
    expect(leader(room)).toEqual([2, 110_000])
    const [, voided] = done(suspend(room, 'c2'))
    // The bid below is bidder 1's, who is out as well.
    expect(voided).toMatchObject({
      type: 'bid.voided',
      struck: [challenge?.seq, (challenge?.seq ?? 0) - 1],
      restored: null,
      account: null,
    })
    expect(leader(room)).toBeNull()
  })

  test('A9: the bidder’s deals are held for the operator; giving it again changes nothing', () => {
    const room = open()
    done(bid(room, 1, 100_000))
    runOut(room)
    expect(done(suspend(room, 'c1', ''))).toMatchObject([
      { type: 'bidder.suspended' },
      { type: 'deal.held', lot: 'lot-1', number: 1 },
    ])
    expect(lotIn(room).deal?.onHold).toBe(true)
    expect(done(suspend(room, 'c1'))).toEqual([])
  })

  test('A9: a deal that the operator released stays released when the suspension is given again', () => {
    const room = open()
    done(bid(room, 1, 100_000))
    runOut(room)
    done(suspend(room, 'c1'))
    done(room.give('operator', { type: 'releaseDeal', lot: 'lot-1', reason: 'paid' }))
    expect(done(suspend(room, 'c1'))).toEqual([])
    expect(lotIn(room).deal?.onHold).toBe(false)
  })

  test('A9: after a dismissal the bidder’s deals are held still', () => {
    const room = open()
    done(bid(room, 1, 100_000))
    runOut(room)
    done(room.give('operator', { type: 'dismiss', number: 1, reason: 'rude' }))
    expect(types(done(suspend(room, 'c1')))).toEqual(['deal.held'])
  })

  test('A9: the bidder’s live offers lapse', () => {
    const room = negotiating()
    done(offer(room, 1, 'o1'))
    done(offer(room, 2, 'o2'))
    expect(done(suspend(room, 'c1'))).toMatchObject([
      { type: 'bidder.suspended' },
      { type: 'offer.ended', offer: 'o1', status: 'lapsed', actor: 'room' },
    ])
    expect(room.state.offers['o2']?.status).toBe('live')
  })

  test('A9: a seller’s lots go, with their bids and offers; its sold lots are held', () => {
    const room = open()
    done(bid(room, 1, 100_000))
    done(bid(room, 1, 100_000, { lot: 'lot-2' }))
    room.pass(100_000)
    done(suspend(room, 'seller-co-2'))
    expect(lotIn(room, 'lot-2')).toMatchObject({
      status: 'withdrawn',
      withdrawnBecause: 'fraud',
      leading: null,
      bidCount: 0,
      clock: null,
    })
    runOut(room)
    expect(types(done(suspend(room, 'seller-co-1')))).toEqual(['seller.suspended', 'deal.held'])
    expect(done(suspend(room, 'seller-co-1'))).toEqual([])
    expect(refused(room.give('seller:S1', { type: 'say', text: 'Why?' })).refused).toBe('bidder.suspended')
  })

  test('A9, L7: a seller’s offers lapse with its lots', () => {
    const room = negotiating()
    done(offer(room, 1, 'o1'))
    expect(types(done(suspend(room, 'seller-co-1')))).toEqual(['seller.suspended', 'offer.ended', 'lot.withdrawn'])
  })

  test('A9: a company without a part here', () => {
    expect(done(suspend(open(), 'somebody'))).toEqual([])
    expect(refused(open().give('bidder:1', { type: 'suspend', company: 'c2', reason: 'rival' })).refused).toBe(
      'identity.not_allowed',
    )
    expect(refused(suspend(new Room(), 'c1')).refused).toBe('session.not_found')
  })

  test('C12, A9: the others’ ceilings go on from the price that stands again', () => {
    const room = open()
    done(ceiling(room, 1, 110_000))
    done(ceiling(room, 2, 120_000, 'linkLoss'))
    done(bid(room, 3, 130_000))
    done(suspend(room, 'c3'))
    expect(leader(room)).toEqual([1, 100_000])
    expect(bidsIn(tick(room, { 2: 8_000 }))).toEqual([[2, 111_000]])
  })
})

describe('withdrawing a lot', () => {
  const withdraw = (room: Room, lot: string, reason = 'rotten', actor = 'host') =>
    room.give(actor, { type: 'withdrawLot', lot, reason })

  test('L7: with a reason, until it has ended; its bids lapse', () => {
    const room = open()
    done(bid(room, 1, 100_000))
    expect(refused(withdraw(room, 'lot-1', ' ')).refused).toBe('bid.reason_required')
    expect(refused(withdraw(room, 'lot-9')).refused).toBe('lot.not_found')
    expect(refused(withdraw(room, 'lot-1', 'mine', 'seller:S1')).refused).toBe('identity.not_allowed')
    done(withdraw(room, 'lot-1', 'rotten', 'operator'))
    expect(lotIn(room)).toMatchObject({ status: 'withdrawn', withdrawnBecause: 'rotten', leading: null })
    expect(refused(withdraw(room, 'lot-1')).refused).toBe('lot.has_ended')
    expect(refused(withdraw(new Room(), 'lot-1')).refused).toBe('session.not_found')
  })

  test('L7: not after a deal', () => {
    const room = open()
    done(bid(room, 1, 100_000))
    runOut(room)
    expect(refused(withdraw(room, 'lot-1')).refused).toBe('lot.has_ended')
    done(withdraw(room, 'lot-2'))
  })
})

test('V6, A8: who leads a lot that is held and is dismissed leads it no more', () => {
  const room = open({ rule: { autoHold: true } })
  done(bid(room, 1, 100_000))
  done(bid(room, 2, 101_000))
  expect(types(tick(room, { 1: 8_000, 2: 8_000 }))).toEqual(['lot.held'])
  expect(types(done(room.give('operator', { type: 'dismiss', number: 2, reason: 'unpaid' })))).toEqual([
    'bidder.dismissed',
    'bid.voided',
  ])
  expect(leader(room)).toEqual([1, 100_000])
})

test('A1: names that every object has are neither sellers, bidders nor offers', () => {
  const room = negotiating()
  for (const name of ['constructor', 'toString', 'hasOwnProperty']) {
    expect(refused(room.give(`seller:${name}`, { type: 'withdrawOffer', offer: 'o1' })).refused).toBe(
      'identity.not_allowed',
    )
    expect(refused(room.give('bidder:1', { type: 'withdrawOffer', offer: name })).refused).toBe('offer.not_live')
  }
})
