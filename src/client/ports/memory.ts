import type { ClientPorts, CookiePort, StoragePort } from './ports.ts'

/** Cookies and storage of a client without a browser: they end with it. */
export function memoryCookies(begin: Readonly<Record<string, string>> = {}): CookiePort {
  const cookies = new Map(Object.entries(begin))
  return {
    get: (name) => cookies.get(name) ?? null,
    set: (name, value) => void cookies.set(name, value),
    remove: (name) => void cookies.delete(name),
  }
}

function memoryStorage(): StoragePort {
  const texts = new Map<string, string>()
  return {
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, value) => void texts.set(name, value),
    removeItem: (name) => void texts.delete(name),
    keys: () => [...texts.keys()],
  }
}

const notHere = (what: string) => (): never => {
  throw new Error(`${what} is of browsers alone`)
}

/** Ports of a client in Node, in place of a page and a device: always in front, and nothing is kept. */
export const withoutBrowser = (): Pick<ClientPorts, 'device' | 'cookies' | 'storage' | 'page'> => ({
  device: {
    databases: notHere('a database'),
    caches: notHere('a cache'),
    channel: () => null,
  },
  cookies: memoryCookies(),
  storage: memoryStorage(),
  page: { visible: () => true, onLine: () => true, on: () => () => undefined },
})
