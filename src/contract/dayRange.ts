/**
 * Ranges of days in Beijing, first and last day included (spec §3, date-range helper). Free of the schema library,
 * because screens use it; a call declares the fields by `dayRange` of `scalars.ts`.
 */

/** A range of days; either end may be open. `YYYY-MM-DD`. */
export interface DayRange {
  readonly beginTime?: string | undefined
  readonly endTime?: string | undefined
}

/** The range of a call's query. */
export const rangeOf = ({ beginTime, endTime }: DayRange): DayRange => ({ beginTime, endTime })

const DAY_MS = 86_400_000
const startOf = (day: string): number => Date.parse(`${day}T00:00:00.000+08:00`)

/** The moments of a range of days: from the first one's midnight in Beijing up to, but not including, the end. */
export const momentsOf = ({
  beginTime,
  endTime,
}: DayRange): { readonly from: number | null; readonly until: number | null } => ({
  from: beginTime === undefined ? null : startOf(beginTime),
  until: endTime === undefined ? null : startOf(endTime) + DAY_MS,
})

/**
 * A range as the query of a call: `beginTime` and `endTime`, or `begin{X}` and `end{X}` of a range that is named X. An
 * open end is left out.
 */
export function askedRange({ beginTime, endTime }: DayRange, name = 'Time'): Readonly<Record<string, string>> {
  return {
    ...(beginTime !== undefined && { [`begin${name}`]: beginTime }),
    ...(endTime !== undefined && { [`end${name}`]: endTime }),
  }
}

export const isRanged = ({ beginTime, endTime }: DayRange): boolean => beginTime !== undefined || endTime !== undefined

/** The range in an address; what is no day of the calendar is left out. */
export function rangeIn({ beginTime, endTime }: Readonly<Record<string, unknown>>): DayRange {
  return { ...(isDay(beginTime) && { beginTime }), ...(isDay(endTime) && { endTime }) }
}
/** A day of the calendar, `YYYY-MM-DD`. */
const isDay = (value: unknown): value is string => {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const at = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value)
}
