import { describe, expect, test } from 'vitest'
import { Lots } from '../lots.ts'
import { CANARY, EXAMPLE_STATE } from '../testing/examples.ts'
import { done, negotiating, open, published, runOut, strike, tick } from '../testing/scene.ts'
import { dayInBeijing } from '../decide/publish.ts'
import { lotAt, START_TIME } from '../testing/world.ts'
import type { Room } from '../testing/room.ts'
import { standing } from '../testing/world.ts'
import type { SessionState } from '../state.ts'
import { later, minor } from '../units.ts'
import {
  certified,
  CLOSES_WITHIN_MS,
  contractTold,
  invoiceTold,
  lotsClosing,
  lotsOpening,
  noticesOf,
  OPENS_WITHIN_MS,
  outbid,
  paymentTold,
  toldPerson,
} from './told.ts'
import { noticesOfEvent } from './events.ts'
import { ALWAYS_TOLD, NOTICE_KINDS, TEXTED_APART } from './notice.ts'
import type { Notice } from './notice.ts'

const LOT = 'L1'
const bid = (room: Room, number: number, price: number): void =>
  void done(
    room.give(`bidder:${number}`, {
      type: 'bid',
      lot: room.lots()[0]!.lot,
      price: minor(price),
      notAfter: later(room.now, 10_000),
    }),
  )
const told = (notices: readonly Notice[]) => notices.map(({ facts, to }) => [facts.kind, to])
const since = (before: SessionState, room: Room) => noticesOf(before, room.state)

