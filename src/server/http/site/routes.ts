import * as calls from '../../../contract/calls/index.ts'
import { later } from '../../../domain/units.ts'
import { EXTERNAL_KEY_MS, PLATFORM_TOKEN_MS, secondsUntil } from '../../auth/token-lifetimes.ts'
import { holdsRights } from '../../auth/permissions.ts'
import { decodeKey, encodeKey } from '../../auth/external-key.ts'
import { dayOf } from '../../../domain/trade/money.ts'
import { turnsPast } from '../../../domain/trade/working-days.ts'
import type { Tokens } from '../../auth/tokens.ts'
import { CODE } from '../../../contract/codes.ts'
import { data, done, fail, forbid, refuse } from '../answer.ts'
import { anyone, signedIn } from '../route.ts'
import type { Db } from '../../store/open.ts'
import { remindAnew } from '../../store/payments.ts'
import { menuOf } from './menu.ts'
import type { Site } from './site.ts'

interface Needs {
  readonly tokens: Pick<Tokens, 'issueKey' | 'redeemKey'>
  readonly site: Site
  readonly db: Db
}

/** The frame around the screens: menu, settings, and the links between this site and others. */
export function chromeRoutes({ tokens, site, db }: Needs) {
  return {
    getRouters: signedIn(calls.getRouters, async ({ locale }, { person }) =>
      data(menuOf(person, await site.read(), locale)),
    ),

    settings: anyone(calls.settings, async () => data(await site.read())),

    settingsChange: signedIn(calls.settingsChange, async ({ body, at }, { person }) => {
      const { version, workingDays, depositAccounts, ...rest } = body
      const now = await site.read()
      if (version !== undefined && version !== now.version) return fail(CODE.conflict, 'edit.changed')
      const to = {
        ...rest,
        workingDays: workingDays ?? now.workingDays,
        depositAccounts: depositAccounts ?? now.depositAccounts,
      }
      const today = dayOf(at)
      const turned = turnsPast(now.workingDays, to.workingDays, today)
      if (turned !== null) return fail(CODE.refused, 'settings.day_past', { quoted: { day: turned } })
      const changed = await site.change(to, { from: now.version, by: person.id, at })
      if (!changed) return fail(CODE.conflict, 'edit.changed')
      if (JSON.stringify(now.workingDays) !== JSON.stringify(to.workingDays)) await remindAnew(db, today)
      return done
    }),

    externalKey: signedIn(calls.externalKey, async ({ at }, { person, token: parent }) => {
      if (holdsRights(person)) return forbid('key.operator')
      const end = later(at, EXTERNAL_KEY_MS)
      const { token } = await tokens.issueKey(person.id, parent, at, end)
      return data({ key: encodeKey(token), expires_in: secondsUntil(end, at) })
    }),

    autoLoginDefault: anyone(calls.autoLoginDefault, async ({ query, at }) => {
      const secret = decodeKey(query.key)
      const end = later(at, PLATFORM_TOKEN_MS)
      const issued = secret === null ? null : await tokens.redeemKey(secret, at, end)
      return issued ? data({ access_token: issued.token, expires_in: secondsUntil(end, at) }) : refuse('key.invalid')
    }),
  }
}
