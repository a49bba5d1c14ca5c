/** Where the worker reads whose messages this browser shows: a cache with one entry. Gone, it shows none. */
export const PUSH_CACHE = 'push'
export const PUSH_MARK = '/push-subscription'

/** A push message, as the server seals it for one browser. */
export interface PushMessage {
  /** The subscription that it is for. */
  readonly s: string
  readonly id: string
  readonly title: string
  readonly body: string
  /** Of the app, where it is dealt with. */
  readonly path: string
  readonly lang: 'zh' | 'en'
}

export function isPushMessage(data: unknown): data is PushMessage {
  if (typeof data !== 'object' || data === null) return false
  const texts: Readonly<Record<string, unknown>> = { ...data }
  return (
    ['s', 'id', 'title', 'body', 'path', 'lang'].every((name) => typeof texts[name] === 'string') &&
    // Of this site: not `//elsewhere`.
    /^\/(?!\/)/.test(String(texts['path']))
  )
}

/** From the worker to its pages: something came. */
export const NOTIFIED = { type: 'notified' } as const
export const isNotified = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === NOTIFIED.type
