import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { usePassed } from '../../../lib/clock/usePassed.ts'
import { useClient } from '../../../lib/client.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { OrderMark } from '../../../ui/contract/marks.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Picture } from '../../../ui/Picture.tsx'
import { SkeletonLine, Skeleton } from '../../../ui/Skeleton.tsx'
import { wonFace } from '../../../ui/ticket/faces.ts'
import { SharePicture } from '../../../ui/ticket/SharePicture.tsx'
import { Ticket } from '../../../ui/ticket/Ticket.tsx'
import css from './Orders.module.css'
import type { OrderRow } from './queries.ts'

/** A deal as a ticket: the timber, the money, the seal, and a link to its contract. */
export function OrderCard({ order }: { readonly order: OrderRow }) {
  const { contractObjectId, scheduleTimelineId, name, state, reason } = order
  const { locale } = useClient()
  const { i18n } = useLingui()
  const face = wonFace({ i18n, locale }, order)
  return (
    <Ticket
      face={face}
      picture={<Picture className={css.picture} src={order.thumbnail} alt="" ratio={null} />}
      heading={
        <Link to="/target/detail/$id/$ids" params={{ id: contractObjectId, ids: scheduleTimelineId }}>
          {name}
        </Link>
      }
      mark={<OrderMark state={state} />}
      acts={
        <>
          <Act order={order} named={face.id} />
          <SharePicture face={face} />
        </>
      }
    >
      {state !== 'cancelled' && state !== 'complete' && <Late at={order.signBy} />}
      {reason !== null && (
        <p className={css.reason}>
          <Icon name="alert" size={16} />
          {reason}
        </p>
      )}
      {order.terminated && (
        <p className={css.ended}>
          <Icon name="doc" size={16} />
          <Link to="/order/sign/detail" search={{ contractId: order.terminated.contractId }}>
            <Trans>Contract {order.terminated.contractNo}, terminated</Trans>
          </Link>
        </p>
      )}
      {state === 'held' && (
        <p className={css.reason}>
          <Icon name="pause" size={16} />
          <Trans>The platform is looking into this deal. It can be signed once it is released.</Trans>
        </p>
      )}
    </Ticket>
  )
}

function Late({ at }: { readonly at: string }) {
  const late = usePassed(Date.parse(at)) > 0
  return late ? (
    <strong className={css.late}>
      <Icon name="alert" size={16} />
      <Trans>Signing is overdue.</Trans>
    </strong>
  ) : null
}

interface ActProps {
  readonly order: OrderRow
  /** Id of the element with the lot's name. */
  readonly named: string
}

function Act({ order: { contractObjectId, contractId, contractNo, state, side }, named }: ActProps) {
  if (contractId !== null)
    return (
      <Link
        to="/order/sign/detail"
        search={{ contractId }}
        className={buttonClass({ variant: state === 'contract' ? 'fill' : 'line' })}
        aria-describedby={named}
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
    <Link to="/user/order/sign" search={{ lots: contractObjectId }} className={buttonClass()} aria-describedby={named}>
      <Trans>Make a contract</Trans>
    </Link>
  )
}

export const OrderSkeleton = () => (
  <Skeleton className={css.list}>
    {[0, 1, 2].map((at) => (
      <div key={at} className={css.bone}>
        <SkeletonLine width="min(280px, 70%)" height="1.4rem" />
        <SkeletonLine width="min(420px, 90%)" />
        <SkeletonLine width="min(240px, 60%)" />
        <SkeletonLine width="150px" height="44px" block />
      </div>
    ))}
  </Skeleton>
)
