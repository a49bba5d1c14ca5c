import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { SessionEvent } from '../../../../domain/events.ts'
import type { LotId } from '../../../../domain/lot.ts'
import { formatMilli, formatMinor, type Minor } from '../../../../domain/units.ts'
import { useClient } from '../../../lib/client.ts'
import { formatZoned, formatMoney, formatSeconds, groupThousands } from '../../../lib/format/index.ts'
import { Money, Quantity } from '../../../ui/Money.tsx'
import { Swatch } from '../../../ui/Swatch.tsx'
import { StageName } from '../parts/StageName.tsx'
import { useSession, useVenue } from '../room/RoomContext.ts'
import { useLotText } from '../room/useCatalogue.ts'
import { useSpeaker } from './speaker.ts'
import { lotNo } from '../marks.ts'

const time = (at: number): string => formatSeconds(at)

/** A line of the log: the event in words. */
export function EventText({ event }: { readonly event: SessionEvent }): ReactNode {
  switch (event.type) {
    case 'bid':
      return (
        <Trans>
          <Lot id={event.lot} /> <Who number={event.number} /> bid <Amount lot={event.lot} price={event.price} />
        </Trans>
      )
    case 'bid.voided':
      return (
        <Trans>
          <Lot id={event.lot} /> a bid of <Who number={event.number} /> was struck: {event.reason}
        </Trans>
      )
    case 'lot.sold':
      return (
        <Trans>
          <Lot id={event.lot} /> sold to <Who number={event.number} /> at <Amount lot={event.lot} price={event.price} />
        </Trans>
      )
    case 'lot.unsold':
      return event.confirmUntil === null ? (
        <Trans>
          <Lot id={event.lot} /> unsold in this round
        </Trans>
      ) : (
        <Trans>
          <Lot id={event.lot} /> closed below its reserve; its seller decides until {time(event.confirmUntil)}
        </Trans>
      )
    case 'lot.added':
      return (
        <Trans>
          <Lot id={event.lot} /> added to the sale
        </Trans>
      )
    case 'lot.opened':
      return (
        <Trans>
          <Lot id={event.lot} /> open for bids
        </Trans>
      )
    case 'lot.withdrawn':
      return (
        <Trans>
          <Lot id={event.lot} /> withdrawn: {event.reason}
        </Trans>
      )
    case 'lot.adjusted':
      return (
        <Trans>
          <Lot id={event.lot} /> new start price <Amount lot={event.lot} price={event.startPrice} />, delivery{' '}
          {event.deliveryDate}
        </Trans>
      )
    case 'lot.split':
      return (
        <Trans>
          <Lot id={event.lot} /> <Part lot={event.lot} quantity={formatMilli(event.quantity)} /> split off
        </Trans>
      )
    case 'lot.held':
      return (
        <Trans>
          <Lot id={event.lot} /> on hold until {time(event.until)}
        </Trans>
      )
    case 'lot.resumed':
      return (
        <Trans>
          <Lot id={event.lot} /> continues until {time(event.deadline)}
        </Trans>
      )
    case 'hold.offered':
      return (
        <Trans>
          <Lot id={event.lot} /> bidders lost their links together: a hold is offered
        </Trans>
      )
    case 'ceiling.set':
      return (
        <Trans>
          <Lot id={event.lot} /> your ceiling is <Amount lot={event.lot} price={event.amount} />
        </Trans>
      )
    case 'ceiling.dropped':
      return (
        <Trans>
          <Lot id={event.lot} /> your ceiling is removed
        </Trans>
      )
    case 'offer.made':
      return (
        <Trans>
          <Lot id={event.lot} /> offer of <Amount lot={event.lot} price={event.price} /> by{' '}
          {event.from === 'buyer' ? <Who number={event.number} /> : <Seller code={event.seller} />}
        </Trans>
      )
    case 'offer.ended':
      return <OfferEnded status={event.status} number={event.number} />
    case 'deal.held':
      return (
        <Trans>
          <Lot id={event.lot} /> deal held for the operator
        </Trans>
      )
    case 'deal.released':
      return (
        <Trans>
          <Lot id={event.lot} /> deal released by the operator
        </Trans>
      )
    case 'deal.cancelled':
      return (
        <Trans>
          <Lot id={event.lot} /> deal cancelled by the operator: {event.reason}
        </Trans>
      )
    case 'deal.offered':
      return (
        <Trans>
          <Lot id={event.lot} /> offered to <Who number={event.number} /> at{' '}
          <Amount lot={event.lot} price={event.price} /> until {time(event.until)}
        </Trans>
      )
    case 'deal.confirmed':
      return (
        <Trans>
          <Lot id={event.lot} /> deal confirmed
        </Trans>
      )
    case 'deal.lapsed':
      return (
        <Trans>
          <Lot id={event.lot} /> deal not taken
        </Trans>
      )
    case 'ceiling.capped':
      return (
        <Trans>
          <Lot id={event.lot} /> your ceiling stops: your limit does not cover it
        </Trans>
      )
    default:
      return <RoomText event={event} />
  }
}

