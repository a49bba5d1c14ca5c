import { CODE } from '../../../contract/codes.ts'
import type { Locale } from '../../../contract/constants.ts'
import type { Ask } from '../../../contract/pages.ts'
import type { Clock } from '../../ports.ts'
import { parseInput } from '../input.ts'
import { envelopeOf } from '../present.ts'
import type { Route } from '../route.ts'

/** Answers the app's calls while a page is written, as for a signed-out caller and in wire form. */
export const askOf =
  (routes: Readonly<Record<string, Route>>, clock: Clock) =>
  (locale: Locale): Ask =>
  async (call, { params = {}, query = {} }) => {
    const route = Object.hasOwn(routes, call) ? routes[call] : undefined
    if (!route || route.call.token !== 'none' || route.call.method !== 'GET')
      throw new Error(`${call} is not for everybody`)
    const said = Object.fromEntries(
      Object.entries(query)
        .filter(([, value]) => value !== undefined && value !== '')
        .map(([name, value]) => [name, String(value)]),
    )
    const parsed = parseInput(route.call, { params, query: said, body: undefined })
    const served = await route.run(parsed, null, {
      at: clock.now(),
      locale,
      address: '',
      from: { address: '', secret: null },
      device: '',
      requestId: '',
      second: null,
      site: { host: '' },
      note: () => undefined,
      trace: null,
      onceKey: null,
    })
    const { code, data, rows, total } = envelopeOf(served, locale)
    if (code !== CODE.ok) return null
    const answer: unknown = JSON.parse(JSON.stringify(served.kind === 'rows' ? { rows, total } : (data ?? null)))
    return answer
  }
