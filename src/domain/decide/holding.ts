import type { PersonCommand } from '../commands.ts'
import { LAW } from '../rule.ts'
import type { Lot } from '../lot.ts'
import { later, latest } from '../units.ts'
import { type Draft, type Ruling, refuse } from './draft.ts'
import { clockNow, extensionMs, isAdmittedOn, isStopped, lotOf, shutFor, takesBids, upTo } from './lot.ts'
import { type Links, silence } from './links.ts'
import { inProgress, notShut } from './phase.ts'
import { mayRun, type Who } from './who.ts'

type HoldLot = Extract<PersonCommand, { type: 'holdLot' }>

export function holdLot(draft: Draft, command: HoldLot, by: Who): Ruling {
  if (!mayRun(by)) return refuse('identity.not_allowed')
  const lot = lotOf(draft.state, command.lot)
  const refusal =
    inProgress(draft.state) ??
    (lot === null
      ? (notShut(draft.state) ?? refuse('lot.not_found'))
      : (shutFor(draft.state, lot, draft.stamp) ?? takesBids(lot, draft.stamp)))
  if (refusal !== null || lot === null) return refusal
  if (lot.holdUsed) return refuse('lot.hold_used')
  if (!lot.holdOffered) return refuse('lot.hold_not_offered')
  hold(draft, lot, 'host')
  return null
}

function hold(draft: Draft, { lot }: Lot, by: 'host' | 'rule'): void {
  draft.emit({ type: 'lot.held', lot, until: later(draft.at, LAW.holdMs), by })
}

/** H4: a held lot whose time has come goes on. */
export function resume(draft: Draft, lot: Lot): void {
  if (lot.clock === null) return
  const held = draft.at - clockNow(draft.state, lot, draft.at)
  const { hardEnd } = lot.clock
  const left = latest(later(lot.clock.deadline, held), later(draft.at, extensionMs(draft.state)))
  const deadline = upTo(hardEnd === null ? null : later(hardEnd, held), left)
  draft.emit({ type: 'lot.resumed', lot: lot.lot, deadline })
}

/** H1: where its bidders vanished together, a lot is held by rule or the hold is offered to the host, once. */
export function holdWhereVanished(draft: Draft, links: Links): void {
  // With fewer than two silent companies no bidders vanished together, so the lots need not be searched.
  if (Object.values(links.lastSeen).filter((seen) => draft.now - seen >= LAW.linkLostMs).length < 2) return
  for (const lot of draft.state.lots) {
    if (lot.status !== 'open' || lot.holdUsed || isStopped(draft.state, lot, draft.now)) continue
    if (!vanished(draft, lot, links)) continue
    if (draft.state.rule.autoHold) hold(draft, lot, 'rule')
    else if (!lot.holdOffered) draft.emit({ type: 'hold.offered', lot: lot.lot })
  }
}

/**
 * At least two companies, and at least half of the recent bidders we can judge, fell silent within a short time of one
 * another.
 */
function vanished(draft: Draft, lot: Lot, links: Links): boolean {
  const recent = lot.book?.standing?.recent ?? []
  const judged = recent
    .filter((n) => isAdmittedOn(draft.state, lot, n))
    .flatMap((n) => silence(lot, n, links, draft.now) ?? [])
  const silent = judged.filter((ms) => ms >= LAW.linkLostMs).sort((a, b) => a - b)
  const enough = Math.max(2, Math.ceil(judged.length / 2))
  return silent.some((ms, i) => {
    const last = silent[i + enough - 1]
    return last !== undefined && last - ms <= LAW.vanishTogetherMs
  })
}
