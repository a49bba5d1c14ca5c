import { VENUE_TOKEN_AFTER_END_MS } from '../../contract/constants.ts'
import type { SessionState } from '../../domain/state.ts'
import { later } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'

/** A seller token: a week. Reading offline stays open as long (design §5). */
export const SELLER_TOKEN_MS = 7 * 24 * 3_600_000
/** The key of an external link. */
export const EXTERNAL_KEY_MS = 60_000
/** The token that a platform gets for the key. */
export const PLATFORM_TOKEN_MS = 3_600_000
/** A venue token while its session is unfinished; the live connection renews it. */
export const VENUE_TOKEN_MS = 12 * 3_600_000

/** A finished session can still be read, an hour at a time. */
export const venueTokenEnd = (state: SessionState | null, now: Instant): Instant =>
  later(now, state?.phase === 5 ? VENUE_TOKEN_AFTER_END_MS : VENUE_TOKEN_MS)

/** A token given before its session's end is invalid an hour after that end, whatever its own expiry. */
export const isOutlived = (createdAt: Instant, state: SessionState | null, now: Instant): boolean =>
  state?.phase === 5 && createdAt <= state.at && later(state.at, VENUE_TOKEN_AFTER_END_MS) <= now

export const secondsUntil = (end: Instant, now: Instant): number => Math.max(0, Math.floor((end - now) / 1000))
