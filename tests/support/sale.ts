import type { Payload, SessionEvent } from '../../src/domain/events.ts'
import { evolve, initial } from '../../src/domain/evolve.ts'
import { DEFAULT_RULE } from '../../src/domain/rule.ts'
import type { LotId } from '../../src/domain/lot.ts'
import type { SessionState } from '../../src/domain/state.ts'
import { instant, milli, minor, type Instant } from '../../src/domain/units.ts'

/** A log written by hand, event by event, as the room would have written it. */
export const T0 = instant(Date.parse('2026-11-21T06:00:00.000Z'))
export const TIMELINE = 'T1'
export const EPOCH = 'e1'

export class Sale {
  state: SessionState = initial(TIMELINE, EPOCH)
  events: SessionEvent[] = []

  /** Appends at T0 + `ms`. */
  add(ms: number, payload: Payload, actor = 'room'): SessionEvent {
    const event: SessionEvent = { ...payload, seq: this.state.seq + 1, at: at(ms), actor }
    this.state = evolve(this.state, event)
    this.events.push(event)
    return event
  }

  bid(ms: number, number: number, price: number, lot: LotId = 'L1', deadline = 180_000): SessionEvent {
    return this.add(
      ms,
      {
        type: 'bid',
        lot,
        number,
        price: minor(price),
        deadline: at(deadline),
        origin: null,
        account: null,
        clerk: null,
      },
      `bidder:${number}`,
    )
  }
}

export const at = (ms: number): Instant => instant(T0 + ms)

/** Published, two buyers admitted, doors open. */
export function published(lots: readonly LotId[] = ['L1', 'L2', 'L3']): Sale {
  const sale = new Sale()
  sale.add(-3_600_000, {
    type: 'session.published',
    practice: false,
    rule: DEFAULT_RULE,
    rulesHash: null,
    startTime: T0,
    signUpDeadline: at(-1_800_000),
    hostCompany: null,
    sellers: [{ seller: 'S1', company: null }],
    lots: lots.map((lot, index) => ({
      lot,
      position: index + 1,
      seller: 'S1',
      currency: 'CNY',
      unit: 'm3',
      quantity: milli(32_450),
      startPrice: minor(200_000),
      addRange: minor(5_000),
      deliveryDate: '2036-12-20',
      reserve: null,
    })),
  })
  for (const number of [17, 23]) sale.add(-3_000_000, { type: 'bidder.admitted', number, company: null, flags: null })
  sale.add(-600_000, { type: 'session.preopened' })
  return sale
}

/** The first round runs: every lot open until T0 + 180 s. */
export function running(lots?: readonly LotId[]): Sale {
  const sale = published(lots)
  sale.add(0, { type: 'stage.changed', stage: 'bidding', endsAt: null }, 'host')
  sale.add(
    0,
    {
      type: 'round.opened',
      round: 1,
      lots: sale.state.lotOrder.map((lot) => ({ lot, opensAt: at(0), deadline: at(180_000), hardEnd: null })),
    },
    'host',
  )
  for (const lot of sale.state.lotOrder)
    if (sale.state.lots.get(lot)?.status === 'scheduled') sale.add(0, { type: 'lot.opened', lot })
  return sale
}