describe('outbid', () => {
  test('goes to the person whose bid led, alone', () => {
    const room = open()
    bid(room, 1, 100_000)
    const before = room.state
    bid(room, 2, 101_000)
    const leader = before.lots.get(room.lots()[0]!.lot)?.leading?.account
    expect(leader).toBeTruthy()
    expect(since(before, room)).toMatchObject([
      { facts: { kind: 'outbid', price: 101_000 }, to: [{ account: leader }], awayOnly: true },
    ])
  })
  test('of several bids at once each loser hears once, the leader nothing', () => {
    const room = open()
    bid(room, 1, 100_000)
    const before = room.state
    bid(room, 2, 101_000)
    bid(room, 3, 102_000)
    bid(room, 1, 103_000)
    bid(room, 3, 104_000)
    const notices = since(before, room)
    expect(notices).toHaveLength(2)
    expect(new Set(notices.map(({ cause }) => cause)).size).toBe(2)
    expect(notices.every(({ facts }) => facts.kind === 'outbid' && facts.price === 104_000)).toBe(true)
  })
  test('says the price and no rival: no number, no company, no account of another', () => {
    const room = open()
    bid(room, 1, 100_000)
    const before = room.state
    bid(room, 2, 101_000)
    const rival = room.state.lots.get(room.lots()[0]!.lot)?.leading?.account
    const [notice] = since(before, room)
    expect(Object.keys(notice!.facts).toSorted()).toEqual(['currency', 'kind', 'lot', 'price', 'sale', 'unit'])
    expect(JSON.stringify(notice)).not.toContain(rival)
    expect(JSON.stringify(notice)).not.toContain('c2')
  })
  test('is not told to a bidder whose bid is voided; the restored leader hears of each bid that outbids it', () => {
    const room = open()
    const outbidTwice: Notice[] = []
    bid(room, 1, 100_000)
    const first = room.state
    const lot = room.lots()[0]!.lot
    const leading = () => room.state.lots.get(lot)!.leading!
    const owner = leading().account
    bid(room, 2, 101_000)
    outbidTwice.push(...since(first, room))
    const second = room.state
    done(strike(room, leading().seq, 'by mistake', lot))
    expect(since(second, room)).toEqual([])
    // A view of the lot without its book has nothing to tell either.
    expect(outbid(room.state, second.lots.get(lot), { ...room.lots()[0]!, book: null })).toEqual([])
    const restored = room.state
    bid(room, 3, 101_000)
    outbidTwice.push(...since(restored, room))
    expect(outbidTwice.map(({ to }) => to)).toEqual([[{ account: owner, of: 'c1' }], [{ account: owner, of: 'c1' }]])
    expect(new Set(outbidTwice.map(({ cause }) => cause)).size).toBe(2)
    // A void and a newer bid seen at once: the voided bidder was not outbid.
    expect(since(second, room)).toEqual([])
  })
  test('has the same cause however many bids are seen at once', () => {
    const room = open()
    bid(room, 1, 100_000)
    const before = room.state
    bid(room, 2, 101_000)
    const [single] = since(before, room)
    bid(room, 3, 102_000)
    expect(since(before, room).map(({ cause }) => cause)).toContain(single?.cause)
  })
  test('no bidder is outbid by a lot’s first bid, by a bid that stays, or on a lot that was not there', () => {
    const room = open()
    const none = room.state
    bid(room, 1, 100_000)
    expect(since(none, room)).toEqual([])
    const [lot] = room.lots()
    expect(outbid(room.state, lot, { ...lot!, holdUsed: true })).toEqual([])
    expect(outbid(room.state, undefined, lot!)).toEqual([])
    expect(outbid(room.state, none.lots.get(lot!.lot), { ...lot!, book: null })).toEqual([])
    expect(outbid(room.state, lot, { ...lot!, leading: null })).toEqual([])
  })
  test('is whole: the lot, its price and unit, and that it is late at the deadline', () => {
    const room = open()
    bid(room, 1, 100_000)
    const before = room.state
    bid(room, 2, 101_000)
    const [lot] = room.lots()
    const [one, two] = [before.lots.get(lot!.lot)!.leading!, lot!.leading!]
    expect(since(before, room)).toEqual([
      {
        facts: { kind: 'outbid', sale: 'sale-1', lot: lot!.lot, price: 101_000, currency: 'CNY', unit: 'm3' },
        cause: `${lot!.lot}:${one.seq}:${two.seq}`,
        to: [{ account: one.account, of: 'c1' }],
        awayOnly: true,
        until: lot!.clock!.deadline,
      },
    ])
  })
  test('a new round outbids no bidder who led in the one before', () => {
    const room = open({ lots: [lotAt(1, { reserve: minor(900_000) })] })
    bid(room, 1, 100_000)
    const before = room.state
    runOut(room)
    done(room.give('host', { type: 'addRound', lots: ['lot-1'], biddingSeconds: 60 }))
    bid(room, 2, 100_000)
    for (const after of [room.lots()[0]!, { ...room.lots()[0]!, book: null }])
      expect(outbid(room.state, before.lots.get('lot-1'), after)).toEqual([])
  })
  test('below what a saved state left out, the one who led before is outbid all the same', () => {
    const room = open()
    bid(room, 1, 100_000)
    const [before] = room.lots()
    bid(room, 2, 101_000)
    const [after] = room.lots()
    const left = {
      ...after!,
      book: { ...after!.book!, standing: { ...after!.book!.standing!, prev: 'left_out' as const } },
    }
    const noBook = { ...after!, book: null }
    for (const seen of [left, noBook])
      expect(outbid(room.state, before, seen).map(({ to }) => to)).toEqual([
        [{ account: before!.leading!.account, of: 'c1' }],
      ])
  })
  test('is not told of a state whose past is not known', () => {
    const room = open()
    bid(room, 1, 100_000)
    bid(room, 2, 101_000)
    expect(noticesOf(null, room.state)).toEqual([])
  })
})

test('of a state whose past is not known, what still waits is told, and nothing of one that has not changed', () => {
  const room = open()
  bid(room, 1, 100_000)
  done(room.give('host', { type: 'closeTemporarily', message: 'power cut' }))
  expect(noticesOf(room.state, room.state)).toEqual([])
  expect(told(noticesOf(null, room.state)).map(([kind]) => kind)).toEqual(['saleHeld'])
})

test('nothing is told of practice', () => {
  const room = open({ practice: true })
  bid(room, 1, 100_000)
  const before = room.state
  bid(room, 2, 101_000)
  expect(since(before, room)).toEqual([])
})

