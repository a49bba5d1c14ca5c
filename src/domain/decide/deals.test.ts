import { describe, expect, test } from 'vitest'
import { evolve } from '../evolve.ts'
import { nextWakeAt } from './wake.ts'
import { bid, done, limit, lotIn, open, published, refused, runOut, tick, types } from '../testing/scene.ts'
import { Room } from '../testing/room.ts'
import { accountOf, lotAt, START_TIME } from '../testing/world.ts'
import { later, milli, minor } from '../units.ts'

const RESERVED = { rule: { confirmMinutes: 5 }, lots: [lotAt(1, { reserve: minor(130_000) })] }

/** Closed at 101,000 by bidder 2, below the reserve; bidder 1 is next at 100,000. */
function closedBelow(): Room {
  const room = open(RESERVED)
  done(bid(room, 1, 100_000))
  done(bid(room, 2, 101_000))
  room.pass(180_250)
  tick(room)
  return room
}
/** Sold to bidder 3 at 120,000; 2 and 1 are next. */
function sold(): Room {
  const room = open({ lots: [lotAt(1)] })
  done(bid(room, 1, 100_000))
  done(bid(room, 2, 110_000))
  done(bid(room, 3, 120_000))
  runOut(room)
  return room
}
const confirm = (room: Room, actor: string, lateBy = 0) =>
  room.give(actor, { type: 'confirmDeal', lot: 'lot-1' }, lateBy)
const decline = (room: Room, actor: string) => room.give(actor, { type: 'declineDeal', lot: 'lot-1' })
const operator = (room: Room, type: 'holdDeal' | 'releaseDeal' | 'cancelDeal', reason = 'unpaid') =>
  room.give('operator', { type, lot: 'lot-1', reason })
const offerNext = (room: Room, minutes = 10) => room.give('operator', { type: 'offerDeal', lot: 'lot-1', minutes })

