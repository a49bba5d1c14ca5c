import type { RowOf } from '../../../client/calls/index.ts'

export type Schedule = RowOf<'scheduleList'>
export type Timeline = Schedule['timelines'][number]

/** A dated sale with its schedule. */
export interface Entry {
  readonly schedule: Schedule
  readonly timeline: Timeline
}

export interface Board {
  readonly practice: Entry | null
  /** Running sales first, then by start. */
  readonly coming: readonly Entry[]
  /** Past sales, newest first. */
  readonly over: readonly Entry[]
}

export const entriesOf = (schedules: readonly Schedule[]): Entry[] =>
  schedules.flatMap((schedule) => schedule.timelines.map((timeline) => ({ schedule, timeline })))

export function boardOf(schedules: readonly Schedule[]): Board {
  const entries = entriesOf(schedules)
  const real = entries.filter(({ schedule }) => !schedule.practice)
  const start = ({ timeline }: Entry): number => Date.parse(timeline.startTime)
  const running = ({ timeline }: Entry): number => (timeline.state === 4 ? 0 : 1)
  return {
    practice: entries.find(({ schedule, timeline }) => schedule.practice && timeline.state < 5) ?? null,
    coming: real
      .filter(({ timeline }) => timeline.state < 5)
      .sort((a, b) => running(a) - running(b) || start(a) - start(b)),
    over: real.filter(({ timeline }) => timeline.state === 5).sort((a, b) => start(b) - start(a)),
  }
}
