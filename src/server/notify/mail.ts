import { wordsOf } from './words.ts'
import { afterQuiet } from '../../domain/notify/when.ts'
import type { QuietHours } from '../../domain/notify/when.ts'
import type { Locale } from '../../contract/constants.ts'
import type { Instant } from '../../domain/units.ts'
import { translator } from '../i18n.ts'
import { addresseeOf, channelOff, dueByMail, lockMails, setMail, settingsOf } from '../store/notifications.ts'
import type { Notification, NotificationSetting } from '../store/notifications.ts'
import type { Db } from '../store/open.ts'
import { putMails } from '../store/outbox.ts'

/** People per run. */
const AT_ONCE = 50
/** Maximum number of notifications in one mail; the rest is only in the app's list. */
const LONGEST = 30
export const SETTINGS_PATH = '/user/notifications?view=settings'

const texts = {
  many: /*i18n*/ { id: 'mail.notices.subject', message: '{first} and {n} more' },
  hello: /*i18n*/ { id: 'mail.notices.hello', message: '{name},' },
  more: /*i18n*/ { id: 'mail.notices.more', message: '{n} more are in the app: {link}' },
  settings: /*i18n*/ { id: 'mail.notices.settings', message: 'What is sent to you, and when, is set here: {link}' },
} as const

export const quietOf = ({ quietFrom, quietTo, quietZone }: NotificationSetting): QuietHours | null =>
  quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo, zone: quietZone }

/** Gathers due notices into one mail per person. `true`: mails were added to the outbox. */
export async function gatherMails(db: Db, now: Instant, publicUrl: string | null): Promise<boolean> {
  let put = false
  for (const accountId of await dueByMail(db, now, AT_ONCE))
    put = (await db.transaction((tx) => gatherFor(tx, accountId, now, publicUrl))) || put
  return put
}

type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0]

async function gatherFor(tx: Transaction, accountId: string, now: Instant, publicUrl: string | null): Promise<boolean> {
  const found = await lockMails(tx, accountId)
  // Another node has sent them, or is sending them.
  if (!found.some(({ mailAt }) => mailAt !== null && mailAt <= now)) return false
  const [person, settingOf] = await Promise.all([addresseeOf(tx, accountId), settingsOf(tx, [accountId])])
  const setting = settingOf(accountId)
  const goes = afterQuiet(now, quietOf(setting))
  const worth = found.filter(
    ({ kind, readAt, until }) =>
      readAt === null && (until === null || until > goes) && !channelOff(setting, 'mail', kind),
  )
  const ids = (all: readonly Notification[]) => all.map(({ id }) => id)
  if (person === null || worth.length === 0) {
    await setMail(tx, ids(found), { mailAt: null })
    return false
  }
  await setMail(tx, ids(found.filter((one) => !worth.includes(one))), { mailAt: null })
  if (goes > now) {
    await setMail(tx, ids(worth), { mailAt: goes })
    return false
  }
  const mailId = `notices:${worth[0]?.id ?? ''}`
  await putMails(
    tx,
    [{ id: mailId, recipient: person.email, ...mailOf(worth, person.name, setting.locale ?? 'zh', publicUrl) }],
    now,
  )
  await setMail(tx, ids(worth), { mailAt: null, mailId })
  return true
}

/** One mail about all notices, newest last, in the person's language. */
export function mailOf(
  notices: readonly Pick<Notification, 'facts' | 'names'>[],
  name: string,
  locale: Locale,
  publicUrl: string | null,
): { readonly subject: string; readonly body: string } {
  const say = translator(locale)
  const link = (path: string): string => `${publicUrl ?? ''}${path}`
  const words = notices.slice(0, LONGEST).map(({ facts, names }) => wordsOf(facts, names, locale))
  const first = words[0]?.title ?? ''
  const left = notices.length - words.length
  return {
    subject: notices.length === 1 ? first : say(texts.many, { first, n: String(notices.length - 1) }),
    body: [
      say(texts.hello, { name }),
      ...words.map(({ title, body, path }) => [title, body, link(path)].filter((line) => line !== '').join('\n')),
      ...(left > 0 ? [say(texts.more, { n: String(left), link: link('/user/notifications') })] : []),
      '———',
      say(texts.settings, { link: link(SETTINGS_PATH) }),
    ].join('\n\n'),
  }
}