describe('confirming', () => {
  test('K5: a question whose time was over before a temporary closing lapses all the same', () => {
    const room = closedBelow()
    room.pass(300_061)
    done(room.give('host', { type: 'closeTemporarily', message: 'Fire drill.' }))
    room.pass(189)
    expect(types(tick(room))).toEqual(['deal.lapsed'])
    expect(lotIn(room).award).toBeNull()
  })

  test('D1: by rule, a lot that closed below its reserve with a bid waits for its seller', () => {
    const room = closedBelow()
    expect(lotIn(room)).toMatchObject({
      status: 'unsold',
      award: { asks: 'seller', number: 2, price: 101_000, until: room.now + 300_000 },
    })
    expect(refused(room.give('host', { type: 'addRound', lots: ['lot-1'], biddingSeconds: 60 })).refused).toBe(
      'round.lot_not_available',
    )
    expect(
      refused(
        room.give('seller:S1', {
          type: 'adjustLot',
          lot: 'lot-1',
          startPrice: minor(100_000),
          deliveryDate: '2027-01-01',
        }),
      ).refused,
    ).toBe('lot.already_bid')
    expect(refused(room.give('host', { type: 'accomplish', untried: [] }))).toEqual({
      refused: 'session.deals_open',
      numbers: { live: 1 },
    })
    expect(room.state.idleSince).toBeNull()
  })

  test('D1: without the rule, or without a bid, it does not', () => {
    const plain = open({ lots: RESERVED.lots })
    done(bid(plain, 1, 100_000))
    const none = open(RESERVED)
    for (const room of [plain, none]) {
      runOut(room)
      expect(lotIn(room)).toMatchObject({ status: 'unsold', award: null })
    }
  })

  test('D1, X1: its highest bidder stays bound', () => {
    const room = open(RESERVED)
    done(limit(room, 2, 2_000_000))
    done(bid(room, 2, 101_000))
    runOut(room)
    tick(room)
    expect(room.state.bidders[2]?.limits.CNY?.exposed).toBe(lotIn(room).award === null ? 0 : 1_010_000)
  })

  test('D2: the seller gives it', () => {
    const room = closedBelow()
    expect(done(confirm(room, 'seller:S1'))).toMatchObject([
      { type: 'deal.confirmed', lot: 'lot-1', number: 2, actor: 'seller:S1' },
      { type: 'lot.sold', number: 2, price: 101_000, amount: 1_010_000, company: 'c2', offer: null },
    ])
    expect(lotIn(room)).toMatchObject({ status: 'sold', award: null, deal: { number: 2 } })
    expect(room.state.idleSince).toBe(room.now)
  })

  test('D2: in time by its stamp; others are not asked', () => {
    const room = closedBelow()
    for (const actor of ['bidder:2', 'bidder:1', 'seller:S2'])
      expect(refused(confirm(room, actor)).refused).toBe('deal.not_offered')
    for (const actor of ['host', 'operator', 'room'])
      expect(refused(confirm(room, actor)).refused).toBe('identity.not_allowed')
    room.pass(300_100)
    expect(refused(confirm(room, 'seller:S1', 100)).refused).toBe('deal.not_offered')
    done(confirm(room, 'seller:S1', 101))
  })

  test('D2: the seller lets it go', () => {
    const room = closedBelow()
    expect(types(done(decline(room, 'seller:S1')))).toEqual(['deal.lapsed'])
    done(room.give('host', { type: 'addRound', lots: ['lot-1'], biddingSeconds: 60 }))
  })

  test('D5: it lapses by tick, with the grace; closed temporarily, its clock stands still', () => {
    const room = closedBelow()
    const due = (lotIn(room).award?.until ?? 0) + 250
    expect(nextWakeAt(room.state)).toBe(due)
    done(room.give('host', { type: 'closeTemporarily', message: 'Wait.' }))
    room.pass(600_000)
    expect(refused(confirm(room, 'seller:S1')).refused).toBe('session.closed')
    done(room.give('host', { type: 'reopen' }))
    room.pass(30_000)
    tick(room)
    expect(nextWakeAt(room.state)).toBe(due + 630_000)
    room.pass(300_250)
    expect(types(tick(room))).toEqual(['deal.lapsed'])
    expect(room.state.idleSince).toBe(room.now)
  })

  test('D6: a dismissed bidder is not waited for', () => {
    const room = closedBelow()
    expect(types(done(room.give('operator', { type: 'dismiss', number: 2, reason: 'unpaid' })))).toEqual([
      'bidder.dismissed',
      'deal.lapsed',
    ])
  })
})

