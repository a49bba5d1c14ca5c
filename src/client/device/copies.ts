import type { Audience } from '../calls/audience.ts'

/** An answer, and when it was given. */
export interface CachedAnswer {
  readonly at: number
  readonly data: unknown
}

/** The account that reads; null for a visitor. */
export interface Reader {
  readonly account: string | null
}

/** Owner of the copy that every reader of this device may see. An account's name is never empty. */
const EVERYONE = ''
/** In an answer for everyone, all that is the caller's own stands under this name. */
const MINE = 'mine'

interface Wanted extends Reader {
  readonly audience: Audience
}

/** Whose copies this reader may see, the own one first. A visitor has none of its own. */
export const ownersOf = ({ account, audience }: Wanted): readonly string[] => [
  ...(account === null ? [] : [account]),
  ...(audience === 'everyone' ? [EVERYONE] : []),
]

/**
 * What is kept of an answer, by owner. What is for everyone is kept once for the device, as a visitor would get it, and
 * whole for the account only where something in it is the account's own. What is for an account is kept for none but it.
 */
export function copiesOf({ account, audience }: Wanted, answer: CachedAnswer): (readonly [string, CachedAnswer])[] {
  if (audience === 'account') return account === null ? [] : [[account, answer]]
  const data = withoutMine(answer.data)
  return [
    ...(data === answer.data || account === null ? [] : [[account, answer] as const]),
    [EVERYONE, { at: answer.at, data }],
  ]
}

/** Of two that are equally old the first. */
export const newestOf = (copies: readonly (CachedAnswer | undefined)[]): CachedAnswer | undefined =>
  copies.reduce((best, copy) => (copy && (!best || copy.at > best.at) ? copy : best), undefined)

/** As a visitor would get it; the same object where nothing in it is the caller's own. */
export function withoutMine(data: unknown): unknown {
  if (Array.isArray(data)) {
    const parts = data.map(withoutMine)
    return parts.every((part, at) => part === data[at]) ? data : parts
  }
  if (typeof data !== 'object' || data === null) return data
  const before = Object.entries(data)
  const after = before.filter(([name]) => name !== MINE).map(([name, value]) => [name, withoutMine(value)] as const)
  const same = after.length === before.length && after.every(([, value], at) => value === before[at]?.[1])
  return same ? data : Object.fromEntries(after)
}
