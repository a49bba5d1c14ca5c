import type { z } from 'zod'
import { WireEvent } from '../../contract/events.ts'
import { shortEvent } from '../../contract/short.ts'
import { WireState } from '../../contract/snapshot.ts'
import type { SessionEvent } from '../../domain/events.ts'
import { redactEvent, redactState } from '../../domain/redact.ts'
import type { Viewer } from '../../domain/redact.ts'
import type { SessionState } from '../../domain/state.ts'

/** The domain's read-only lists are as good as the schema's: encoding changes nothing. */
const events: { encode(event: SessionEvent): z.input<typeof WireEvent> } = WireEvent
const states: { encode(state: SessionState): z.input<typeof WireState> } = WireState

export const AUDIENCE: Viewer = { identity: 'audience' }

const eventJson = (event: SessionEvent, { scheduleTimelineId }: SessionState): string =>
  JSON.stringify(shortEvent(events.encode(event), scheduleTimelineId))

/** An event's public form: made once, for all subscribers and for later resumes. */
const publicForms = new WeakMap<SessionEvent, string>()

export function publicJson(event: SessionEvent, state: SessionState): string {
  const known = publicForms.get(event)
  if (known !== undefined) return known
  const json = eventJson(redactEvent(event, AUDIENCE, state), state)
  publicForms.set(event, json)
  return json
}

export const viewJson = (event: SessionEvent, viewer: Viewer, state: SessionState): string =>
  eventJson(redactEvent(event, viewer, state), state)

export const stateJson = (state: SessionState, viewer: Viewer): string =>
  JSON.stringify(states.encode(redactState(state, viewer)))

export const timeJson = (at: number): string => JSON.stringify(new Date(at).toISOString())

/** As much of an entry's hash as tells one log from another. */
const HASH_DIGITS = 8
export const hashJson = (hash: string | null): string =>
  hash === null ? '' : `,"hash":"${hash.slice(0, HASH_DIGITS)}"`
