import type { Instant } from '../../domain/units.ts'
import { later } from '../../domain/units.ts'
import type { Logger } from '../logger.ts'
import type { Clock } from '../ports.ts'
import { Counter } from '../room/metrics.ts'
import type { Mail } from '../store/outbox.ts'

/** The sender's view of the outbox (`store/outbox.ts`). */
export interface Outbox {
  takeDue(now: Instant, limit: number): Promise<readonly Mail[]>
  keepSent(id: string, now: Instant): Promise<void>
  keepFailed(id: string, error: string, again: Instant | null): Promise<void>
}

export type Deliver = (mail: Pick<Mail, 'id' | 'recipient' | 'subject' | 'body' | 'channel'>) => Promise<void>

/** The mail server or SMS provider refuses this message for good. */
export class Undeliverable extends Error {
  override name = 'Undeliverable'
}

interface SenderDeps {
  readonly outbox: Outbox
  readonly deliver: Deliver
  readonly clock: Clock
  readonly logger: Logger
  readonly sent: MailCounter
}

/** By outcome: `sent`, `retried`, `given_up`. */
export const mailCounter = () =>
  new Counter('outbox_messages_total', 'Mails and short messages that this node tried to send, by outcome.', 'outcome')
export type MailCounter = ReturnType<typeof mailCounter>

export interface Sender {
  /** Sends all due messages now. */
  run(): Promise<void>
  /** Stops after the message being sent. */
  stop(): Promise<void>
}

const LOOK_EVERY_MS = 5_000
/** Pauses after each failure; when they are used up, the mail is given up and stays visible with its error. */
export const RETRY_AFTER_MS: readonly number[] = [60_000, 300_000, 1_800_000, 7_200_000, 21_600_000, 86_400_000]
/** Shorter pauses for codes, which a person is waiting for. */
const SECRET_RETRY_AFTER_MS: readonly number[] = [5_000, 10_000, 20_000, 40_000, 80_000, 160_000]

/** Sends the outbox. With several nodes a message is leased to one at a time, and may in rare cases be sent twice. */
export function startSender(deps: SenderDeps): Sender {
  let stopping = false
  let running: Promise<void> | null = null

  const run = (): Promise<void> =>
    (running ??= sendDue(deps, () => stopping).finally(() => {
      running = null
    }))
  const timer = setInterval(() => {
    run().catch((error: unknown) => deps.logger.warn({ err: error }, 'the outbox cannot be read; messages wait'))
  }, LOOK_EVERY_MS)
  timer.unref()

  return {
    run,
    async stop() {
      stopping = true
      clearInterval(timer)
      await running?.catch(() => undefined)
    },
  }
}

async function sendDue(deps: SenderDeps, stopping: () => boolean): Promise<void> {
  while (!stopping()) {
    const [mail] = await deps.outbox.takeDue(deps.clock.now(), 1)
    if (!mail) return
    await send(mail, deps)
  }
}

async function send(mail: Mail, { outbox, deliver, clock, logger, sent }: SenderDeps): Promise<void> {
  if (isPast(mail, clock.now())) {
    sent.add(1, 'given_up')
    return outbox.keepFailed(mail.id, mail.error ?? 'too late', null)
  }
  try {
    await deliver(mail)
  } catch (error) {
    const said = withoutSecret(mail, error instanceof Error ? error.message : String(error))
    const again = isFinal(error) ? null : nextAttempt(mail, clock.now())
    sent.add(1, again === null ? 'given_up' : 'retried')
    await outbox.keepFailed(mail.id, said, again)
    logger.warn(
      { mail: mail.id, attempt: mail.attempts, said },
      again === null ? 'a message is given up' : 'a message could not be sent; it will be tried again',
    )
    return
  }
  sent.add(1, 'sent')
  await outbox.keepSent(mail.id, clock.now())
}

const isPast = ({ secretUntil }: Mail, now: Instant): boolean => secretUntil !== null && secretUntil <= now

function nextAttempt(mail: Mail, now: Instant): Instant | null {
  const pause = (mail.secretUntil === null ? RETRY_AFTER_MS : SECRET_RETRY_AFTER_MS)[mail.attempts - 1]
  const again = pause === undefined ? null : later(now, pause)
  return again === null || isPast(mail, again) ? null : again
}

/** Removes codes from a server's error, since some servers quote the message. */
const withoutSecret = ({ secretUntil }: Mail, said: string): string =>
  secretUntil === null ? said : said.replaceAll(/\d{6}/g, '…')

/**
 * The mail server refused this very mail for good (SMTP 5xx on its recipient or content); not a wrong password or a
 * server that is away.
 */
function isFinal(error: unknown): boolean {
  if (error instanceof Undeliverable) return true
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false
  return (
    typeof error.responseCode === 'number' &&
    error.responseCode >= 500 &&
    (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')
  )
}
