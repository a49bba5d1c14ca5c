/** The link's state for display. Another connection (the room's) may set it: `override`. */
export type LinkState =
  | { readonly kind: 'online' }
  | { readonly kind: 'weak'; readonly delay: number }
  | { readonly kind: 'reconnecting'; readonly attempt: number; readonly of: number }
  /** `between`: the HTTP status that a firewall, a proxy or a login page answers; absent where nothing answers. */
  | { readonly kind: 'offline'; readonly since: number; readonly between?: number | undefined }

export type LinkInput =
  | { readonly type: 'answered'; readonly ms: number }
  /** A request or a probe failed. */
  | { readonly type: 'unreachable'; readonly at: number; readonly between?: number | undefined }

/** A link above the first is weak, and below the second good again: the gap prevents flicker. */
const WEAK_MS = 800
const GOOD_MS = 500

export function linkAfter(link: LinkState, input: LinkInput): LinkState {
  if (input.type === 'unreachable') {
    const { at, between } = input
    if (link.kind !== 'offline') return { kind: 'offline', since: at, between }
    return link.between === between ? link : { ...link, between }
  }
  const limit = link.kind === 'weak' ? GOOD_MS : WEAK_MS
  return input.ms < limit ? { kind: 'online' } : { kind: 'weak', delay: Math.round(input.ms / 100) * 100 }
}

export function sameLink(a: LinkState, b: LinkState): boolean {
  if (a.kind === 'weak' && b.kind === 'weak') return a.delay === b.delay
  return a.kind === b.kind && a.kind === 'online'
}

const FIRST_MS = 2_000
const MOST_MS = 15_000
const QUIET_MS = 30_000

/** Delay until the next probe. */
export function probeAfter(link: LinkState, failures: number): number {
  switch (link.kind) {
    case 'online':
      return QUIET_MS
    case 'weak':
      return QUIET_MS / 3
    case 'reconnecting':
    case 'offline':
      return Math.min(MOST_MS, FIRST_MS * 1.5 ** failures)
  }
}
