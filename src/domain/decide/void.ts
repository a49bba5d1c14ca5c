import type { PersonCommand } from '../commands.ts'
import { type Draft, type Ruling, refuse } from './draft.ts'
import { lotOf, overRefused } from './lot.ts'
import { inProgress } from './phase.ts'
import { newestGroup, orphans, strike } from './strike.ts'
import { mayRun, type Who } from './who.ts'

type VoidBid = Extract<PersonCommand, { type: 'voidBid' }>

/** No ceiling answers in the same decision: the room must first see the restored price. */
export function voidBid(draft: Draft, command: VoidBid, by: Who): Ruling {
  if (!mayRun(by)) return refuse('identity.not_allowed')
  const { state } = draft
  const lot = lotOf(state, command.lot)
  const early = inProgress(state) ?? (lot === null ? refuse('lot.not_found') : null)
  if (early !== null || lot === null) return early
  if (lot.status === 'waiting' || lot.status === 'scheduled') return refuse('bid.none')
  if (lot.status === 'withdrawn') return refuse('lot.has_ended')
  if (lot.status !== 'open' && lot.status !== 'held') return refuse('lot.closed')
  const passed = overRefused(state, lot, draft.stamp)
  if (passed !== null) return passed
  const { group, rest } = newestGroup(lot)
  const top = group[0]
  if (top === undefined) return refuse('bid.none')
  if (!group.some((bid) => bid.seq === command.bid)) return refuse('bid.not_newest')
  const reason = command.reason.trim()
  if (reason === '') return refuse('bid.reason_required')
  const struck = [...group, ...orphans(draft, lot, rest)]
  strike(draft, lot, struck, top.rootNumber, reason)
  return null
}