test('a sale on hold, and that it goes on, are told to its bidders and sellers under the same cause', () => {
  const room = open({ bidders: 2 })
  const before = room.state
  done(room.give('host', { type: 'closeTemporarily', message: 'power cut' }))
  const held = room.state
  const [first] = since(before, room)
  expect(first).toMatchObject({ facts: { kind: 'saleHeld', message: 'power cut' } })
  expect(first?.to).toEqual(expect.arrayContaining([{ company: 'c1' }, { company: 'c2' }]))
  // Found again after a restart: the same cause.
  expect(noticesOf(null, held)).toEqual([first])
  room.state = { ...held, closure: null }
  expect(since(held, room)).toMatchObject([{ facts: { kind: 'saleResumed' }, cause: first?.cause }])
  const to = ['c1', 'c2', 'seller-co-1', 'seller-co-2'].map((company) => ({ company }))
  const cause = `sale-1:${held.closure!.since}`
  const facts = { kind: 'saleHeld', sale: 'sale-1', message: 'power cut' }
  expect(noticesOf(before, held)).toEqual([{ facts, cause, to, awayOnly: true, foundAgain: true }])
  expect(since(held, room)).toEqual([{ facts: { kind: 'saleResumed', sale: 'sale-1' }, cause, to, awayOnly: true }])
  // A company that was dismissed, or is unknown, is not told.
  const dismissed = {
    ...held.bidders,
    1: { ...held.bidders[1]!, admitted: false },
    2: { ...held.bidders[2]!, company: null },
  }
  expect(noticesOf(null, { ...held, bidders: dismissed })[0]?.to).toEqual(to.slice(2))
  // A finished sale is neither resumed nor on hold.
  expect(noticesOf(null, { ...held, phase: 5 })).toEqual([])
  expect(noticesOf(held, { ...held, closure: null, phase: 5 })).toEqual([])
  expect(noticesOf(null, { ...held, closure: null })).toEqual([])
})

