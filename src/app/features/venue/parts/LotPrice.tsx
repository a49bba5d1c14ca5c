import type { Lot } from '../../../../domain/lot.ts'
import { priceNow } from '../../../../domain/outcome.ts'
import { useIsLive } from '../room/RoomContext.ts'
import { Price } from './Price.tsx'

/** The price of a lot in a list. */
export function LotPrice({ lot }: { readonly lot: Lot }) {
  const live = useIsLive()
  const price = priceNow(lot)
  return <Price key={lot.lot} price={price} currency={lot.currency} unit={lot.unit} stale={!live} />
}
