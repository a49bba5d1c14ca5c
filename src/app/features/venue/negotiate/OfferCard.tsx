import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Offer, OfferStatus } from '../../../../domain/lot.ts'
import { amountOf, formatMilli, formatMinor } from '../../../../domain/units.ts'
import { formatDate, formatMoney } from '../../../lib/format/index.ts'
import { classes } from '../../../ui/classes.ts'
import { confirm } from '../../../ui/confirm.ts'
import { Mark } from '../../../ui/Mark.tsx'
import { Money, Quantity } from '../../../ui/Money.tsx'
import type { Kind } from '../../../../client/room/pending.ts'
import { inSeconds } from '../parts/LotClock.tsx'
import { useLot, useSecondsLeft, useSession, useVenue } from '../room/RoomContext.ts'
import { useSpeaker } from '../talk/speaker.ts'
import { sideOf } from './offers.ts'
import css from './Offers.module.css'
import { lotNo } from '../marks.ts'
import { useClient } from '../../../lib/client.ts'
import { LiveButton } from '../parts/LiveButton.tsx'
import { useTakenIn } from '../parts/useTakenIn.ts'

interface Props {
  readonly offer: Offer
  readonly live: boolean
  /** Names the lot of the offer. */
  readonly named: boolean
  readonly onCounter: () => void
}

export function OfferCard({ offer, live, named, onCounter }: Props) {
  const client = useClient()
  const { seat } = useVenue()
  const who = useSpeaker(seat)
  const lot = useLot(offer.lot)
  const side = sideOf(offer, seat)
  if (!lot) return null
  return (
    <li className={classes(css.card, live && side === 'other' && css.waits, !live && css.over)}>
      <p className={css.top}>
        <span>
          {named && (
            <b>
              <Trans>Lot {lotNo(lot)}</Trans>{' '}
            </b>
          )}
          {who(offer.from === 'buyer' ? `bidder:${offer.number}` : `seller:${offer.seller}`)}
        </span>
        {live ? <Expiry offer={offer} /> : <StatusMark status={offer.status === 'live' ? 'lapsed' : offer.status} />}
      </p>
      <p className={css.terms}>
        <b className={css.price}>
          <Money amount={formatMinor(offer.price)} currency={lot.currency} per={lot.unit} />
        </b>
        <span>
          × <Quantity quantity={formatMilli(offer.quantity)} unit={lot.unit} /> ={' '}
          <Money amount={formatMinor(amountOf(offer.price, offer.quantity))} currency={lot.currency} />
        </span>
      </p>
      <p className={css.sub}>
        <Trans>Delivery {formatDate(offer.deliveryDate, client.locale)}</Trans>
        {offer.note !== '' && <> · “{offer.note}”</>}
      </p>
      {live && <Answers offer={offer} onCounter={onCounter} />}
    </li>
  )
}

function Expiry({ offer }: { readonly offer: Offer }) {
  const closure = useSession((state) => state.closure)
  const left = useSecondsLeft(offer.expiresAt, closure?.since ?? null)
  return (
    <Mark tone="brand" icon="clock">
      <Trans>open {left === null ? '' : inSeconds(left)}</Trans>
    </Mark>
  )
}

function StatusMark({ status }: { readonly status: Exclude<OfferStatus, 'live'> }) {
  switch (status) {
    case 'accepted':
      return (
        <Mark tone="good" icon="check">
          <Trans context="offer">Accepted</Trans>
        </Mark>
      )
    case 'declined':
      return (
        <Mark tone="bad" icon="cross">
          <Trans context="offer">Declined</Trans>
        </Mark>
      )
    case 'countered':
      return (
        <Mark tone="calm" icon="retry">
          <Trans context="offer">Countered</Trans>
        </Mark>
      )
    case 'withdrawn':
      return (
        <Mark tone="calm" icon="cross">
          <Trans context="offer">Withdrawn</Trans>
        </Mark>
      )
    case 'lapsed':
      return (
        <Mark tone="calm" icon="clock">
          <Trans context="offer">Lapsed</Trans>
        </Mark>
      )
  }
}

function Answers({ offer, onCounter }: { readonly offer: Offer; readonly onCounter: () => void }) {
  const client = useClient()
  const { t } = useLingui()
  const { seat, room, commands } = useVenue()
  const lot = useLot(offer.lot)
  const [busy, setBusy] = useState(false)
  const side = sideOf(offer, seat)
  const pressing = useTakenIn({ figure: () => [offer.revision, offer.price, offer.quantity].join(' '), asks: true })
  if (!lot || side === 'onlooker') return null

  const ask = (kind: Kind, send: Parameters<typeof room.bids.ask>[0]['send']) => {
    const asked = room.bids.ask({
      kind,
      lot: offer.lot,
      price: offer.price,
      send: (key, sending) => send(key, sending).finally(() => setBusy(false)),
    })
    setBusy(asked !== null)
  }
  const price = formatMoney(formatMinor(offer.price), lot.currency)
  const amount = formatMoney(formatMinor(amountOf(offer.price, offer.quantity)), lot.currency)
  const changed = t`Now ${price}, ${amount} in all. Nothing was sent; press again.`
  const accept = async () => {
    const text = t`Lot ${lotNo(lot)} at ${price}, ${amount} in all. This is a deal at once; other offers for it lapse.`
    if (!(await confirm(client, { title: t`Accept this offer?`, text, confirmLabel: t`Accept` }))) return
    // The revision that the question named; the room refuses it if the offer was revised since (N7).
    ask('offerAccept', commands.acceptOffer(offer))
  }
  if (side === 'maker') {
    return (
      <div className={css.acts}>
        <LiveButton
          variant="line"
          size="small"
          busy={busy}
          onClick={() => ask('offerWithdraw', commands.withdrawOffer(offer))}
        >{t`Withdraw`}</LiveButton>
      </div>
    )
  }
  return (
    <div className={css.acts}>
      <LiveButton
        size="small"
        busy={busy}
        data-fresh={pressing.fresh}
        onClick={(event) => pressing.press(event, { words: () => changed, send: () => void accept() })}
      >{t`Accept`}</LiveButton>
      <LiveButton variant="line" size="small" busy={busy} onClick={onCounter}>
        {t({ context: 'offer', message: 'Counter' })}
      </LiveButton>
      <LiveButton
        variant="quiet"
        size="small"
        busy={busy}
        onClick={() => ask('offerDecline', commands.declineOffer(offer))}
      >{t`Decline`}</LiveButton>
      {pressing.told && <p className={css.sub}>{changed}</p>}
    </div>
  )
}