describe('offers and deals', () => {
  test('an offer is told to the side that is to answer it', () => {
    const offer = EXAMPLE_STATE.offers['offer-1']!
    const none: SessionState = { ...EXAMPLE_STATE, offers: {} }
    expect(told(noticesOf(none, EXAMPLE_STATE))).toEqual([['offerWaiting', [{ company: CANARY.sellerCompany.S1 }]]])
    const counter: SessionState = { ...EXAMPLE_STATE, offers: { 'offer-1': { ...offer, from: 'seller' } } }
    expect(told(noticesOf(none, counter))).toEqual([['offerWaiting', [{ company: CANARY.bidderCompany[17] }]]])
    const ended: SessionState = { ...EXAMPLE_STATE, offers: { 'offer-1': { ...offer, status: 'declined' } } }
    expect(noticesOf(none, ended)).toEqual([])
  })
  test('an offer’s notice is whole; found again it is read by who was there', () => {
    const offer = EXAMPLE_STATE.offers['offer-1']!
    const lot = EXAMPLE_STATE.lots.get(offer.lot)!
    expect(noticesOf(null, { ...EXAMPLE_STATE, closure: null })).toEqual([
      {
        facts: {
          kind: 'offerWaiting',
          sale: EXAMPLE_STATE.scheduleTimelineId,
          lot: offer.lot,
          price: offer.price,
          currency: lot.currency,
          unit: lot.unit,
          at: offer.expiresAt,
        },
        cause: `offer-1:${offer.revision}`,
        to: [{ company: CANARY.sellerCompany.S1 }],
        awayOnly: true,
        foundAgain: true,
        until: offer.expiresAt,
      },
    ])
    // An unchanged offer is not told again.
    expect(noticesOf(EXAMPLE_STATE, { ...EXAMPLE_STATE, offers: { 'offer-1': offer } })).toEqual([])
    const unknownLot: SessionState = { ...EXAMPLE_STATE, offers: { 'offer-1': { ...offer, lot: 'none' } } }
    expect(noticesOf({ ...EXAMPLE_STATE, offers: {} }, unknownLot)).toEqual([])
  })
  test('a deal that waits for a yes is told to who is asked', () => {
    const [lot] = [...EXAMPLE_STATE.lots]
    const asked = (asks: 'seller' | 'bidder'): SessionState => ({
      ...EXAMPLE_STATE,
      lots: EXAMPLE_STATE.lots.with({
        ...lot!,
        award: { asks, number: 17, price: minor(200_000), until: later(EXAMPLE_STATE.at, 60_000) },
      }),
    })
    expect(told(noticesOf(EXAMPLE_STATE, asked('seller')))).toEqual([
      ['dealToConfirm', [{ company: CANARY.sellerCompany.S1 }]],
    ])
    const until = later(EXAMPLE_STATE.at, 60_000)
    // The award waited before; only another lot changes.
    const waits = asked('seller')
    const other = { ...lot!, lot: 'L2', award: null }
    const two = { ...waits, lots: Lots.of([...waits.lots].filter((one) => one.lot !== 'L2').concat(other)) }
    const changed = { ...two, lots: two.lots.with({ ...other, holdUsed: true }) }
    expect(noticesOf(two, changed)).toEqual([])
    expect(noticesOf(EXAMPLE_STATE, asked('seller'))).toEqual([
      {
        facts: {
          kind: 'dealToConfirm',
          sale: EXAMPLE_STATE.scheduleTimelineId,
          lot: lot!.lot,
          price: 200_000,
          currency: lot!.currency,
          unit: lot!.unit,
          at: until,
        },
        cause: `${lot!.lot}:seller:${until}`,
        to: [{ company: CANARY.sellerCompany.S1 }],
        until,
      },
    ])
    expect(told(noticesOf(EXAMPLE_STATE, asked('bidder')))).toEqual([
      ['dealToConfirm', [{ company: CANARY.bidderCompany[17] }]],
    ])
  })
  test('a lot below its reserve: its leader reads that, its seller and no other bidder that it is unsold', () => {
    const room = open({ lots: [{ ...lotAt(1), reserve: minor(150_000) }] })
    bid(room, 1, 100_000)
    bid(room, 2, 101_000)
    const account = room.lots()[0]!.leading!.account
    room.now = later(room.lots()[0]!.clock!.deadline, 60_000)
    const events = tick(room)
    const facts = { kind: 'lotUnsold', sale: 'sale-1', lot: room.lots()[0]!.lot }
    const notices = events.flatMap((event) => noticesOfEvent(event, 'hash', { before: null, after: room.state }))
    expect(notices.filter((notice) => notice.facts.kind === 'lotUnsold')).toMatchObject([
      { facts, to: [{ company: expect.any(String) as string }] },
      { facts: { ...facts, belowReserve: true }, to: [{ account }] },
    ])
    expect(JSON.stringify(notices)).not.toContain('150000')
  })
  test('a dismissed company reads that it was dismissed and why; a suspended one that it takes no part', () => {
    const gone = { seq: 900, at: EXAMPLE_STATE.at, actor: 'host', number: 17, reason: 'papers', over: [] }
    const factsOf = (type: 'bidder.dismissed' | 'bidder.suspended') =>
      noticesOfEvent({ ...gone, type }, 'hash', { before: null, after: EXAMPLE_STATE }).map(({ facts }) => facts)
    const facts = { kind: 'standingLost', sale: EXAMPLE_STATE.scheduleTimelineId, reason: 'papers' }
    expect(factsOf('bidder.dismissed')).toEqual([{ ...facts, dismissed: true }])
    expect(factsOf('bidder.suspended')).toEqual([facts])
  })
  test('no notice holds a reserve, a ceiling, a limit or a rival', () => {
    const texts = JSON.stringify([...noticesOf(null, EXAMPLE_STATE), ...lotsClosing(EXAMPLE_STATE, EXAMPLE_STATE.at)])
    expect(texts).toContain(LOT)
    for (const secret of [
      CANARY.reserve.L1,
      CANARY.ceiling,
      CANARY.limit,
      CANARY.rivalAccount,
      CANARY.bidderCompany[18],
      CANARY.flag,
    ])
      expect(texts).not.toContain(String(secret))
  })
})

