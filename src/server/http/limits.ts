import type { AnyCall } from '../../contract/call.ts';
import { CODE } from '../../contract/codes.ts';
import type { AccountId } from '../../domain/state.ts';
import type { Instant } from '../../domain/units.ts';
import { Buckets } from '../auth/buckets.ts';
import type { Allowance } from '../auth/buckets.ts';
import { fail } from './answer.ts';
import type { Failure } from './answer.ts';

export interface Limits {
  /** Signing in, per address: each attempt costs a hash. A whole company may sit behind one address. */
  readonly signIn: Allowance;
  /** Every call with a token, per account: far above what a person or a robot of the practice sale does. */
  readonly account: Allowance;
  /** Uploads, per account: each file costs a look at all of it. */
  readonly upload: Allowance;
}
export const LIMITS: Limits = { signIn: { most: 300, oneEveryMs: 50 }, account: { most: 1_000, oneEveryMs: 5 }, upload: { most: 60, oneEveryMs: 10_000 } };

/** `null`: go ahead. */
export interface Allow {
  address(call: Pick<AnyCall, 'token' | 'path'>, address: string): Failure | null;
  account(account: AccountId): Failure | null;
  upload(account: AccountId): Failure | null;
}

const KEPT = 50_000;

export function createAllow(limits: Limits, now: () => Instant): Allow {
  const signIn = new Buckets(limits.signIn, now, KEPT);
  const account = new Buckets(limits.account, now, KEPT);
  const upload = new Buckets(limits.upload, now, KEPT);
  return {
    address: (call, address) => (call.token === 'none' && call.path.startsWith('/auth/') ? takeFrom(signIn, address) : null),
    account: (id) => takeFrom(account, id),
    upload: (id) => takeFrom(upload, id),
  };
}

function takeFrom(buckets: Buckets, key: string): Failure | null {
  const wait = buckets.waitOf(key);
  if (wait > 0) return fail(CODE.tooMany, 'call.too_many', { retryAfter: Math.ceil(wait / 1000) });
  buckets.take(key);
  return null;
}
