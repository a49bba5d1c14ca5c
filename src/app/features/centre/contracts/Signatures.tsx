import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useClient } from '../../../lib/client.ts'
import { formatMoment } from '../../../lib/format/index.ts'
import css from './Contract.module.css'
import type { ContractInfo, Mark } from './queries.ts'
import { FIELD, pathOf } from './strokes.ts'

/** The signatures of both parties, side by side; an empty line marks a missing one. */
export function Signatures({ contract: { signatures, content } }: { readonly contract: ContractInfo }) {
  const of = (side: 'buyer' | 'seller') => signatures.find(({ by }) => by === side)
  return (
    <section className={css.section} aria-labelledby="contract-signatures">
      <h3 id="contract-signatures">
        <Trans>Signatures</Trans>
      </h3>
      <div className={css.signatures}>
        <Signature title={<Trans>For the buyer</Trans>} company={content.buyer.companyName} signature={of('buyer')} />
        <Signature
          title={<Trans>For the seller</Trans>}
          company={content.seller.companyName}
          signature={of('seller')}
        />
      </div>
    </section>
  )
}

function Signature({
  title,
  company,
  signature,
}: {
  readonly title: ReactNode
  readonly company: string
  readonly signature: ContractInfo['signatures'][number] | undefined
}) {
  const { locale } = useClient()
  const version = signature?.version
  return (
    <figure className={css.signature}>
      <figcaption>
        {title}
        <strong>{company}</strong>
      </figcaption>
      <div className={css.line}>
        {signature ? (
          <SignatureMark mark={signature.mark} name={signature.name} />
        ) : (
          <span className={css.open}>
            <Trans>Not signed yet</Trans>
          </span>
        )}
      </div>
      {signature && (
        <p>
          {signature.name} ·{' '}
          <time translate="no" dateTime={signature.at}>
            {formatMoment(signature.at, locale)} (UTC+8)
          </time>
          <br />
          <Trans>Signed version {version}</Trans>
        </p>
      )}
    </figure>
  )
}

function SignatureMark({ mark, name }: { readonly mark: Mark; readonly name: string }) {
  if (mark.kind === 'typed') return <span className={css.hand}>{mark.name}</span>
  return (
    <>
      <span className="visually-hidden">{name}</span>
      <svg viewBox={`0 0 ${FIELD.width} ${FIELD.height}`} className={css.drawn} aria-hidden="true">
        <path d={pathOf(mark.strokes)} />
      </svg>
    </>
  )
}
