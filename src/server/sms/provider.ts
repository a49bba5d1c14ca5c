import { NotSentError } from '../mail/sender.ts'
import type { Deliver } from '../mail/sender.ts'

const TIMEOUT_MS = 15_000
/** Statuses that may concern this message alone. */
const OF_THE_MESSAGE: ReadonlySet<number> = new Set([400, 409, 413, 422])
/** The provider's own code of a number that it cannot reach. */
const INVALID_NUMBER = 'invalid_number'
/** An answer that says more than a code is not read. */
const LONGEST = 2_000

/**
 * Short messages by a provider's HTTP interface: `POST {to, text, id}`. The `id` lets the provider detect repetitions. A
 * number is refused for good by a status from 400 to 499 with `{"code":"invalid_number"}`.
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
    const { status, ok } = response
    if (ok) {
      await response.body?.cancel()
      return
    }
    const code = status < 500 ? codeIn(await response.text().catch(() => '')) : null
    if (code === INVALID_NUMBER) throw new NotSentError('address', `the provider knows no such number (HTTP ${status})`)
    const fault = OF_THE_MESSAGE.has(status) ? 'message' : 'provider'
    throw new NotSentError(fault, `the provider did not take it (HTTP ${status})`)
  }
}

/** The rest of the answer is dropped: it may quote the message. */
function codeIn(answer: string): string | null {
  if (answer.length > LONGEST) return null
  try {
    const read: unknown = JSON.parse(answer)
    return typeof read === 'object' && read !== null && 'code' in read && typeof read.code === 'string'
      ? read.code
      : null
  } catch {
    return null
  }
}
