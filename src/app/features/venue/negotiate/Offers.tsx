import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { IDENTITY } from '../../../../contract/constants.ts'
import type { Lot, LotId, Offer } from '../../../../domain/lot.ts'
import type { Kind } from '../../../../client/room/pending.ts'
import { Button } from '../../../ui/Button.tsx'
import { BidFate } from '../buyer/BidFate.tsx'
import { useLot, usePart, useServerSecond, useSession, useVenue } from '../room/RoomContext.ts'
import { OfferCard } from './OfferCard.tsx'
import { OfferDialog } from './OfferDialog.tsx'
import { endedOffers, isLive, isOnOffer, offersOf, sideOf } from './offers.ts'
import css from './Offers.module.css'

/** The negotiation of one lot: its offers and the viewer's possible acts. */
export function Offers({ lot }: { readonly lot: Lot }) {
  const { t } = useLingui()
  const { seat } = useVenue()
  const stage = useSession((state) => state.stage)
  const [making, setMaking] = useState(false)
  const mine = useSession(
    (state) =>
      Object.values(state.offers).find(
        (offer) => offer.lot === lot.lot && offer.status === 'live' && sideOf(offer, seat) === 'maker',
      ) ?? null,
  )
  const buys = seat.identity === IDENTITY.buyer && isOnOffer(lot, { stage })
  return (
    <section className={css.offers} aria-label={t`Offers on lot ${lot.position}`}>
      <OfferFates lot={lot.lot} />
      <OfferList lot={lot.lot} />
      {buys && (
        <Button wide onClick={() => setMaking(true)}>
          {mine ? <Trans>Make another offer in its place</Trans> : <Trans>Make an offer</Trans>}
        </Button>
      )}
      {making && <OfferDialog lot={lot} answers={null} onClose={() => setMaking(false)} />}
    </section>
  )
}

/** Offers of every lot, and the result of the viewer's last act. */
export function AllOffers() {
  const { room } = useVenue()
  const lot = usePart(room.bids.store, (all) => all.findLast(({ kind }) => OFFER_KINDS.has(kind))?.lot ?? null)
  return (
    <>
      {lot !== null && <OfferFates lot={lot} />}
      <OfferList lot={null} />
    </>
  )
}

const OFFER_KINDS: ReadonlySet<Kind> = new Set(['offer', 'offerAccept', 'offerDecline', 'offerWithdraw'])

function OfferFates({ lot }: { readonly lot: LotId }) {
  return (
    <>
      <BidFate lot={lot} kind="offer" />
      <BidFate lot={lot} kind="offerAccept" />
      <BidFate lot={lot} kind="offerDecline" />
      <BidFate lot={lot} kind="offerWithdraw" />
    </>
  )
}

/** Offers of one lot, or of all: those that wait for the viewer's answer first. */
export function OfferList({ lot }: { readonly lot: LotId | null }) {
  const { room, seat } = useVenue()
  const live = useSession((state) => state.offers)
  const activity = usePart(room.replica, (replica) => replica.activity)
  const offers = useMemo(
    () => offersOf([...Object.values(live), ...endedOffers(activity, live)], lot, seat),
    [live, activity, lot, seat],
  )
  const [countered, setCountered] = useState<Offer | null>(null)
  const now = useServerSecond()
  if (offers.length === 0)
    return (
      <p className={css.none}>
        <NoOffers />
      </p>
    )
  return (
    <>
      <ul className={css.list}>
        {offers.map((offer) => (
          <OfferCard
            key={offer.offer}
            offer={offer}
            live={isLive(offer, now)}
            named={lot === null}
            onCounter={() => setCountered(offer)}
          />
        ))}
      </ul>
      {countered && <Counter offer={countered} onClose={() => setCountered(null)} />}
    </>
  )
}

function NoOffers() {
  const { seat } = useVenue()
  switch (seat.identity) {
    case IDENTITY.seller:
      return <Trans>No offer yet. Buyers' offers for your unsold lots appear here in the negotiation.</Trans>
    case IDENTITY.buyer:
      return <Trans>You have made no offer for this lot. Only the seller and the host see what you offer.</Trans>
    default:
      return <Trans>No offers.</Trans>
  }
}

function Counter({ offer, onClose }: { readonly offer: Offer; readonly onClose: () => void }) {
  const lot = useLot(offer.lot)
  return lot && <OfferDialog lot={lot} answers={offer} onClose={onClose} />
}
