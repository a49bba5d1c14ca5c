import type { z } from 'zod'
import { WireEvent } from '../../contract/events.ts'
import { shortEvent } from '../../contract/short.ts'
import { WireState } from '../../contract/snapshot.ts'
import type { SessionEvent } from '../../domain/events.ts'
import { redactEvent, redactState } from '../../domain/redact.ts'
import type { Viewer } from '../../domain/redact.ts'
import type { SessionState } from '../../domain/state.ts'
import { numberedEvent, numberedState } from '../room/numbered.ts'
import type { Numbers } from '../room/numbers.ts'

/** The domain's read-only lists are as good as the schema's: encoding changes nothing. */
const events: { encode(event: SessionEvent): z.input<typeof WireEvent> } = WireEvent
const states: { encode(state: SessionState): z.input<typeof WireState> } = WireState

export const AUDIENCE: Viewer = { identity: 'audience' }

/** Inputs of a text besides its event and viewer. */
export interface Context {
  /** The state after the event, or a later one. */
  readonly state: SessionState
  readonly numbers: Numbers
}

const eventJson = (event: SessionEvent, { state, numbers }: Context): string =>
  JSON.stringify(shortEvent(events.encode(numberedEvent(event, numbers)), state.scheduleTimelineId))

/** An event's public form: made once, for all subscribers and for later resumes. */
const publicForms = new WeakMap<SessionEvent, string>()

export function publicJson(event: SessionEvent, context: Context): string {
  const known = publicForms.get(event)
  if (known !== undefined) return known
  const json = eventJson(redactEvent(event, AUDIENCE, context.state), context)
  publicForms.set(event, json)
  return json
}

export const viewJson = (event: SessionEvent, viewer: Viewer, context: Context): string =>
  eventJson(redactEvent(event, viewer, context.state), context)

export const stateJson = ({ state, numbers }: Context, viewer: Viewer): string =>
  JSON.stringify(states.encode(numberedState(redactState(state, viewer), numbers)))

export const timeJson = (at: number): string => JSON.stringify(new Date(at).toISOString())

/** Identifies an entry by its hash without revealing the hash. */
export type Mark = (hash: string) => string
