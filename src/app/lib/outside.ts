import type { AnswerOf } from '../../client/calls/index.ts'

/** The operator's other sites, which the menu and the shortcut bar link to. */
export const OUTSIDE = ['shop', 'backOffice'] as const
export type Outside = (typeof OUTSIDE)[number]

type Settings = Pick<AnswerOf<'settings'>, Outside>

export function addressOf(settings: Settings, to: Outside): URL | null {
  const url = URL.parse(settings[to])
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null
}

/** Reserved names (RFC 2606): an example address is not a real site. */
const RESERVED = /(?:^|\.)(?:example|invalid|example\.(?:com|net|org))$/
export const isExample = ({ hostname }: URL): boolean => RESERVED.test(hostname)

/** Adds the key that signs the account in on the other site (design §2). */
export function withKey(address: URL, key: string): string {
  const url = new URL(address)
  url.searchParams.set('key', key)
  return url.href
}

/**
 * The URL if the page may be framed: its origin must be on the operator's list. Our own origin never may, because such
 * a frame could escape its sandbox.
 */
export function mayFrame(src: string | undefined, frames: readonly string[], own: string): URL | null {
  const url = src === undefined ? null : URL.parse(src)
  if (!url || url.origin === own) return null
  return frames.some((allowed) => URL.parse(allowed)?.origin === url.origin) ? url : null
}
