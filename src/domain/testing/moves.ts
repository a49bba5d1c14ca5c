import type { Command } from '../commands.ts'
import { exposureOf } from '../evolve/exposure.ts'
import { band, nextPrice } from '../prices.ts'
import { below } from '../lot.ts'
import type { Lot, Offer } from '../lot.ts'
import { amountOf, later, milli, minor } from '../units.ts'
import { type Move, pick, type Room } from './room.ts'
import { lotAt, publication, standing, START_TIME } from './world.ts'

/** A possible act: mostly sensible, so that sales make progress. */
type Act = (room: Room, move: Move) => void
/** Weighted choices. */
type Menu = readonly (readonly [weight: number, act: Act])[]

const lotIn = (room: Room, n: number, statuses: readonly Lot['status'][]): Lot | undefined => {
  const fitting = room.lots().filter((lot) => statuses.includes(lot.status))
  return pick(fitting.length > 0 ? fitting : room.lots(), n)
}

/** Some commands arrive late, after others were decided. */
const lateness = (n: number): number => (n % 7 === 0 ? n % 400 : 0)

/** Mostly an admitted bidder. */
const bidder = (room: Room, n: number): string => {
  const admitted = Object.values(room.state.bidders).filter((b) => b.admitted)
  return `bidder:${n % 12 === 0 ? 1 + (n % 7) : (pick(admitted, n)?.number ?? 1)}`
}
const seller = (n: number): string => `seller:S${1 + (n % 2)}`
const runner = (n: number): string => (n % 5 === 0 ? 'operator' : 'host')

const bid: Act = (room, [, who, what, much, gap]) => {
  const lot = lotIn(room, what, ['open'])
  if (lot === undefined) return
  const steps = much < 600 ? 0 : Math.floor((much - 600) / 70)
  const off = much % 31 === 0 ? 1 : 0
  const price = minor(nextPrice(lot) + (steps - (much % 29 === 0 ? 1 : 0)) * lot.addRange + off)
  const late = lateness(gap)
  room.give(
    bidder(room, who),
    {
      type: 'bid',
      lot: lot.lot,
      price,
      notAfter: later(room.now, much % 43 === 0 ? -1 : much % 47 === 0 ? 60_001 : 10_000),
    },
    late,
  )
}

const setCeiling: Act = (room, [, who, what, much, gap]) => {
  const lot = lotIn(room, what, ['open'])
  if (lot === undefined) return
  const amount = minor(
    Math.max(1, nextPrice(lot) + (Math.floor(much / 90) - 2) * lot.addRange + (much % 37 === 0 ? 1 : 0)),
  )
  room.give(
    bidder(room, who),
    { type: 'setCeiling', lot: lot.lot, amount, mode: much % 2 === 0 ? 'standing' : 'linkLoss' },
    lateness(gap),
  )
}

/** The same by a clerk, sometimes by an actor without that role. */
const clerk: Act = (room, [, who, what, much]) => {
  const lot = lotIn(room, what, ['open'])
  const number = pick(room.numbers(), who)
  if (lot === undefined || number === undefined) return
  const price = minor(nextPrice(lot) + Math.floor(much / 250) * lot.addRange)
  const commands: readonly Command[] = [
    { type: 'bid', lot: lot.lot, price, notAfter: later(room.now, 10_000) },
    { type: 'setCeiling', lot: lot.lot, amount: price, mode: 'standing' },
    { type: 'dropCeiling', lot: lot.lot },
    { type: 'say', text: 'For a caller.' },
  ]
  const command = pick(commands, much)
  if (command !== undefined) room.give(what % 9 === 0 ? 'room' : runner(who), command, 0, number)
}

const WORTH = { CNY: minor(721), USD: minor(100), EUR: minor(93) }

