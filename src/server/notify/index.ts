import type { Instant } from '../../domain/units.ts'
import type { Logger } from '../logger.ts'
import type { Clock, Rooms } from '../ports.ts'
import type { Db } from '../store/open.ts'
import { tellOfPayments } from '../trade/payments.ts'
import { gatherMessages } from './mail.ts'
import type { Post } from './post.ts'
import { fanOut, sendPushes } from './push.ts'
import type { VapidKeys } from './push.ts'
import type { Unsubscribe } from './unsubscribe.ts'
import { tellOfSales } from './sales.ts'

interface NotifierDeps {
  readonly db: Db
  readonly rooms: Pick<Rooms, 'state' | 'people'>
  readonly clock: Clock
  readonly logger: Logger
  readonly keys: VapidKeys
  readonly post: Post
  readonly publicUrl: string | null
  /** Absent: mails cannot be declined in one step. */
  readonly unsubscribe?: Pick<Unsubscribe, 'addressFor'>
  /** Called when mails were added to the outbox. */
  readonly outboxFilled: () => void
}

export interface Notifier {
  /** Does each kind of work once, now. */
  run(): Promise<void>
  stop(): Promise<void>
}

const SEND_EVERY_MS = 3_000
const SALES_EVERY_MS = 15_000
const PAYMENTS_EVERY_MS = 60_000
/** Used where the site's address is unknown. */
const NO_SITE = 'https://localhost'

/** Sends stored notifications by mail and by push, independently, so that neither waits for the other. */
export function startNotifier({
  db,
  rooms,
  clock,
  logger,
  keys,
  post,
  publicUrl,
  unsubscribe = { addressFor: () => null },
  outboxFilled,
}: NotifierDeps): Notifier {
  const now = (): Instant => clock.now()
  const works = [
    repeated(SEND_EVERY_MS, logger, async () => {
      if (await gatherMessages(db, now(), publicUrl, unsubscribe)) outboxFilled()
    }),
    repeated(SEND_EVERY_MS, logger, async () => {
      await fanOut(db, now())
      await sendPushes({ db, keys, post, now, logger, subject: publicUrl?.startsWith('https:') ? publicUrl : NO_SITE })
    }),
    repeated(SALES_EVERY_MS, logger, () => tellOfSales(db, rooms, now())),
    repeated(PAYMENTS_EVERY_MS, logger, () => tellOfPayments(db, now())),
  ]
  return {
    run: async () => void (await Promise.all(works.map(({ run }) => run()))),
    stop: async () => void (await Promise.all(works.map(({ stop }) => stop()))),
  }
}

/** Repeats work, one run at a time. */
function repeated(everyMs: number, logger: Logger, work: () => Promise<void>) {
  let running: Promise<void> | null = null
  const run = (): Promise<void> =>
    (running ??= work().finally(() => {
      running = null
    }))
  const timer = setInterval(() => {
    run().catch((error: unknown) => logger.warn({ err: error }, 'notifications wait'))
  }, everyMs).unref()
  return {
    run,
    stop: async () => {
      clearInterval(timer)
      await running?.catch(() => undefined)
    },
  }
}
