import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { SessionEvent } from '../../../../domain/events.ts'
import type { Missing } from '../../../../client/room/witness.ts'
import type { Lot, LotId } from '../../../../domain/lot.ts'
import type { SessionState } from '../../../../domain/state.ts'
import { formatMinor } from '../../../../domain/units.ts'
import { formatMoney, formatSeconds } from '../../../lib/format/index.ts'
import { notify } from '../../../ui/toast.ts'
import { useVenue } from './RoomContext.ts'
import { isRunning, lotNo, standingOf } from '../marks.ts'
import { useClient } from '../../../lib/client.ts'

/** Announces to screen readers: events of the lot in hand politely; being outbid and acts of the room assertively. */
export function Announcer({ lot }: { readonly lot: LotId | null }) {
  const client = useClient()
  const { t } = useLingui()
  const { room, seat, standing, missing } = useVenue()
  const [said, setSaid] = useState('')
  const [alarm, setAlarm] = useState('')
  const led = useRef(leads(room.replica.get().state, seat.number))
  const price = (of: Lot) => formatMoney(formatMinor(of.leading?.price ?? of.startPrice), of.currency)

  const tellPrice = (state: SessionState) => {
    const shown = lot === null ? undefined : state.lots.get(lot)
    if (!shown?.leading) return
    // A bid and the end of its lot may come in one batch: the deck tells the end.
    if (!isRunning(shown)) return setSaid('')
    const amount = price(shown)
    const leads = standingOf(shown, seat.number, standing.get()) === 'leading'
    setSaid(
      leads
        ? t`Lot ${lotNo(shown)}: ${amount}, you lead`
        : t`Lot ${lotNo(shown)}: ${amount}, number ${shown.leading.number} leads`,
    )
  }

  const tellOutbid = (state: SessionState) => {
    const now = leads(state, seat.number)
    const elsewhere: Lot[] = []
    for (const id of led.current) {
      const lost = state.lots.get(id)
      if (now.has(id) || lost?.status !== 'open' || !lost.leading) continue
      // The button already shows that the lot in hand is outbid, and a notice would cover it.
      if (id === lot) setAlarm(`${t`Outbid on lot ${lotNo(lost)}`} ${leaderOf(lost)}`)
      else elsewhere.push(lost)
    }
    led.current = now
    tellElsewhere(elsewhere)
  }

  /** One notice for all lots: several would cover the price. */
  const tellElsewhere = (lost: readonly Lot[]) => {
    const [one] = lost
    if (!one) return
    const named = lost.map(lotNo).join(', ')
    const [title, text] =
      lost.length === 1
        ? [t`Outbid on lot ${lotNo(one)}`, leaderOf(one)]
        : [t`Outbid on lots ${named}`, t`They come first in your list of lots.`]
    notify(client, { tone: 'bad', assertive: true, key: 'outbid', title, text })
  }
  const leaderOf = (lost: Lot) => t`Number ${lost.leading?.number} leads at ${price(lost)}.`

  const tellRoom = (event: SessionEvent, state: SessionState) => {
    if (event.type === 'lot.sold' && event.number === seat.number) {
      notify(client, {
        tone: 'good',
        key: `won-${event.lot}`,
        title: t`You bought lot ${numberOf(state, event.lot)}`,
        text: formatMoney(formatMinor(event.amount), state.lots.get(event.lot)?.currency ?? 'CNY'),
      })
    }
    if (event.type === 'outage') {
      const [from, to] = [event.from, event.to].map((at) => formatSeconds(at))
      notify(client, {
        tone: 'warn',
        key: 'outage',
        shownMs: null,
        title: t`The system was interrupted`,
        text: t`From ${from ?? ''} to ${to ?? ''}. Open clocks were extended; nothing was lost.`,
      })
    }
    // A bidder who is dismissed reads that its bids have lapsed.
    if (event.type === 'bid.voided' && event.number === seat.number && state.bidders[event.number]?.admitted === true) {
      notify(client, {
        tone: 'bad',
        key: `void-${event.lot}`,
        shownMs: null,
        title: t`Your bid on lot ${numberOf(state, event.lot)} was struck`,
        text: event.reason,
      })
    }
  }

  const tellMissing = useEffectEvent(({ lost, denied }: Missing) => {
    if (denied.length > 0)
      notify(client, {
        tone: 'bad',
        assertive: true,
        key: 'denied',
        shownMs: null,
        title: t`The log of this sale lacks a bid of yours`,
        text: t`Your receipt is genuine, but its entry is missing. The platform has been alarmed. Keep the receipt.`,
      })
    if (lost.length > 0)
      notify(client, {
        tone: 'warn',
        assertive: true,
        key: 'lost',
        shownMs: null,
        title: t`The room was restored from a backup`,
        text: t`What you did after the backup is lost: look at your lots and bid again where you need to. Your receipts stay valid as evidence.`,
      })
  })
  useEffect(() => missing.subscribe(() => tellMissing(missing.get())), [missing])

  const hear = useEffectEvent((events: readonly SessionEvent[]) => {
    const { state } = room.replica.get()
    if (!state) return
    const shown = lot === null ? undefined : state.lots.get(lot)
    if (events.some((event) => event.type === 'bid' && event.lot === lot)) tellPrice(state)
    // The last price of a lot that has ended would say that its bidder leads.
    else if (shown && !isRunning(shown)) setSaid('')
    tellOutbid(state)
    for (const event of events) tellRoom(event, state)
  })
  useEffect(() => room.onEvents(hear), [room])
  return (
    <>
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
      <p className="visually-hidden" aria-live="assertive">
        {alarm}
      </p>
    </>
  )
}

function numberOf({ lots }: SessionState, id: LotId): string {
  const lot = lots.get(id)
  return lot ? lotNo(lot) : id
}

function leads(state: SessionState | null, me: number | null): ReadonlySet<LotId> {
  const lots = state && me !== null ? [...state.lots] : []
  return new Set(lots.filter((lot) => standingOf(lot, me, {}) === 'leading').map((lot) => lot.lot))
}