/** The limit is near the amount that the company would have to pay next. */
const setLimit: Act = (room, [, who, what, much]) => {
  const number = 1 + (who % 7)
  const lot = lotIn(room, what, ['open'])
  if (lot === undefined) return
  const account = what % 4 === 0 ? `account ${much % 2} of bidder:${number}` : null
  const sum = amountOf(nextPrice(lot), lot.quantity)
  // Now and then it comes of a deposit, which counts all currencies.
  const worth = account === null && much % 3 === 1 ? WORTH : null
  const exposed = exposureOf(room.state, { number, account, currency: lot.currency, worth })
  const most =
    much % 23 === 0
      ? 0
      : much % 19 === 0
        ? exposed - 1
        : what % 5 === 0 && much % 3 === 0
          ? 1 + Math.floor(exposed / 2)
          : exposed + Math.floor((sum * (much % 40)) / 10)
  const actor = account !== null && much % 3 === 0 ? `bidder:${number}` : who % 20 === 0 ? 'host' : 'operator'
  room.give(actor, {
    type: 'setLimit',
    number,
    account,
    currency: lot.currency,
    most: much % 17 === 0 ? null : minor(most),
    worth,
    // A deposit that was recorded wrongly: the limit may be far below what is bound.
    correction: what % 5 === 0 && account === null,
  })
}

const dealWith: Act = (room, [, who, what, much]) => {
  const dealt = room.lots().filter((lot) => lot.deal !== null)
  const lot = pick(dealt.length > 0 && who % 9 > 0 ? dealt : room.lots(), what)?.lot ?? 'none'
  const reason = much % 13 === 0 ? ' ' : 'unpaid'
  const commands: readonly Command[] = [
    { type: 'holdDeal', lot, reason },
    { type: 'releaseDeal', lot, reason },
    { type: 'cancelDeal', lot, reason },
    { type: 'offerDeal', lot, minutes: much % 29 === 0 ? 0 : 1 + (much % 5) },
    { type: 'offerDeal', lot, minutes: 1 },
  ]
  const command = pick(commands, much)
  if (command !== undefined) room.give(who % 17 === 0 ? 'host' : 'operator', command)
}

/** Cancels a deal and offers its lot on, in negotiation past another buyer's offer. */
const undoDeal: Act = (room, [, who, what, much, gap]) => {
  const deals = room.lots().filter(({ deal, book }) => deal?.cancelled === null && book?.standing !== null)
  const lot = pick(deals, what)
  if (lot === undefined) return
  room.give('operator', { type: 'cancelDeal', lot: lot.lot, reason: 'unpaid' })
  const offer = { type: 'offer', offer: `u${room.state.seq}`, lot: lot.lot, answers: null } as const
  room.give(bidder(room, who), { ...offer, ...terms(room, lot, much, gap) })
  room.give('operator', { type: 'offerDeal', lot: lot.lot, minutes: 1 })
}

const answerDeal: Act = (room, [, who, what, much, gap]) => {
  const open = room.lots().filter((lot) => lot.award !== null)
  const lot = pick(open.length > 0 ? open : room.lots(), what)
  if (lot === undefined) return
  const asked = lot.award?.asks === 'bidder' ? `bidder:${lot.award.number}` : `seller:${lot.seller}`
  const actor = who % 9 === 0 ? bidder(room, who) : who % 9 === 1 ? seller(who) : asked
  room.give(actor, { type: much % 3 === 0 ? 'declineDeal' : 'confirmDeal', lot: lot.lot }, lateness(gap))
}

const dropCeiling: Act = (room, [, who, what]) => {
  const held = room.lots().flatMap((lot) => Object.keys(lot.ceilings).map((number) => ({ lot: lot.lot, number })))
  const one = pick(held, what)
  const lot = one?.lot ?? pick(room.lots(), what)?.lot
  if (lot !== undefined)
    room.give(one === undefined ? bidder(room, who) : `bidder:${one.number}`, { type: 'dropCeiling', lot })
}

const leave: Act = (room, [, who, what]) => {
  const number = pick(room.numbers(), who)
  if (number !== undefined) room.leave(number)
  if (what < 400) for (const other of room.numbers()) room.leave(other)
}
const comeBack: Act = (room, [, who, what]) => {
  const number = pick(room.numbers(), who)
  if (number !== undefined) room.comeBack(number)
  if (what < 300) for (const other of room.numbers()) room.comeBack(other)
}

const tick: Act = (room, [, , , much]) => room.tick(much * 4)
/** Long enough for a tick to judge links lost. */
const silentTick: Act = (room, move) => {
  leave(room, move)
  room.pass(8_000)
  room.tick(0)
}
const wakeTick: Act = (room, [, , what, much]) => {
  room.passToNextWake([0, 0, 250, 251, -1, -300, 40][what % 7] ?? 0)
  room.tick(much * 4)
}
const wake: Act = (room, [, , , much]) => {
  const lastAliveAt = room.now
  room.pass(much * 20)
  room.give('room', { type: 'wake', lastAliveAt })
}

