/** Sales run by Beijing's clock, in forms too. */
const BEIJING_MS = 8 * 3_600_000

/** A moment in the format of `<input type="datetime-local">`. */
export const typedMoment = (iso: string): string =>
  new Date(Date.parse(iso) + BEIJING_MS).toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length)

/** The typed moment in ISO 8601 UTC; `null` if the text is no moment. */
export function readMoment(typed: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(typed)) return null
  const at = Date.parse(`${typed}${typed.length === 16 ? ':00' : ''}.000Z`) - BEIJING_MS
  return Number.isFinite(at) ? new Date(at).toISOString() : null
}

const DAY_MS = 86_400_000
const START_HOUR = 14

/** Suggested times of a new session: a week from now at 14:00 in Beijing, with sign-up until a day before. */
export function suggestedTimes(now: number): { readonly startTime: string; readonly signUpDeadline: string } {
  const day = Math.floor((now + BEIJING_MS) / DAY_MS) * DAY_MS + 7 * DAY_MS
  const start = day + START_HOUR * 3_600_000 - BEIJING_MS
  return { startTime: new Date(start).toISOString(), signUpDeadline: new Date(start - DAY_MS).toISOString() }
}
