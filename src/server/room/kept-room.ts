import type { Instant } from '../../domain/units.ts'
import { later } from '../../domain/units.ts'
import type { Projections } from './projections.ts'
import type { Attendance } from './attendance.ts'
import { beats } from './uptime.ts'
import type { Room } from './room.ts'
import type { Liveness } from './liveness.ts'

/** A room that nobody asks for is kept this long. */
const IDLE_MS = 60_000

/** A room of this node with what belongs to it. */
export interface KeptRoom {
  readonly room: Room
  readonly signs: Liveness
  readonly attendance: Attendance
  readonly aftermath: Projections
  watchers: number
  usedAt: Instant
}

export const mayGo = ({ room, aftermath, watchers, usedAt }: KeptRoom, now: Instant): boolean =>
  watchers === 0 && !room.needed && aftermath.settled && now >= later(usedAt, IDLE_MS)

export const isBeating = ({ room }: KeptRoom): boolean => room.position !== null && beats(room.position.state)