const clockSetBack: Act = (room, [, , , much]) => void room.give('room', { type: 'clockSetBack', byMs: much * 1_000 })

const logDenied: Act = (room, [, , what]) =>
  void room.give('room', { type: 'logDenied', seq: what, hash: `hash ${what}` })

const voidBid: Act = (room, [, who, what, much]) => {
  const lots = room
    .lots()
    .filter((lot) => lot.book?.standing !== null && (lot.status === 'open' || lot.status === 'held'))
  const lot = pick(lots.length > 0 ? lots : room.lots(), what)
  const top = lot?.book?.standing
  const under = top ? below(top) : null
  const group = under?.root === top?.root && much % 2 === 0 ? under : top
  if (lot === undefined) return
  room.give(runner(who), {
    type: 'voidBid',
    lot: lot.lot,
    bid: (group?.seq ?? 1) - (much % 11 === 0 ? 1 : 0),
    reason: much % 17 === 0 ? ' ' : 'wrong lot',
  })
}

const COMPANIES = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'seller-co-1', 'host-co']
const STATUSES = [4, 4, 4, 4, 4, 4, 3, 2, 0] as const

const admit: Act = (room, [, who, what, much]) => {
  const one = standing(COMPANIES[who % 8] ?? 'c1', {
    status: STATUSES[what % 9] ?? 4,
    agreementInEffect: much % 12 !== 0,
    operates: much % 13 === 1,
  })
  room.give(much % 3 === 0 ? 'operator' : 'room', { type: 'admit', standing: one })
}
const dismiss: Act = (room, [, who, what]) =>
  void room.give('operator', { type: 'dismiss', number: 1 + (who % 6), reason: what % 9 === 0 ? '' : 'unpaid' })
const suspend: Act = (room, [, who, what]) =>
  void room.give(runner(what), { type: 'suspend', company: COMPANIES[who % 7] ?? 'c1', reason: 'fraud' })
/** A person leaves its company, or is erased: of a bidder that holds a ceiling where there is one. */
const departed: Act = (room, [, who, what, much]) => {
  const held = room.lots().flatMap(({ ceilings }) => Object.values(ceilings).map(({ account }) => account ?? 'none'))
  const account = (much % 4 === 0 ? undefined : pick(held, what)) ?? `account ${much % 2} of bidder:${1 + (who % 7)}`
  room.give(who % 13 === 0 ? 'host' : who % 2 === 0 ? 'room' : 'operator', { type: 'departed', account })
}
const withdrawLot: Act = (room, [, who, what, much]) => {
  const lot = pick(room.lots(), what)?.lot ?? 'none'
  room.give(runner(who), { type: 'withdrawLot', lot, reason: much % 9 === 0 ? '' : 'rotten' })
}

/** Mostly a lot that fits; the others are flawed each in its way. */
const addLots: Act = (room, [, who, what, much]) => {
  const flaw = [
    {},
    {},
    {},
    { seller: 'S9' },
    { currency: 'EUR' as const },
    { lot: room.state.lotOrder[0] ?? 'none' },
    { deliveryDate: '2020-02-29' },
    { startPrice: minor(0) },
  ][much % 8]
  const { position: _, ...lot } = lotAt(100 + (what % 50), { lot: `late-${what}`, ...flaw })
  room.give(who % 9 === 0 ? seller(who) : runner(who), { type: 'addLots', lots: much % 17 === 0 ? [] : [lot] })
}

const postpone: Act = (room, [, who, what, much]) => {
  const { startTime, signUpDeadline } = room.state
  room.give(who % 12 === 0 ? 'host' : 'operator', {
    type: 'postpone',
    startTime: later(startTime, (much - 60) * 60_000),
    signUpDeadline: what % 3 === 0 ? null : later(signUpDeadline, (what - 60) * 60_000),
    reason: much % 17 === 0 ? ' ' : 'typhoon',
  })
}
/** Rarely chosen, since a cancellation ends the sale. */
const cancelSession: Act = (room, [, who, what, much]) => {
  if (what > 150) return
  room.give(who % 12 === 0 ? 'host' : 'operator', {
    type: 'cancelSession',
    reason: much % 7 === 0 ? '' : 'no power',
  })
}

