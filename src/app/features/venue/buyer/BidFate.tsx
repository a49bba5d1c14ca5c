import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, type ReactNode } from 'react'
import type { LotId } from '../../../../domain/lot.ts'
import { formatMinor, type Minor } from '../../../../domain/units.ts'
import type { Pending } from '../../../../client/room/pending.ts'
import { classes } from '../../../ui/classes.ts'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { Money } from '../../../ui/Money.tsx'
import { reasonText } from '../parts/reasonText.ts'
import { useIsLive, usePending, useSession, useVenue } from '../room/RoomContext.ts'
import css from './BidFate.module.css'
import { useClient } from '../../../lib/client.ts'

/** The state of the last bid: sent, accepted and leading are three different states. */
export function BidFate({ lot, kind }: { readonly lot: LotId; readonly kind: Pending['kind'] }) {
  const pending = usePending(lot, kind)
  return <div className={css.region}>{pending && <Fate key={pending.bidKey} pending={pending} />}</div>
}

function Fate({ pending }: { readonly pending: Pending }) {
  const client = useClient()
  const live = useIsLive()
  const amount = <Amount lot={pending.lot} price={pending.price} />
  switch (pending.state) {
    case 'sending':
      return (
        <Line tone="calm" icon="clock">
          <Trans>Sent {amount}; waiting for the room's answer.</Trans>
        </Line>
      )
    case 'checking':
      return (
        <Line tone="warn" icon="alert">
          {pending.because === 'system' || pending.because === 'http' ? (
            <Trans>It is not known yet whether {amount} counts.</Trans>
          ) : pending.because === 'between' ? (
            <Trans>Something between this device and our server answered {amount} instead of it.</Trans>
          ) : (
            <Trans>No answer to {amount} came.</Trans>
          )}{' '}
          {live ? (
            <Trans>Checking with the room whether it counted; please do not bid again yet.</Trans>
          ) : (
            <Trans>The room will be asked as soon as the connection is back.</Trans>
          )}
        </Line>
      )
    case 'accepted': {
      const entry = pending.receipt?.body.seq
      return (
        <Accepted pending={pending}>
          {entry === undefined ? (
            <Trans>The room accepted {amount}.</Trans>
          ) : (
            <Trans>
              The room accepted {amount}, entry {entry} of its log.
            </Trans>
          )}
        </Accepted>
      )
    }
    case 'refused':
      return (
        <Line tone="warn" icon="alert" pending={pending} warning>
          <Trans>Not accepted: {amount}.</Trans>{' '}
          {pending.msg ?? (pending.reason && reasonText(client, pending.reason, pending.numbers, pending.sentAt))}
        </Line>
      )
    case 'notCounted':
      return (
        <Line tone="warn" icon="retry" pending={pending}>
          <Trans>{amount} did not reach the room and does not count. You can safely bid again.</Trans>
        </Line>
      )
  }
}

const READ_MS = 8_000

/** An acceptance disappears by itself: the receipt stays, and the button names the leader. */
function Accepted({ pending, children }: { readonly pending: Pending; readonly children: ReactNode }) {
  const { room } = useVenue()
  const { bidKey } = pending
  useEffect(() => room.after(READ_MS, () => room.bids.dismiss(bidKey)), [room, bidKey])
  return (
    <Line tone="good" icon="check" pending={pending}>
      {children}
    </Line>
  )
}

function Amount({ lot, price }: { readonly lot: LotId; readonly price: Minor | null }) {
  const currency = useSession((state) => state.lots.get(lot)?.currency)
  return price === null || !currency ? (
    <Trans>your request</Trans>
  ) : (
    <b>
      <Money amount={formatMinor(price)} currency={currency} />
    </b>
  )
}

interface LineProps {
  readonly tone: 'calm' | 'good' | 'warn' | 'bad'
  readonly icon: IconName
  /** The decided bid; its message can be dismissed. */
  readonly pending?: Pending
  /** The message is from the error catalogue (spec §8): the room refused the bid. */
  readonly warning?: boolean
  readonly children: ReactNode
}

function Line({ tone, icon, pending, warning = false, children }: LineProps) {
  const { t } = useLingui()
  const { room } = useVenue()
  return (
    <p className={classes(css.fate, css[tone])} data-problem={warning ? 'warning' : undefined}>
      <Icon name={icon} size={18} />
      <span>{children}</span>
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
    </p>
  )
}
