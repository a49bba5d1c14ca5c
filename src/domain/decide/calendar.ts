import type { PersonCommand } from '../commands.ts'
import { LAW } from '../rule.ts'
import { later, latest } from '../units.ts'
import { type Draft, type Ruling, refuse } from './draft.ts'
import { endOffers, finish, liveOffers } from './endings.ts'
import { isOver } from '../evolve/waiting.ts'
import { alive } from './phase.ts'
import type { Who } from './who.ts'

type Command<T extends PersonCommand['type']> = Extract<PersonCommand, { type: T }>

/** S6: the operator postpones a session that is not started. */
export function postpone(draft: Draft, command: Command<'postpone'>, by: Who): Ruling {
  if (by.is !== 'operator') return refuse('identity.not_allowed')
  const { state, now } = draft
  const refusal = alive(state)
  if (refusal !== null) return refusal
  if (state.phase === 4) return refuse('session.already_started')
  const reason = command.reason.trim()
  if (reason === '') return refuse('bid.reason_required')
  const { startTime } = command
  const after = latest(now, latest(state.startTime, state.stageEndsAt ?? state.startTime))
  const until = later(now, LAW.postponedMostMs)
  if (!Number.isSafeInteger(startTime) || startTime <= after || startTime > until)
    return refuse('session.start_out_of_range', { afterAt: after, untilAt: until })
  const signUpDeadline = command.signUpDeadline ?? state.signUpDeadline
  const wrong = signUpDeadline === state.signUpDeadline ? null : deadlineRefused(draft, signUpDeadline, startTime)
  if (wrong !== null) return wrong
  draft.emit({ type: 'session.postponed', startTime, signUpDeadline, reason })
  return null
}

function deadlineRefused({ state, now }: Draft, deadline: number, startTime: number): Ruling {
  if (now >= state.signUpDeadline) return refuse('session.sign_up_closed', { closedAt: state.signUpDeadline })
  return Number.isSafeInteger(deadline) && deadline > state.signUpDeadline && deadline <= startTime
    ? null
    : refuse('session.deadline_out_of_range', { fromAt: state.signUpDeadline, untilAt: startTime })
}

/** S7: the operator cancels a session that is not running. */
export function cancelSession(draft: Draft, command: Command<'cancelSession'>, by: Who): Ruling {
  if (by.is !== 'operator') return refuse('identity.not_allowed')
  const { state } = draft
  const refusal = alive(state)
  if (refusal !== null) return refusal
  if (state.phase === 4 && state.closure === null) return refuse('session.running')
  const over = [...state.lots].filter((lot) => isOver(state, lot, draft.stamp)).length
  if (over > 0) return refuse('session.lots_open', { open: over })
  const reason = command.reason.trim()
  if (reason === '') return refuse('bid.reason_required')
  endOffers(draft, 'lapsed', liveOffers(state))
  draft.emit({ type: 'session.cancelled', reason })
  finish(draft)
  return null
}
