import type { z } from 'zod'
import { WireState } from '../../contract/snapshot.ts'
import type { BiddingNumber, Lot } from '../../domain/lot.ts'
import { Lots } from '../../domain/lots.ts'
import { redactLotFor, redactState } from '../../domain/redact.ts'
import type { SessionState } from '../../domain/state.ts'
import { numberedLot, numberedState } from '../room/numbered.ts'
import { Piece, Tail } from './frame.ts'
import { AUDIENCE } from './wire.ts'
import type { Context } from './wire.ts'

/** Lots encoded together: in a sale of ten thousand lots, a bid changes one of forty pieces. */
const LOTS_OF_A_PIECE = 250

const Own = WireState.pick({ lots: true, bidders: true, offers: true, speech: true })
type OwnState = Pick<SessionState, 'lots' | 'bidders' | 'offers' | 'speech'>
const states: { encode(state: SessionState): z.input<typeof WireState> } = WireState
const owns: { encode(state: OwnState): z.input<typeof Own> } = Own

interface Chunk {
  readonly lots: readonly Lot[]
  readonly piece: Piece
}

/** The public part of a state, encoded once; an unchanged piece of lots is not encoded again. */
export class SharedSnapshot {
  #of: SessionState | null = null
  #tail = new Tail([])
  #chunks: readonly Chunk[] = []
  #touched: ReadonlyMap<BiddingNumber, readonly Lot[]> = new Map()

  /** The audience's view of the state, with the `}` that ends the frame. */
  tail(context: Context): Tail {
    this.#turnTo(context)
    return this.#tail
  }

  /** JSON of the parts that a buyer sees differently from the audience. */
  own(context: Context, number: BiddingNumber): string {
    const { state, numbers } = context
    this.#turnTo(context)
    const { [number]: self } = state.bidders
    const mine = { ...state, lots: Lots.of(this.#touched.get(number) ?? []), bidders: self ? { [number]: self } : {} }
    return JSON.stringify(owns.encode(numberedState(redactState(mine, { identity: 'buyer', number }), numbers)))
  }

  #turnTo(context: Context): void {
    const { state, numbers } = context
    if (this.#of === state) return
    const lots = [...state.lots]
    this.#chunks = Array.from({ length: Math.ceil(lots.length / LOTS_OF_A_PIECE) }, (_, i) =>
      this.#chunk(i, lots.slice(i * LOTS_OF_A_PIECE, (i + 1) * LOTS_OF_A_PIECE), numbers),
    )
    const { lots: _, ...rest } = states.encode(
      numberedState(redactState({ ...state, lots: Lots.of([]) }, AUDIENCE), numbers),
    )
    const before = new Piece(`${JSON.stringify(rest).slice(0, -1)},"lots":[`)
    this.#tail = new Tail([before, ...this.#chunks.map(({ piece }) => piece), new Piece(']}}')])
    this.#touched = touchedIn(lots)
    this.#of = state
  }

  #chunk(i: number, lots: readonly Lot[], numbers: Context['numbers']): Chunk {
    const known = this.#chunks[i]
    if (known?.lots.length === lots.length && known.lots.every((lot, k) => lot === lots[k])) return known
    const shown = Lots.of(lots.map((lot) => numberedLot(redactLotFor(lot, AUDIENCE), numbers)))
    const json = JSON.stringify(WireState.shape.lots.encode(shown)).slice(1, -1)
    return { lots, piece: new Piece(i === 0 ? json : `,${json}`) }
  }
}

/** The lots of which a buyer sees more than the audience: with its own ceiling, or with its act leading or sold. */
function touchedIn(lots: readonly Lot[]): ReadonlyMap<BiddingNumber, readonly Lot[]> {
  const touched = new Map<BiddingNumber, Lot[]>()
  for (const lot of lots) {
    const numbers = new Set([lot.leading?.number, lot.deal?.number, ...Object.keys(lot.ceilings).map(Number)])
    for (const number of numbers) {
      if (number === undefined) continue
      const list = touched.get(number)
      if (list === undefined) touched.set(number, [lot])
      else list.push(lot)
    }
  }
  return touched
}
