import type { Lot } from './lot.ts'
import { redactLotFor, sees, viewKey } from './redact.ts'
import type { Viewer } from './redact.ts'
import { SEEN } from './secrets.ts'
import type { SessionState } from './state.ts'

/*
 * A digest of everything that a viewer sees of a session. Room and replica compute it alike, so a replica that has
 * diverged finds out. It guards against faults, not against malice; the log's hashes do that. It is a sum, so that the
 * parts have no order and unchanged parts are not computed again.
 */
const MOST = 2 ** 52

/** 52 bits of a text (cyrb53 by bryc, public domain). */
function bitsOf(text: string): number {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 2_654_435_761)
    b = Math.imul(b ^ unit, 1_597_334_677)
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909)
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909)
  return (b >>> 0) + (a & 0xf_ffff) * 2 ** 32
}

const plus = (a: number, b: number): number => (a + b) % MOST
const sum = (numbers: Iterable<number>): number => {
  let all = 0
  for (const one of numbers) all = plus(all, one)
  return all
}

const bitsOfLot = (lot: Lot): number =>
  bitsOf(
    JSON.stringify([
      lot.lot,
      lot.status,
      lot.round,
      lot.quantity,
      lot.publishedPrice,
      lot.startPrice,
      lot.addRange,
      lot.deliveryDate,
      lot.reserve,
      lot.clock && [lot.clock.opensAt, lot.clock.deadline, lot.clock.hardEnd],
      lot.leading && [lot.leading.seq, lot.leading.number, lot.leading.price, lot.leading.at, lot.leading.account],
      lot.bidCount,
      lot.highestBefore,
      lot.hold && [lot.hold.since, lot.hold.until],
      lot.holdUsed,
      lot.holdOffered,
      Object.entries(lot.ceilings)
        .map(([number, { amount, mode, since, suspended, capped, account }]) =>
          [number, amount, mode, since, suspended, capped, account].join(' '),
        )
        .toSorted(),
      lot.deal && [
        lot.deal.number,
        lot.deal.price,
        lot.deal.quantity,
        lot.deal.seq,
        lot.deal.company,
        lot.deal.account,
      ],
      lot.deal && [lot.deal.onHold, lot.deal.cancelled],
      lot.award && [lot.award.asks, lot.award.number, lot.award.price, lot.award.until],
      [...lot.passed],
      lot.children,
      lot.withdrawnBecause,
    ]),
  )

/** The state without the lots, as every viewer sees it; without messages, which a slow link may be spared. */
const bitsOfSession = ({ phase, stage, round, closure, bidders, ...rest }: SessionState): number =>
  bitsOf(
    JSON.stringify([
      [phase, stage, round, rest.stageEndsAt, rest.idleSince, rest.startTime, rest.signUpDeadline],
      closure && [closure.since, closure.message, closure.reopensAt],
      Object.values(bidders)
        .map(({ number, admitted }) => `${number} ${admitted}`)
        .toSorted(),
      rest.speech.allowed,
    ]),
  )

/** The rest of a viewer's state besides the lots: offers and bidders, which only some viewers see. */
const bitsOfOwn = ({ offers, bidders }: Pick<SessionState, 'offers' | 'bidders'>): number =>
  sum([
    ...Object.values(offers).map((offer) =>
      bitsOf(JSON.stringify([offer.offer, offer.revision, offer.status, offer.price, offer.quantity, offer.expiresAt])),
    ),
    ...Object.values(bidders)
      .filter(({ lost }) => lost.length > 0)
      .map(({ number, lost }) => bitsOf(JSON.stringify([number, [...lost].toSorted()]))),
  ])

type Known = WeakMap<Lot, number>
const knownBits = (known: Known, lot: Lot, make: () => number): number => {
  const found = known.get(lot)
  if (found !== undefined) return found
  const bits = make()
  known.set(lot, bits)
  return bits
}

/** Prefix of each digest; a digest of another version is not compared. */
const VERSION = '2.'
const texted = (bits: number): string => VERSION + bits.toString(36)

/** Whether a digest is of this version. */
export const comparable = (digest: string): boolean => digest.startsWith(VERSION)

/** The replica's side: its state is redacted already. */
export class ReplicaDigest {
  readonly #lots: Known = new WeakMap()