describe('undoing', () => {
  test('D3: the operator holds and releases a deal, with a reason', () => {
    const room = sold()
    expect(refused(operator(room, 'releaseDeal')).refused).toBe('deal.not_held')
    expect(done(operator(room, 'holdDeal'))).toMatchObject([{ type: 'deal.held', number: 3, reason: 'unpaid' }])
    expect(done(operator(room, 'holdDeal'))).toEqual([])
    expect(types(done(operator(room, 'releaseDeal')))).toEqual(['deal.released'])
    expect(lotIn(room).deal?.onHold).toBe(false)
    expect(refused(operator(room, 'cancelDeal', ' ')).refused).toBe('bid.reason_required')
    for (const actor of ['host', 'room', 'bidder:3'])
      expect(refused(room.give(actor, { type: 'holdDeal', lot: 'lot-1', reason: 'x' })).refused).toBe(
        'identity.not_allowed',
      )
    expect(refused(room.give('operator', { type: 'holdDeal', lot: 'lot-9', reason: 'x' })).refused).toBe(
      'lot.not_found',
    )
  })

  test('D3: cancels it; the lot is unsold, and nothing is rewritten', () => {
    const room = sold()
    done(operator(room, 'cancelDeal'))
    expect(lotIn(room)).toMatchObject({ status: 'unsold', deal: { number: 3, cancelled: 'unpaid' }, passed: [3] })
    expect(refused(operator(room, 'cancelDeal')).refused).toBe('deal.none')
    done(room.give('host', { type: 'addRound', lots: ['lot-1'], biddingSeconds: 60 }))
    done(bid(room, 3, 100_000))
    runOut(room)
    expect(lotIn(room).deal).toMatchObject({ number: 3, price: 100_000, cancelled: null })
  })

  test('D3, F5: after the seal as well; then the lot has failed until a bidder takes it', () => {
    const room = sold()
    done(room.give('host', { type: 'accomplish', untried: [] }))
    done(operator(room, 'cancelDeal'))
    expect(lotIn(room).status).toBe('failed')
    done(offerNext(room))
    expect(nextWakeAt(room.state)).toBe(room.now + 600_250)
    done(confirm(room, 'bidder:2'))
    expect(lotIn(room)).toMatchObject({ status: 'sold', deal: { number: 2, price: 110_000, amount: 1_100_000 } })
    expect([room.state.phase, nextWakeAt(room.state)]).toEqual([5, null])
    expect(refused(bid(room, 1, 130_000)).refused).toBe('session.finished')
  })

  test('D4: the next bidder, at its own last bid, and then the next', () => {
    const room = sold()
    expect(refused(offerNext(room)).refused).toBe('deal.not_cancelled')
    done(operator(room, 'cancelDeal'))
    expect(refused(offerNext(room, 0)).refused).toBe('stage.minutes_out_of_range')
    expect(done(offerNext(room))).toMatchObject([
      { type: 'deal.offered', number: 2, price: 110_000, until: room.now + 600_000 },
    ])
    expect(refused(offerNext(room)).refused).toBe('deal.not_cancelled')
    expect(refused(confirm(room, 'bidder:1')).refused).toBe('deal.not_offered')
    done(decline(room, 'bidder:2'))
    expect(done(offerNext(room))).toMatchObject([{ number: 1, price: 100_000 }])
    room.pass(600_250)
    expect(types(tick(room))).toContain('deal.lapsed')
    if (room.state.phase === 4) expect(refused(offerNext(room)).refused).toBe('deal.no_next_bidder')
  })

  test('D4, X2: whose limit does not carry it is passed over, and refused if it is used up meanwhile', () => {
    const room = sold()
    done(limit(room, 2, 1_000_000))
    done(operator(room, 'cancelDeal'))
    expect(done(offerNext(room))).toMatchObject([{ number: 1 }])
    done(limit(room, 1, 999_999))
    expect(refused(confirm(room, 'bidder:1')).refused).toBe('bid.over_limit')
  })

  test('D4, D7: whose bid is the reserve is asked, one below it is not', () => {
    const room = open({ lots: [lotAt(1, { reserve: minor(110_000) })] })
    for (const number of [1, 2, 3]) done(bid(room, number, 90_000 + number * 10_000))
    runOut(room)
    done(operator(room, 'cancelDeal'))
    expect(done(offerNext(room))).toMatchObject([{ type: 'deal.offered', number: 2, price: 110_000 }])
    done(decline(room, 'bidder:2'))
    expect(refused(offerNext(room)).refused).toBe('deal.no_next_bidder')
  })

  /** A deal cancelled in negotiation, with a live offer of bidder 1 for this quantity of the lot. */
  function withOffer(quantity: number): Room {
    const room = sold()
    done(room.give('host', { type: 'adjustStage', minutes: null }))
    done(operator(room, 'cancelDeal'))
    const offer = { type: 'offer', offer: 'o1', lot: 'lot-1', price: minor(90_000), note: '', answers: null } as const
    const rest = { quantity: milli(quantity), deliveryDate: '2027-01-31', expiresAt: later(room.now, 300_000) }
    done(room.give('bidder:1', { ...offer, ...rest }))
    return room
  }
  const accept = (room: Room) => room.give('seller:S1', { type: 'acceptOffer', offer: 'o1', revision: 1 })

  test.each([10_000, 4_000])(
    'D4, N8: with the offer to the next bidder live offers lapse, so no lot is sold twice',
    (of) => {
      const room = withOffer(of)
      expect(done(offerNext(room))).toMatchObject([
        { type: 'offer.ended', offer: 'o1', status: 'lapsed', actor: 'room' },
        { type: 'deal.offered', number: 2 },
      ])
      expect(refused(accept(room)).refused).toBe('offer.not_live')
      done(confirm(room, 'bidder:2'))
      expect(refused(accept(room)).refused).toBe('offer.not_live')
      expect(lotIn(room)).toMatchObject({ quantity: 10_000, deal: { number: 2, quantity: 10_000 } })
    },
  )

  test('D4: a new round ends it: whom its seller does not take, the operator does not give the lot to', () => {
    const room = open(RESERVED)
    done(bid(room, 3, 130_000))
    runOut(room)
    done(operator(room, 'cancelDeal'))
    done(room.give('host', { type: 'addRound', lots: ['lot-1'], biddingSeconds: 60 }))
    done(bid(room, 3, 100_000))
    room.pass(60_250)
    tick(room)
    done(decline(room, 'seller:S1'))
    expect(refused(offerNext(room)).refused).toBe('deal.not_cancelled')
  })

  test('A9, D3: the lot of a suspended seller is withdrawn with the cancellation of its deal', () => {
    const room = sold()
    done(room.give('operator', { type: 'suspend', company: 'seller-co-1', reason: 'fraud' }))
    expect(done(operator(room, 'cancelDeal'))).toMatchObject([
      { type: 'deal.cancelled', reason: 'unpaid' },
      { type: 'lot.withdrawn', lot: 'lot-1', reason: 'unpaid' },
    ])
    expect(refused(offerNext(room)).refused).toBe('deal.not_cancelled')
  })

  test('A9, D4: after the seal it is not offered to the next bidder', () => {
    const room = sold()
    done(room.give('operator', { type: 'suspend', company: 'seller-co-1', reason: 'fraud' }))
    done(room.give('host', { type: 'accomplish', untried: [] }))
    expect(types(done(operator(room, 'cancelDeal')))).toEqual(['deal.cancelled'])
    expect(lotIn(room).status).toBe('failed')
    expect(refused(offerNext(room)).refused).toBe('bidder.suspended')
  })

  test('A9, D3: a cancelled deal is not held', () => {
    const room = sold()
    done(operator(room, 'cancelDeal'))
    expect(types(done(room.give('operator', { type: 'suspend', company: 'c3', reason: 'fraud' })))).toEqual([
      'bidder.suspended',
    ])
  })
})

