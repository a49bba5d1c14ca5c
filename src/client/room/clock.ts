/**
 * The server's time on a monotonic clock, so that countdowns follow the server, not the phone. The sample with the
 * shortest round trip wins; later stamps may only confirm or correct it.
 */
export interface ServerClock {
  /** Server time minus monotonic time. */
  readonly offset: number
  /** The true offset is within ± this; it grows as clocks drift. */
  readonly within: number
  readonly at: number
  /** Last measured round trip, ms; `null` before the first. */
  readonly delay: number | null
}

/** Clocks of phones drift by less than 100 parts per million. */
const DRIFT = 0.0001
/** Assumed maximum delay of a one-way message. */
const ONE_WAY_MS = 2_000

/** Before the server's first message: the device's own time, with unlimited uncertainty. */
export const fromDevice = (wallNow: number, now: number): ServerClock => ({
  offset: wallNow - now,
  within: Number.POSITIVE_INFINITY,
  at: now,
  delay: null,
})

export const serverNow = (clock: ServerClock, now: number): number => now + clock.offset
export const withinNow = (clock: ServerClock, now: number): number => clock.within + Math.max(0, now - clock.at) * DRIFT

/** After an echo: sent at `sent`, back at `now`, stamped `server` in between. */
export function echoed(clock: ServerClock, sent: number, now: number, server: number): ServerClock {
  const delay = now - sent
  if (delay < 0) return clock
  const sample: ServerClock = { offset: server - (sent + now) / 2, within: delay / 2, at: now, delay }
  const better = sample.within <= withinNow(clock, now)
  return better || contradicts(clock, sample, now) ? sample : { ...clock, delay }
}

/** After a message stamped `server` that arrived at `now`: the server's clock cannot be behind its own stamp. */
export function stamped(clock: ServerClock, now: number, server: number): ServerClock {
  const least = server - now
  if (clock.within === Number.POSITIVE_INFINITY) return { ...clock, offset: least, within: ONE_WAY_MS, at: now }
  return least > clock.offset + withinNow(clock, now) ? { ...clock, offset: least, within: ONE_WAY_MS, at: now } : clock
}

/** True if both samples cannot be right, because a clock was set or stopped. The newer one then wins. */
function contradicts(clock: ServerClock, sample: ServerClock, now: number): boolean {
  return Math.abs(sample.offset - clock.offset) > sample.within + withinNow(clock, now)
}
