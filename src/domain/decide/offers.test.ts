import { describe, expect, test } from 'vitest'
import type { PersonCommand } from '../commands.ts'
import { Lots } from '../lots.ts'
import { bid, done, lotIn, negotiating, open, refused, runOut, tick, types } from '../testing/scene.ts'
import type { Room } from '../testing/room.ts'
import { accountOf, lotAt } from '../testing/world.ts'
import { later, milli, minor } from '../units.ts'

type Offer = Extract<PersonCommand, { type: 'offer' }>

const make = (room: Room, actor: string, offer: string, over: Partial<Offer> = {}) =>
  room.give(actor, {
    type: 'offer',
    offer,
    lot: 'lot-1',
    price: minor(80_000),
    quantity: milli(10_000),
    deliveryDate: '2027-01-01',
    note: 'as seen',
    expiresAt: later(room.now, 60_000),
    answers: null,
    ...over,
  })
const counter = (room: Room, offer: string, answers: string | null, over: Partial<Offer> = {}) =>
  make(room, 'seller:S1', offer, { price: minor(95_000), answers, ...over })
const answer = (
  room: Room,
  actor: string,
  type: 'acceptOffer' | 'declineOffer',
  offer: string,
  revision = 1,
  lateBy = 0,
) => room.give(actor, { type, offer, revision }, lateBy)
const accept = (room: Room, actor: string, offer: string, revision = 1) =>
  answer(room, actor, 'acceptOffer', offer, revision)
const withdraw = (room: Room, actor: string, offer: string) => room.give(actor, { type: 'withdrawOffer', offer })
const status = (room: Room, offer: string) => room.state.offers[offer]?.status ?? 'ended'

