import type { Instant } from '../../domain/units.ts'
import { later } from '../../domain/units.ts'
import type { Logger } from '../logger.ts'
import type { Clock } from '../ports.ts'
import { Counter } from '../room/metrics.ts'
import type { Lane, Mail } from '../store/outbox.ts'

/** The sender's view of the outbox (`store/outbox.ts`), of one channel. */
export interface Outbox {
  takeDue(lane: Lane, now: Instant, limit: number): Promise<readonly Mail[]>
  keepSent(id: string, now: Instant): Promise<void>
  /** `again: null`: given up. `refusals`: how often in a row its address was refused. */
  keepFailed(id: string, error: string, again: Instant | null, refusals?: number): Promise<void>
}

export type Deliver = (
  mail: Pick<Mail, 'id' | 'recipient' | 'subject' | 'body' | 'channel' | 'secretUntil' | 'unsubscribe'>,
) => Promise<void>

/**
 * Why a message did not go out:
 *
 * - `address`: the provider knows no such address
 * - `message`: it does not take this very message, for now
 * - `provider`: it takes none: it is away, or does not take the installation's sender, password or quota
 */
export type Fault = 'address' | 'message' | 'provider'

export class NotSentError extends Error {
  override readonly name = 'NotSentError'
  readonly fault: Fault
  constructor(fault: Fault, message: string) {
    super(message)
    this.fault = fault
  }
}

export interface SenderDeps {
  readonly outbox: Outbox
  readonly deliver: Deliver
  readonly clock: Clock
  readonly logger: Logger
  readonly sent: MailCounter
  /** What the provider said when it last failed; `null`: it took a message since. */
  readonly onHealth: (failure: string | null) => void
  /** Runs later; returns what cancels it. */
  readonly after: (ms: number, run: () => void) => () => void
}

/** By outcome: `sent`, `retried`, `given_up`. */
export const mailCounter = () =>
  new Counter('outbox_messages_total', 'Mails and short messages that this node tried to send, by outcome.', 'outcome')
export type MailCounter = ReturnType<typeof mailCounter>

export interface Sender {
  /** Sends all due messages now. */
  run(): Promise<void>
  /** Stops after the messages being sent. */
  stop(): Promise<void>
}

const LOOK_EVERY_MS = 5_000
/** Pauses of a message after each failure of its own; the last one repeats until the message expires. */
export const RETRY_AFTER_MS: readonly number[] = [15_000, 60_000, 300_000, 1_800_000, 7_200_000, 21_600_000]
/** The same of a code, which a person is waiting for. */
const CODE_RETRY_MOST_MS = 2_000
const CODE_RETRY_AFTER_MS: readonly number[] = [1_000, CODE_RETRY_MOST_MS]
/** A notice that could not be sent for a week is given up. */
export const NOTICE_EXPIRES_MS = 7 * 86_400_000
/** Pauses of a lane while the provider takes nothing: the circuit breaker. */
const BREAK_MS: Readonly<Record<Lane, readonly number[]>> = {
  codes: [500],
  notices: [1_000, 2_000, 4_000, 8_000, 15_000],
}
/** After so many messages in a row that were not taken, the provider takes none. */
const NOT_TAKEN_MOST = 5
/** Codes under way at once: a slow provider makes the next person wait for none of them. */
const WIDTH: Readonly<Record<Lane, number>> = { codes: 3, notices: 1 }

/**
 * Sends one channel's messages in two lanes, codes beside the others. With several nodes a message is leased to one at a
 * time, and may in rare cases be sent twice. Only an unknown address is final; whatever else a provider says is the
 * installation's fault, for which messages wait until they expire.
 */
export function startSender(deps: SenderDeps): Sender {
  let stopping = false
  const lane = (name: Lane) => startLane(name, deps, () => stopping)
  const [codes, notices] = [lane('codes'), lane('notices')]
  // A code that went out shows that the provider is back.
  codes.onSent = notices.resume
  notices.onSent = codes.resume

  const run = async (): Promise<void> => {
    await Promise.all([codes.run(), notices.run()])
  }
  const timer = setInterval(() => void run(), LOOK_EVERY_MS)
  timer.unref()

  return {
    run,
    async stop() {
      stopping = true
      clearInterval(timer)
      await Promise.all([codes.stop(), notices.stop()])
    },
  }
}

interface Running {
  run(): Promise<void>
  /** Goes on at once where the lane pauses. */
  readonly resume: () => void
  onSent: () => void
  stop(): Promise<void>
}