  of(state: SessionState): string {
    let lots = 0
    for (const lot of state.lots)
      lots = plus(
        lots,
        knownBits(this.#lots, lot, () => bitsOfLot(lot)),
      )
    return texted(sum([lots, bitsOfSession(state), bitsOfOwn(state)]))
  }
}

const same = (lot: Lot): Lot => lot

/** Sums of one state of the room. */
interface Sums {
  readonly of: SessionState
  readonly common: number
  /** Sum of the lots as the audience sees them. */
  readonly lots: number
  /** By view: the lots of which a buyer or a seller sees more than the audience. */
  readonly touched: ReadonlyMap<string, readonly Lot[]>
}

/** The room's side: the digest of each viewer's view. Parts that all viewers see alike are summed once. */
export class ViewDigests {
  readonly #shown: (lot: Lot) => Lot
  readonly #public: Known = new WeakMap()
  /** Sums of viewers who see more of many lots than a buyer does: hosts, sellers, operators. */
  readonly #views = new Map<string, { readonly viewer: Viewer; readonly known: Known }>()
  #sums: Sums | null = null

  /** `shown`: the lot as it leaves the room. */
  constructor(shown: (lot: Lot) => Lot = same) {
    this.#shown = shown
  }

  of(state: SessionState, viewer: Viewer): string {
    const sums = this.#sums?.of === state ? this.#sums : this.#begin(state)
    const own = bitsOfOwn({
      offers: only(state.offers, ({ number, seller }) => sees(viewer, SEEN.offer(number, seller))),
      bidders: only(state.bidders, ({ number, lost }) => lost.length > 0 && sees(viewer, SEEN.lost(number))),
    })
    return texted(sum([sums.common, this.#lotsOf(sums, viewer), own]))
  }

  /** Sums up changed lots ahead of the next digest, to spread the work. */
  look(lots: readonly Lot[]): void {
    for (const lot of lots) {
      this.#publicBits(lot)
      for (const { viewer, known } of this.#views.values())
        if (viewer.identity !== 'seller' || viewer.seller === lot.seller) this.#viewBits(lot, viewer, known)
    }
  }

  #begin(state: SessionState): Sums {
    const touched = new Map<string, Lot[]>()
    const touch = (view: string, lot: Lot) => {
      const list = touched.get(view)
      if (list === undefined) touched.set(view, [lot])
      else if (list.at(-1) !== lot) list.push(lot)
    }
    for (const lot of state.lots) {
      for (const number in lot.ceilings) touch(viewKey({ identity: 'buyer', number: Number(number) }), lot)
      for (const by of [lot.leading, lot.deal])
        if (by !== null) touch(viewKey({ identity: 'buyer', number: by.number }), lot)
      touch(viewKey({ identity: 'seller', seller: lot.seller }), lot)
    }
    const lots = sum(Array.from(state.lots, (lot) => this.#publicBits(lot)))
    this.#sums = { of: state, common: bitsOfSession(state), lots, touched }
    return this.#sums
  }

  #publicBits(lot: Lot): number {
    return knownBits(this.#public, lot, () => this.#bitsFor(lot, { identity: 'audience' }))
  }

  #lotsOf(sums: Sums, viewer: Viewer): number {
    const key = viewKey(viewer)
    if (viewer.identity === 'audience') return sums.lots
    if (viewer.identity === 'buyer') return this.#besides(sums, key, (lot) => this.#bitsFor(lot, viewer))
    const { known } = this.#views.get(key) ?? { known: new WeakMap<Lot, number>() }
    this.#views.set(key, { viewer, known })
    const bits = (lot: Lot): number => this.#viewBits(lot, viewer, known)
    return viewer.identity === 'seller' ? this.#besides(sums, key, bits) : sum(Array.from(sums.of.lots, bits))
  }

  /** The audience's sum, with the lots that this view shows differently summed as the view shows them. */
  #besides({ lots, touched }: Sums, key: string, bits: (lot: Lot) => number): number {
    let all = lots
    for (const lot of touched.get(key) ?? []) all = plus(plus(all, MOST - this.#publicBits(lot)), bits(lot))
    return all
  }

  #viewBits(lot: Lot, viewer: Viewer, known: Known): number {
    return knownBits(known, lot, () => this.#bitsFor(lot, viewer))
  }

  #bitsFor(lot: Lot, viewer: Viewer): number {
    return bitsOfLot(this.#shown(redactLotFor(lot, viewer)))
  }
}

const only = <V>(record: Readonly<Record<string, V>>, is: (value: V) => boolean): Record<string, V> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => is(value)))