describe('making an offer', () => {
  test('N2: has price, quantity, date, note and end, and goes to the lot’s seller', () => {
    const room = negotiating()
    expect(done(make(room, 'bidder:2', 'o1'))).toEqual([
      {
        type: 'offer.made',
        seq: room.state.seq,
        at: room.now,
        actor: 'bidder:2',
        offer: 'o1',
        lot: 'lot-1',
        revision: 1,
        from: 'buyer',
        number: 2,
        seller: 'S1',
        price: 80_000,
        quantity: 10_000,
        deliveryDate: '2027-01-01',
        note: 'as seen',
        expiresAt: room.now + 60_000,
        answers: null,
        account: accountOf('bidder:2', room.now),
      },
    ])
  })

  test('N1: only in negotiation, on unsold lots', () => {
    const bidding = open()
    expect(refused(make(bidding, 'bidder:1', 'o1')).refused).toBe('stage.not_negotiation')
    done(bid(bidding, 1, 100_000))
    runOut(bidding)
    done(bidding.give('host', { type: 'adjustStage', minutes: null }))
    expect(refused(make(bidding, 'bidder:1', 'o1')).refused).toBe('offer.lot_not_on_offer')
    done(make(bidding, 'bidder:1', 'o1', { lot: 'lot-2' }))
    expect(refused(make(bidding, 'bidder:1', 'o2', { lot: 'lot-9' })).refused).toBe('lot.not_found')
  })

  test('N1, R3: not from the stage’s end on, by the time of receipt', () => {
    const room = negotiating()
    room.pass(600_000)
    expect(refused(make(room, 'bidder:1', 'o1')).refused).toBe('stage.not_negotiation')
  })

  test.each<[Partial<Offer>, string]>([
    [{ price: minor(0) }, 'offer.price_invalid'],
    [{ quantity: milli(0) }, 'offer.quantity_invalid'],
    [{ quantity: milli(10_001) }, 'offer.quantity_invalid'],
    [{ deliveryDate: '' }, 'lot.delivery_date_required'],
    [{ deliveryDate: 'soon' }, 'lot.delivery_date_required'],
    [{ deliveryDate: '2026-11-19' }, 'lot.delivery_date_past'],
  ])('N2: %o: %s', (over, reason) => expect(refused(make(negotiating(), 'bidder:1', 'o1', over)).refused).toBe(reason))

  test('L8: pieces are offered whole', () => {
    const room = negotiating({ lots: [lotAt(1, { unit: 'piece' })] })
    expect(refused(make(room, 'bidder:1', 'o1', { quantity: milli(1_500) })).refused).toBe('offer.pieces_whole')
    done(make(room, 'bidder:1', 'o1', { quantity: milli(2_000) }))
  })

  test('N2: ends after now, and not after the stage', () => {
    const room = negotiating()
    const latestAt = room.now + 600_000
    expect(refused(make(room, 'bidder:1', 'o1', { expiresAt: room.now }))).toEqual({
      refused: 'offer.expiry_invalid',
      numbers: { latestAt },
    })
    expect(refused(make(room, 'bidder:1', 'o1', { expiresAt: later(room.now, 600_001) })).refused).toBe(
      'offer.expiry_invalid',
    )
    done(make(room, 'bidder:1', 'o1', { expiresAt: later(room.now, 600_000) }))
  })

  test('N3: under its id it is revised', () => {
    const room = negotiating()
    done(make(room, 'bidder:1', 'o1'))
    expect(done(make(room, 'bidder:1', 'o1', { price: minor(85_000) }))).toMatchObject([
      { type: 'offer.made', offer: 'o1', revision: 2, price: 85_000 },
    ])
  })

  test('N3: under another it replaces the old one', () => {
    const room = negotiating()
    done(make(room, 'bidder:1', 'o1'))
    expect(done(make(room, 'bidder:1', 'o2'))).toMatchObject([
      { type: 'offer.ended', offer: 'o1', status: 'withdrawn', actor: 'bidder:1' },
      { type: 'offer.made', offer: 'o2', revision: 1 },
    ])
    done(make(room, 'bidder:1', 'o3', { lot: 'lot-2' }))
    expect(status(room, 'o2')).toBe('live')
  })

  test('N3: no id that is another’s or another lot’s', () => {
    const room = negotiating()
    done(make(room, 'bidder:1', 'o1'))
    expect(refused(make(room, 'bidder:2', 'o1')).refused).toBe('offer.not_party')
    expect(refused(make(room, 'bidder:1', 'o1', { lot: 'lot-2' })).refused).toBe('offer.not_party')
  })

  test('N6: what has expired is on record as lapsed before a new one is made', () => {
    const room = negotiating()
    done(make(room, 'bidder:1', 'o1'))
    room.pass(60_000)
    expect(done(make(room, 'bidder:1', 'o2'))).toMatchObject([{ offer: 'o1', status: 'lapsed' }, { offer: 'o2' }])
  })

  test('A1, A3: by admitted bidders; sellers only counter', () => {
    const room = negotiating()
    for (const actor of ['host', 'operator', 'audience', 'seller:S9'])
      expect(refused(make(room, actor, 'o1')).refused).toBe('identity.not_allowed')
    expect(refused(make(room, 'bidder:9', 'o1')).refused).toBe('bidder.not_admitted')
    expect(refused(counter(room, 'k1', null)).refused).toBe('offer.none')
  })

  test('N2: a seller does not offer for its own lot', () => {
    const room = negotiating()
    const bidder = room.state.bidders[1]
    if (bidder === undefined) throw new Error('no bidder')
    room.state = { ...room.state, bidders: { ...room.state.bidders, 1: { ...bidder, company: 'seller-co-1' } } }
    expect(refused(make(room, 'bidder:1', 'o1')).refused).toBe('bid.own_lot')
  })
})

