import { eq } from 'drizzle-orm'
import { LOCALES } from '../../contract/constants.ts'
import type { Instant } from '../../domain/units.ts'
import { translator } from '../i18n.ts'
import { operators } from '../store/accounts.ts'
import type { Db } from '../store/open.ts'
import { putMailsOnce } from '../store/outbox.ts'
import { schedule, timeline } from '../store/schema.ts'

const texts = {
  subject: /*i18n*/ { id: 'mail.clock.subject', message: 'The clock was set back: {name} is closed temporarily' },
  body: /*i18n*/ {
    id: 'mail.clock.body',
    message:
      'The clock of the database was set back by {seconds} s while the sale “{name}” was running. Until it has caught up, the time of the sale stands still; ' +
      'the sale is closed temporarily, so no deadline passes and no bid is taken.\n\nSession: {session}\n\nHave the clock of the database’s machine checked. ' +
      'Then reopen the sale: its deadlines move by the time that it was closed.',
  },
} as const

interface SetBack {
  readonly seq: number
  readonly byMs: number
}

/** Mails the operators (T6), once each, whichever nodes notice it; in both languages, like every mail to operators. */
export async function tellOfSetBack(db: Db, timelineId: string, { seq, byMs }: SetBack, now: Instant): Promise<void> {
  const [names] = await db
    .select({ zh: schedule.nameZh, en: schedule.nameEn })
    .from(timeline)
    .innerJoin(schedule, eq(schedule.id, timeline.scheduleId))
    .where(eq(timeline.id, timelineId))
  if (names === undefined) return
  const gaps = { session: timelineId, seconds: String(Math.round(byMs / 1_000)) }
  const inEach = (text: (typeof texts)[keyof typeof texts], between: string) =>
    LOCALES.map((locale) => translator(locale)(text, { ...gaps, name: names[locale] })).join(between)
  const mail = { subject: inEach(texts.subject, ' · '), body: inEach(texts.body, '\n\n———\n\n') }
  const mails = (await operators(db)).flatMap(({ id, email }) =>
    email === null ? [] : [{ ...mail, id: `clock:${timelineId}:${seq}:${id}`, recipient: email }],
  )
  await putMailsOnce(db, mails, now)
}