describe('at the edges', () => {
  test('S1, D3: before the sale begins there are no deals to speak of', () => {
    const room = published()
    const all = [operator(room, 'holdDeal'), offerNext(room), confirm(room, 'seller:S1')]
    for (const decision of all)
      expect(refused(decision)).toEqual({ refused: 'session.not_started', numbers: { startsAt: START_TIME } })
    expect(refused(operator(new Room(), 'holdDeal')).refused).toBe('session.not_found')
  })

  test('D3: a hold that is not there is not released, whichever actor asks', () => {
    const room = open()
    expect(refused(operator(room, 'releaseDeal')).refused).toBe('deal.none')
    expect(refused(room.give('host', { type: 'releaseDeal', lot: 'lot-1', reason: 'x' })).refused).toBe(
      'identity.not_allowed',
    )
  })

  test('D3: a deal that was held and is cancelled is not on hold any more', () => {
    const room = sold()
    done(operator(room, 'holdDeal'))
    done(operator(room, 'cancelDeal'))
    expect(lotIn(room).deal).toMatchObject({ onHold: false, cancelled: 'unpaid' })
  })

  test('D4: the operator alone offers, a lot that there is, for a day at most, and not while closed', () => {
    const room = sold()
    done(operator(room, 'cancelDeal'))
    expect(refused(room.give('host', { type: 'offerDeal', lot: 'lot-1', minutes: 10 })).refused).toBe(
      'identity.not_allowed',
    )
    expect(refused(room.give('operator', { type: 'offerDeal', lot: 'lot-9', minutes: 10 })).refused).toBe(
      'lot.not_found',
    )
    expect(refused(offerNext(room, 1_441))).toEqual({
      refused: 'stage.minutes_out_of_range',
      numbers: { least: 1, most: 1_440 },
    })
    done(room.give('host', { type: 'closeTemporarily', message: 'Wait.' }))
    expect(refused(offerNext(room)).refused).toBe('session.closed')
  })

  test('D2: a bidder whom its seller does not take has let nothing go', () => {
    const room = closedBelow()
    done(decline(room, 'seller:S1'))
    expect(lotIn(room).passed).toEqual([])
  })

  test('P2, D2: the deal is of the person who bid, or who took what was offered', () => {
    const given = closedBelow()
    const bidder = lotIn(given).leading?.account
    given.pass(1_000)
    done(confirm(given, 'seller:S1'))
    expect([bidder, lotIn(given).deal?.account]).toEqual(Array(2).fill(accountOf('bidder:2', START_TIME)))

    const taken = sold()
    done(operator(taken, 'cancelDeal'))
    done(offerNext(taken))
    const by = lotIn(taken).leading?.account
    done(confirm(taken, 'bidder:2'))
    expect(lotIn(taken).deal?.account).toBe(accountOf('bidder:2', taken.now))
    expect(lotIn(taken).deal?.account).not.toBe(by)
  })

  test('D5: what was offered after the seal lapses as well', () => {
    const room = sold()
    done(room.give('host', { type: 'accomplish', untried: [] }))
    done(operator(room, 'cancelDeal'))
    done(offerNext(room, 1))
    room.pass(60_249)
    expect(tick(room)).toEqual([])
    room.pass(1)
    expect(tick(room)).toMatchObject([{ type: 'deal.lapsed', lot: 'lot-1', number: 2, actor: 'room' }])
  })

  test('D5, O1: an outage of ours after the seal does not shorten the time of an offered deal; without one it is no outage', () => {
    const room = sold()
    done(room.give('host', { type: 'accomplish', untried: [] }))
    done(operator(room, 'cancelDeal'))
    const wake = () => {
      const lastAliveAt = room.now
      room.pass(600_000)
      return done(room.give('room', { type: 'wake', lastAliveAt }))
    }
    expect(wake()).toEqual([])
    done(offerNext(room))
    const until = lotIn(room).award?.until ?? 0
    expect(wake()).toMatchObject([{ type: 'outage', deadlines: [] }])
    expect(lotIn(room).award?.until).toBe(until + 600_000)
    done(confirm(room, 'bidder:2'))
    expect(wake()).toEqual([])
  })

  test('K4, D5: a hundred lots close by a tick; those that wait for the next have no deal that lapses', () => {
    const lots = Array.from({ length: 102 }, (_, i) => lotAt(i + 1, { reserve: minor(130_000) }))
    const room = open({ rule: { confirmMinutes: 5 }, lots })
    done(bid(room, 1, 100_000))
    room.pass(180_250)
    expect(types(tick(room))).toEqual(Array(100).fill('lot.unsold'))
    expect(room.state.lots.awards).toBe(1)
    expect(types(tick(room))).toEqual(['lot.unsold', 'lot.unsold'])
  })

  test('D5, K4: a tick lapses a hundred deals at most; the next is due at once', () => {
    const lots = Array.from({ length: 102 }, (_, i) => lotAt(i + 1, { reserve: minor(130_000) }))
    const room = open({ rule: { confirmMinutes: 5 }, lots })
    for (const { lot } of lots) done(bid(room, 1, 100_000, { lot }))
    room.pass(180_250)
    tick(room)
    tick(room)
    room.pass(300_250)
    expect(types(tick(room))).toEqual(Array(100).fill('deal.lapsed'))
    expect(nextWakeAt(room.state)).toBe(room.now)
    expect(types(tick(room))).toEqual(['deal.lapsed', 'deal.lapsed'])
  })

  test('D6: the room lapses the deals of the one who is dismissed, and no others', () => {
    const room = closedBelow()
    done(room.give('operator', { type: 'dismiss', number: 1, reason: 'unpaid' }))
    expect(lotIn(room).award).toMatchObject({ number: 2 })
    expect(done(room.give('operator', { type: 'dismiss', number: 2, reason: 'unpaid' }))).toMatchObject([
      { actor: 'operator' },
      { type: 'deal.lapsed', number: 2, actor: 'room' },
    ])
  })

  test('R5, D5: with several things due, the next tick is for the first of them', () => {
    const room = open({ ...RESERVED, rule: { confirmMinutes: 60, negotiationMinutes: 10 } })
    done(bid(room, 1, 100_000))
    room.pass(180_250)
    tick(room)
    done(room.give('host', { type: 'adjustStage', minutes: null }))
    expect(lotIn(room).award?.until).toBeGreaterThan(room.state.stageEndsAt ?? Infinity)
    expect(nextWakeAt(room.state)).toBe((room.state.stageEndsAt ?? 0) + 250)
  })
})