describe('countering', () => {
  test('N4: the seller counters a buyer’s live offer, which is then countered', () => {
    const room = negotiating()
    done(make(room, 'bidder:2', 'o1'))
    expect(done(counter(room, 'k1', 'o1'))).toMatchObject([
      { type: 'offer.made', offer: 'k1', from: 'seller', number: 2, seller: 'S1', revision: 1, answers: 'o1' },
    ])
    expect([status(room, 'o1'), status(room, 'k1')]).toEqual(['ended', 'live'])
  })

  test('N4, L4: within the seller’s band', () => {
    const room = negotiating()
    done(make(room, 'bidder:2', 'o1'))
    expect(refused(counter(room, 'k1', 'o1', { price: minor(110_001) }))).toEqual({
      refused: 'lot.price_out_of_band',
      numbers: { low: 90_000, high: 110_000 },
    })
    expect(refused(counter(room, 'k1', 'o1', { price: minor(89_999) })).refused).toBe('lot.price_out_of_band')
    done(counter(room, 'k1', 'o1', { price: minor(90_000) }))
    done(counter(room, 'k1', 'o1', { price: minor(110_000) }))
  })

  test('N4: one live counter per lot', () => {
    const room = negotiating()
    done(make(room, 'bidder:1', 'o1'))
    done(make(room, 'bidder:2', 'o2'))
    done(counter(room, 'k1', 'o1'))
    expect(refused(counter(room, 'k2', 'o2')).refused).toBe('offer.counter_exists')
    done(answer(room, 'bidder:1', 'declineOffer', 'k1'))
    done(counter(room, 'k2', 'o2'))
  })

  test('N4: an expired counter stands in no bidder’s way', () => {
    const room = negotiating()
    done(make(room, 'bidder:1', 'o1'))
    done(make(room, 'bidder:2', 'o2', { expiresAt: later(room.now, 300_000) }))
    done(counter(room, 'k1', 'o1'))
    room.pass(60_000)
    expect(types(done(counter(room, 'k2', 'o2')))).toEqual(['offer.ended', 'offer.made'])
  })

  test('N4: the seller revises it under its id, and need not name the answered offer again', () => {
    const room = negotiating()
    done(make(room, 'bidder:2', 'o1'))
    done(counter(room, 'k1', 'o1'))
    for (const answers of ['o1', null]) done(counter(room, 'k1', answers, { price: minor(93_000) }))
    expect(room.state.offers['k1']).toMatchObject({ revision: 3, number: 2, price: 93_000 })
    done(make(room, 'bidder:3', 'o3'))
    expect(refused(counter(room, 'o3', null)).refused).toBe('offer.not_party')
  })

  test('N11: a counter to one buyer cannot be revised into one to another', () => {
    const room = negotiating()
    done(make(room, 'bidder:2', 'o2'))
    done(make(room, 'bidder:3', 'o3'))
    done(counter(room, 'k2', 'o2'))
    expect(refused(counter(room, 'k2', 'o3')).refused).toBe('offer.not_party')
    expect(refused(counter(room, 'k2', 'none')).refused).toBe('offer.not_live')
    done(make(room, 'bidder:2', 'o4'))
    for (const answers of ['o2', null, 'o4']) done(counter(room, 'k2', answers, { price: minor(93_000) }))
    expect([room.state.offers['k2']?.number, status(room, 'o3')]).toEqual([2, 'live'])
    expect(room.state.offers['k2']?.answers).toBe('o4')
  })

  test('N4: the seller’s own lot, a buyer’s offer on it, and one that lives', () => {
    const room = negotiating()
    expect(refused(counter(room, 'k1', 'o1')).refused).toBe('offer.none')
    done(make(room, 'bidder:1', 'o1'))
    expect(refused(make(room, 'seller:S2', 'k1', { price: minor(95_000), answers: 'o1' })).refused).toBe(
      'lot.not_yours',
    )
    expect(refused(counter(room, 'k1', 'o9')).refused).toBe('offer.not_live')
    done(make(room, 'bidder:1', 'p1', { lot: 'lot-2' }))
    expect(refused(counter(room, 'k1', 'p1')).refused).toBe('offer.not_party')
    done(withdraw(room, 'bidder:1', 'o1'))
    for (const answers of [null, 'o1']) expect(refused(counter(room, 'k1', answers)).refused).toBe('offer.none')
  })

  test('N5: the buyer answers a counter with a new offer', () => {
    const room = negotiating()
    done(make(room, 'bidder:2', 'o1'))
    done(counter(room, 'k1', 'o1'))
    expect(refused(make(room, 'bidder:1', 'o2', { answers: 'k1' })).refused).toBe('offer.not_party')
    expect(refused(make(room, 'bidder:2', 'o2', { answers: 'k9' })).refused).toBe('offer.not_live')
    done(make(room, 'bidder:2', 'o0'))
    expect(refused(make(room, 'bidder:2', 'o2', { answers: 'o0' })).refused).toBe('offer.not_party')
    done(make(room, 'bidder:2', 'o2', { answers: 'k1' }))
    expect([status(room, 'k1'), status(room, 'o2')]).toEqual(['ended', 'live'])
    expect(refused(make(room, 'bidder:2', 'o3', { answers: 'k1' })).refused).toBe('offer.not_live')
  })
})

