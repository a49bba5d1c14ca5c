import { ALWAYS_TOLD } from '../../domain/notify/notice.ts'
import type { NoticeKind } from '../../domain/notify/notice.ts'
import type { Unsubscribe } from './unsubscribe.ts'
import { wordsOf } from './words.ts'
import { afterQuiet } from '../../domain/notify/when.ts'
import type { QuietHours } from '../../domain/notify/when.ts'
import type { Locale } from '../../contract/constants.ts'
import type { Instant } from '../../domain/units.ts'
import { translator } from '../i18n.ts'
import {
  addresseeOf,
  calledOf,
  channelOff,
  dueAt,
  dueOn,
  lockGathered,
  setGathered,
  settingsOf,
  texted,
} from '../store/notifications.ts'
import type { Gathered, Notification, NotificationSetting } from '../store/notifications.ts'
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
  short: /*i18n*/ { id: 'sms.notices', message: 'Timber Sale Room: {first}. {link}' },
  shortMany: /*i18n*/ {
    id: 'sms.notices.many',
    message: 'Timber Sale Room: {first}, and {n, plural, one {one more notice} other {{n} more notices}}. {link}',
  },
  settings: /*i18n*/ { id: 'mail.notices.settings', message: 'What is sent to you, and when, is set here: {link}' },
} as const

export const quietOf = ({ quietFrom, quietTo, quietZone }: NotificationSetting): QuietHours | null =>
  quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo, zone: quietZone }

type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0]
type Carried = readonly Pick<Notification, 'facts' | 'names'>[]

interface Carrier {
  readonly channel: Gathered
  readonly recipient: (tx: Transaction, accountId: string) => Promise<{ name: string; address: string } | null>
  /** Whether the person wants this kind so. */
  readonly wants: (setting: NotificationSetting, kind: NoticeKind) => boolean
  readonly message: (notices: Carried, name: string, locale: Locale, publicUrl: string | null) => Message
  /** Prefix of the outbox's id. */
  readonly prefix: string
}
interface Message {
  readonly subject: string
  readonly body: string
}

const CARRIERS: readonly Carrier[] = [
  {
    channel: 'mail',
    recipient: async (tx, id) => {
      const person = await addresseeOf(tx, id)
      return person && { name: person.name, address: person.email }
    },
    wants: (setting, kind) => !channelOff(setting, 'mail', kind),
    message: mailOf,
    prefix: 'notices',
  },
  {
    channel: 'sms',
    recipient: async (tx, id) => {
      const person = await calledOf(tx, id)
      return person && { name: person.name, address: person.phone }
    },
    wants: texted,
    message: (notices, _name, locale, publicUrl) => shortMessageOf(notices, locale, publicUrl),
    prefix: 'notices-sms',
  },
]

/** Gathers due notices into one mail, and one short message, per person. `true`: some were added to the outbox. */
export async function gatherMessages(
  db: Db,
  now: Instant,
  publicUrl: string | null,
  unsubscribe: Pick<Unsubscribe, 'addressFor'>,
): Promise<boolean> {
  let put = false
  for (const carrier of CARRIERS)
    for (const accountId of await dueOn(db, carrier.channel, now, AT_ONCE))
      put = (await db.transaction((tx) => gatherFor(tx, carrier, accountId, now, publicUrl, unsubscribe))) || put
  return put
}

async function gatherFor(
  tx: Transaction,
  { channel, recipient, wants, message, prefix }: Carrier,
  accountId: string,
  now: Instant,
  publicUrl: string | null,
  { addressFor }: Pick<Unsubscribe, 'addressFor'>,
): Promise<boolean> {
  const found = await lockGathered(tx, channel, accountId)
  const isDue = (at: Instant | null) => at !== null && at <= now
  // Another node has sent them, or is sending them.
  if (!found.some((one) => isDue(dueAt(one, channel)))) return false
  const [person, settingOf] = await Promise.all([recipient(tx, accountId), settingsOf(tx, [accountId])])
  const setting = settingOf(accountId)
  const goes = afterQuiet(now, quietOf(setting))
  const worth = found.filter(
    ({ kind, readAt, until }) => readAt === null && (until === null || until > goes) && wants(setting, kind),
  )
  const ids = (all: readonly Notification[]) => all.map(({ id }) => id)
  if (person === null || worth.length === 0) {
    await setGathered(tx, channel, ids(found), { due: null })
    return false
  }
  await setGathered(tx, channel, ids(found.filter((one) => !worth.includes(one))), { due: null })
  if (goes > now) {
    await setGathered(tx, channel, ids(worth), { due: goes })
    return false
  }
  const sentIn = `${prefix}:${worth[0]?.id ?? ''}`
  const text = message(worth, person.name, setting.locale ?? 'zh', publicUrl)
  // A mail with what is always told is declined as little as that.
  const declinable = channel === 'mail' && !worth.some(({ kind }) => ALWAYS_TOLD.has(kind))
  const unsubscribe = declinable ? addressFor(accountId) : null
  await putMails(tx, [{ id: sentIn, recipient: person.address, channel, unsubscribe, ...text }], now)
  await setGathered(tx, channel, ids(worth), { due: null, sentIn })
  return true
}

/** One short message about all notices, in the person's language. */
function shortMessageOf(notices: Carried, locale: Locale, publicUrl: string | null): Message {
  const say = translator(locale)
  const [one] = notices.slice(0, 1).map(({ facts, names }) => wordsOf(facts, names, locale))
  const first = one?.title ?? ''
  const n = notices.length - 1
  const link = `${publicUrl ?? ''}${n === 0 ? (one?.path ?? '') : '/user/notifications'}`
  return {
    subject: first,
    body: n === 0 ? say(texts.short, { first, link }) : say(texts.shortMany, { first, n, link }),
  }
}

/** One mail about all notices, newest last, in the person's language. */
export function mailOf(notices: Carried, name: string, locale: Locale, publicUrl: string | null): Message {
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
