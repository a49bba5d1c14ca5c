import { own } from '../evolve/edit.ts'
import { gridPriceFrom } from '../prices.ts'
import { LAW } from '../rule.ts'
import type { Lot } from '../lot.ts'
import { amountOf, later } from '../units.ts'
import type { Draft } from './draft.ts'
import { judgeAtClose, type Links } from './links.ts'
import { lotOf } from './lot.ts'
import { place } from './place.ts'
import { activeCeiling, settle, tellIfCapped } from './settle.ts'

/** K1: a little after its deadline, so that bids stamped in time but not yet decided enter the log first. */
export const isDue = (draft: Draft, lot: Lot): boolean =>
  lot.status === 'open' && lot.clock !== null && draft.now >= lot.clock.deadline + LAW.closeGraceMs

/** K4: the next tick, due at once, closes the other lots. */
export function closeDueLots(draft: Draft, links: Links): void {
  const due = draft.state.lots.due(draft.now).filter((lot) => isDue(draft, lot))
  for (const lot of due.slice(0, LAW.closeAtOnce)) close(draft, lot, links)
}

function close(draft: Draft, before: Lot, links: Links): void {
  judgeAtClose(draft, before, links)
  settle(draft, before.lot)
  const lot = lotOf(draft.state, before.lot)
  // The settlement's bids may have extended the lot; past a hard end they cannot, and it closes with them.
  if (lot === null || !isDue(draft, lot)) return
  riseToReserve(draft, lot)
  decideLot(draft, lotOf(draft.state, lot.lot) ?? lot)
}

/** C9: the one bid that a leader's ceiling makes over the leader's own bid. */
function riseToReserve(draft: Draft, lot: Lot): void {
  const { leading, reserve } = lot
  if (leading === null || reserve === null || leading.price >= reserve) return
  const price = gridPriceFrom(lot, reserve)
  const ceiling = activeCeiling(draft.state, lot, leading.number)
  if (ceiling === null || ceiling.amount < price) return tellIfCapped(draft, lot, leading.number, price)
  place(draft, {
    lot: lot.lot,
    number: leading.number,
    price,
    from: 'ceiling',
    who: ceiling,
    cause: null,
    extends: false,
  })
}

function decideLot(draft: Draft, { lot, leading, reserve, quantity }: Lot): void {
  if (leading === null || leading.price < (reserve ?? 0)) {
    const { confirmMinutes } = draft.state.rule
    const confirmUntil = leading === null || confirmMinutes === null ? null : later(draft.at, confirmMinutes * 60_000)
    draft.emit({ type: 'lot.unsold', lot, confirmUntil })
    return
  }
  const { number, price, account } = leading
  const company = own(draft.state.bidders, number)?.company ?? null
  draft.emit({
    type: 'lot.sold',
    lot,
    number,
    price,
    quantity,
    amount: amountOf(price, quantity),
    company,
    account,
    offer: null,
  })
}
