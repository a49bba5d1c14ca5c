import { lt } from 'drizzle-orm'
import { instant, later } from '../domain/units.ts'
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
import { forgetNotifications } from './store/notifications.ts'
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
  readonly files: Pick<Files, 'sweep'>
  readonly rooms: Rooms
  readonly clock: Clock
  readonly logger: Logger
}

/** Hourly deletion of expired data, and older text of sizes made data; secrets every minute. */
export function startUpkeep({ db, files, rooms, clock, logger }: UpkeepNeeds): { stop(): Promise<void> } {
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
    every(EVERY_MS, () => forget(db, files, clock)),
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
  }
}

export async function forget(db: Db, files: Pick<Files, 'sweep'>, clock: Clock): Promise<void> {
  const now = clock.now()
  await db.delete(presence).where(lt(presence.lastSeen, later(now, -PRESENCE_MS)))
  await forgetPractice(db, later(now, -PRACTICE_MS))
  await forgetForms(db, later(now, -FORMS_MS))
  await forgetNotifications(db, later(now, -NOTIFICATIONS_MS))
  await forgetMails(db, later(now, -MAILS_MS))
  await forgetCaptchas(db, now)
  await db.delete(passkeyChallenge).where(lt(passkeyChallenge.expiresAt, now))
  await forgetCodes(db, later(now, -CODES_MS))
  await sweepAllowances(db, now, later(now, -WAYS_MS), later(now, -THROTTLE.forgetMs))
  await forgetDevices(db, later(now, -WAYS_MS))
  await forgetAudit(db, instant(auditKeptSince(now)))
  await forgetRefusedAudit(db, instant(refusedKeptSince(now)))
  // Last, since an object store that is out of reach must not keep the rest.
  await files.sweep(now)
}
