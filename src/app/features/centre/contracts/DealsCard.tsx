import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSignedIn } from '../../../lib/user.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import css from './DealsCard.module.css'
import { soldQuery, unsignedQuery, waitingQuery } from './queries.ts'
import { groupThousands } from '../../../lib/format/index.ts'

/** On the account page: what of the company's deals waits for it. Nothing where there is none. */
export function DealsCard() {
  const who = useSignedIn()
  const enabled = who.kind === 'user' && who.user.company !== null
  const waiting = useQuery({ ...waitingQuery, enabled }).data?.total ?? 0
  const unsigned = useQuery({ ...unsignedQuery, enabled }).data?.total ?? 0
  const sold = useQuery({ ...soldQuery, enabled }).data?.total ?? 0
  if (waiting + unsigned + sold === 0) return null
  return (
    <section className={css.card} aria-labelledby="deals-card">
      <h2 id="deals-card">
        <Trans>Your deals</Trans>
      </h2>
      <p>
        {waiting > 0 ? (
          <Plural
            value={waiting}
            one="One contract waits for your company: read it, then sign it."
            other={`${groupThousands(waiting)} contracts wait for your company: read them, then sign them.`}
          />
        ) : unsigned > 0 ? (
          <Plural
            value={unsigned}
            one="One lot is won and in no contract yet."
            other={`${groupThousands(unsigned)} lots are won and in no contract yet.`}
          />
        ) : (
          <Trans>No contract waits for you. The buyer makes the contract of sold lots and signs it first.</Trans>
        )}
      </p>
      <div className={css.acts}>
        {waiting > 0 && (
          <Link to="/user/contract" search={{ mine: true }} className={buttonClass()}>
            <Trans>Contracts waiting for you</Trans>
          </Link>
        )}
        {unsigned > 0 && (
          <Link to="/user/order/sign" className={buttonClass({ variant: waiting > 0 ? 'line' : 'fill' })}>
            <Trans>Make a contract of won lots</Trans>
          </Link>
        )}
        {sold > 0 && (
          <Link to="/user/order" search={{ side: 'seller' }} className={buttonClass({ variant: 'line' })}>
            <Trans>Sold lots</Trans>
          </Link>
        )}
      </div>
    </section>
  )
}