describe('D7: one way to a deal', () => {
  test('a cancelled deal is not offered on below the reserve, and never sold there without the seller', () => {
    const room = open({ lots: [lotAt(1, { reserve: minor(120_000) }), lotAt(2)] })
    done(bid(room, 2, 110_000))
    done(bid(room, 3, 120_000))
    runOut(room)
    done(operator(room, 'cancelDeal'))
    expect(refused(offerNext(room)).refused).toBe('deal.no_next_bidder')
  })

  test('an offer on of an earlier release, below the reserve, is confirmed by no bidder', () => {
    const room = open({ lots: [lotAt(1, { reserve: minor(120_000) }), lotAt(2)] })
    done(bid(room, 2, 110_000))
    done(bid(room, 3, 120_000))
    runOut(room)
    done(operator(room, 'cancelDeal'))
    const offered = { type: 'deal.offered', lot: 'lot-1', number: 2, price: minor(110_000) } as const
    const place = { seq: room.state.seq + 1, at: room.now, actor: 'operator' }
    room.state = evolve(room.state, { ...offered, ...place, until: later(room.now, 600_000) })
    expect(refused(confirm(room, 'bidder:2')).refused).toBe('deal.below_reserve')
  })

  test('below the reserve its seller’s acceptance in negotiation sells it', () => {
    const room = open({ lots: [lotAt(1, { reserve: minor(120_000) }), lotAt(2)] })
    runOut(room)
    done(room.give('host', { type: 'adjustStage', minutes: null }))
    const offer = { type: 'offer', offer: 'o1', lot: 'lot-1', price: minor(90_000), note: '', answers: null } as const
    const rest = { quantity: milli(10_000), deliveryDate: '2027-01-31', expiresAt: later(room.now, 300_000) }
    done(room.give('bidder:1', { ...offer, ...rest }))
    done(room.give('seller:S1', { type: 'acceptOffer', offer: 'o1', revision: 1 }))
    expect(lotIn(room).deal).toMatchObject({ number: 1, price: 90_000 })
  })
})