describe('answering', () => {
  test('N8: the seller accepts; the lot’s other offers lapse', () => {
    const room = negotiating()
    done(make(room, 'bidder:1', 'o1'))
    done(make(room, 'bidder:2', 'o2'))
    done(make(room, 'bidder:2', 'p2', { lot: 'lot-2' }))
    expect(done(accept(room, 'seller:S1', 'o1'))).toMatchObject([
      { type: 'offer.ended', offer: 'o1', status: 'accepted', actor: 'seller:S1' },
      {
        type: 'lot.sold',
        lot: 'lot-1',
        number: 1,
        price: 80_000,
        quantity: 10_000,
        amount: 800_000,
        company: 'c1',
        offer: 'o1',
      },
      { type: 'offer.ended', offer: 'o2', status: 'lapsed', actor: 'room' },
    ])
    expect(status(room, 'p2')).toBe('live')
    expect(refused(accept(room, 'seller:S1', 'o2')).refused).toBe('offer.not_live')
  })

  test('N7: a counter is accepted by the buyer it is addressed to, an offer by the seller', () => {
    const room = negotiating()
    done(make(room, 'bidder:2', 'o1'))
    for (const actor of ['bidder:2', 'bidder:1', 'seller:S2'])
      expect(refused(accept(room, actor, 'o1')).refused).toBe('offer.not_party')
    done(counter(room, 'k1', 'o1'))
    for (const actor of ['seller:S1', 'bidder:1'])
      expect(refused(accept(room, actor, 'k1')).refused).toBe('offer.not_party')
    done(accept(room, 'bidder:2', 'k1'))
    expect(lotIn(room).deal).toMatchObject({ number: 2, price: 95_000 })
  })

  test('N7: in the revision that was seen', () => {
    const room = negotiating()
    done(make(room, 'bidder:1', 'o1'))
    done(make(room, 'bidder:1', 'o1', { price: minor(70_000) }))
    expect(refused(accept(room, 'seller:S1', 'o1'))).toEqual({
      refused: 'offer.revision_changed',
      numbers: { revision: 2 },
    })
    expect(refused(answer(room, 'seller:S1', 'declineOffer', 'o1', 3)).refused).toBe('offer.revision_changed')
    done(accept(room, 'seller:S1', 'o1', 2))
  })

  test('N6: received in time is good until the lapse is in the log, received late is not even before', () => {
    const room = negotiating()
    done(make(room, 'bidder:1', 'o1'))
    room.pass(60_100)
    expect(tick(room)).toEqual([])
    expect(refused(answer(room, 'seller:S1', 'acceptOffer', 'o1', 1, 100)).refused).toBe('offer.not_live')
    done(answer(room, 'seller:S1', 'acceptOffer', 'o1', 1, 101))
  })

  test('N6: it lapses by tick', () => {
    const room = negotiating()
    done(make(room, 'bidder:1', 'o1'))
    room.pass(60_250)
    expect(tick(room)).toMatchObject([{ type: 'offer.ended', offer: 'o1', number: 1, seller: 'S1', status: 'lapsed' }])
    expect(refused(answer(room, 'seller:S1', 'acceptOffer', 'o1', 1, 1_000)).refused).toBe('offer.not_live')
  })

  test('N7: the other side declines, the maker withdraws', () => {
    const room = negotiating()
    done(make(room, 'bidder:1', 'o1'))
    expect(refused(answer(room, 'bidder:1', 'declineOffer', 'o1')).refused).toBe('offer.not_party')
    expect(refused(withdraw(room, 'seller:S1', 'o1')).refused).toBe('offer.not_party')
    expect(done(answer(room, 'seller:S1', 'declineOffer', 'o1'))).toMatchObject([
      { status: 'declined', actor: 'seller:S1' },
    ])
    expect(refused(withdraw(room, 'bidder:1', 'o1')).refused).toBe('offer.not_live')
    done(make(room, 'bidder:1', 'o2'))
    expect(done(withdraw(room, 'bidder:1', 'o2'))).toMatchObject([{ status: 'withdrawn', actor: 'bidder:1' }])
    expect(lotIn(room).status).toBe('unsold')
  })

  test('T3: taking back is possible while closed', () => {
    const room = negotiating()
    done(make(room, 'bidder:1', 'o1'))
    done(room.give('host', { type: 'closeTemporarily', message: 'Wait.' }))
    expect(refused(make(room, 'bidder:1', 'o1')).refused).toBe('session.closed')
    done(withdraw(room, 'bidder:1', 'o1'))
  })

  test('N10, A1: who has nothing to answer', () => {
    const room = negotiating()
    expect(refused(accept(room, 'seller:S1', 'o1')).refused).toBe('offer.none')
    expect(refused(answer(room, 'seller:S1', 'declineOffer', 'o1')).refused).toBe('offer.none')
    expect(refused(accept(room, 'bidder:1', 'o1')).refused).toBe('offer.not_live')
    expect(refused(accept(room, 'host', 'o1')).refused).toBe('identity.not_allowed')
    expect(refused(withdraw(room, 'audience', 'o1')).refused).toBe('identity.not_allowed')
    expect(refused(accept(open(), 'seller:S1', 'o1')).refused).toBe('offer.none')
  })
})

