import type { CookiePort, StoragePort } from './ports.ts'

/** The browser's two stores of short texts: `local` for good, `session` for the life of the tab. */
export type StorageKind = 'local' | 'session'

/** The result of `work`, or `otherwise` where the browser forbids it or has no room. */
function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}

/**
 * A store of short texts that never throws. Storage may be missing (null), blocked by policy (its getter throws) or full
 * (writing throws): a text that it does not take is kept in memory for the life of the page.
 */
export function safeStorage(of: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null): StoragePort {
  /** Texts of this page that storage did not take; null: removed here, while storage could not. */
  const own = new Map<string, string | null>()
  const write = (name: string, value: string | null): void => {
    own.set(name, value)
    attempt(() => {
      const storage = of()
      if (value === null) storage?.removeItem(name)
      else storage?.setItem(name, value)
      if (storage) own.delete(name)
    }, undefined)
  }
  return {
    getItem: (name) => own.get(name) ?? (own.has(name) ? null : attempt(() => of()?.getItem(name) ?? null, null)),
    setItem: write,
    removeItem: (name) => write(name, null),
    keys: () =>
      [...new Set([...attempt(() => Object.keys(of() ?? {}), []), ...own.keys()])].filter(
        (name) => own.get(name) !== null,
      ),
  }
}

/** Storage of a page in a browser. */
export const browserStorage = (kind: StorageKind): StoragePort =>
  safeStorage(() => (kind === 'local' ? globalThis.localStorage : globalThis.sessionStorage))

/**
 * Cookies that never throw (a sandboxed frame's do). One that the browser does not keep, because cookies are blocked, lasts
 * as long as the page.
 */
export function safeCookies(cookies: CookiePort): CookiePort {
  const own = new Map<string, string>()
  const get = (name: string): string | null => attempt(() => cookies.get(name), null)
  return {
    get: (name) => get(name) ?? own.get(name) ?? null,
    set: (name, value, expires) => {
      own.delete(name)
      attempt(() => cookies.set(name, value, expires), undefined)
      if (get(name) !== value) own.set(name, value)
    },
    remove: (name) => {
      own.delete(name)
      attempt(() => cookies.remove(name), undefined)
    },
  }
}
