import type { AnswerOf } from '../../client/calls/index.ts'

/** Sites of the operator's that the menu and the shortcut bar lead to. */
export const OUTSIDE = ['shop', 'backOffice'] as const
export type Outside = (typeof OUTSIDE)[number]

type Settings = Pick<AnswerOf<'settings'>, Outside>

export function addressOf(settings: Settings, to: Outside): URL | null {
  const url = URL.parse(settings[to])
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null
}

/** Reserved names (RFC 2606): an example address without a site. */
const NOBODYS = /(?:^|\.)(?:example|invalid|example\.(?:com|net|org))$/
export const isExample = ({ hostname }: URL): boolean => NOBODYS.test(hostname)

/** With the key that opens a session there (design §2). */
export function withKey(address: URL, key: string): string {
  const url = new URL(address)
  url.searchParams.set('key', key)
  return url.href
}

/**
 * Whether a page may be framed: its origin must be on the operator's list, and is never our own, which a frame could
 * climb out of.
 */
export function mayFrame(src: string | undefined, frames: readonly string[], own: string): URL | null {
  const url = src === undefined ? null : URL.parse(src)
  if (!url || url.origin === own) return null
  return frames.some((allowed) => URL.parse(allowed)?.origin === url.origin) ? url : null
}
