import { own } from '../evolve/edit.ts'
import { gridPriceFrom } from '../prices.ts'
import { LAW } from '../rule.ts'
import type { Lot } from '../lot.ts'
import { later } from '../units.ts'
import type { Draft } from './draft.ts'
import { withdraw } from './endings.ts'
import { judgeAtClose, type Links } from './links.ts'
import { isPast, lotOf } from './lot.ts'
import { place } from './place.ts'
import { NO_STANDING, sell } from './sale.ts'
import { activeCeiling, settle, tellIfCapped } from './settle.ts'

/** K1: a little after its deadline, so that bids stamped in time but not yet decided enter the log first. */
const isDue = (draft: Draft, lot: Lot): boolean =>
  lot.status === 'open' && lot.clock !== null && isPast(draft.state, lot.clock.deadline, draft.now)

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
  const ceiling = activeCeiling(draft, lot, leading.number)
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

/** K2, K5: the leader's deal, where the gate lets it pass; otherwise the lot is unsold. */
function decideLot(draft: Draft, { lot, seller, leading, quantity }: Lot): void {
  if (leading !== null) {
    const { number, price, account } = leading
    if (sell(draft, { lot, number, price, quantity, account, offer: null, by: 'hammer' }) === null) return
  }
  const suspended = own(draft.state.sellers, seller)?.suspended === true
  const stands = leading !== null && own(draft.state.bidders, leading.number)?.admitted === true
  const { confirmMinutes } = draft.state.rule
  const confirms = stands && !suspended && confirmMinutes !== null
  draft.emit({ type: 'lot.unsold', lot, confirmUntil: confirms ? later(draft.at, confirmMinutes * 60_000) : null })
  if (suspended) withdraw(draft, lot, NO_STANDING)
}
