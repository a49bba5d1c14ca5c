import { instant, later } from '../units.ts'
import type { Instant } from '../units.ts'
import type { NoticeKind } from './notice.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** How a kind of notice travels. */
interface Way {
  /** How long a mail waits for further notices to go with it. */
  readonly gatherMs: number
  /** How long a push service keeps the message for a device that is off. */
  readonly ttlSeconds: number
  readonly urgency: 'low' | 'normal' | 'high'
}
const AT_ONCE = 0
const GATHER = 10 * MINUTE
/** Late notices of the moment are useless, so they expire soon. */
const now = { gatherMs: GATHER, ttlSeconds: 5 * 60, urgency: 'high' } as const
const soon = { gatherMs: GATHER, ttlSeconds: 3_600, urgency: 'high' } as const
const binding = { gatherMs: AT_ONCE, ttlSeconds: 24 * 3_600, urgency: 'high' } as const
const calm = { gatherMs: GATHER, ttlSeconds: 3 * 24 * 3_600, urgency: 'normal' } as const

export const WAYS: Readonly<Record<NoticeKind, Way>> = {
  outbid: now,
  lotCloses: now,
  lotOpens: soon,
  offerWaiting: soon,
  saleHeld: { ...soon, gatherMs: AT_ONCE },
  saleResumed: { ...soon, gatherMs: AT_ONCE },
  salePostponed: binding,
  saleCancelled: binding,
  dealToConfirm: binding,
  contractWaiting: binding,
  contractReturned: binding,
  contractTerminated: binding,
  paymentDue: calm,
  invoice: calm,
  contractComplete: { ...calm, gatherMs: AT_ONCE },
  certification: calm,
}

/**
 * From one minute of the day to another (0 … 1439), by the clock of that time zone; over midnight where `to` is before
 * `from`.
 */
export interface QuietHours {
  readonly from: number
  readonly to: number
  /** IANA name. */
  readonly zone: string
}
export const DEFAULT_QUIET: QuietHours = { from: 22 * 60, to: 7 * 60, zone: 'Asia/Shanghai' }

/** The time at which mail and push may go: `at` itself, or the end of the quiet hours that it falls in. */
export function afterQuiet(at: Instant, quiet: QuietHours | null): Instant {
  if (quiet === null || quiet.from === quiet.to) return at
  const minute = minuteOfDay(at, quiet.zone)
  const isQuiet =
    quiet.from < quiet.to ? minute >= quiet.from && minute < quiet.to : minute >= quiet.from || minute < quiet.to
  if (!isQuiet) return at
  const wait = (((quiet.to - minute) * MINUTE + DAY) % DAY) - (at % MINUTE)
  return later(at, wait)
}

function minuteOfDay(at: Instant, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .formatToParts(new Date(instant(at)))
    .map(({ type, value }) => [type, Number(value)] as const)
  const of = new Map(parts)
  return (of.get('hour') ?? 0) * 60 + (of.get('minute') ?? 0)
}