function startLane(lane: Lane, deps: SenderDeps, stopping: () => boolean): Running {
  const { outbox, clock, logger } = deps
  const workers = new Set<Promise<void>>()
  /** A message may have come since the workers last looked. */
  let filled = false
  /** Failures in a row: of the provider, and of messages that it did not take. */
  let broken = 0
  let notTaken = 0
  /** Cancels the end of the pause; `null`: none. */
  let pausing: (() => void) | null = null
  /** Cancel the next attempts at codes that were not taken. */
  const attempts = new Set<() => void>()

  function pause(): void {
    pausing?.()
    const ms = BREAK_MS[lane][Math.min(broken, BREAK_MS[lane].length) - 1] ?? 0
    pausing = deps.after(ms, () => {
      pausing = null
      start()
    })
  }
  /** A person waits for a code: its next attempt does not wait for the next look at the outbox. */
  function tryAgain(): void {
    const cancel = deps.after(CODE_RETRY_MOST_MS, () => {
      attempts.delete(cancel)
      start()
    })
    attempts.add(cancel)
  }
  /** Starts a worker; each starts the next when it has found a message, so that an empty outbox is read once. */
  function start(): void {
    filled = true
    if (workers.size >= WIDTH[lane]) return
    const worker = work()
      .catch((error: unknown) => logger.warn({ err: error }, 'the outbox cannot be read; messages wait'))
      .finally(() => workers.delete(worker))
    workers.add(worker)
  }
  /** Sends one message after another until none is due, or the provider takes none. */
  async function work(): Promise<void> {
    while (filled && !stopping() && pausing === null) {
      filled = false
      const [mail] = await outbox.takeDue(lane, clock.now(), 1)
      if (!mail) continue
      start()
      learn(await send(mail, deps))
    }
  }
  function learn(outcome: Outcome): void {
    if (outcome === 'expired') return
    if (outcome === 'message') {
      notTaken += 1
      if (lane === 'codes') tryAgain()
    } else if (outcome !== 'provider') notTaken = 0
    if (outcome === 'sent') {
      broken = 0
      self.onSent()
    } else if (outcome === 'provider' || notTaken >= NOT_TAKEN_MOST) {
      broken += 1
      pause()
    }
  }
  const idle = async (): Promise<void> => {
    while (workers.size > 0) await Promise.all(workers)
  }
  const self: Running = {
    run() {
      start()
      return idle()
    },
    resume() {
      broken = 0
      if (pausing === null) return
      pausing()
      pausing = null
      start()
    },
    onSent: () => undefined,
    async stop() {
      pausing?.()
      pausing = null
      await idle()
      for (const cancel of attempts) cancel()
      attempts.clear()
    },
  }
  return self
}

/** What became of a message. `expired`: it was given up without a try, which says nothing of the provider. */
type Outcome = Fault | 'sent' | 'expired'

async function send(mail: Mail, { outbox, deliver, clock, logger, sent, onHealth }: SenderDeps): Promise<Outcome> {
  if (isPast(mail, clock.now())) {
    sent.add(1, 'given_up')
    await outbox.keepFailed(mail.id, mail.error ?? 'too late', null)
    return 'expired'
  }
  try {
    await deliver(mail)
  } catch (error) {
    const fault = error instanceof NotSentError ? error.fault : 'provider'
    const said = withoutSecret(mail, error instanceof Error ? error.message : String(error))
    const refusals = fault === 'address' ? mail.refusals + 1 : 0
    const next = nextAttempt(mail, fault, clock.now())
    sent.add(1, next === null ? 'given_up' : 'retried')
    await outbox.keepFailed(mail.id, said, next, refusals)
    if (fault !== 'address') onHealth(said)
    logger.warn(
      { mail: mail.id, attempt: mail.attempts, fault, said },
      next === null ? 'a message is given up' : 'a message could not be sent; it will be tried again',
    )
    return fault
  }
  sent.add(1, 'sent')
  onHealth(null)
  await outbox.keepSent(mail.id, clock.now())
  return 'sent'
}

const expiryOf = ({ secretUntil, createdAt }: Mail): Instant => secretUntil ?? later(createdAt, NOTICE_EXPIRES_MS)
const isPast = (mail: Mail, now: Instant): boolean => expiryOf(mail) <= now

/**
 * `null`: given up. A provider that was at fault may say of good addresses that it does not know them, so a message that
 * failed before is tried once more after such an answer.
 */
function nextAttempt(mail: Mail, fault: Fault, now: Instant): Instant | null {
  const isFirst = mail.attempts <= 1
  if (fault === 'address' && (isFirst || mail.refusals > 0)) return null
  const pauses = mail.secretUntil === null ? RETRY_AFTER_MS : CODE_RETRY_AFTER_MS
  const tried = fault === 'message' ? mail.attempts : 1
  const pause = pauses[Math.min(tried, pauses.length) - 1] ?? 0
  // The lane's own pause decides when a provider that takes nothing is asked again.
  const next = later(now, fault === 'provider' ? 0 : pause)
  return isPast(mail, next) ? null : next
}

/** Removes codes from a server's error, since some servers quote the message. */
const withoutSecret = ({ secretUntil }: Mail, said: string): string =>
  secretUntil === null ? said : said.replaceAll(/\d{6}/g, '…')
