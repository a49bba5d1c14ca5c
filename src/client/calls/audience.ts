import { wire, type CallWire } from '../../contract/wire.ts'
import type { CallName } from './types.ts'

/** Readers of a call's answer: everyone, except for its `mine`, or only the account that made the call. */
export type Audience = 'everyone' | 'account'

/** Without a declared audience the answer belongs to the account. */
export function audienceOf(call: CallName | undefined): Audience {
  if (call === undefined) return 'account'
  const { audience }: CallWire = wire[call]
  return audience ?? 'account'
}
