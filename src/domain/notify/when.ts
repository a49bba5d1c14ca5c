import { instant, later } from '../units.ts'
import type { Instant } from '../units.ts'
import type { NoticeKind } from './notice.ts'

const MINUTE = 60_000
const DAY_MINUTES = 24 * 60
const DAY = DAY_MINUTES * MINUTE

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
  bidRestored: { ...binding, ttlSeconds: 3_600 },
  bidStruck: soon,
  lotWon: binding,
  lotSold: calm,
  lotUnsold: calm,
  lotWithdrawn: calm,
  lotCloses: now,
  lotOpens: soon,
  offerWaiting: soon,
  offerEnded: calm,
  saleHeld: { ...soon, gatherMs: AT_ONCE },
  saleResumed: { ...soon, gatherMs: AT_ONCE },
  salePostponed: binding,
  saleCancelled: binding,
  saleSealed: calm,
  dealToConfirm: binding,
  dealAsked: calm,
  dealLapsed: binding,
  dealHeld: binding,
  dealReleased: binding,
  dealCancelled: binding,
  standingLost: binding,
  ceilingLapsed: binding,
  contractWaiting: binding,
  contractReturned: binding,
  contractTerminated: binding,
  depositDue: calm,
  depositHeld: binding,
  depositAnswered: binding,
  depositKept: binding,
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
  if (!isQuiet(minute, quiet)) return at
  const end = later(at, (((quiet.to - minute) * MINUTE + DAY) % DAY) - (at % MINUTE))
  // Where the clocks change before the end, it is as much earlier or later; one that they skip is when they jump.
  const ahead = ((minuteOfDay(end, quiet.zone) - quiet.to + DAY_MINUTES * 1.5) % DAY_MINUTES) - DAY_MINUTES / 2
  let goes = later(end, -ahead * MINUTE)
  while (isQuiet(minuteOfDay(goes, quiet.zone), quiet)) goes = later(goes, MINUTE)
  return goes
}

const isQuiet = (minute: number, { from, to }: QuietHours): boolean =>
  from < to ? minute >= from && minute < to : minute >= from || minute < to

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
