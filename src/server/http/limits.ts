import type { AnyCall } from '../../contract/call.ts'
import { CODE } from '../../contract/codes.ts'
import { RATE_LIMITS } from '../../contract/limits.ts'
import type { RateLimitName } from '../../contract/limits.ts'
import type { AccountId } from '../../domain/lot.ts'
import { later } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import { networkOf } from '../auth/network.ts'
import { SharedBuckets } from '../auth/shared-buckets.ts'
import type { Origin } from '../auth/throttle.ts'
import { TokenBuckets } from '../auth/token-buckets.ts'
import { keepPlace, takePlace } from '../store/allowances.ts'
import type { Allowance } from '../store/allowances.ts'
import type { Db } from '../store/open.ts'
import { fail } from './answer.ts'
import type { Failure } from './answer.ts'

/** Allowances that replace the contract's. */
export type Limits = Readonly<Partial<Record<RateLimitName, Allowance>>>

export type LimitedCall = Pick<AnyCall, 'token' | 'limit'>

/** `null`: within the limit. */
export interface Allow {
  /**
   * Applied before the caller is known. `known`: identifies a caller who is not a stranger, by a device that signed in
   * or by an address from which the named account did; nothing that the caller can invent.
   */
  address(
    call: LimitedCall,
    from: Origin,
    known: () => Promise<string | null>,
    /** The number or address that a code is requested for: its place in the queue is kept. */
    target?: string | null,
  ): Promise<Failure | null>
  /** Applied once the account is known. */
  account(call: LimitedCall, account: AccountId): Promise<Failure | null>
  /** Milliseconds until the company may act again in its session; 0: now. */
  company(limit: 'message' | 'ceiling', company: string): Promise<number>
}

/** Maximum number of addresses or accounts that one limit of this node remembers. */
const KEPT = 50_000
/** The allowance of an IPv6 /48, in multiples of a /64's. */
const OF_A_SITE = 8

/**
 * How far ahead the places for codes are given out: a hall of newcomers on one network all get in, each at the time it
 * was told. Shorter than the life of an image code, which is not used up by waiting.
 */
export const QUEUE_MS = 12 * 60_000

/** Milliseconds to wait; 0: one call was taken from the allowance. */
type Take = (key: string) => Promise<number>

export function createAllow(limits: Limits, db: Db, now: () => Instant): Allow {
  const numbers = (name: RateLimitName): Allowance => limits[name] ?? RATE_LIMITS[name]
  const bucketsOf = (allowance: Allowance): Take => {
    const buckets = new TokenBuckets(allowance, now, KEPT)
    return (key) => {
      const wait = buckets.waitOf(key)
      if (wait === 0) buckets.take(key)
      return Promise.resolve(wait)
    }
  }
  const everywhere = (name: string, allowance: Allowance): Take => {
    const buckets = new SharedBuckets(db, name, allowance, now)
    return (key) => buckets.take(key)
  }
  // Limits that protect the node itself are counted per node; the others are counted by all nodes together.
  const takeOf: Readonly<Record<RateLimitName, Take>> = {
    signIn: bucketsOf(numbers('signIn')),
    account: bucketsOf(numbers('account')),
    captcha: everywhere('captcha', numbers('captcha')),
    question: everywhere('question', numbers('question')),
    send: everywhere('send', numbers('send')),
    recovery: everywhere('recovery', numbers('recovery')),
    document: bucketsOf(numbers('document')),
    upload: everywhere('upload', numbers('upload')),
    externalKey: everywhere('external key', numbers('externalKey')),
    change: everywhere('change', numbers('change')),
    message: everywhere('message', numbers('message')),
    ceiling: everywhere('ceiling', numbers('ceiling')),
  }
  const ofSite = (name: RateLimitName): Allowance => {
    const { most, oneEveryMs } = numbers(name)
    return { most: most * OF_A_SITE, oneEveryMs: Math.ceil(oneEveryMs / OF_A_SITE) }
  }
  // Counted as widely as the /64s within them.
  const sites: Readonly<Record<string, Take>> = {
    signIn: bucketsOf(ofSite('signIn')),
    captcha: everywhere('captcha site', ofSite('captcha')),
    question: everywhere('question site', ofSite('question')),
    send: everywhere('send site', ofSite('send')),
    recovery: everywhere('recovery site', ofSite('recovery')),
  }

  async function ofAddress(name: RateLimitName, address: string): Promise<number> {
    const { nearest, site } = networkOf(address)
    const wait = site === null ? 0 : ((await sites[name]?.(site)) ?? 0)
    return wait > 0 ? wait : takeOf[name](nearest)
  }

  const ahead = new SharedBuckets(db, 'send', numbers('send'), now, QUEUE_MS)
  /** Takes the next free place for a code, in advance. */
  async function queue(place: string, address: string): Promise<Failure | null> {
    const wait = await ahead.take(networkOf(address).nearest)
    if (wait === 0) return null
    if (wait > QUEUE_MS) return tooMany(wait)
    await keepPlace(db, place, later(now(), wait))
    return queued(wait)
  }

  return {
    async address({ limit }, from, known, target = null) {
      if (!limit || RATE_LIMITS[limit].per !== 'address') return null
      const place = limit === 'send' && target !== null ? `place ${networkOf(from.address).nearest} ${target}` : null
      const due = place === null ? null : await takePlace(db, place, now())
      if (due !== null) return due === 0 ? null : queued(due)
      const wait = await ofAddress(limit, from.address)
      if (wait === 0) return null
      // Others behind the address have used it up: a known caller has an allowance of its own.
      const as = await known()
      if (as !== null) return refusalAfter(await takeOf[limit](`known ${as}`))
      return place === null ? tooMany(wait) : queue(place, from.address)
    },
    async account({ limit }, id) {
      const wait = await takeOf.account(id)
      if (wait > 0) return tooMany(wait)
      return limit && RATE_LIMITS[limit].per === 'account' ? refusalAfter(await takeOf[limit](id)) : null
    },
    company: (limit, company) => takeOf[limit](company),
  }
}

const refusalAfter = (wait: number): Failure | null => (wait > 0 ? tooMany(wait) : null)
const tooMany = (wait: number): Failure => fail(CODE.tooMany, 'call.too_many', { retryAfter: Math.ceil(wait / 1000) })
function queued(wait: number): Failure {
  const seconds = Math.ceil(wait / 1000)
  return fail(CODE.tooMany, 'code.queue', { numbers: { seconds }, retryAfter: seconds })
}