test('a lot that closes soon is told to who watches it, once a round', () => {
  const room = open()
  const lot = room.lots()[0]!
  const end = lot.clock!.deadline
  expect(lotsClosing(room.state, later(end, -6 * 60_000))).toEqual([])
  const [first] = lotsClosing(room.state, later(end, -4 * 60_000))
  expect(first).toMatchObject({ to: [{ watchers: lot.lot }], cause: `${lot.lot}:1`, until: end })
  expect(lotsClosing(room.state, end)).toEqual([])
  runOut(room)
  expect(lotsClosing(room.state, room.now)).toEqual([])
  expect(lotsClosing(negotiating().state, room.now)).toEqual([])
})

test('a lot that has not opened yet does not close soon, though its clock is set', () => {
  const room = open({ lots: [lotAt(1), lotAt(2)], rule: { staggerSeconds: 60 } })
  expect(room.lots()[1]).toMatchObject({ status: 'scheduled' })
  const told = lotsClosing(room.state, room.now).map(({ to }) => to)
  expect(told).toEqual([[{ watchers: 'lot-1' }]])
})

test('a lot closes soon from five minutes before on, in a running sale that is not closed, practice excepted', () => {
  const room = open({ lots: [lotAt(1)], rule: { biddingSeconds: 3_600 } })
  const end = room.lots()[0]!.clock!.deadline
  const five = later(end, -300_000)
  expect(lotsClosing(room.state, later(five, -1))).toEqual([])
  expect(lotsClosing(room.state, five)).toEqual([
    {
      facts: { kind: 'lotCloses', sale: 'sale-1', lot: 'lot-1', at: end },
      cause: 'lot-1:1',
      to: [{ watchers: 'lot-1' }],
      awayOnly: true,
      until: end,
    },
  ])
  const { state } = room
  for (const other of [
    { ...state, practice: true },
    { ...state, phase: 5 as const },
    { ...state, closure: { since: five, message: '', reopensAt: null } },
  ])
    expect(lotsClosing(other, five)).toEqual([])
})

test('watchers are told within the hour before the sale, and within five minutes before the end', () => {
  expect([OPENS_WITHIN_MS, CLOSES_WITHIN_MS]).toEqual([3_600_000, 300_000])
})

test('lots that open soon are told to their watcher in one notice', () => {
  const { state } = published()
  expect(lotsOpening('sale-1', state.startTime, { account: 'a', lots: 3 })).toEqual({
    facts: { kind: 'lotOpens', sale: 'sale-1', lots: 3, at: state.startTime },
    cause: `sale-1:${state.startTime}`,
    to: [{ account: 'a' }],
    until: state.startTime,
  })
})

test('a decided certification is told to its applicant, once', () => {
  const decision = { approved: false, company: 'Kiefer', reason: 'unreadable' }
  expect(certified('cert-1', 'a', decision)).toEqual({
    facts: { kind: 'certification', ...decision },
    cause: 'cert-1',
    to: [{ account: 'a' }],
  })
})

test.each([
  ['buyer', false, 'B', 'k:deposit:2026-12-01:soon'],
  ['seller', true, 'S', 'k:deposit:2026-12-01:overdue'],
] as const)('what is due of the %s is told once before its day and once after it', (by, overdue, company, cause) => {
  const claim = { claim: 'deposit', open: minor(100), due: '2026-12-01', currency: 'CNY', overdue } as const
  expect(paymentTold({ id: 'k', contractNo: 'TC-1', buyer: 'B', seller: 'S' }, { by, ...claim })).toEqual({
    facts: { kind: 'paymentDue', contract: 'k', contractNo: 'TC-1', ...claim },
    cause,
    to: [{ company }],
    // Less than the 180 days after which its notice is deleted.
    ...(overdue && { until: Date.parse('2027-04-30T00:00:00+08:00') }),
  })
})

test.each([
  ['its seller', 'S', { company: 'S' }],
  ['the platform', null, { platform: 'contracts' }],
] as const)('a request for an invoice is told to %s', (_who, to, told) => {
  const facts = { step: 'asked', currency: 'CNY', number: '', reason: '' } as const
  expect(
    invoiceTold({ id: 'k', contractNo: 'TC-1' }, { ...facts, invoice: 'i1', to, actor: 'a1', amount: minor(5_000) }),
  ).toEqual({
    facts: { ...facts, kind: 'invoice', contract: 'k', contractNo: 'TC-1', price: 5_000 },
    cause: 'i1:asked',
    to: [told],
    except: 'a1',
  })
})

