import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Lot, LotId } from '../../../../domain/lot.ts'
import { dealOf } from '../../../../domain/outcome.ts'
import { nextPrice } from '../../../../domain/prices.ts'
import type { Instant, Minor } from '../../../../domain/units.ts'
import { formatMinor } from '../../../../domain/units.ts'
import { formatMoney, groupThousands } from '../../../lib/format/index.ts'
import type { Named } from '../announcements.ts'
import { isRunning, lotClock, lotNo, standingOf } from '../marks.ts'
import { useVenue } from './RoomContext.ts'
import { useCatalogue } from './useCatalogue.ts'

/** Whole seconds until a lot closes or opens, or those on its stopped clock; `null`: no clock runs. */
export function secondsLeft(lot: Lot, closure: Parameters<typeof lotClock>[1], now: Instant): number | null {
  const clock = lotClock(lot, closure)
  return clock && Math.max(0, Math.ceil((clock.until - (clock.stoppedAt ?? now)) / 1000))
}

/** What is said of a lot to a screen reader. */
export function useLotWords() {
  const { t } = useLingui()
  const { room, seat, standing } = useVenue()
  const catalogue = useCatalogue()

  const money = (price: Minor, { currency }: Pick<Lot, 'currency'>): string => formatMoney(formatMinor(price), currency)
  const left = (seconds: number): string => {
    const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
    const [wholeMinutes, wholeSeconds] = [groupThousands(minutes), groupThousands(rest)]
    const [long, short] = [
      t`${plural(minutes, { one: `${wholeMinutes} minute`, other: `${wholeMinutes} minutes` })}`,
      t`${plural(rest, { one: `${wholeSeconds} second`, other: `${wholeSeconds} seconds` })}`,
    ]
    if (minutes === 0) return short
    return rest === 0 ? long : `${long} ${short}`
  }
  const standingWords = (lot: Lot): string | null => {
    const { leading } = lot
    switch (standingOf(lot, seat.number, standing.get())) {
      case 'leading':
        return t`you lead`
      case 'outbid':
        return leading && t`you are outbid by number ${leading.number}`
      case 'won':
        return t`you bought it`
      case 'sold': {
        const deal = dealOf(lot)
        return deal && t`sold to number ${deal.number}`
      }
      case 'unsold':
      case 'belowReserve':
      case 'failed':
        return t`not sold`
      case 'withdrawn':
        return t`withdrawn`
      case 'held':
        return t`on hold`
      case 'scheduled':
        return t`not open yet`
      case 'waiting':
        return t`not in this round`
      case 'sellerAsked':
      case 'bidderAsked':
        return t`closed; an answer is awaited`
      case 'open':
        return leading ? t`number ${leading.number} leads` : t`no bid yet`
    }
  }
  /** Name, price, leader or own state, time, next price, in one sentence. */
  const whole = (lot: Lot): { readonly text: string; readonly names: Named | null } => {
    const closure = room.replica.get().state?.closure ?? null
    const seconds = lot.status === 'open' ? secondsLeft(lot, closure, room.serverTime()) : null
    const name = catalogue.get(lot.lot)?.name
    const leads = standingOf(lot, seat.number, standing.get()) === 'leading'
    const next = isRunning(lot) && !leads && seat.number !== null ? nextPrice(lot) : null
    const price = money(lot.leading?.price ?? lot.startPrice, lot)
    const facts = [
      name === undefined ? t`Lot ${lotNo(lot)}` : t`Lot ${lotNo(lot)}, ${name}`,
      price,
      standingWords(lot),
      seconds === null ? null : t`${left(seconds)} left`,
      next === null ? null : t`next ${money(next, lot)}`,
    ].filter((fact) => fact !== null)
    return {
      text: facts.join(t({ context: 'between facts', message: ', ' })),
      names: next === null ? null : { lot: lot.lot, price: next },
    }
  }
  const numberOf = (id: LotId): string => {
    const lot = room.replica.get().state?.lots.get(id)
    return lot ? lotNo(lot) : id
  }
  return { money, left, whole, numberOf }
}
