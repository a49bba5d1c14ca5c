import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { usePassed } from '../../../lib/clock/usePassed.ts'
import { useClient } from '../../../lib/client.ts'
import { formatMoment } from '../../../lib/format/index.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { OrderMark } from '../../../ui/contract/marks.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Money, Quantity } from '../../../ui/Money.tsx'
import { Picture } from '../../../ui/Picture.tsx'
import { SkeletonLine, Skeleton } from '../../../ui/Skeleton.tsx'
import css from './Orders.module.css'
import type { OrderRow } from './queries.ts'

/** A deal as a ticket: the timber, the money, and the way to its contract. */
export function OrderCard({ order }: { readonly order: OrderRow }) {
  const { contractObjectId, scheduleTimelineId, scheduleName, lotNo, name, state, side } = order
  const { specification, species, currency, reason, companyName, biddingNumber } = order
  const { locale } = useClient()
  const id = `order-${contractObjectId}`
  const won = formatMoment(order.at, locale)
  return (
    <article className={classes(css.ticket, state === 'cancelled' && css.void)} aria-labelledby={id}>
      <div className={css.stub}>
        <Picture className={css.picture} src={order.thumbnail} alt="" ratio={null} />
        <span className={css.no}>{lotNo}</span>
        {state !== 'cancelled' && (
          <span className={css.seal} aria-hidden="true">
            <Trans context="seal">SOLD</Trans>
          </span>
        )}
      </div>
      <div className={css.body}>
        <div className={css.name}>
          <h2 id={id}>
            <Link to="/target/detail/$id/$ids" params={{ id: contractObjectId, ids: scheduleTimelineId }}>
              {name}
            </Link>
          </h2>
          <OrderMark state={state} />
        </div>
        <p className={css.facts}>
          {[species, specification, order.tradeClause, order.arrivalPort].filter(Boolean).join(' · ')}
        </p>
        <dl className={css.about}>
          <div>
            <dt>{side === 'buyer' ? <Trans>Seller</Trans> : <Trans>Buyer</Trans>}</dt>
            <dd>{companyName}</dd>
          </div>
          <div>
            <dt>
              <Trans>Sale</Trans>
            </dt>
            <dd>{scheduleName}</dd>
          </div>
          <div>
            <dt>{side === 'buyer' ? <Trans context="order">Won</Trans> : <Trans context="order">Sold</Trans>}</dt>
            <dd>
              <time dateTime={order.at}>{won}</time> · <Trans>bidding number {biddingNumber}</Trans>
            </dd>
          </div>
          {state !== 'cancelled' && state !== 'complete' && (
            <div>
              <dt>
                <Trans>Sign by</Trans>
              </dt>
              <dd>
                <SignBy at={order.signBy} />
              </dd>
            </div>
          )}
        </dl>
        {reason !== null && (
          <p className={css.reason}>
            <Icon name="alert" size={16} />
            {reason}
          </p>
        )}
        {state === 'held' && (
          <p className={css.reason}>
            <Icon name="pause" size={16} />
            <Trans>The platform is looking into this deal. It can be signed once it is released.</Trans>
          </p>
        )}
      </div>
      <div className={css.side}>
        <p className={css.sum}>
          <small>
            <Money amount={order.price} currency={currency} per={order.unit} /> ×{' '}
            <Quantity quantity={order.quantity} unit={order.unit} />
          </small>
          <strong>
            <Money amount={order.amount} currency={currency} />
          </strong>
        </p>
        <Act order={order} />
      </div>
    </article>
  )
}

function SignBy({ at }: { readonly at: string }) {
  const { locale } = useClient()
  const late = usePassed(Date.parse(at)) > 0
  const when = <time dateTime={at}>{formatMoment(at, locale)}</time>
  return late ? (
    <strong className={css.late}>
      <Icon name="alert" size={16} />
      <Trans>{when}, overdue</Trans>
    </strong>
  ) : (
    when
  )
}

function Act({ order: { contractObjectId, contractId, contractNo, state, side } }: { readonly order: OrderRow }) {
  if (contractId !== null)
    return (
      <Link
        to="/order/sign/detail"
        search={{ contractId }}
        className={buttonClass({ variant: state === 'contract' ? 'fill' : 'line' })}
        aria-describedby={`order-${contractObjectId}`}
        {...(contractNo !== null && { title: contractNo })}
      >
        <Trans>Open contract</Trans>
      </Link>
    )
  if (state !== 'unsigned') return null
  if (side === 'seller')
    return (
      <p className={css.hint}>
        <Trans>The buyer makes the contract.</Trans>
      </p>
    )
  return (
    <Link
      to="/user/order/sign"
      search={{ lots: contractObjectId }}
      className={buttonClass()}
      aria-describedby={`order-${contractObjectId}`}
    >
      <Trans>Make a contract</Trans>
    </Link>
  )
}

export const OrderSkeleton = () => (
  <Skeleton className={css.list}>
    {[0, 1, 2].map((at) => (
      <div key={at} className={css.ticket}>
        <div className={css.stub} />
        <div className={css.body}>
          <SkeletonLine width="min(280px, 70%)" height="1.4rem" />
          <SkeletonLine width="min(420px, 90%)" />
          <SkeletonLine width="min(240px, 60%)" />
        </div>
        <div className={css.side}>
          <SkeletonLine width="120px" height="1.4rem" />
          <SkeletonLine width="150px" height="44px" block />
        </div>
      </div>
    ))}
  </Skeleton>
)
