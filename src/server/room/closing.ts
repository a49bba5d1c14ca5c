import { and, arrayContains, eq, inArray, isNotNull, or } from 'drizzle-orm'
import { LOCALES } from '../../contract/constants.ts'
import type { EventType } from '../../domain/events.ts'
import type { Instant } from '../../domain/units.ts'
import { translator } from '../i18n.ts'
import type { Db } from '../store/open.ts'
import { putMailsOnce } from '../store/outbox.ts'
import * as schema from '../store/schema.ts'

const texts = {
  subject: /*i18n*/ { id: 'mail.closing.subject', message: 'Closing hash of {name}' },
  body: /*i18n*/ {
    id: 'mail.closing.body',
    message:
      'The sale “{name}” is over and its log is sealed.\n\nSession: {session}\nEntries: {seq}\nClosing hash (SHA-256): {hash}\n\nKeep this mail. ' +
      'Every reader who exports the log can work the hash out again; if it comes out different, the log was changed after the sale.',
  },
  short: /*i18n*/ {
    id: 'sms.closing',
    message: 'Timber Sale Room: {name} is sealed. Closing hash of its log (entry {seq}): {hash}',
  },
} as const

interface Closing {
  readonly session: string
  readonly names: { readonly zh: string; readonly en: string }
  readonly seq: number
  readonly hash: string
}

interface Text {
  readonly subject: string
  readonly body: string
}

/** The mail and the short message, in both languages, since the recipient's language is unknown. */
function closingMessages({ session, names, seq, hash }: Closing): { readonly mail: Text; readonly short: Text } {
  const inEach = (text: (typeof texts)[keyof typeof texts], between: string) =>
    LOCALES.map((locale) => translator(locale)(text, { name: names[locale], session, seq: String(seq), hash })).join(
      between,
    )
  return {
    mail: { subject: inEach(texts.subject, ' · '), body: inEach(texts.body, '\n\n———\n\n') },
    short: { subject: inEach(texts.subject, ' · '), body: inEach(texts.short, '\n') },
  }
}

/** Rows per statement, below the limit on parameters. */
const ROWS = 500

/**
 * Sends the closing hash to all participants, so that no party, the operator included, can rewrite the sale: a mail each,
 * and a short message to those who signed up and proved a telephone. Once each, by their ids.
 */
export async function sendClosing(db: Db, timelineId: string, now: Instant): Promise<void> {
  const { schedule, timeline, sessionEvent } = schema
  const [sale] = await db
    .select({ zh: schedule.nameZh, en: schedule.nameEn, seq: sessionEvent.seq, hash: sessionEvent.hash })
    .from(timeline)
    .innerJoin(schedule, eq(schedule.id, timeline.scheduleId))
    .innerJoin(
      sessionEvent,
      and(eq(sessionEvent.timelineId, timeline.id), eq(sessionEvent.type, 'session.finished' satisfies EventType)),
    )
    .where(eq(timeline.id, timelineId))
  if (sale === undefined) return
  const { seq, hash } = sale
  const { mail, short } = closingMessages({ session: timelineId, names: sale, seq, hash })
  const [mailed, called] = await Promise.all([tookPart(db, timelineId), signedUp(db, timelineId)])
  const messages = [
    ...mailed.map(({ id, email }) => ({ id: `closing:${timelineId}:${id}`, recipient: email, ...mail })),
    ...called.map(({ id, phone }) => ({
      id: `closing-sms:${timelineId}:${id}`,
      recipient: phone,
      channel: 'sms' as const,
      ...short,
    })),
  ]
  for (let i = 0; i < messages.length; i += ROWS) await putMailsOnce(db, messages.slice(i, i + ROWS), now)
}

/** People who signed an admitted company up and proved a telephone. */
async function signedUp(db: Db, timelineId: string) {
  const { account, registration } = schema
  const rows = await db
    .select({ id: account.id, phone: account.phone })
    .from(registration)
    .innerJoin(account, eq(account.id, registration.accountId))
    .where(
      and(
        eq(registration.timelineId, timelineId),
        isNotNull(registration.biddingNumber),
        isNotNull(account.phoneProvenAt),
        eq(account.robot, false),
      ),
    )
  return rows.flatMap(({ id, phone }) => (phone === null ? [] : [{ id, phone }]))
}

/** People with a mail address who took part: those who signed a company up, gave a command or sell, and the host. */
async function tookPart(
  db: Db,
  timelineId: string,
): Promise<readonly { readonly id: string; readonly email: string }[]> {
  const { account, registration, verdict, lot, timeline } = schema
  const signedUp = db
    .select({ id: registration.accountId })
    .from(registration)
    .where(and(eq(registration.timelineId, timelineId), isNotNull(registration.biddingNumber)))
  const commanded = db.select({ id: verdict.accountId }).from(verdict).where(eq(verdict.timelineId, timelineId))
  const sellers = db.select({ id: lot.sellerCompanyId }).from(lot).where(eq(lot.timelineId, timelineId))
  const hosts = db.select({ id: timeline.hostAccountId }).from(timeline).where(eq(timeline.id, timelineId))
  const part = or(
    inArray(account.id, signedUp),
    inArray(account.id, commanded),
    inArray(account.id, hosts),
    and(inArray(account.companyId, sellers), arrayContains(account.roles, ['seller'])),
  )
  const rows = await db
    .select({ id: account.id, email: account.email })
    .from(account)
    .where(and(isNotNull(account.email), part))
  return rows.flatMap(({ id, email }) => (email === null ? [] : [{ id, email }]))
}
