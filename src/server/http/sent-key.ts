import { createHash } from 'node:crypto'
import type { AnyCall, Received } from '../../contract/call.ts'
import { canonical } from '../../domain/canonical.ts'
import type { SentKey } from '../store/sentForms.ts'

/**
 * An idempotency key, bound to its call and the parsed input: under the same key nothing else is taken. A password is
 * left out, since a hash of it would be easier to guess than the stored one.
 */
export function sentKeyOf(
  key: string,
  { method, path }: Pick<AnyCall, 'method' | 'path'>,
  { params, query, body }: Received<AnyCall>,
): SentKey {
  const { password: _password, ...fields }: Record<string, unknown> = typeof body === 'object' ? { ...body } : {}
  // Through JSON, because an optional field may be present and undefined.
  const said: unknown = JSON.parse(
    JSON.stringify({ method, path, params: params ?? {}, query: query ?? {}, body: fields }),
  )
  return { key, hash: createHash('sha256').update(canonical(said)).digest('hex') }
}
