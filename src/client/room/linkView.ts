import type { Connection, Ending, Retry, TurnedAway } from './connectionState.ts'

/** The link's state for display. `since` is monotonic; the data on screen is from then. */
export type LinkView =
  | { readonly kind: 'idle' | 'unsupported' | 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'catchingUp'; readonly since: number }
  /** The next attempt, or the next notice while one hangs, is at `nextAt` (monotonic). */
  | { readonly kind: 'reconnecting'; readonly retry: Retry; readonly since: number; readonly nextAt: number }
  | { readonly kind: 'failed'; readonly since: number }
  /** No node has had a place; what is on screen, if anything, is from `since`. */
  | { readonly kind: 'full'; readonly since: number }
  | { readonly kind: 'ended'; readonly because: Ending; readonly since: number }

/** Refusals for lack of a place after which it is shown; another node may well have taken the next attempt. */
const FULL_FROM = 2
const lasts = (turnedAway: TurnedAway | null): turnedAway is TurnedAway =>
  turnedAway !== null && turnedAway.times >= FULL_FROM

export function linkView(connection: Connection): LinkView {
  switch (connection.kind) {
    case 'idle':
    case 'unsupported':
    case 'connecting':
    case 'live':
      return { kind: connection.kind }
    case 'full': {
      const { lost, turnedAway } = connection
      if (lasts(turnedAway)) return { kind: 'full', since: lost?.at ?? turnedAway.since }
      return lost
        ? { kind: 'reconnecting', retry: 1, since: lost.at, nextAt: connection.turnAt }
        : { kind: 'connecting' }
    }
    case 'joining':
      if (lasts(connection.turnedAway))
        return { kind: 'full', since: connection.lost?.at ?? connection.turnedAway.since }
      return connection.lost ? { kind: 'catchingUp', since: connection.lost.at } : { kind: 'connecting' }
    case 'waiting':
    case 'retrying':
      return {
        kind: 'reconnecting',
        retry: connection.retry,
        since: connection.lost.at,
        nextAt: connection.turnAt,
      }
    case 'failed':
      return { kind: 'failed', since: connection.lost.at }
    case 'ended':
      return { kind: 'ended', because: connection.because, since: connection.at }
  }
}

export function sameView(a: LinkView, b: LinkView): boolean {
  if (a.kind !== b.kind) return false
  if (a.kind === 'reconnecting' && b.kind === 'reconnecting')
    return a.retry === b.retry && a.since === b.since && a.nextAt === b.nextAt
  if (a.kind === 'ended' && b.kind === 'ended') return a.because === b.because && a.since === b.since
  return !('since' in a) || !('since' in b) || a.since === b.since
}

export type Quality = { readonly kind: 'good' } | { readonly kind: 'weak'; readonly delay: number }

const WEAK_FROM_MS = 800
const GOOD_BELOW_MS = 500

/**
 * Weak from 800 ms, good again below 500 ms: the hysteresis prevents flicker. The delay is rounded to tenths of a
 * second.
 */
export function qualityAfter(before: Quality, delay: number): Quality {
  const weak = delay >= (before.kind === 'weak' ? GOOD_BELOW_MS : WEAK_FROM_MS)
  return weak ? { kind: 'weak', delay: Math.round(delay / 100) * 100 } : { kind: 'good' }
}

export const sameQuality = (a: Quality, b: Quality): boolean =>
  a.kind === 'weak' ? b.kind === 'weak' && a.delay === b.delay : b.kind === 'good'
