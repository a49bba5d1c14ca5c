import type { AnyCall } from '../../contract/call.ts'
import { CODE } from '../../contract/codes.ts'
import type { AccountId } from '../../domain/state.ts'
import type { Instant } from '../../domain/units.ts'
import { Buckets } from '../auth/buckets.ts'
import type { Allowance } from '../auth/buckets.ts'
import { fail } from './answer.ts'
import type { Failure } from './answer.ts'

export interface Limits {
  /** Signing in, per address: each attempt costs a hash. A whole company may sit behind one address. */
  readonly signIn: Allowance
  /** Every call with a token, per account: far above what a person or a robot of the practice sale does. */
  readonly account: Allowance
  /** Image codes, per address. */
  readonly captcha: Allowance
  /** Asking for a code to be sent, per address: each costs a message. */
  readonly send: Allowance
  /** Registering and recovering, per address: each attempt is a guess at a code, a pass or an account. */
  readonly recovery: Allowance
  /** Uploads, per account: each file costs a look at all of it. */
  readonly upload: Allowance
}
export const LIMITS: Limits = {
  signIn: { most: 300, oneEveryMs: 50 },
  account: { most: 1_000, oneEveryMs: 5 },
  captcha: { most: 120, oneEveryMs: 1_000 },
  send: { most: 30, oneEveryMs: 30_000 },
  recovery: { most: 60, oneEveryMs: 5_000 },
  upload: { most: 60, oneEveryMs: 10_000 },
}

export type Asked = Pick<AnyCall, 'token' | 'path' | 'method'>

/** `null`: go ahead. */
export interface Allow {
  address(call: Asked, address: string): Failure | null
  account(account: AccountId): Failure | null
  upload(account: AccountId): Failure | null
}

const KEPT = 50_000

export function createAllow(limits: Limits, now: () => Instant): Allow {
  const signIn = new Buckets(limits.signIn, now, KEPT)
  const account = new Buckets(limits.account, now, KEPT)
  const upload = new Buckets(limits.upload, now, KEPT)
  const captcha = new Buckets(limits.captcha, now, KEPT)
  const send = new Buckets(limits.send, now, KEPT)
  const recovery = new Buckets(limits.recovery, now, KEPT)
  function ofAddress({ token, path, method }: Asked): Buckets | null {
    if (token !== 'none') return null
    if (path === '/code') return captcha
    if (path.startsWith('/auth/')) return signIn
    if (path.startsWith('/user/')) return method === 'GET' ? send : recovery
    return null
  }
  return {
    address(call, address) {
      const buckets = ofAddress(call)
      return buckets && takeFrom(buckets, address)
    },
    account: (id) => takeFrom(account, id),
    upload: (id) => takeFrom(upload, id),
  }
}

function takeFrom(buckets: Buckets, key: string): Failure | null {
  const wait = buckets.waitOf(key)
  if (wait > 0) return fail(CODE.tooMany, 'call.too_many', { retryAfter: Math.ceil(wait / 1000) })
  buckets.take(key)
  return null
}
