/** Open without a seller token (spec §2), of the screens that exist. */
const OPEN = new Set(['/', '/index', '/login', '/404', '/401'])

export interface Standing {
  readonly signedIn: boolean
  /** A session that ran out while the link was away leaves reading open for a while (design §5). */
  readonly mayRead: boolean
  readonly inVenue: boolean
}

export type Gate = 'pass' | 'login' | 'home' | 'noVenue'

/** Who may open which address. */
export function gateOf(path: string, { signedIn, mayRead, inVenue }: Standing): Gate {
  const known = path.length > 1 ? path.replace(/\/+$/, '') : path
  if (known === '/login') return signedIn ? 'home' : 'pass'
  if (known === '/venue/detail') return inVenue ? 'pass' : 'noVenue'
  if (OPEN.has(known) || known.startsWith('/redirect/')) return 'pass'
  return signedIn || mayRead ? 'pass' : 'login'
}
