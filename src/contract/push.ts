/**
 * Cache with one entry, from which the worker reads which subscription's messages this browser shows. Without the entry
 * it shows none.
 */
export const PUSH_CACHE = 'push'
export const PUSH_MARK = '/push-subscription'

/** A push message, as the server seals it for one browser. */
export interface PushMessage {
  /** Id of the subscription. */
  readonly s: string
  readonly id: string
  readonly title: string
  readonly body: string
  /** Path of the app's page that deals with it. */
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

/** From the worker to its pages: the browser has replaced its subscription, which the server does not know yet. */
export const PUSH_CHANGED = { type: 'pushChanged' } as const
export const isPushChanged = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === PUSH_CHANGED.type

/** From the worker to its pages: a notification arrived. */
export const NOTIFIED = { type: 'notified' } as const
export const isNotified = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === NOTIFIED.type
