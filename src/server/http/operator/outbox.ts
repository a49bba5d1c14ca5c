import * as calls from '../../../contract/calls/index.ts'
import { rangeOf } from '../../../contract/dayRange.ts'
import { may } from '../../auth/permissions.ts'
import type { Instant } from '../../../domain/units.ts'
import type { Db } from '../../store/open.ts'
import { listMails, sendAgain } from '../../store/outbox.ts'
import type { Mail } from '../../store/outbox.ts'
import { slice } from '../../store/page.ts'
import { done, refuse, rows } from '../answer.ts'
import { signedIn } from '../route.ts'

/** Whether each channel has a provider; other messages are read by the operator. */
export interface Carriers {
  readonly mail: boolean
  readonly sms: boolean
}

/** Sent messages, and messages that wait for a provider. */
export const outboxRoutes = (db: Db, carriers: Carriers, outboxFilled: () => void) => ({
  outboxList: signedIn(calls.outboxList, async ({ query, at }, { person }) => {
    const readsCodes = may(person, 'system:outbox:codes')
    const found = await listMails(db, { ...slice(query), ...rangeOf(query) })
    return rows(
      found.rows.map((mail) => ({
        id: mail.id,
        channel: mail.channel,
        recipient: mail.recipient,
        subject: mail.subject,
        body: (mail.secretUntil === null || readsCodes) && isShown(mail, carriers, at) ? mail.body : null,
        createdAt: mail.createdAt,
        sentAt: mail.sentAt,
        state: stateOf(mail),
        error: mail.error,
        attempts: mail.attempts,
        nextAttemptAt: mail.nextAttemptAt,
      })),
      found.total,
    )
  }),

  outboxSend: signedIn(calls.outboxSend, async ({ body, at }) => {
    if (!(await sendAgain(db, body.id, at))) return refuse('message.not_waiting')
    outboxFilled()
    return done
  }),
})

const stateOf = ({ sentAt, error, nextAttemptAt }: Mail) => {
  if (sentAt !== null) return 'sent'
  if (nextAttemptAt === null) return 'givenUp'
  return error === null ? 'waiting' : 'failing'
}

/** A secret is shown only while it is valid, and only if its channel has no provider. */
export const isShown = (
  { channel, secretUntil, sentAt, body }: Pick<Mail, 'channel' | 'secretUntil' | 'sentAt' | 'body'>,
  carriers: Carriers,
  at: Instant,
): boolean => body !== '' && (secretUntil === null || (!carriers[channel] && sentAt === null && at < secretUntil))
