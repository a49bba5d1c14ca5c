import type { Config } from '../config.ts'
import type { Logger } from '../logger.ts'
import type { Clock } from '../ports.ts'
import { smsProvider } from '../sms/provider.ts'
import type { Db } from '../store/open.ts'
import { keepFailed, keepSent, takeDue } from '../store/outbox.ts'
import type { Channel } from '../store/outbox.ts'
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
  readonly metrics: readonly Metric[]
}

/** Sends mails and short messages if a provider is configured; otherwise they stay in the outbox for the operator. */
export function startMail(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'smsUrl' | 'smsToken'>,
  db: Db,
  clock: Clock,
  logger: Logger,
): Mail {
  const carriers = carriersOf(config)
  const sent = mailCounter()
  if (carriers.length === 0) return { wake: () => undefined, stop: () => Promise.resolve(), metrics: [sent] }
  const outbox = {
    takeDue: (now: Parameters<typeof takeDue>[1], limit: number) =>
      takeDue(
        db,
        now,
        limit,
        carriers.map(({ channel }) => channel),
      ),
    keepSent: keepSent.bind(null, db),
    keepFailed: keepFailed.bind(null, db),
  }
  const deliver: Deliver = async (mail) => {
    const carrier = carriers.find(({ channel }) => channel === mail.channel)
    if (!carrier) throw new TypeError(`no carrier for ${mail.channel}`)
    await carrier.deliver(mail)
  }
  const sender = startSender({ outbox, deliver, clock, logger, sent })
  return {
    metrics: [sent],
    wake: () =>
      void sender
        .run()
        .catch((error: unknown) => logger.warn({ err: error }, 'the outbox cannot be read; messages wait')),
    async stop() {
      await sender.stop()
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
