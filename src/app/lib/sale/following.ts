import type { LotStatus, Phase } from '../../../contract/scalars.ts'
import type * as z from 'zod'

/** What of a lot tells when it changes next. */
export interface FollowedLot {
  readonly status: z.infer<typeof LotStatus>
  /** Who is asked for a yes after the lot closed; its status is not final until the answer. */
  readonly asks?: 'seller' | 'bidder' | null | undefined
  /** ISO 8601; null while the lot is not open. */
  readonly deadline: string | null
  /** Of its session, ISO 8601. */
  readonly startTime: string
}

/** What of a session tells when its phase changes next; times as ISO 8601. */
export interface FollowedSale {
  readonly state: z.infer<typeof Phase>
  readonly signUpDeadline: string
  readonly startTime: string
}

/** A page that is looked at is never older than this, unless the link is lost. */
const STEADY_MS = 60_000
/** Of a session only the counts change between its times; the lots beside it are followed by themselves. */
const SALE_STEADY_MS = 180_000
/** While a due change has not come: at first after this, then half as often each time, up to `SLOWEST_MS`. */
const SOONEST_MS = 1_000
const SLOWEST_MS = 30_000
/** Readers of one lot do not ask all at once. */
const SPREAD_MS = 1_000

const FINAL: ReadonlySet<FollowedLot['status']> = new Set(['sold', 'withdrawn', 'failed'])

/**
 * Milliseconds until a page outside the room asks again for the lots that it shows: at the next deadline or start, and
 * each minute; when a change is due that has not come, at growing intervals. `false`: all lots have their final state.
 *
 * @param now Server time, ms since epoch.
 * @param random From 0 to 1.
 */
export function nextAsking(lots: readonly FollowedLot[], now: number, random: number): number | false {
  const waits = lots.flatMap((lot) => {
    if (FINAL.has(lot.status) && (lot.asks ?? null) === null) return []
    const due = dueOf(lot)
    if (due === null) return [STEADY_MS]
    return [waitFor(due, now)]
  })
  if (waits.length === 0) return false
  return Math.min(STEADY_MS, ...waits) + Math.round(random * SPREAD_MS)
}

/** Likewise for the session of a page; `false`: it is over. */
export function nextAskingOfSale({ state, signUpDeadline, startTime }: FollowedSale, now: number, random: number) {
  if (state === 5) return false
  const due = state === 2 ? Date.parse(signUpDeadline) : state === 3 ? Date.parse(startTime) : null
  const wait = due === null ? SALE_STEADY_MS : Math.min(SALE_STEADY_MS, waitFor(due, now))
  return wait + Math.round(random * SPREAD_MS)
}

/** A change that has not come when it was due is asked for at growing intervals. */
const waitFor = (due: number, now: number): number =>
  due > now ? due - now : Math.min(SLOWEST_MS, Math.max(SOONEST_MS, now - due))

/** The moment at which the lot changes by itself; null where only people change it. */
function dueOf({ status, deadline, startTime }: FollowedLot): number | null {
  if (status === 'open') return deadline === null ? null : Date.parse(deadline)
  return status === 'scheduled' ? Date.parse(startTime) : null
}
