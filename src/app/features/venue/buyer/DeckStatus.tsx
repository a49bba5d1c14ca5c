import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, type ReactNode } from 'react'
import type { Lot } from '../../../../domain/lot.ts'
import { formatMinor, type Minor } from '../../../../domain/units.ts'
import type { Pending } from '../../../../client/room/pending.ts'
import { pathTo } from '../../../boot/navigation/index.ts'
import { formatSeconds } from '../../../lib/format/index.ts'
import { useClient } from '../../../lib/client.ts'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Money } from '../../../ui/Money.tsx'
import { PathLink } from '../../../ui/PathLink.tsx'
import type { DeckStatus as Status } from '../deckStatus.ts'
import { reasonText } from '../parts/reasonText.ts'
import { Shape } from '../parts/Shape.tsx'
import { useSession, useVenue } from '../room/RoomContext.ts'
import css from './DeckStatus.module.css'

interface Props {
  readonly status: Status
  readonly lot: Lot
}

/** The buyer's standing in one sentence. The row is always present, at a constant height. */
export function DeckStatus({ status, lot }: Props) {
  return (
    <div className={css.status} data-status={status.kind}>
      <Row status={status} lot={lot} />
    </div>
  )
}

function Row({ status, lot }: Props) {
  switch (status.kind) {
    case 'won':
      return <Won status={status} lot={lot} />
    case 'refused':
    case 'notCounted':
      return <ToNothing kind={status.kind} pending={status.pending} lot={lot} />
    case 'accepted':
      return <Accepted pending={status.pending} lot={lot} />
    default:
      return (
        <Line tone={TONE[status.kind]} icon={<StatusIcon kind={status.kind} />}>
          <Words status={status} lot={lot} />
        </Line>
      )
  }
}

type Plain = Exclude<Status, { kind: 'won' | 'refused' | 'notCounted' | 'accepted' }>
type Tone = 'calm' | 'good' | 'warn' | 'bad'

const TONE: Record<Plain['kind'], Tone> = {
  unanswered: 'warn',
  lost: 'warn',
  told: 'warn',
  sending: 'calm',
  checking: 'warn',
  paused: 'warn',
  soldTo: 'calm',
  belowReserve: 'warn',
  offeredOn: 'warn',
  sellerAsked: 'calm',
  over: 'calm',
  beaten: 'bad',
  leading: 'good',
  terms: 'calm',
}

function StatusIcon({ kind }: { readonly kind: Plain['kind'] }) {
  switch (kind) {
    case 'leading':
      return <Shape name="up" size={14} />
    case 'beaten':
      return <Shape name="down" size={14} />
    case 'sending':
    case 'offeredOn':
    case 'sellerAsked':
      return <Icon name="clock" size={18} />
    case 'paused':
      return <Icon name="pause" size={18} />
    case 'soldTo':
      return <Icon name="hammer" size={18} />
    case 'over':
      return <Icon name="retry" size={18} />
    case 'terms':
    case 'belowReserve':
      return <Icon name="flag" size={18} />
    case 'unanswered':
    case 'lost':
    case 'told':
    case 'checking':
      return <Icon name="alert" size={18} />
  }
}

function Words({ status, lot }: { readonly status: Plain; readonly lot: Lot }) {
  const amount = <Amount price={'price' in status ? status.price : null} lot={lot} />
  switch (status.kind) {
    case 'unanswered':
      return <Trans>No answer to {amount} came. The room is asked once the link is back.</Trans>
    case 'lost':
      return <Lost stood={status.stood} amount={amount} />
    case 'told':
      return <Told status={status} lot={lot} />
    case 'sending':
      return <Trans>Sent {amount}; waiting for the room's answer.</Trans>
    case 'checking':
      return status.answer === 'between' ? (
        <Trans>
          Something in between answered {amount} instead of our server. Asking the room; please do not bid again.
        </Trans>
      ) : status.answer === 'failed' ? (
        <Trans>It is not known yet whether {amount} counts. Asking the room; please do not bid again.</Trans>
      ) : (
        <Trans>No answer to {amount} yet. Asking the room; please do not bid again.</Trans>
      )
    case 'paused':
      return <Paused message={status.message} reopensAt={status.reopensAt} />
    case 'soldTo':
      return (
        <Trans>
          Sold to number {status.number} at {amount}.
        </Trans>
      )
    case 'belowReserve':
      return status.until === null ? (
        <Trans>Reserve not met: your {amount} led, and no longer binds you.</Trans>
      ) : (
        <Trans>
          Reserve not met: the seller may accept your {amount} until {formatSeconds(status.until)}.
        </Trans>
      )
    case 'offeredOn':
      return status.mine ? (
        <Trans>Its deal was cancelled: the lot is offered to you at {amount}. Answer above.</Trans>
      ) : (
        <Trans>
          Its deal was cancelled: offered to no. {status.number} at {amount}.
        </Trans>
      )
    case 'sellerAsked':
      return (
        <Trans>
          Reserve not met: the seller may accept {amount} of no. {status.number}.
        </Trans>
      )
    case 'over':
      return <Trans>No deal on this lot in this round.</Trans>
    case 'beaten': {
      const own = <Amount price={status.own} lot={lot} />
      return (
        <Trans>
          Your {own} was beaten by no. {status.number} at {amount}.
        </Trans>
      )
    }
    case 'leading': {
      const ceiling = <Amount price={status.ceiling} lot={lot} />
      return status.ceiling === null ? (
        <Trans>Your {amount} leads.</Trans>
      ) : (
        <Trans>
          Your {amount} leads; your ceiling is {ceiling}.
        </Trans>
      )
    }
    case 'terms': {
      const [start, step] = [
        <Amount key="start" price={lot.startPrice} lot={lot} />,
        <Amount key="step" price={lot.addRange} lot={lot} />,
      ]
      return (
        <Trans>
          Start price {start}, in steps of {step}.
        </Trans>
      )
    }
  }
}

