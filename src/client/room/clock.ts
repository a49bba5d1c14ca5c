/**
 * The server's time on a monotonic clock: countdowns follow the server, not the phone. The sample with the shortest
 * round trip wins; later stamps may only confirm or correct it.
 */
export interface ServerClock {
  /** Server time minus monotonic time. */
  readonly offset: number
  /** The truth lies within offset ± this; it grows while crystals drift. */
  readonly within: number
  readonly at: number
  /** Last measured round trip, ms; `null` before the first. */
  readonly delay: number | null
}

/** Crystals of phones drift by less than 100 parts in a million. */
const DRIFT = 0.0001
/** Assumed maximum delay of a one-way message. */
const ONE_WAY_MS = 2_000

/** Before the server has said anything: the device's own time, trusted as little as it deserves. */
export const fromDevice = (wallNow: number, now: number): ServerClock => ({
  offset: wallNow - now,
  within: Number.POSITIVE_INFINITY,
  at: now,
  delay: null,
})

export const serverNow = (clock: ServerClock, now: number): number => now + clock.offset
export const withinNow = (clock: ServerClock, now: number): number => clock.within + Math.max(0, now - clock.at) * DRIFT

/** An echo: sent at `sent`, back at `now`, stamped `server` in between. */
export function echoed(clock: ServerClock, sent: number, now: number, server: number): ServerClock {
  const delay = now - sent
  if (delay < 0) return clock
  const sample: ServerClock = { offset: server - (sent + now) / 2, within: delay / 2, at: now, delay }
  const better = sample.within <= withinNow(clock, now)
  return better || contradicts(clock, sample, now) ? sample : { ...clock, delay }
}

/** A message stamped `server` arrived at `now`: the server's clock cannot be behind its own stamp. */
export function stamped(clock: ServerClock, now: number, server: number): ServerClock {
  const least = server - now
  if (clock.within === Number.POSITIVE_INFINITY) return { ...clock, offset: least, within: ONE_WAY_MS, at: now }
  return least > clock.offset + withinNow(clock, now) ? { ...clock, offset: least, within: ONE_WAY_MS, at: now } : clock
}

/** Two samples that cannot both be right: a clock was set, or stood still. The newer one knows. */
function contradicts(clock: ServerClock, sample: ServerClock, now: number): boolean {
  return Math.abs(sample.offset - clock.offset) > sample.within + withinNow(clock, now)
}
