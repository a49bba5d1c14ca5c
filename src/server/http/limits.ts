import type { AnyCall } from '../../contract/call.ts'
import { CODE } from '../../contract/codes.ts'
import { RATE_LIMITS } from '../../contract/limits.ts'
import type { RateLimitName } from '../../contract/limits.ts'
import type { AccountId } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'
import { TokenBuckets } from '../auth/token-buckets.ts'
import type { Allowance } from '../auth/token-buckets.ts'
import { fail } from './answer.ts'
import type { Failure } from './answer.ts'

/** In place of the contract's numbers. */
export type Limits = Readonly<Partial<Record<RateLimitName, Allowance>>>

export type LimitedCall = Pick<AnyCall, 'token' | 'limit'>

/** `null`: go ahead. */
export interface Allow {
  /** Before it is known whose the call is. */
  address(call: LimitedCall, address: string): Failure | null
  /** Once it is known. */
  account(call: LimitedCall, account: AccountId): Failure | null
}

/** Addresses or accounts that one limit remembers. */
const KEPT = 50_000

export function createAllow(limits: Limits, now: () => Instant): Allow {
  const open = (name: RateLimitName): TokenBuckets => new TokenBuckets(limits[name] ?? RATE_LIMITS[name], now, KEPT)
  const buckets: Readonly<Record<RateLimitName, TokenBuckets>> = {
    signIn: open('signIn'),
    captcha: open('captcha'),
    send: open('send'),
    recovery: open('recovery'),
    upload: open('upload'),
    account: open('account'),
  }
  const own = ({ limit }: LimitedCall, per: 'address' | 'account', key: string): Failure | null =>
    limit && RATE_LIMITS[limit].per === per ? takeFrom(buckets[limit], key) : null
  return {
    address: (call, address) => own(call, 'address', address),
    account: (call, id) => takeFrom(buckets.account, id) ?? own(call, 'account', id),
  }
}

function takeFrom(buckets: TokenBuckets, key: string): Failure | null {
  const wait = buckets.waitOf(key)
  if (wait > 0) return fail(CODE.tooMany, 'call.too_many', { retryAfter: Math.ceil(wait / 1000) })
  buckets.take(key)
  return null
}
