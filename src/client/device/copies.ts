import type { Audience } from '../calls/audience.ts'

/** An answer with its time. */
export interface CachedAnswer {
  readonly at: number
  readonly data: unknown
}

/** The reader's account; null for a visitor. */
export interface Reader {
  readonly account: string | null
}

/** Owner of the copy that every reader of this device may see. An account's name is never empty. */
const EVERYONE = ''
/** Name of the caller's own data in a public answer. */
const MINE = 'mine'

interface Wanted extends Reader {
  readonly audience: Audience
}

/** Owners of the copies that this reader may see, the reader's own first. A visitor has no own copies. */
export const ownersOf = ({ account, audience }: Wanted): readonly string[] => [
  ...(account === null ? [] : [account]),
  ...(audience === 'everyone' ? [EVERYONE] : []),
]

/**
 * The copies of an answer, by owner. A public answer is stored once for the device without the account's own data, and
 * whole for the account if it has such data. A private answer is stored only for its account.
 */
export function copiesOf({ account, audience }: Wanted, answer: CachedAnswer): (readonly [string, CachedAnswer])[] {
  if (audience === 'account') return account === null ? [] : [[account, answer]]
  const data = withoutMine(answer.data)
  return [
    ...((data === answer.data && !showsDraft(data)) || account === null ? [] : [[account, answer] as const]),
    ...(showsDraft(data) ? [] : [[EVERYONE, { at: answer.at, data }] as const]),
  ]
}

/** True if the answer contains a sale in preparation, which only its own people may see. */
function showsDraft(data: unknown): boolean {
  if (Array.isArray(data)) return data.some(showsDraft)
  if (typeof data !== 'object' || data === null) return false
  if ('scheduleTimelineId' in data && 'state' in data && data.state === 1) return true
  return Object.values(data).some(showsDraft)
}

/** The newest copy; among equally old ones the first. */
export const newestOf = (copies: readonly (CachedAnswer | undefined)[]): CachedAnswer | undefined =>
  copies.reduce((best, copy) => (copy && (!best || copy.at > best.at) ? copy : best), undefined)

/** The answer as a visitor would get it; the same object if it has no data of the caller's own. */
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