function Told({ status, lot }: { readonly status: Extract<Status, { kind: 'told' }>; readonly lot: Lot }) {
  const amount = <Amount price={status.price} lot={lot} />
  const before = <Amount price={status.before} lot={lot} />
  switch (status.why) {
    case 'moved':
      return <Trans>Nothing was sent: the price is {amount} now. Press again to bid it.</Trans>
    case 'overtaken':
      return (
        <Trans>
          Nothing was sent: your {before} was overtaken. Press again to bid {amount}.
        </Trans>
      )
    case 'short':
      return (
        <Trans>
          Nothing was sent: {before} is not enough now. Press again to bid {amount}.
        </Trans>
      )
  }
}

function Lost({
  stood,
  amount,
}: {
  readonly stood: Extract<Plain, { kind: 'lost' }>['stood']
  readonly amount: ReactNode
}) {
  switch (stood) {
    case 'leading':
      return <Trans>Your {amount} led when the link was lost. Nothing is sent or queued.</Trans>
    case 'beaten':
      return <Trans>Your {amount} was outbid when the link was lost. Nothing is sent or queued.</Trans>
    case null:
      return <Trans>Bids can be made once the link is back. Nothing is sent or queued.</Trans>
  }
}

function Paused({ message, reopensAt }: { readonly message: string; readonly reopensAt: number | null }) {
  return (
    <>
      <b>
        {reopensAt !== null ? (
          <Trans>The room reopens at {formatSeconds(reopensAt)}.</Trans>
        ) : message === '' ? (
          <Trans>The system has paused the sale: the database’s clock was set back.</Trans>
        ) : (
          <Trans>The host has paused the sale.</Trans>
        )}
      </b>{' '}
      {message}
    </>
  )
}

function Won({ status, lot }: { readonly status: Extract<Status, { kind: 'won' }>; readonly lot: Lot }) {
  const practice = useSession((state) => state.practice)
  const amount = <Amount price={status.price} lot={lot} />
  const total = <Amount price={status.amount} lot={lot} />
  return (
    <Line
      tone="good"
      icon={<Icon name="check" size={18} />}
      action={
        practice ? null : (
          <PathLink href={pathTo('/user/order/sign')} className={css.sign}>
            <Trans>Sign the contract</Trans>
          </PathLink>
        )
      }
    >
      <b>
        <Trans>You bought it</Trans>
      </b>{' '}
      {amount}
      <span className={css.total}>
        {' '}
        · <Trans>in all {total}</Trans>
      </span>
    </Line>
  )
}

function ToNothing({
  kind,
  pending,
  lot,
}: {
  readonly kind: 'refused' | 'notCounted'
  readonly pending: Pending
  readonly lot: Lot
}) {
  const client = useClient()
  const amount = <Amount price={pending.price} lot={lot} />
  if (kind === 'notCounted')
    return (
      <Line tone="warn" icon={<Icon name="retry" size={18} />} pending={pending}>
        <Trans>{amount} did not reach the room and does not count. You can safely bid again.</Trans>
      </Line>
    )
  const said = pending.state === 'refused' ? pending : null
  return (
    <Line tone="warn" icon={<Icon name="alert" size={18} />} pending={pending} warning>
      <Trans>Not accepted: {amount}.</Trans>{' '}
      {said?.msg ?? (said?.reason && reasonText(client, said.reason, said.numbers, said.sentAt))}
    </Line>
  )
}

const READ_MS = 8_000

/** The sentence of an acceptance shows once and then disappears: the receipt stays, and the row names the leader. */
function Accepted({ pending, lot }: { readonly pending: Pending; readonly lot: Lot }) {
  const { room } = useVenue()
  const { bidKey } = pending
  useEffect(() => room.after(READ_MS, () => room.bids.dismiss(bidKey)), [room, bidKey])
  const entry = pending.state === 'accepted' ? pending.receipt?.body.seq : undefined
  const amount = <Amount price={pending.price} lot={lot} />
  return (
    <Line tone="good" icon={<Icon name="check" size={18} />}>
      {entry === undefined ? (
        <Trans>The room accepted {amount}.</Trans>
      ) : (
        <Trans>
          The room accepted {amount}, entry {entry} of its log.
        </Trans>
      )}
    </Line>
  )
}

function Amount({ price, lot }: { readonly price: Minor | null; readonly lot: Lot }) {
  return price === null ? (
    <Trans>your request</Trans>
  ) : (
    <b>
      <Money amount={formatMinor(price)} currency={lot.currency} />
    </b>
  )
}

interface LineProps {
  readonly tone: Tone
  readonly icon: ReactNode
  /** The decided bid; its sentence can be dismissed. */
  readonly pending?: Pending
  /** The sentence is from the error catalogue (spec §8): the room refused the bid. */
  readonly warning?: boolean
  readonly action?: ReactNode
  readonly children: ReactNode
}

function Line({ tone, icon, pending, warning = false, action = null, children }: LineProps) {
  const { t } = useLingui()
  const { room } = useVenue()
  return (
    <div className={classes(css.line, css[tone])} data-problem={warning ? 'warning' : undefined}>
      {icon}
      <p className={css.words}>{children}</p>
      {action}
      {pending && (
        <button
          type="button"
          className={css.close}
          aria-label={t`Dismiss`}
          onClick={() => room.bids.dismiss(pending.bidKey)}
        >
          <Icon name="close" size={16} />
        </button>
      )}
    </div>
  )
}
