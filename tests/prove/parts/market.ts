import { minor } from '../../../src/domain/units.ts'
import type { Minor } from '../../../src/domain/units.ts'
import type { WorldSession } from '../../support/world.ts'

/**
 * Prices that the bidders of a proof call out: each price of a lot once, so that every bid in the log has one attempt
 * it can be.
 */
export class Market {
  readonly #lots: WorldSession['lots']
  readonly #next = new Map<string, Minor>()
  readonly #last = new Map<string, number>()
  readonly #random: () => number

  constructor(lots: WorldSession['lots'], random: () => number) {
    this.#lots = lots
    this.#random = random
  }

  /** A lot that another bidder leads, and its next price. */
  call(bidder: number): { readonly lot: string; readonly price: Minor } {
    const from = Math.floor(this.#random() * this.#lots.length)
    const free = this.#lots.findIndex((_, i) => this.#last.get(this.#at(from + i).id) !== bidder)
    const { id: lot, startPrice, addRange } = this.#at(from + Math.max(0, free))
    const price = this.#next.get(lot) ?? startPrice
    this.#next.set(lot, minor(price + addRange))
    this.#last.set(lot, bidder)
    return { lot, price }
  }

  #at(index: number): WorldSession['lots'][number] {
    const lot = this.#lots[index % this.#lots.length]
    if (!lot) throw new Error('a market without lots')
    return lot
  }
}