describe('partial quantities', () => {
  test('N9: the part is split off and sold, the rest stays on offer', () => {
    const room = negotiating()
    done(make(room, 'bidder:1', 'o1', { quantity: milli(4_000) }))
    expect(done(accept(room, 'seller:S1', 'o1'))).toMatchObject([
      { type: 'offer.ended' },
      { type: 'lot.split', lot: 'lot-1', child: 'lot-1.1', quantity: 4_000 },
      { type: 'lot.sold', lot: 'lot-1.1', quantity: 4_000, amount: 320_000 },
    ])
    expect(lotIn(room)).toMatchObject({ status: 'unsold', quantity: 6_000, children: 1, deal: null })
    expect(lotIn(room, 'lot-1.1')).toMatchObject({
      status: 'sold',
      quantity: 4_000,
      bidsMade: 0,
      parent: 'lot-1',
      position: 1,
      seller: 'S1',
    })
    expect(room.state.lotOrder).toEqual(['lot-1', 'lot-1.1', 'lot-2'])
    expect(Array.from(room.state.lots, ({ lot }) => lot)).toEqual(room.state.lotOrder)
    expect(refused(make(room, 'bidder:2', 'o2', { quantity: milli(6_001) }))).toEqual({
      refused: 'offer.quantity_invalid',
      numbers: { most: 6_000 },
    })
    done(make(room, 'bidder:2', 'o2', { quantity: milli(1_000) }))
    done(accept(room, 'seller:S1', 'o2'))
    expect(room.state.lotOrder).toEqual(['lot-1', 'lot-1.1', 'lot-1.2', 'lot-2'])
  })

  test('N9: a child’s number steps aside for a lot that bears it already', () => {
    const room = negotiating()
    const taken = lotIn(room, 'lot-2')
    room.state = {
      ...room.state,
      lots: Lots.of([...room.state.lots, { ...taken, lot: 'lot-1.1' }]),
      lotOrder: [...room.state.lotOrder, 'lot-1.1'],
    }
    done(make(room, 'bidder:1', 'o1', { quantity: milli(4_000) }))
    done(accept(room, 'seller:S1', 'o1'))
    expect(lotIn(room, 'lot-1.2').quantity).toBe(4_000)
  })
})

