import * as z from 'zod'
import { wholeFrame } from '../../contract/short.ts'
import { Events, HeartbeatEcho, Presence, Tick, Welcome, Yours, type ServerFrame } from '../../contract/live.ts'

const Kind = z.object({ sendType: z.enum(['1', '2', '3', '4', '5', '6']) })

/** The schema for each `sendType`: trying all in turn would cost most for the most frequent frames. */
const SCHEMAS = { '1': HeartbeatEcho, '2': Welcome, '3': Events, '4': Presence, '5': Yours, '6': Tick }

/** `null`: the frame is unknown to this version of the page. `session`: the session whose lots' ids are shortened. */
export function readFrame(text: string, session: string): ServerFrame | null {
  const json = wholeFrame(parseJson(text), session)
  const kind = Kind.safeParse(json)
  if (!kind.success) return null
  const frame = SCHEMAS[kind.data.sendType].safeParse(json)
  return frame.success ? frame.data : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
