import type { PersonCommand, RoomCommand } from '../commands.ts'
import { isRunning } from '../evolve/edit.ts'
import { LAW } from '../rule.ts'
import type { Lot } from '../lot.ts'
import type { SessionState } from '../state.ts'
import { type Instant, later, latest } from '../units.ts'
import { type Draft, type Ruling, refuse } from './draft.ts'
import { extensionMs, lotOf, upTo } from './lot.ts'
import { inProgress } from './phase.ts'
import { mayRun, type Who } from './who.ts'

type CloseTemporarily = Extract<PersonCommand, { type: 'closeTemporarily' }>
type Wake = Extract<RoomCommand, { type: 'wake' }>
type LogDenied = Extract<RoomCommand, { type: 'logDenied' }>
type ClockSetBack = Extract<RoomCommand, { type: 'clockSetBack' }>

export function closeTemporarily(draft: Draft, command: CloseTemporarily, by: Who): Ruling {
  if (!mayRun(by)) return refuse('identity.not_allowed')
  const refusal = inProgress(draft.state)
  if (refusal !== null) return refusal
  const { closure } = draft.state
  if (closure !== null && closure.reopensAt === null) return refuse('session.closed')
  const message = command.message.trim()
  if (message === '') return refuse('speech.empty', { most: LAW.messageMax })
  draft.emit({ type: 'session.closed', message })
  return null
}

/** T6: room time stands still until the clock has caught up, so no bidder can be held to a deadline. */
export function clockSetBack(draft: Draft, { byMs }: ClockSetBack, by: Who): Ruling {
  if (by.is !== 'room') return refuse('identity.not_allowed')
  const { phase, closure } = draft.state
  // Several nodes may notice the same set-back; the first of them closes the session.
  if (phase !== 4 || (closure !== null && closure.reopensAt === null) || !Number.isSafeInteger(byMs)) return null
  draft.emit({ type: 'clock.set_back', byMs }, 'room')
  draft.emit({ type: 'session.closed', message: '' }, 'room')
  return null
}

/** R11: no bid is decided on a log that may lack others, until host or operator has looked at it and reopens. */
export function logDenied(draft: Draft, { seq, hash }: LogDenied, by: Who): Ruling {
  if (by.is !== 'room') return refuse('identity.not_allowed')
  const { phase, closure, deniedAt } = draft.state
  // Several receipts may be presented at once; the first of them closes the session.
  if (phase === 1 || deniedAt !== null) return null
  draft.emit({ type: 'log.denied', receipt: { seq, hash } }, 'room')
  if (phase === 4 && (closure === null || closure.reopensAt !== null))
    draft.emit({ type: 'session.closed', message: '' }, 'room')
  return null
}

export function reopen(draft: Draft, by: Who): Ruling {
  if (!mayRun(by)) return refuse('identity.not_allowed')
  const refusal = inProgress(draft.state)
  if (refusal !== null) return refusal
  const { closure } = draft.state
  if (closure === null) return refuse('session.not_closed')
  if (closure.reopensAt === null) announceReopening(draft)
  return null
}

const announceReopening = (draft: Draft): void =>
  draft.emit({ type: 'session.reopening', reopensAt: later(draft.at, LAW.reopenNoticeMs) })

/** T4: reopens at the announced time. */
export function reopenIfDue(draft: Draft): void {
  const { closure } = draft.state
  if (closure === null || closure.reopensAt === null || draft.at < closure.reopensAt) return
  const frozenMs = draft.at - closure.since
  const floor = later(draft.at, extensionMs(draft.state))
  const deadlines = shifted(draft.state, frozenMs, floor).map(({ lot, deadline }) => {
    const hardEnd = lotOf(draft.state, lot)?.clock?.hardEnd ?? null
    return { lot, deadline: upTo(hardEnd === null ? null : later(hardEnd, frozenMs), deadline) }
  })
  draft.emit({ type: 'session.reopened', frozenMs, deadlines })
}

/** O1: clocks get a gap of ours back before anything else happens. */
export function wake(draft: Draft, { lastAliveAt }: Wake, by: Who): Ruling {
  if (by.is !== 'room') return refuse('identity.not_allowed')
  const { state, at: to } = draft
  const from = latest(Number.isSafeInteger(lastAliveAt) ? lastAliveAt : to, state.at)
  const runs = state.phase === 4 || (state.phase === 5 && state.lots.awards > 0)
  if (!runs || to - from <= LAW.outageGapMs) return null
  if (state.closure !== null) {
    // The announcement fell into the outage, so it is repeated.
    if (state.closure.reopensAt !== null) announceReopening(draft)
    return null
  }
  const deadlines = shifted(state, to - from, later(to, LAW.outageFloorMs))
  draft.emit({ type: 'outage', from, to, deadlines }, 'room')
  return null
}

/** Every running lot's clock moves by `ms`; an open lot's deadline is no earlier than `floor`. */
function shifted(
  state: SessionState,
  ms: number,
  floor: Instant,
): readonly { readonly lot: string; readonly deadline: Instant }[] {
  return [...state.lots].flatMap((lot) => {
    if (lot.clock === null || !isRunning(lot)) return []
    const moved = later(lot.clock.deadline, ms)
    return [{ lot: lot.lot, deadline: floorOf(lot, moved, floor) }]
  })
}

const floorOf = (lot: Lot, moved: Instant, floor: Instant): Instant =>
  lot.status === 'open' ? latest(moved, floor) : moved
