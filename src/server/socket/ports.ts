import type { AnyReason } from '../../contract/codes.ts'
import type { Viewer } from '../../domain/redact.ts'
import type { AccountId } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'

/** The holder of a venue token. */
export interface Holder {
  readonly account: AccountId
  readonly timelineId: string
  readonly viewer: Viewer
  readonly loginTime: Instant
}

interface RenewedToken {
  readonly access_token: string
  /** seconds */
  readonly expires_in: number
}

/** Venue tokens, as the live connection needs them. */
export interface LiveTokens {
  /** The token's holder, or the reason that it is refused. */
  holderOf(token: string, at: Instant): Promise<Holder | { readonly reason: AnyReason }>
  /** Prolongs or replaces a token once less than half its life is left; `null`: more is left. */
  renew(token: string, at: Instant): Promise<RenewedToken | null>
}
