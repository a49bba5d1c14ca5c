import * as calls from '../../../contract/calls/index.ts'
import { later } from '../../../domain/units.ts'
import { EXTERNAL_KEY_MS, secondsUntil, SELLER_TOKEN_MS } from '../../auth/token-lifetimes.ts'
import { may } from '../../auth/permissions.ts'
import { decodeKey, encodeKey } from '../../auth/external-key.ts'
import type { Tokens } from '../../auth/tokens.ts'
import { translator } from '../../i18n.ts'
import { data, done, forbid, refuse } from '../answer.ts'
import { anyone, signedIn } from '../route.ts'
import { menuOf } from './menu.ts'
import type { Site } from './site.ts'

interface Needs {
  readonly tokens: Pick<Tokens, 'issueKey' | 'redeemKey' | 'issueSeller'>
  readonly site: Site
}

/** The frame around the screens: menu, settings, and the links between this site and others. */
export function chromeRoutes({ tokens, site }: Needs) {
  return {
    getRouters: signedIn(calls.getRouters, async ({ locale }, { person }) =>
      data(menuOf(person, await site.read(), translator(locale))),
    ),

    settings: anyone(calls.settings, async () => data(await site.read())),

    settingsChange: signedIn(calls.settingsChange, async ({ body, at }, { person }) => {
      if (!may(person, 'system:settings:edit')) return forbid('auth.not_permitted')
      await site.change(body, person.id, at)
      return done
    }),

    externalKey: signedIn(calls.externalKey, async ({ at }, { person, token: parent }) => {
      const end = later(at, EXTERNAL_KEY_MS)
      const { token } = await tokens.issueKey(person.id, parent, at, end)
      return data({ key: encodeKey(token), expires_in: secondsUntil(end, at) })
    }),

    autoLoginDefault: anyone(calls.autoLoginDefault, async ({ query, at }) => {
      const secret = decodeKey(query.key)
      const used = secret === null ? null : await tokens.redeemKey(secret, at)
      if (!used) return refuse('key.invalid')
      const end = later(at, SELLER_TOKEN_MS)
      const { token } = await tokens.issueSeller(used.accountId, at, end)
      return data({ access_token: token, expires_in: secondsUntil(end, at) })
    }),
  }
}
