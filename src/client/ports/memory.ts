import type { ClientPorts, CookiePort, StoragePort } from './ports.ts'

/** Cookies and storage of a client without a browser; they live as long as the client. */
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

/** Ports of a client in Node, which has no page and no device: always visible, and nothing is stored. */
export const withoutBrowser = (): Pick<ClientPorts, 'device' | 'cookies' | 'storage' | 'tabStorage' | 'page'> => ({
  device: {
    databases: notHere('a database'),
    caches: notHere('a cache'),
    channel: () => null,
  },
  cookies: memoryCookies(),
  storage: memoryStorage(),
  tabStorage: memoryStorage(),
  page: { visible: () => true, onLine: () => true, on: () => () => undefined },
})
