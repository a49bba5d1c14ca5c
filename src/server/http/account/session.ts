import type { AccountId } from '../../../domain/lot.ts'
import { later } from '../../../domain/units.ts'
import type { Instant } from '../../../domain/units.ts'
import { secondsUntil, SELLER_TOKEN_MS } from '../../auth/token-lifetimes.ts'
import type { Place, Tokens } from '../../auth/tokens.ts'

/** Begins a session with a new token, whatever token the caller sent. */
export async function sessionFor(
  tokens: Pick<Tokens, 'issueSeller'>,
  id: AccountId,
  at: Instant,
  place: Place,
): Promise<{ access_token: string; expires_in: number }> {
  const end = later(at, SELLER_TOKEN_MS)
  const { token } = await tokens.issueSeller(id, at, end, place)
  return { access_token: token, expires_in: secondsUntil(end, at) }
}