const start: Act = (room, [, who, what, much]) => {
  if (much > 100) room.now = room.now < START_TIME ? START_TIME : room.now
  room.give(runner(who), {
    type: 'start',
    lots: what < 700 ? null : room.state.lotOrder.slice(0, 1 + (what % 2)),
    biddingSeconds: much < 800 ? null : 45,
  })
}
const addRound: Act = (room, [, who, what, much]) => {
  const free = room.lots().filter((lot) => lot.status === 'unsold' || lot.status === 'waiting')
  const lots = (what % 10 === 0 ? room.lots() : free).map((lot) => lot.lot)
  room.give(runner(who), {
    type: 'addRound',
    lots: what % 4 === 0 ? lots.slice(0, 1) : lots,
    biddingSeconds: much % 10 === 0 ? 0 : 30,
  })
}
const adjustStage: Act = (room, [, who, , much]) =>
  void room.give(runner(who), { type: 'adjustStage', minutes: much % 13 === 0 ? 100 : 1 + (much % 4) })
const moveOn: Act = (room, [, who]) => void room.give(runner(who), { type: 'adjustStage', minutes: null })
const close: Act = (room, [, who, , much]) =>
  void room.give(runner(who), { type: 'closeTemporarily', message: much % 8 === 0 ? '' : 'Fire drill.' })
const reopen: Act = (room, [, who]) => void room.give(runner(who), { type: 'reopen' })
const accomplish: Act = (room, [, who, what]) =>
  void room.give(runner(who), { type: 'accomplish', untried: what % 3 === 0 ? [] : room.state.lotOrder })
const holdLot: Act = (room, [, who, what]) => {
  const lots = room.lots().filter((lot) => lot.holdOffered && !lot.holdUsed)
  const lot = pick(lots.length > 0 ? lots : room.lots(), what)?.lot ?? 'none'
  room.give(runner(who), { type: 'holdLot', lot })
}
const setSpeech: Act = (room, [, who, what, much]) =>
  void room.give(runner(who), {
    type: 'setSpeech',
    allowed: much % 2 === 0,
    speaker: what < 300 ? null : what < 800 ? bidder(room, what) : seller(what),
  })
const say: Act = (room, [, who, what]) => {
  const from = what < 600 ? bidder(room, who) : what < 900 ? seller(who) : 'host'
  room.give(from, { type: 'say', text: what % 23 === 0 ? '  ' : `Hello ${what}` })
}
const adjustLot: Act = (room, [, who, what, much]) => {
  const lot = lotIn(room, what, ['waiting', 'unsold'])
  if (lot === undefined) return
  const { low, high } = band(lot, room.state.rule.adjustPercent)
  const price = low - 1 + Math.floor(((high - low + 2) * much) / 999)
  const actor = who % 9 === 0 ? seller(what) : `seller:${lot.seller}`
  room.give(actor, {
    type: 'adjustLot',
    lot: lot.lot,
    startPrice: minor(price),
    deliveryDate: much % 19 === 0 ? '' : much % 19 === 1 ? '2020-02-29' : '2027-02-15',
  })
}

