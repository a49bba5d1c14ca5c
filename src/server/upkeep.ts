import { lt } from 'drizzle-orm'
import { instant, later } from '../domain/units.ts'
import type { Instant } from '../domain/units.ts'
import { finishSuspensions, lapseDeparted } from './company/rooms.ts'
import type { Files } from './files/files.ts'
import type { Logger } from './logger.ts'
import type { Clock, Rooms } from './ports.ts'
import { THROTTLE } from './auth/throttle.ts'
import { forgetDevices } from './auth/devices.ts'
import { sweepAllowances } from './store/allowances.ts'
import { auditKeptSince, refusedKeptSince } from './audit/trail.ts'
import { forgetAudit, forgetRefusedAudit } from './store/audit.ts'
import { forgetCaptchas } from './store/captchas.ts'
import { forgetCodes } from './store/codes.ts'
import { LabelledGauge } from './room/metrics.ts'
import type { Metric } from './room/metrics.ts'
import { forgetNotifications } from './store/notifications.ts'
import { deleteOld } from './store/old-rows.ts'
import type { Db } from './store/open.ts'
import { forgetMails, wipeSecrets } from './store/outbox.ts'
import { forgetPractice } from './store/schedules.ts'
import { forgetForms } from './store/sentForms.ts'
import { settleBankLines } from './store/bank-lines.ts'
import { settleSizes } from './store/sizes.ts'
import { passkeyChallenge, presence } from './store/schema.ts'

const EVERY_MS = 3_600_000
const SECRETS_EVERY_MS = 60_000
const PRESENCE_MS = 24 * 3_600_000
/** Retention of practice sessions' logs. */
const PRACTICE_MS = 7 * 24 * 3_600_000
/** Records of sent forms are kept longer than drafts live, since a device may have been away that long. */
const FORMS_MS = 180 * 24 * 3_600_000
/** Notifications are kept for half a year. */
const NOTIFICATIONS_MS = 180 * 24 * 3_600_000
/** Retention of mails and short messages that were sent or given up. */
const MAILS_MS = 365 * 24 * 3_600_000
/** Codes are counted per day. */
const CODES_MS = 2 * 24 * 3_600_000
/** A device or address without a sign-in of the account for this long is unknown again. */
const WAYS_MS = 180 * 24 * 3_600_000

interface UpkeepNeeds {
  readonly db: Db
  readonly files: Pick<Files, 'sweeps'>
  readonly rooms: Rooms
  readonly clock: Clock
  readonly logger: Logger
}

interface Upkeep {
  stop(): Promise<void>
  readonly metrics: readonly Metric[]
}

/** Hourly deletion of expired data, and older text of sizes made data; secrets every minute. */
export function startUpkeep({ db, files, rooms, clock, logger }: UpkeepNeeds): Upkeep {
  const begun = clock.now()
  /** Seconds since 1970; a deletion that has never ended counts from the node's start. */
  const endedAt = new Map(Object.keys(deletionsOf(db, files)).map((name) => [name, begun / 1000]))
  const every = (ms: number, work: () => Promise<void>, atOnce?: 'atOnce') => {
    const run = () => work().catch((error: unknown) => logger.warn({ err: error }, 'what is old stays for now'))
    let running: Promise<void> = atOnce ? run() : Promise.resolve()
    const timer = setInterval(() => {
      running = run()
    }, ms).unref()
    return async () => {
      clearInterval(timer)
      await running
    }
  }
  const stops = [
    every(EVERY_MS, () => forget(db, files, clock, (name) => endedAt.set(name, clock.now() / 1000))),
    every(SECRETS_EVERY_MS, () => wipeSecrets(db, clock.now())),
    // At start too: this node may have died during the last run.
    every(EVERY_MS, () => finishSuspensions({ db, rooms }), 'atOnce'),
    every(EVERY_MS, () => lapseDeparted({ db, rooms }), 'atOnce'),
    // Nodes of the release before go on writing older text until they are replaced.
    every(EVERY_MS, () => settleSizes(db), 'atOnce'),
    every(EVERY_MS, () => settleBankLines(db), 'atOnce'),
  ]
  return {
    async stop() {
      await Promise.all(stops.map((stop) => stop()))
    },
    metrics: [
      new LabelledGauge(
        'upkeep_success_timestamp_seconds',
        'When each hourly deletion last ended on this node; its start, before the first.',
        'deletion',
        () => Object.fromEntries(endedAt),
      ),
    ],
  }
}

/** The hourly deletions, by the name that `/metrics` gives them. None depends on another. */
const deletionsOf = (
  db: Db,
  files: Pick<Files, 'sweeps'>,
): Readonly<Record<string, (now: Instant) => Promise<void>>> => ({
  presence: (now) => deleteOld(db, presence, lt(presence.lastSeen, later(now, -PRESENCE_MS))),
  practice: (now) => forgetPractice(db, later(now, -PRACTICE_MS)),
  forms: (now) => forgetForms(db, later(now, -FORMS_MS)),
  notifications: (now) => forgetNotifications(db, later(now, -NOTIFICATIONS_MS)),
  messages: (now) => forgetMails(db, later(now, -MAILS_MS), now),
  image_codes: (now) => forgetCaptchas(db, now),
  passkey_challenges: (now) => deleteOld(db, passkeyChallenge, lt(passkeyChallenge.expiresAt, now)),
  codes: (now) => forgetCodes(db, later(now, -CODES_MS)),
  allowances: (now) => sweepAllowances(db, now, later(now, -WAYS_MS), later(now, -THROTTLE.forgetMs)),
  devices: (now) => forgetDevices(db, later(now, -WAYS_MS)),
  audit: (now) => forgetAudit(db, instant(auditKeptSince(now))),
  refused_acts: (now) => forgetRefusedAudit(db, instant(refusedKeptSince(now))),
  // Last, since an object store that is out of reach takes long to say so.
  ...files.sweeps,
})

/** Runs every deletion, also after one has failed; `done`: called with those that ended. Rejects with all failures. */
export async function forget(
  db: Db,
  files: Pick<Files, 'sweeps'>,
  clock: Pick<Clock, 'now'>,
  done: (deletion: string) => void = () => undefined,
): Promise<void> {
  const now = clock.now()
  const failures: Error[] = []
  for (const [name, run] of Object.entries(deletionsOf(db, files))) {
    try {
      await run(now)
      done(name)
    } catch (cause) {
      failures.push(new Error(`the deletion of ${name} failed`, { cause }))
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(({ message }) => message).join('; '))
}
