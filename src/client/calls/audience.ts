import { wire, type CallWire } from '../../contract/wire.ts'
import type { CallName } from './types.ts'

/** Who may be shown a call's answer: everyone, but for what stands under `mine` in it, or the account that asked. */
export type Audience = 'everyone' | 'account'

/** An answer that does not say for whom it is belongs to the account. */
export function audienceOf(call: CallName | undefined): Audience {
  if (call === undefined) return 'account'
  const { audience }: CallWire = wire[call]
  return audience ?? 'account'
}
