import type { Source } from '../../contract/constants.ts'
import type { Viewer } from '../../domain/redact.ts'
import { viewKey } from '../../domain/redact.ts'
import { LAW } from '../../domain/rule.ts'
import type { AccountId } from '../../domain/lot.ts'
import { latest } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import type { Present } from '../ports.ts'

/** Why people are disconnected: a whole account, or the connections whose token has ended (`signed_out`). */
export type Ending = 'signed_out' | 'suspended' | 'moved'

export interface Visitor {
  readonly account: AccountId
  readonly viewer: Viewer
  readonly loginTime: Instant
  readonly source: Source
  /** Ends the connection. */
  end(why: Ending): void
}

/** An open connection of a person. */
export interface Visiting {
  seen(at: Instant, delay: number | null): void
  /** The same person goes on by another connection. */
  pass(to: Visitor): void
  leave(): void
}

/** Time that an account spends in the session in one role, on all its devices. */
interface Stay {
  devices: number
  since: Instant
  /** Time spent before `since`. */
  spentMs: number
}

/** Number of departed people remembered for the host. */
const LEFT_KEPT = 500

/** The present and past visitors of one session on this node. */
export class Attendance {
  readonly #visits = new Set<Visit>()
  readonly #left = new Map<string, Present>()
  /** Open connections by account. */
  readonly #devices = new Map<AccountId, number>()
  readonly #stays = new Map<string, Stay>()
  #changes = 0
  /** When a person who runs the sale was last heard here; `null`: no host was here. */
  #hostSeenAt: Instant | null = null

  /** Increases with every arrival and departure. */
  get changes(): number {
    return this.#changes
  }

  /** A host was here, and neither it nor an operator has been heard on this node for 8 s. */
  hostLost(now: Instant): boolean {
    return this.#hostSeenAt !== null && now - this.#hostSeenAt > LAW.linkLostMs
  }

  /** Notes a sign of life of a person who may run the sale. */
  runnerSeen({ identity }: Viewer, at: Instant): void {
    const before = this.#hostSeenAt
    if (identity === 'host' || (identity === 'operator' && before !== null))
      this.#hostSeenAt = before === null ? at : latest(before, at)
  }

  enter(visitor: Visitor, at: Instant): Visiting {
    const visit = new Visit(this, visitor, at)
    this.runnerSeen(visitor.viewer, at)
    this.#visits.add(visit)
    this.#devices.set(visitor.account, (this.#devices.get(visitor.account) ?? 0) + 1)
    this.#left.delete(placeOf(visit))
    this.#stay(visit, at)
    this.#changes += 1
    return visit
  }

  leave(visit: Visit): void {
    if (!this.#visits.delete(visit)) return
    this.#changes += 1
    const others = (this.#devices.get(visit.account) ?? 0) - 1
    if (others > 0) this.#devices.set(visit.account, others)
    else this.#devices.delete(visit.account)
    this.#remember(visit)
  }

  #stay(visit: Visit, at: Instant): void {
    const place = placeOf(visit)
    const stay = this.#stays.get(place) ?? { devices: 0, since: at, spentMs: 0 }
    if (stay.devices === 0) stay.since = at
    stay.devices += 1
    this.#stays.set(place, stay)
  }

  #remember(visit: Visit): void {
    const place = placeOf(visit)
    const stay = this.#stays.get(place)
    if (!stay) return
    stay.devices -= 1
    if (stay.devices > 0) return
    // Absence matters only for participants; spectators are forgotten.
    if (visit.viewer.identity === 'audience') return this.#forget(place)
    const { account, viewer, lastSeen, delay, loginTime, source } = visit
    stay.spentMs += Math.max(0, lastSeen - stay.since)
    const onlineMs = stay.spentMs
    this.#left.set(place, { account, viewer, online: false, lastSeen, delay, loginTime, source, onlineMs })
    const oldest = this.#left.size > LEFT_KEPT ? this.#left.keys().next().value : undefined
    if (oldest !== undefined) this.#forget(oldest)
  }

  #forget(place: string): void {
    this.#left.delete(place)
    this.#stays.delete(place)
  }

  /** One row per account and part, however many devices the account uses. */
  people(now: Instant): readonly Present[] {
    const people = new Map<string, Present>(this.#left)
    for (const visit of this.#visits) {
      const place = placeOf(visit)
      people.set(place, together(people.get(place), this.#present(visit, now)))
    }
    return [...people.values()]
  }

  #present({ account, viewer, lastSeen, delay, loginTime, source }: Visit, now: Instant): Present {
    const online = !isSilent(viewer, lastSeen, now)
    const { since, spentMs } = this.#stays.get(placeOf({ account, viewer })) ?? { since: now, spentMs: 0 }
    const onlineMs = spentMs + Math.max(0, (online ? now : lastSeen) - since)
    return { account, viewer, online, lastSeen, delay, loginTime, source, onlineMs }
  }

  /**
   * Number of accounts with an open connection on this node. Sent to every newcomer, so it is maintained, not counted.
   */
  get online(): number {
    return this.#devices.size
  }

  expel(account: AccountId, why: Ending): void {
    for (const visit of this.#visits) if (visit.account === account) visit.visitor.end(why)
  }
}

/** One object without closures, since there are thousands. */
class Visit implements Visiting {
  visitor: Visitor
  readonly #attendance: Attendance
  lastSeen: Instant
  delay: number | null = null

  constructor(attendance: Attendance, visitor: Visitor, at: Instant) {
    this.#attendance = attendance
    this.visitor = visitor
    this.lastSeen = at
  }

  get account(): AccountId {
    return this.visitor.account
  }

  get viewer(): Viewer {
    return this.visitor.viewer
  }

  get loginTime(): Instant {
    return this.visitor.loginTime
  }

  get source(): Source {
    return this.visitor.source
  }

  seen(at: Instant, delay: number | null): void {
    this.lastSeen = latest(this.lastSeen, at)
    this.#attendance.runnerSeen(this.viewer, at)
    if (delay !== null) this.delay = delay
  }

  pass(to: Visitor): void {
    this.visitor = to
  }

  leave(): void {
    this.#attendance.leave(this)
  }
}

/** Host and operator run the sale alike (A2). */
export const runsSale = ({ identity }: Viewer): boolean => identity === 'host' || identity === 'operator'

const placeOf = ({ account, viewer }: Pick<Present, 'account' | 'viewer'>): string => `${account}\n${viewKey(viewer)}`

/** Buyers answer every tick; other viewers send only heartbeats, so their open socket counts. */
const isSilent = (viewer: Viewer, lastSeen: Instant, now: Instant): boolean =>
  viewer.identity === 'buyer' && now - lastSeen >= LAW.linkLostMs

export function together(a: Present | undefined, b: Present): Present {
  if (a === undefined) return b
  const newer = a.lastSeen > b.lastSeen ? a : b
  return {
    ...newer,
    online: a.online || b.online,
    delay: newer.delay ?? a.delay ?? b.delay,
    loginTime: a.loginTime < b.loginTime ? a.loginTime : b.loginTime,
    onlineMs: Math.max(a.onlineMs, b.onlineMs),
  }
}
