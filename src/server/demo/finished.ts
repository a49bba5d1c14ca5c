import type { Command } from '../../domain/commands.ts'
import { nextPrice } from '../../domain/prices.ts'
import type { Lot } from '../../domain/lot.ts'
import type { SessionState } from '../../domain/state.ts'
import { instant, later, minor, type Instant } from '../../domain/units.ts'
import { between, pick, type Random } from '../seeded.ts'
import { accountId } from './ids.ts'
import type { Script } from './script.ts'

/** Buyers of the sale that is over; their bidding numbers are their places in this list. */
export const FINISHED_BUYERS = ['buyer1', 'buyer2', 'buyer3', 'buyer4', 'buyer5'] as const

/**
 * These lots get no bid in the first round; the second of them sells in the second round, the others go to negotiation.
 */
const COLD = new Set([3, 6, 9])

/**
 * Plays a published session to its end: two rounds, a mistyped bid that is struck, a negotiation, lots that fail to
 * sell.
 */
export function playOut(script: Script, random: Random): void {
  const sale = new Evening(script, random)
  sale.host({ type: 'start', lots: null, biddingSeconds: null })
  sale.host({
    type: 'say',
    text: '各位早上好，今天共十个标的，请看好编号再出价。 / Good morning. Ten lots today; mind the lot number before you bid.',
  })
  sale.ceiling(1)
  sale.slip(2)
  sale.bidding((lot) => !COLD.has(lot.position))
  sale.secondRound()
  sale.negotiation()
}

class Evening {
  readonly #script: Script
  readonly #random: Random
  #now: Instant

  constructor(script: Script, random: Random) {
    this.#script = script
    this.#random = random
    this.#now = later(script.state.startTime, 4_000)
  }

  get #state(): SessionState {
    return this.#script.state
  }

  host(command: Command): void {
    this.#give(command, 'host', 'host')
  }

  /** One bidder has a ceiling, so that the log also shows bids by the room. */
  ceiling(position: number): void {
    const lot = this.#lot(position)
    this.#buyer(3, {
      type: 'setCeiling',
      lot: lot.lot,
      amount: minor(lot.startPrice + 6 * lot.addRange),
      mode: 'standing',
    })
  }

  /** A bid of ten steps instead of one, which is struck on request. */
  slip(position: number): void {
    const lot = this.#lot(position)
    this.#bid(4, lot, minor(lot.startPrice + 10 * lot.addRange))
    const bid = this.#lot(position).leading?.seq ?? 0
    this.host({
      type: 'voidBid',
      lot: lot.lot,
      bid,
      reason: '误输价格，应买方请求撤销 / Mistyped price, struck at the bidder’s request',
    })
  }

  /** Runs until the round's last clock ends. Each buyer has a secret limit for each lot. */
  bidding(wanted: (lot: Lot) => boolean): void {
    const limits = new Map<string, number>()
    const limitOf = (lot: Lot, number: number) => {
      const key = `${lot.lot} ${number}`
      const limit = limits.get(key) ?? lot.startPrice + lot.addRange * Math.floor(between(this.#random, 1, 9))
      limits.set(key, limit)
      return limit
    }
    for (;;) {
      this.#wait(1_500, 7_500)
      const open = [...this.#state.lots].filter((lot) => lot.status === 'open')
      if (open.length === 0) return
      const lots = open.filter(wanted)
      if (lots.length === 0) continue
      const lot = pick(this.#random, lots)
      const number = 1 + Math.floor(this.#random() * FINISHED_BUYERS.length)
      if (number !== lot.leading?.number && nextPrice(lot) <= limitOf(lot, number))
        this.#bid(number, lot, nextPrice(lot))
    }
  }

  secondRound(): void {
    const unsold = this.#unsold()
    const dearest = this.#lot(3)
    this.#wait(20_000, 40_000)
    const lower = minor(
      dearest.startPrice - dearest.addRange * Math.floor((dearest.startPrice * 0.04) / dearest.addRange),
    )
    this.#seller(dearest, {
      type: 'adjustLot',
      lot: dearest.lot,
      startPrice: lower,
      deliveryDate: dearest.deliveryDate,
    })
    this.host({ type: 'addRound', lots: unsold.map((lot) => lot.lot), biddingSeconds: 120 })
    this.bidding((lot) => lot.position === dearest.position)
  }

  /** One offer is accepted, one declined; the remaining lots fail to sell. */
  negotiation(): void {
    this.host({ type: 'adjustStage', minutes: null })
    const [first, second] = this.#unsold()
    if (first) this.#answer(first, 2, 'acceptOffer')
    if (second) this.#answer(second, 5, 'declineOffer')
    this.#wait(30_000, 60_000)
    this.host({ type: 'accomplish', untried: [] })
  }

  #answer(lot: Lot, number: number, answer: 'acceptOffer' | 'declineOffer'): void {
    this.#wait(15_000, 30_000)
    const offer = `offer-${lot.lot}`
    this.#buyer(number, {
      type: 'offer',
      offer,
      lot: lot.lot,
      price: minor(lot.startPrice - lot.addRange),
      quantity: lot.quantity,
      deliveryDate: lot.deliveryDate,
      note: '整批要货，可当周提货 / The whole parcel, collected within the week',
      expiresAt: later(this.#now, 300_000),
      answers: null,
    })
    this.#wait(20_000, 45_000)
    this.#seller(lot, { type: answer, offer, revision: 1 })
  }

  #unsold = (): Lot[] => [...this.#state.lots].filter((lot) => lot.status === 'unsold')

  #lot(position: number): Lot {
    const lot = [...this.#state.lots].find((one) => one.position === position)
    if (!lot) throw new RangeError(`the script speaks of lot ${position}, which the session does not have`)
    return lot
  }

  #bid(number: number, lot: Lot, price: Lot['startPrice']): void {
    this.#buyer(number, { type: 'bid', lot: lot.lot, price, notAfter: later(this.#now, 10_000) })
  }

  #buyer(number: number, command: Command): void {
    this.#give(command, `bidder:${number}`, FINISHED_BUYERS[number - 1] ?? '')
  }

  #seller(lot: Lot, command: Command): void {
    this.#give(command, `seller:${lot.seller}`, lot.seller === 'S1' ? 'seller1' : 'seller2')
  }

  #give(command: Command, actor: string, login: string): void {
    this.#script.give(command, { actor, account: accountId(login) }, this.#now)
    this.#now = later(this.#now, 800)
  }

  #wait(least: number, most: number): void {
    this.#now = instant(Math.round(this.#now + between(this.#random, least, most)))
    this.#script.pass(this.#now)
  }
}