describe('D8: the time for deals after the seal', () => {
  const sealed = (): Room => {
    const room = sold()
    done(room.give('host', { type: 'accomplish', untried: [] }))
    return room
  }

  test('it ends 72 h after the seal; till then a suspension holds deals, and its bidder is asked no more', () => {
    const room = sealed()
    room.pass(72 * 3_600_000 - 1)
    const suspend = { type: 'suspend', company: 'c3', reason: 'fraud' } as const
    expect(types(done(room.give('room', suspend)))).toEqual(['bidder.suspended', 'deal.held'])
    expect(done(room.give('room', suspend))).toEqual([])
    done(room.give('room', { type: 'suspend', company: 'c2', reason: 'fraud' }))
    done(operator(room, 'cancelDeal'))
    expect(done(offerNext(room, 1))).toMatchObject([{ number: 1 }])
    room.pass(1)
    const over = { refused: 'deal.time_over', numbers: { endedAt: room.now } }
    expect(refused(offerNext(room))).toEqual(over)
    expect(refused(room.give('room', { ...suspend, company: 'c1' })).refused).toBe('session.finished')
    done(confirm(room, 'bidder:1'))
  })

  test('a hold is released later too', () => {
    const room = sealed()
    done(operator(room, 'holdDeal'))
    room.pass(73 * 3_600_000)
    for (const what of ['holdDeal', 'cancelDeal'] as const)
      expect(refused(operator(room, what)).refused).toBe('deal.time_over')
    done(operator(room, 'releaseDeal'))
  })
})
