import { nextPrice } from '../../../domain/prices.ts'
import type { BiddingNumber, Lot, LotId } from '../../../domain/lot.ts'
import type { SessionState } from '../../../domain/state.ts'
import { minor, type Instant, type Minor } from '../../../domain/units.ts'
import { between, type Random } from '../../seeded.ts'
import type { Temper } from './temper.ts'

export type Act =
  | { readonly act: 'bid'; readonly lot: LotId; readonly price: Minor }
  | { readonly act: 'ceiling'; readonly lot: LotId; readonly amount: Minor }

interface MindOptions {
  readonly temper: Temper
  readonly random: Random
  /** Factor on the robot's thinking time. */
  readonly patience: number
}

interface Self {
  readonly number: BiddingNumber
  /** Numbers of the other robots. */
  readonly colleagues: ReadonlySet<BiddingNumber>
}

/** For this long robots leave a newly opened lot to the newcomer's first bid. */
const QUIET_MS = 9_000
/** Bids between robots show how bidding works, but stop before they win much. */
const AMONG_ROBOTS = 2
/** Share of the wanted lots that a robot opens itself; on the others it waits for a first bid. */
const OPENS = 0.3

/** A robot's intention for a lot in a round. */
interface Intent {
  readonly limit: Minor
  readonly opens: boolean
  bids: number
  plan: { readonly at: number; readonly price: Minor } | null
}

/** One robot's decisions from its view. Knows no clock and no wire. */
export class Mind {
  readonly #options: MindOptions
  /** `null`: does not want it. */
  readonly #intents = new Map<string, Intent | null>()

  constructor(options: MindOptions) {
    this.#options = options
  }

  /** The next act. */
  consider(state: SessionState, self: Self, now: Instant): Act[] {
    if (state.phase !== 4 || state.closure !== null) return []
    return [...state.lots].flatMap((lot) => this.#onLot(lot, self, now) ?? [])
  }

  #onLot(lot: Lot, self: Self, now: Instant): Act | null {
    const intent = this.#intent(lot)
    if (intent === null) return null
    if (!this.#isTime(lot, now) || !isTurn(lot, self, intent, this.#options.temper)) {
      intent.plan = null
      return null
    }
    const price = nextPrice(lot)
    // The robot thinks again about a price that moved.
    if (intent.plan?.price !== price) intent.plan = { at: now + this.#thinkMs(), price }
    if (now < intent.plan.at) return null
    intent.plan = null
    intent.bids += 1
    return this.#options.temper.ceiling
      ? { act: 'ceiling', lot: lot.lot, amount: intent.limit }
      : { act: 'bid', lot: lot.lot, price }
  }

  /** Decided anew in each round, since bids and ceilings lapsed with the last one. */
  #intent(lot: Lot): Intent | null {
    const key = `${lot.lot} ${lot.round}`
    const known = this.#intents.get(key)
    if (known !== undefined) return known
    const {
      temper: { appetite, limit },
      random,
    } = this.#options
    const steps = Math.round(between(random, ...limit))
    const opens = random() < OPENS
    const intent =
      random() < appetite ? { limit: minor(lot.startPrice + steps * lot.addRange), opens, bids: 0, plan: null } : null
    this.#intents.set(key, intent)
    return intent
  }

  #isTime({ status, clock }: Lot, now: Instant): boolean {
    const {
      temper: { lastMs },
      patience,
    } = this.#options
    if (status !== 'open' || clock === null || now < clock.opensAt + QUIET_MS * patience) return false
    return lastMs === null || clock.deadline - now <= lastMs
  }

  #thinkMs(): number {
    const { temper, random, patience } = this.#options
    return between(random, ...temper.thinks) * patience
  }
}

function isTurn(lot: Lot, { number, colleagues }: Self, intent: Intent, temper: Temper): boolean {
  const { leading } = lot
  if (nextPrice(lot) > intent.limit || intent.bids >= temper.bids) return false
  if (leading === null) return intent.opens
  if (leading.number === number) return false
  return !colleagues.has(leading.number) || lot.bidCount < AMONG_ROBOTS
}
