import * as calls from '../../../contract/calls/index.ts'
import { rangeOf } from '../../../contract/dayRange.ts'
import { NOTICE_KINDS } from '../../../domain/notify/notice.ts'
import { isPushEndpoint } from '../../notify/post.ts'
import { quietOf } from '../../notify/mail.ts'
import { wordsOf } from '../../notify/words.ts'
import {
  addresseeOf,
  calledOf,
  channelOff,
  countUnread,
  dropSubscription,
  keepLanguage,
  keepNotificationSetting,
  keepSubscription,
  listNotifications,
  noteAllRead,
  noteRead,
  settingsOf,
  subscriptionIdsOf,
  texted,
} from '../../store/notifications.ts'
import type { Db } from '../../store/open.ts'
import { slice } from '../../store/page.ts'
import { data, done, missing, refuse, rows } from '../answer.ts'
import { signedIn } from '../route.ts'

/** Maximum number of a person's browsers; a further one replaces the oldest. */
const MOST_BROWSERS = 20

/** Notifications of a person, and the channels that carry them. */
interface Needs {
  readonly db: Db
  readonly pushKey: string | null
  readonly pushHosts: readonly string[]
}

export function notificationRoutes({ db, pushKey, pushHosts }: Needs) {
  return {
    notificationList: signedIn(calls.notificationList, async ({ query, locale }, { person }) => {
      const found = await listNotifications(db, {
        accountId: person.id,
        unread: query.unread,
        ...slice(query),
        ...rangeOf(query),
      })
      return rows(
        found.rows.map(({ id, kind, facts, names, createdAt, readAt }) => ({
          notificationId: id,
          kind,
          ...wordsOf(facts, names, locale),
          createdAt,
          readAt,
        })),
        found.total,
      )
    }),

    notificationUnread: signedIn(calls.notificationUnread, async ({ locale }, { person }) => {
      const [unread] = await Promise.all([countUnread(db, person.id), keepLanguage(db, person.id, locale)])
      return data({ unread })
    }),

    notificationRead: signedIn(calls.notificationRead, async ({ body, at }, { person }) =>
      (await noteRead(db, person.id, body.notificationId, at)) ? done : missing(),
    ),
    notificationReadAll: signedIn(calls.notificationReadAll, async ({ body, at }, { person }) => {
      await noteAllRead(db, person.id, body.upTo, at)
      return done
    }),

    notificationSettings: signedIn(calls.notificationSettings, async (_given, { person }) => {
      const [settingOf, own, called, pushIds] = await Promise.all([
        settingsOf(db, [person.id]),
        addresseeOf(db, person.id),
        calledOf(db, person.id),
        subscriptionIdsOf(db, person.id),
      ])
      const setting = settingOf(person.id)
      return data({
        off: NOTICE_KINDS.flatMap((kind) =>
          (['mail', 'push'] as const).flatMap((channel) =>
            channelOff(setting, channel, kind) ? [{ channel, kind }] : [],
          ),
        ),
        sms: NOTICE_KINDS.filter((kind) => texted(setting, kind)),
        quiet: quietOf(setting),
        email: own?.email ?? null,
        phone: called?.phone ?? null,
        pushKey,
        pushIds,
      })
    }),
    notificationSettingsChange: signedIn(calls.notificationSettingsChange, async ({ body, locale }, { person }) => {
      const { off, sms, quiet } = body
      await keepNotificationSetting(db, {
        accountId: person.id,
        locale,
        ...(sms && { sms: [...new Set(sms)] }),
        off: [...new Set(off.map(({ channel, kind }) => `${channel}:${kind}`))],
        quietFrom: quiet?.from ?? null,
        quietTo: quiet?.to ?? null,
        quietZone: quiet?.zone ?? 'Asia/Shanghai',
      })
      return done
    }),

    pushSubscribe: signedIn(calls.pushSubscribe, async ({ body, at, locale }, { person, token }) => {
      const { endpoint, keys } = body
      if (pushKey === null || !isPushEndpoint(endpoint, pushHosts)) return refuse('push.service_refused')
      const row = { accountId: person.id, token, endpoint, ...keys, locale, createdAt: at }
      return data({ subscriptionId: await keepSubscription(db, row, MOST_BROWSERS) })
    }),
    pushUnsubscribe: signedIn(calls.pushUnsubscribe, async ({ body }, { person }) => {
      await dropSubscription(db, { accountId: person.id, endpoint: body.endpoint })
      return done
    }),
  }
}
