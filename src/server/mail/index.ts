import type { Config } from '../config.ts';
import type { Logger } from '../logger.ts';
import type { Clock } from '../ports.ts';
import type { Db } from '../store/open.ts';
import { keepFailed, keepSent, takeDue } from '../store/outbox.ts';
import { startSender } from './sender.ts';
import { smtp } from './smtp.ts';

/** Sends mails when there is a server to send them by; without one they stay in the outbox, for the operator to see. */
export function startMail({ smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>, db: Db, clock: Clock, logger: Logger): { stop(): Promise<void> } {
  if (smtpUrl === null) return { stop: () => Promise.resolve() };
  const post = smtp(smtpUrl, mailFrom);
  const outbox = {
    takeDue: takeDue.bind(null, db), keepSent: keepSent.bind(null, db), keepFailed: keepFailed.bind(null, db),
  };
  const sender = startSender({ outbox, deliver: post.deliver, clock, logger });
  return {
    async stop() {
      await sender.stop();
      post.close();
    },
  };
}