/** Text of an event that concerns the whole room. */
function RoomText({ event }: { readonly event: SessionEvent }): ReactNode {
  switch (event.type) {
    case 'stage.changed':
      return (
        <Trans>
          Stage: <StageName stage={event.stage} />
        </Trans>
      )
    case 'stage.adjusted':
      return <Trans>The host adjusted the stage</Trans>
    case 'round.opened':
      return (
        <Plural
          value={event.lots.length}
          one={`Round ${event.round} with one lot`}
          other={`Round ${event.round} with ${groupThousands(event.lots.length)} lots`}
        />
      )
    case 'session.published':
      return <Trans>The session is published</Trans>
    case 'session.preopened':
      return <Trans>The doors are open</Trans>
    case 'session.postponed':
      return <Postponed startTime={event.startTime} reason={event.reason} />
    case 'session.cancelled':
      return <Trans>The sale is cancelled: {event.reason}</Trans>
    case 'clock.set_back':
      return <SetBack seconds={Math.ceil(event.byMs / 1000)} />
    case 'log.denied':
      return <Trans>A receipt is genuine, but its entry is missing here; the platform must look into this log</Trans>
    case 'session.restored':
      return (
        <Trans>
          The room was restored from a backup at {time(event.restoredAt)}; what came after this entry is lost
        </Trans>
      )
    case 'session.closed':
      if (event.message === '') return <Trans>Sale paused by the system</Trans>
      return <Trans>Sale paused: {event.message}</Trans>
    case 'session.reopening':
      return <Trans>Reopens at {time(event.reopensAt)}</Trans>
    case 'session.reopened':
      return <Trans>Resumed; all clocks run again</Trans>
    case 'outage':
      return (
        <Trans>
          The system was interrupted from {time(event.from)} to {time(event.to)}; open clocks were extended
        </Trans>
      )
    case 'speech.set':
      return <SpeechText allowed={event.allowed} speaker={event.speaker} />
    case 'bidder.dismissed':
      return (
        <Trans>
          Dismissed: <Who number={event.number} />
        </Trans>
      )
    case 'bidder.suspended':
      return (
        <Trans>
          Suspended: <Who number={event.number} />
        </Trans>
      )
    case 'seller.suspended':
      return (
        <Trans>
          <Seller code={event.seller} /> is suspended
        </Trans>
      )
    case 'limit.set': {
      const limit = event.most === null ? null : formatMoney(formatMinor(event.most), event.currency)
      return limit === null ? <Trans>No limit in {event.currency} any more</Trans> : <Trans>Limit: {limit}</Trans>
    }
    case 'unknown':
      return <Trans>This page is too old to show this entry. Reload to see it.</Trans>
    case 'session.finished':
      return <Trans>The session is complete; its log is sealed</Trans>
    default:
      return null
  }
}

function Postponed({ startTime, reason }: { readonly startTime: number; readonly reason: string }) {
  const start = formatZoned(startTime, useClient().locale)
  return (
    <Trans>
      Postponed to {start}: {reason}
    </Trans>
  )
}

function SpeechText({ allowed, speaker }: { readonly allowed: boolean; readonly speaker: string | null }) {
  const { seat } = useVenue()
  const who = useSpeaker(seat)
  if (speaker === null)
    return allowed ? (
      <Trans>The host switched messages on for all</Trans>
    ) : (
      <Trans>The host switched messages off for all</Trans>
    )
  return allowed ? <Trans>The host unmuted {who(speaker)}</Trans> : <Trans>The host muted {who(speaker)}</Trans>
}

function OfferEnded({
  status,
  number,
}: {
  readonly status: 'accepted' | 'declined' | 'withdrawn' | 'lapsed'
  readonly number: number
}) {
  const who = <Who number={number} />
  switch (status) {
    case 'accepted':
      return <Trans>Offer with {who} accepted</Trans>
    case 'declined':
      return <Trans>Offer with {who} declined</Trans>
    case 'withdrawn':
      return <Trans>Offer with {who} withdrawn</Trans>
    case 'lapsed':
      return <Trans>Offer with {who} lapsed</Trans>
  }
}

function Lot({ id }: { readonly id: LotId }) {
  const no = useSession((state) => {
    const lot = state.lots.get(id)
    return lot ? lotNo(lot) : id
  })
  const text = useLotText(id)
  return (
    <b>
      {text && <Swatch of={text.swatch} />}
      <Trans>Lot {no}</Trans>
    </b>
  )
}

function Who({ number }: { readonly number: number }) {
  const { seat } = useVenue()
  return seat.number === number ? (
    <b>
      <Trans>you</Trans>
    </b>
  ) : (
    <Trans>number {number}</Trans>
  )
}

function Seller({ code }: { readonly code: string }) {
  const { t } = useLingui()
  const { seat } = useVenue()
  return code === seat.seller ? <b>{t`you`}</b> : <>{t`seller ${code}`}</>
}

function Amount({ lot, price }: { readonly lot: LotId; readonly price: Minor }) {
  const currency = useSession((state) => state.lots.get(lot)?.currency)
  return currency ? (
    <b>
      <Money amount={formatMinor(price)} currency={currency} />
    </b>
  ) : null
}

function Part({ lot, quantity }: { readonly lot: LotId; readonly quantity: string }) {
  const unit = useSession((state) => state.lots.get(lot)?.unit)
  return unit ? <Quantity quantity={quantity} unit={unit} /> : null
}

function SetBack({ seconds }: { readonly seconds: number }) {
  return <Trans>The database’s clock was set back by {seconds} s</Trans>
}
