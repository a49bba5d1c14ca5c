import Cookies from 'js-cookie'
import { COOKIES } from '../../contract/constants.ts'
import { wantedLocale } from '../locale/locale.ts'
import { awakeClock } from '../room/monotonic.ts'
import { browserStorage, safeCookies } from './storage.ts'
import type { ClientPorts, PagePort } from './ports.ts'

/** Sign-in cookies are Strict, so that a link from another site brings no sign-in along. Language and look are Lax. */
const OF_SIGN_INS: ReadonlySet<string> = new Set(Object.values(COOKIES))

/** The ports of a page in a browser. */
export function browserPorts(): ClientPorts {
  const storage = browserStorage('local')
  return {
    origin: '',
    locale: wantedLocale(location.search, storage),
    // Looked up at each call, because a test or an extension may replace it.
    fetch: (input, init) => globalThis.fetch(input, init),
    socket: 'browser',
    device: {
      databases: () => indexedDB,
      caches: () => caches,
      channel: (name) => ('BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null),
    },
    clock: {
      now: () => Date.now(),
      monotonic: awakeClock(
        () => performance.now(),
        () => Date.now(),
      ),
      after: (ms, run) => {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
    },
    cookies: safeCookies({
      get: (name) => Cookies.get(name) || null,
      set: (name, value, expires) =>
        Cookies.set(name, value, {
          sameSite: OF_SIGN_INS.has(name) ? 'Strict' : 'Lax',
          secure: location.protocol === 'https:',
          ...(expires === undefined ? {} : { expires: new Date(expires) }),
        }),
      remove: (name) => Cookies.remove(name),
    }),
    storage,
    tabStorage: browserStorage('session'),
    page,
    random: () => Math.random(),
  }
}

const page: PagePort = {
  visible: () => document.visibilityState === 'visible',
  onLine: () => navigator.onLine,
  on: (event, run) => {
    const target = event === 'visibilitychange' ? document : window
    target.addEventListener(event, run)
    return () => target.removeEventListener(event, run)
  },
}