/** The buyer `who`, or the seller when a buyer's offer waits for an answer. */
const offer: Act = (room, [, who, what, much, gap]) => {
  const lot = lotIn(room, what, ['unsold'])
  if (lot === undefined) return
  const mine = room
    .offers()
    .filter(
      (o) =>
        o.lot === lot.lot && o.from === 'buyer' && `bidder:${o.number}` === bidder(room, who) && o.status === 'live',
    )
  const addressed = room
    .offers()
    .find(
      (o) =>
        o.lot === lot.lot && o.from === 'seller' && `bidder:${o.number}` === bidder(room, who) && o.status === 'live',
    )
  const id = much % 3 === 0 ? (pick(mine, what)?.offer ?? `o${room.state.seq}`) : `o${room.state.seq}`
  room.give(bidder(room, who), {
    type: 'offer',
    offer: id,
    lot: lot.lot,
    ...terms(room, lot, much, gap),
    answers: much % 2 === 0 ? (addressed?.offer ?? null) : null,
  })
}
const counterOffer: Act = (room, [, who, what, much, gap]) => {
  const asked = pick(
    room.offers().filter((o) => o.from === 'buyer' && o.status === 'live'),
    what,
  )
  const lot = room.state.lots.get(asked?.lot ?? '') ?? lotIn(room, what, ['unsold'])
  if (lot === undefined) return
  const revised = room.offers().find((o) => o.lot === lot.lot && o.from === 'seller' && o.status === 'live')
  const id = much % 5 === 0 && revised !== undefined ? revised.offer : `k${room.state.seq}`
  const actor = who % 9 === 0 ? seller(what) : `seller:${lot.seller}`
  const { low, high } = band(lot, room.state.rule.adjustPercent)
  const price = minor(Math.max(1, low + Math.floor(((high - low + 1) * much) / 999)))
  room.give(actor, {
    type: 'offer',
    offer: id,
    lot: lot.lot,
    ...terms(room, lot, much, gap),
    price,
    answers: asked?.offer ?? null,
  })
}
function terms(room: Room, lot: Lot, much: number, gap: number) {
  const ends = room.state.stageEndsAt ?? room.now
  const share = Math.floor((lot.quantity * (1 + (much % 4))) / 4)
  return {
    price: minor(Math.max(1, Math.floor(lot.startPrice * 0.7) + much)),
    quantity: milli(much % 41 === 0 ? lot.quantity + 1 : Math.max(1, share - (much % 43 === 0 ? 500 : 0))),
    deliveryDate: much % 47 === 0 ? '' : '2027-03-01',
    note: `note ${much}`,
    expiresAt: gap % 13 === 0 ? later(ends, 1) : later(room.now, Math.floor(((ends - room.now) * (1 + (gap % 4))) / 4)),
  }
}

const answerWith =
  (type: 'acceptOffer' | 'declineOffer'): Act =>
  (room, [, who, what, much, gap]) => {
    const one = pick(liveOrAll(room), what)
    const [buyer, owner] = [`bidder:${one?.number ?? 1}`, `seller:${one?.seller ?? 'S1'}`]
    const [other, maker] = one?.from === 'seller' ? [buyer, owner] : [owner, buyer]
    room.give(
      who % 9 === 0 ? maker : other,
      { type, offer: one?.offer ?? 'none', revision: (one?.revision ?? 1) + (much % 17 === 0 ? 1 : 0) },
      lateness(gap),
    )
  }
const withdrawOffer: Act = (room, [, who, what]) => {
  const one = pick(liveOrAll(room), what)
  const maker = one?.from === 'seller' ? `seller:${one.seller}` : `bidder:${one?.number ?? 1}`
  room.give(who % 9 === 0 ? bidder(room, who) : maker, { type: 'withdrawOffer', offer: one?.offer ?? 'none' })
}
function liveOrAll(room: Room): readonly Offer[] {
  const live = room.offers().filter((o) => o.status === 'live')
  return live.length > 0 ? live : room.offers()
}

/** An actor without any part in the sale attempts an act. */
const intrude: Act = (room, [, who, what, much]) => {
  const lot = pick(room.lots(), what)?.lot ?? 'constructor'
  const commands: readonly Command[] = [
    { type: 'bid', lot, price: minor(much), notAfter: room.now },
    { type: 'start', lots: null, biddingSeconds: null },
    { type: 'tick', lastSeen: {} },
    { type: 'say', text: 'me too' },
    { type: 'voidBid', lot, bid: much, reason: 'no' },
    { type: 'reopen' },
    { type: 'withdrawLot', lot: '__proto__', reason: 'no' },
    { type: 'adjustLot', lot, startPrice: minor(much), deliveryDate: '2027-01-01' },
    { type: 'suspend', company: 'c1', reason: 'no' },
    { type: 'acceptOffer', offer: 'constructor', revision: 1 },
    publication(),
    { type: 'postpone', startTime: later(START_TIME, 1), signUpDeadline: null, reason: 'no' },
    { type: 'cancelSession', reason: 'no' },
    { type: 'setCeiling', lot, amount: minor(much), mode: 'standing' },
    { type: 'dropCeiling', lot: 'constructor' },
    { type: 'reopen' },
  ]
  const command = pick(commands, what)
  if (command !== undefined)
    room.give(
      pick(
        [
          'audience',
          'bidder:x',
          'bidder:99',
          'seller:S9',
          'seller:constructor',
          'bidder:1',
          'bidder:2',
          'seller:S1',
          'host',
          'room',
        ],
        who,
      ) ?? '',
      command,
    )
}

