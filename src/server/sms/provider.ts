import { Undeliverable } from '../mail/sender.ts'
import type { Deliver } from '../mail/sender.ts'

const TIMEOUT_MS = 15_000
/**
 * Statuses that refuse this message for good; any other error (the provider's, the token's, a rate limit) is retried.
 */
const REFUSED: ReadonlySet<number> = new Set([400, 404, 410, 413, 422])

/**
 * Short messages by a provider's HTTP interface: `POST {to, text, id}`. The `id` lets the provider detect repetitions.
 */
export function smsProvider(url: string, token: string | null): Deliver {
  return async ({ id, recipient, body }) => {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ to: recipient, text: body, id }),
    })
    // The answer's body is dropped: it may quote the message.
    await response.body?.cancel()
    if (REFUSED.has(response.status)) throw new Undeliverable(`the provider refused it (HTTP ${response.status})`)
    if (!response.ok) throw new Error(`the provider failed (HTTP ${response.status})`)
  }
}
