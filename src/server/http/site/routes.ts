import * as calls from '../../../contract/calls/index.ts'
import { later } from '../../../domain/units.ts'
import { EXTERNAL_KEY_MS, PLATFORM_TOKEN_MS, secondsUntil } from '../../auth/token-lifetimes.ts'
import { holdsRights } from '../../auth/permissions.ts'
import { decodeKey, encodeKey } from '../../auth/external-key.ts'
import type { Tokens } from '../../auth/tokens.ts'
import { CODE } from '../../../contract/codes.ts'
import { data, done, fail, forbid, refuse } from '../answer.ts'
import { anyone, signedIn } from '../route.ts'
import { menuOf } from './menu.ts'
import type { Site } from './site.ts'

interface Needs {
  readonly tokens: Pick<Tokens, 'issueKey' | 'redeemKey'>
  readonly site: Site
}

/** The frame around the screens: menu, settings, and the links between this site and others. */
export function chromeRoutes({ tokens, site }: Needs) {
  return {
    getRouters: signedIn(calls.getRouters, async ({ locale }, { person }) =>
      data(menuOf(person, await site.read(), locale)),
    ),

    settings: anyone(calls.settings, async () => data(await site.read())),

    settingsChange: signedIn(calls.settingsChange, async ({ body, at }, { person }) => {
      const { version, ...to } = body
      const changed = await site.change(to, { from: version ?? null, by: person.id, at })
      return changed ? done : fail(CODE.conflict, 'edit.changed')
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
