import { lt } from 'drizzle-orm'
import { later } from '../domain/units.ts'
import { finishSuspensions } from './company/rooms.ts'
import type { Files } from './files/files.ts'
import type { Logger } from './logger.ts'
import type { Clock, Rooms } from './ports.ts'
import { forgetCaptchas } from './store/captchas.ts'
import { forgetCodes } from './store/codes.ts'
import type { Db } from './store/open.ts'
import { wipeSecrets } from './store/outbox.ts'
import { forgetPractice } from './store/schedules.ts'
import { presence } from './store/schema.ts'

const EVERY_MS = 3_600_000
const SECRETS_EVERY_MS = 60_000
const PRESENCE_MS = 24 * 3_600_000
/** Logs of practice sessions are kept so long. */
const PRACTICE_MS = 7 * 24 * 3_600_000
/** Codes are counted by the day. */
const CODES_MS = 2 * 24 * 3_600_000

interface UpkeepNeeds {
  readonly db: Db
  readonly files: Pick<Files, 'sweep'>
  readonly rooms: Rooms
  readonly clock: Clock
  readonly logger: Logger
}

/** By the hour, what has had its time is forgotten; secrets by the minute. */
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
    // At once too: this node may be the one that died half way.
    every(EVERY_MS, () => finishSuspensions({ db, rooms }), 'atOnce'),
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
  await files.sweep(now)
  await forgetCaptchas(db, now)
  await forgetCodes(db, later(now, -CODES_MS))
}