describe('many offers', () => {
  test('N12: one party makes twenty on a lot to the same other, revisions counted', () => {
    const room = negotiating()
    for (let i = 0; i < 19; i++) done(make(room, 'bidder:1', i % 2 === 0 ? 'o1' : `o${i}`))
    done(make(room, 'bidder:1', 'o-last'))
    expect(refused(make(room, 'bidder:1', 'o-last'))).toEqual({ refused: 'offer.too_many', numbers: { most: 20 } })
    done(make(room, 'bidder:1', 'p1', { lot: 'lot-2' }))
    for (let i = 0; i < 20; i++) done(counter(room, 'k1', i === 0 ? 'o-last' : null))
    expect(refused(counter(room, 'k1', null)).refused).toBe('offer.too_many')
    done(make(room, 'bidder:2', 'q1'))
    done(answer(room, 'bidder:1', 'declineOffer', 'k1', 20))
    done(counter(room, 'k2', 'q1'))
  })

  test('N13: what has ended leaves the state, and the index of its lot', () => {
    const room = negotiating()
    done(make(room, 'bidder:1', 'o1'))
    done(make(room, 'bidder:2', 'o2'))
    expect(lotIn(room).book?.offers).toEqual(['o1', 'o2'])
    done(withdraw(room, 'bidder:1', 'o1'))
    done(counter(room, 'k2', 'o2'))
    expect([Object.keys(room.state.offers), lotIn(room).book?.offers]).toEqual([['k2'], ['k2']])
    expect(refused(withdraw(room, 'bidder:1', 'o1')).refused).toBe('offer.not_live')
  })
})

describe('at the edges', () => {
  test('P2, N8: the deal is of the buyer’s person, who offered or who accepts', () => {
    const offered = negotiating()
    done(make(offered, 'bidder:2', 'o1'))
    const maker = accountOf('bidder:2', offered.now)
    offered.pass(1_000)
    done(accept(offered, 'seller:S1', 'o1'))
    expect(lotIn(offered).deal?.account).toBe(maker)

    const countered = negotiating()
    done(make(countered, 'bidder:2', 'o1'))
    done(counter(countered, 'k1', 'o1'))
    countered.pass(1_000)
    done(accept(countered, 'bidder:2', 'k1'))
    expect(lotIn(countered).deal?.account).toBe(accountOf('bidder:2', countered.now))
    expect(lotIn(countered).deal?.account).not.toBe(accountOf('bidder:2', later(countered.now, -1_000)))
  })

  test('N6: an offer that has expired is neither taken back, revised nor answered', () => {
    const room = negotiating()
    done(make(room, 'bidder:1', 'o1'))
    done(make(room, 'bidder:2', 'o2', { expiresAt: later(room.now, 300_000) }))
    room.pass(60_000)
    const late = [withdraw(room, 'bidder:1', 'o1'), make(room, 'bidder:1', 'o1'), counter(room, 'k1', 'o1')]
    for (const decision of late) expect(refused(decision).refused).toBe('offer.not_live')
    expect(status(room, 'o1')).toBe('live')
  })

  test('N11: a revised counter does not name the same buyer’s offer on another lot', () => {
    const room = negotiating({ lots: [lotAt(1), lotAt(3)] })
    done(make(room, 'bidder:1', 'o1'))
    done(make(room, 'bidder:1', 'o3', { lot: 'lot-3' }))
    done(counter(room, 'k1', 'o1'))
    expect(refused(counter(room, 'k1', 'o3')).refused).toBe('offer.not_party')
  })

  test('N4: a counter that is revised without naming its offer answers that one still', () => {
    const room = negotiating()
    done(make(room, 'bidder:1', 'o1'))
    expect(room.state.offers['o1']?.answers).toBeNull()
    done(counter(room, 'k1', 'o1'))
    done(counter(room, 'k1', null, { price: minor(96_000) }))
    expect(room.state.offers['k1']).toMatchObject({ revision: 2, answers: 'o1' })
    done(counter(room, 'k1', 'o1', { price: minor(97_000) }))
  })

  test('N3, L7: an offer that was revised ends once', () => {
    const room = negotiating()
    done(make(room, 'bidder:1', 'o1'))
    done(make(room, 'bidder:1', 'o1', { price: minor(85_000) }))
    expect(types(done(room.give('host', { type: 'withdrawLot', lot: 'lot-1', reason: 'burnt' })))).toEqual([
      'offer.ended',
      'lot.withdrawn',
    ])
  })

  test('F4: a single unsold lot keeps the negotiation from being idle', () => {
    const room = negotiating({ lots: [lotAt(1)] })
    expect(room.state.idleSince).toBeNull()
  })
})