/** Acts of host and operator in the instant between a deadline and its tick (K5, D5). */
const tooLate: Act = (room, move) => {
  room.passToNextWake(61)
  const act = pick([dismiss, suspend, departed, withdrawLot, voidBid, setLimit, admit, dealWith, close], move[3])
  act?.(room, move)
}

const anywhere: Menu = [
  [1, setLimit],
  [1, dealWith],
  [2, intrude],
  [2, say],
  [1, setSpeech],
  [1, admit],
  [1, suspend],
  [1, dismiss],
  [1, withdrawLot],
  [1, departed],
  [1, tooLate],
]
const preparing: Menu = [
  ...anywhere,
  [8, admit],
  [3, adjustLot],
  [2, addLots],
  [1, postpone],
  [1, cancelSession],
  [14, start],
  [2, wakeTick],
  [1, adjustStage],
  [1, bid],
  [1, addRound],
]
const bidding: Menu = [
  ...anywhere,
  [1, cancelSession],
  [34, bid],
  [20, setCeiling],
  [4, clerk],
  [4, setLimit],
  [2, dropCeiling],
  [6, silentTick],
  [4, leave],
  [5, comeBack],
  [9, tick],
  [5, wakeTick],
  [5, voidBid],
  [2, close],
  [0.3, clockSetBack],
  [0.3, logDenied],
  [2, adjustStage],
  [3, holdLot],
  [2, wake],
  [1, adjustLot],
  [1, moveOn],
  [1, addRound],
  [0.5, accomplish],
]
const between: Menu = [
  ...anywhere,
  [6, answerDeal],
  [6, dealWith],
  [12, addRound],
  [8, adjustLot],
  [12, moveOn],
  [2, tick],
  [1, wakeTick],
  [1, bid],
  [1, voidBid],
  [0.2, accomplish],
  [1, close],
]
const negotiating: Menu = [
  ...anywhere,
  [3, undoDeal],
  [4, answerDeal],
  [6, dealWith],
  [2, setLimit],
  [24, offer],
  [14, counterOffer],
  [10, answerWith('acceptOffer')],
  [5, answerWith('declineOffer')],
  [4, withdrawOffer],
  [6, tick],
  [4, wakeTick],
  [1, moveOn],
  [1, adjustStage],
  [2, close],
  [1, wake],
  [0.4, accomplish],
  [1, adjustLot],
  [1, addRound],
]
const finishing: Menu = [
  ...anywhere,
  [2, undoDeal],
  [0.3, logDenied],
  [6, dealWith],
  [4, answerDeal],
  [2, accomplish],
  [6, wakeTick],
  [1, offer],
  [1, bid],
  [1, moveOn],
]
const closed: Menu = [
  ...anywhere,
  [1, cancelSession],
  [1, answerDeal],
  [10, reopen],
  [12, wakeTick],
  [3, voidBid],
  [2, bid],
  [2, setCeiling],
  [1, dropCeiling],
  [2, offer],
  [2, close],
  [2, wake],
  [2, silentTick],
]

function menuOf(room: Room): Menu {
  const { state } = room
  if (state.closure !== null) return closed
  const running = room.lots().some((lot) => lot.clock !== null)
  switch (state.stage) {
    case 'preparation':
      return preparing
    case 'bidding':
      return running ? bidding : between
    case 'negotiation':
      return state.idleSince === null ? negotiating : finishing
    case 'finish':
      return finishing
  }
}

/** Makes a move: waits a little, then performs an act from the current menu. */
export function make(room: Room, move: Move): void {
  const [kind, , , , gap] = move
  if (room.state.phase === 5 && kind > 60) return
  room.pass(gap < 500 ? gap : gap < 900 ? (gap - 500) * 10 : (gap - 900) * 300)
  const menu = menuOf(room)
  let left = Math.floor((kind * menu.reduce((sum, [weight]) => sum + weight, 0)) / 1000)
  for (const [weight, act] of menu) {
    if (left < weight) return act(room, move)
    left -= weight
  }
}
