import type { Source } from '../../contract/constants.ts'
import { Presence } from '../../contract/live.ts'
import { latest } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import type { Present } from '../ports.ts'
import { Frame } from './frame.ts'
import { actorOf } from './yours.ts'

interface Row {
  readonly speaker: string
  readonly online: boolean
  readonly lastSeen: Instant
  readonly delay: number | null
  readonly source: Source
  readonly onlineTime: number
  readonly loginTime: Instant
}

/**
 * The public presence frame has a count, and whether the host is lost: rivals must not see each other's link quality.
 */
export const countFrame = (online: number, hostLost: boolean): Frame =>
  new Frame(JSON.stringify({ sendType: '4', online, ...(hostLost && { hostLost }) }))

/** The host's list: one row per participant, however many people of a company are connected. */
export function peopleFrame(online: number, people: readonly Present[]): Frame {
  const rows = new Map<string, Row>()
  for (const { viewer, online: present, lastSeen, delay, source, onlineMs, loginTime } of people) {
    const speaker = actorOf(viewer)
    if (speaker === null) continue
    const row = {
      speaker,
      online: present,
      lastSeen,
      delay,
      source,
      onlineTime: Math.floor(onlineMs / 1000),
      loginTime,
    }
    rows.set(speaker, together(rows.get(speaker), row))
  }
  return new Frame(JSON.stringify(Presence.encode({ sendType: '4', online, people: [...rows.values()] })))
}

function together(a: Row | undefined, b: Row): Row {
  if (a === undefined) return b
  return {
    speaker: b.speaker,
    online: a.online || b.online,
    lastSeen: latest(a.lastSeen, b.lastSeen),
    delay: a.lastSeen > b.lastSeen ? a.delay : b.delay,
    source: a.lastSeen > b.lastSeen ? a.source : b.source,
    onlineTime: Math.max(a.onlineTime, b.onlineTime),
    loginTime: a.loginTime < b.loginTime ? a.loginTime : b.loginTime,
  }
}
