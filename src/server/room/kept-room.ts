import type { Instant } from '../../domain/units.ts'
import { later } from '../../domain/units.ts'
import type { RoomRecords } from './records.ts'
import type { Attendance } from './attendance.ts'
import { beats } from './uptime.ts'
import type { Room } from './room.ts'
import type { Liveness } from './liveness.ts'

/** An unused room is kept in memory this long. */
const IDLE_MS = 60_000

/** A room of this node with its services. */
export interface KeptRoom {
  readonly room: Room
  readonly signs: Liveness
  readonly attendance: Attendance
  readonly projections: ReturnType<RoomRecords['projections']>
  watchers: number
  usedAt: Instant
}

export const mayGo = ({ room, projections, watchers, usedAt }: KeptRoom, now: Instant): boolean =>
  watchers === 0 && !room.needed && projections.settled && now >= later(usedAt, IDLE_MS)

export const isBeating = ({ room }: KeptRoom): boolean => room.position !== null && beats(room.position.state)