test('settings and saved notices know the kinds by these names', () => {
  expect(NOTICE_KINDS).toEqual([
    'outbid',
    'bidRestored',
    'bidStruck',
    'lotWon',
    'lotSold',
    'lotUnsold',
    'lotWithdrawn',
    'lotOpens',
    'lotCloses',
    'saleHeld',
    'saleResumed',
    'salePostponed',
    'saleCancelled',
    'saleSealed',
    'offerWaiting',
    'offerEnded',
    'dealToConfirm',
    'dealAsked',
    'dealLapsed',
    'dealHeld',
    'dealReleased',
    'dealCancelled',
    'standingLost',
    'ceilingLapsed',
    'certification',
    'contractWaiting',
    'contractReturned',
    'contractTerminated',
    'contractComplete',
    'depositDue',
    'depositHeld',
    'depositAnswered',
    'depositKept',
    'paymentDue',
    'invoice',
  ])
})

describe('a contract', () => {
  const contract = { id: 'k', contractNo: 'TC-1', buyer: 'B', seller: 'S' }
  test.each([
    [{ type: 'signed', by: 'buyer', version: 1 }, [['contractWaiting', [{ company: 'S' }]]]],
    [{ type: 'signed', by: 'seller', version: 1 }, [['contractWaiting', [{ platform: 'contracts' }]]]],
    [{ type: 'revised', by: 'seller', version: 2, hash: 'h' }, [['contractWaiting', [{ company: 'B' }]]]],
    [{ type: 'revised', by: 'buyer', version: 2, hash: 'h' }, []],
    [{ type: 'returned', by: 'platform', reason: 'r' }, [['contractReturned', [{ company: 'B' }]]]],
    [{ type: 'terminated', by: 'room', reason: 'r' }, [['contractTerminated', [{ company: 'B' }, { company: 'S' }]]]],
    [{ type: 'verified' }, [['contractComplete', [{ company: 'B' }, { company: 'S' }]]]],
  ] as const)('%o is told to whose turn it is, or whom it ends for', (event, expected) => {
    const notices = contractTold(contract, event, 3, 'actor')
    expect(told(notices)).toEqual(expected)
    for (const { facts } of notices) expect(facts).toMatchObject({ contract: 'k', contractNo: 'TC-1' })
  })
  test('it says the step that waits, and the reason', () => {
    const factsOf = (event: Parameters<typeof contractTold>[1]) => contractTold(contract, event, 3, null)[0]?.facts
    expect(factsOf({ type: 'signed', by: 'buyer', version: 1 })).toMatchObject({ step: 'sign' })
    expect(factsOf({ type: 'signed', by: 'seller', version: 1 })).toMatchObject({ step: 'verify' })
    expect(factsOf({ type: 'revised', by: 'seller', version: 2, hash: 'h' })).toMatchObject({ step: 'sign' })
    expect(factsOf({ type: 'returned', by: 'platform', reason: 'r' })).toMatchObject({ reason: 'r' })
    expect(factsOf({ type: 'terminated', by: 'room', reason: 'r' })).toMatchObject({ reason: 'r' })
  })
  test('who acts is not told, and each act is a cause of its own', () => {
    const event = { type: 'verified' } as const
    expect(contractTold(contract, event, 4, 'actor')).toMatchObject([{ cause: 'k:4', except: 'actor' }])
  })
})

