import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { canonical } from '../../../../domain/canonical.ts'
import { Icon } from '../../../ui/Icon.tsx'
import css from './Contract.module.css'
import type { ContractContent, ContractInfo } from './queries.ts'

/** SHA-256 (hex) of the content in the canonical form of app and server; null if the page is not on a secure origin. */
export async function hashOf(content: ContractContent): Promise<string | null> {
  if (!globalThis.isSecureContext) return null
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonical(content)))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The fingerprint of the shown contract. This device computes it, so that the reader need not trust the server. */
export function Technical({ contract: { content, hash, signatures } }: { readonly contract: ContractInfo }) {
  const [found, setFound] = useState<{ readonly content: ContractContent; readonly hash: string | null } | null>(null)
  useEffect(() => {
    let wanted = true
    void hashOf(content).then((own) => {
      if (wanted) setFound({ content, hash: own })
    })
    return () => {
      wanted = false
    }
  }, [content])
  const own = found?.content === content ? found : null
  const differs = own !== null && own.hash !== null && own.hash !== hash
  return (
    <>
      {differs && (
        <p className={css.differs} role="alert">
          <Icon name="alert" />
          <Trans>The text on this page does not match its hash. Do not sign it; please call the platform.</Trans>
        </p>
      )}
      <details className={css.technical}>
        <summary>
          <Trans>Technical</Trans>
        </summary>
        <dl className={css.pairs}>
          <div>
            <dt>
              <Trans>SHA-256 of this version</Trans>
            </dt>
            <dd className={css.hash}>{hash}</dd>
          </div>
          <div>
            <dt>
              <Trans>Computed on this device</Trans>
            </dt>
            <dd>
              {own === null ? (
                <Trans>Checking…</Trans>
              ) : own.hash === null ? (
                <Trans>Not possible on this connection.</Trans>
              ) : differs ? (
                <span className={css.hash}>{own.hash}</span>
              ) : (
                <span className={css.same}>
                  <Icon name="check" size={16} />
                  <Trans>The same: what you read is what is signed.</Trans>
                </span>
              )}
            </dd>
          </div>
          {signatures.map(({ by, hash: signed }) => (
            <div key={by}>
              <dt>{by === 'buyer' ? <Trans>Signed by the buyer</Trans> : <Trans>Signed by the seller</Trans>}</dt>
              <dd className={css.hash}>{signed}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  )
}
