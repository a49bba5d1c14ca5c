import type { Config } from '../config.ts'
import type { Logger } from '../logger.ts'
import type { Clock, Impairment } from '../ports.ts'
import { smsProvider } from '../sms/provider.ts'
import type { Db } from '../store/open.ts'
import { keepFailed, keepSent, takeDue } from '../store/outbox.ts'
import type { Channel } from '../store/outbox.ts'
import { LabelledGauge } from '../room/metrics.ts'
import type { Metric } from '../room/metrics.ts'
import { mailCounter, startSender } from './sender.ts'
import type { Deliver } from './sender.ts'
import { smtp } from './smtp.ts'

/** The sender of one channel. */
interface Carrier {
  readonly channel: Channel
  readonly deliver: Deliver
  readonly close?: () => void
}

export interface Mail {
  /** Sends at once: a message that a person waits for was added to the outbox. */
  wake(): void
  stop(): Promise<void>
  /** The channels whose provider took nothing when it was last tried, with its answer. */
  impaired(): readonly Impairment[]
  readonly metrics: readonly Metric[]
}

/**
 * Sends mails and short messages, side by side, if a provider is configured; otherwise they stay in the outbox for the
 * operator.
 */
export function startMail(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'smsUrl' | 'smsToken'>,
  db: Db,
  clock: Clock,
  logger: Logger,
): Mail {
  const carriers = carriersOf(config)
  const sent = mailCounter()
  const failures = new Map<Channel, string>()
  const failing = new LabelledGauge(
    'outbox_channel_failing',
    'Whether the provider took nothing when this node last tried.',
    'channel',
    () => Object.fromEntries(carriers.map(({ channel }) => [channel, failures.has(channel) ? 1 : 0])),
  )
  const senders = carriers.map(({ channel, deliver }) =>
    startSender({
      outbox: {
        takeDue: takeDue.bind(null, db, channel),
        keepSent: keepSent.bind(null, db),
        keepFailed: keepFailed.bind(null, db),
      },
      deliver,
      clock,
      logger,
      sent,
      onHealth: (failure) => {
        if (failure === null) failures.delete(channel)
        else failures.set(channel, failure)
      },
      after: (ms, run) => {
        const timer = setTimeout(run, ms).unref()
        return () => clearTimeout(timer)
      },
    }),
  )
  return {
    metrics: [sent, failing],
    impaired: () => [...failures].map(([channel, said]) => ({ lacks: 'messages', message: `${channel}: ${said}` })),
    wake() {
      for (const sender of senders)
        sender.run().catch((error: unknown) => logger.warn({ err: error }, 'the outbox cannot be read; messages wait'))
    },
    async stop() {
      await Promise.all(senders.map((sender) => sender.stop()))
      for (const { close } of carriers) close?.()
    },
  }
}

function carriersOf({
  smtpUrl,
  mailFrom,
  smsUrl,
  smsToken,
}: Pick<Config, 'smtpUrl' | 'mailFrom' | 'smsUrl' | 'smsToken'>): readonly Carrier[] {
  const carriers: Carrier[] = []
  if (smtpUrl !== null) carriers.push({ channel: 'mail', ...smtp(smtpUrl, mailFrom) })
  if (smsUrl !== null) carriers.push({ channel: 'sms', deliver: smsProvider(smsUrl, smsToken) })
  return carriers
}