describe('a sale that is put off or cancelled', () => {
  const cancelled = () => {
    const room = published({ bidders: 1 })
    const before = room.state
    done(room.give('operator', { type: 'cancelSession', reason: 'no power' }))
    return { room, before }
  }
  test('is told to who signed up, whether admitted or not, and to sellers, with the reason', () => {
    const room = published({ bidders: 1 })
    const before = room.state
    const startTime = later(before.startTime, 60_000)
    done(room.give('operator', { type: 'postpone', startTime, signUpDeadline: null, reason: 'typhoon' }))
    expect(since(before, room)).toEqual([
      {
        facts: { kind: 'salePostponed', sale: 'sale-1', at: startTime, reason: 'typhoon' },
        cause: `sale-1:${startTime}`,
        to: [{ signedUpFor: 'sale-1', by: room.now }, { company: 'seller-co-1' }, { company: 'seller-co-2' }],
        until: startTime,
      },
    ])
    const after = room.state
    room.pass(1_000)
    done(room.give('room', { type: 'admit', standing: standing('c9') }))
    expect(since(after, room)).toEqual([])
  })
  test('S8: a seller whose lots would be delivered before it is asked for other dates, the other seller told', () => {
    const room = published({
      bidders: 1,
      lots: [lotAt(1, { deliveryDate: dayInBeijing(START_TIME) }), lotAt(2, { seller: 'S2' })],
    })
    const before = room.state
    const startTime = later(START_TIME, 24 * 3_600_000)
    done(room.give('operator', { type: 'postpone', startTime, signUpDeadline: null, reason: 'typhoon' }))
    const facts = { kind: 'salePostponed', sale: 'sale-1', at: startTime, reason: 'typhoon' }
    expect(since(before, room).map((notice) => [notice.facts, notice.to])).toEqual([
      [facts, [{ signedUpFor: 'sale-1', by: room.now }, { company: 'seller-co-2' }]],
      [{ ...facts, lots: 1 }, [{ company: 'seller-co-1' }]],
    ])
  })
  test('S6: the notice of a postponement ends when the session starts', () => {
    const room = published({ bidders: 1 })
    const startTime = later(room.state.startTime, 60_000)
    done(room.give('operator', { type: 'postpone', startTime, signUpDeadline: null, reason: 'typhoon' }))
    room.now = startTime
    tick(room)
    const kinds = () => noticesOf(null, room.state).map(({ facts }) => facts.kind)
    expect(kinds()).toEqual(['salePostponed'])
    done(room.give('host', { type: 'start', lots: null, biddingSeconds: null }))
    expect(kinds()).toEqual([])
  })
  test('a cancelled one is told once, and found again for thirty days', () => {
    const { room, before } = cancelled()
    const [notice] = since(before, room)
    expect(notice).toMatchObject({
      facts: { kind: 'saleCancelled', sale: 'sale-1', reason: 'no power' },
      cause: 'sale-1',
      to: [{ signedUpFor: 'sale-1', by: room.now }, { company: 'seller-co-1' }, { company: 'seller-co-2' }],
      until: later(room.now, 30 * 24 * 3_600_000),
    })
    expect(since(room.state, room)).toEqual([])
    expect(noticesOf(null, room.state)).toEqual([notice])
  })
  test('what was put off and then cancelled is cancelled', () => {
    const { room } = cancelled()
    expect(told(noticesOf(null, { ...room.state, postponed: { at: room.now, reason: 'typhoon' } }))).toHaveLength(1)
  })
})

describe('the person of a bid', () => {
  const { state } = open()

  test('is told as a part of its company', () => {
    expect(toldPerson(state, 1, 'someone')).toEqual([{ account: 'someone', of: 'c1' }])
    expect(toldPerson(state, 1, null)).toEqual([{ account: null, of: 'c1' }])
  })
  test('an account whose company is unknown is told; without account and company there is no recipient', () => {
    expect(toldPerson(state, 99, 'someone')).toEqual([{ account: 'someone' }])
    expect(toldPerson(state, 99, null)).toEqual([])
  })
})

test('of a watched lot it is told an hour before it opens, and five minutes before it closes', () => {
  expect([OPENS_WITHIN_MS, CLOSES_WITHIN_MS]).toEqual([3_600_000, 300_000])
})

test('a won lot and a held deposit cannot be switched off; the seal has a short message of its own', () => {
  expect([...ALWAYS_TOLD]).toEqual(['lotWon', 'depositHeld'])
  expect([...TEXTED_APART]).toEqual(['saleSealed'])
})
