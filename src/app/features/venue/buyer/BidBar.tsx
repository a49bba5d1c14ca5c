import { Trans, useLingui } from '@lingui/react/macro'
import type { BiddingNumber, Lot } from '../../../../domain/lot.ts'
import { amountOf, formatMinor, minor } from '../../../../domain/units.ts'
import { formatMoney } from '../../../lib/format/index.ts'
import { classes } from '../../../ui/classes.ts'
import { Money } from '../../../ui/Money.tsx'
import { notify } from '../../../ui/toast.ts'
import type { BidButton } from '../bidButton.ts'
import { LimitLine } from '../limits/LimitLine.tsx'
import { useVenue } from '../room/RoomContext.ts'
import css from './BidBar.module.css'
import { BidFate } from './BidFate.tsx'
import { BidLabel } from './BidLabel.tsx'
import { useBidButton, type Bidding } from './useBidButton.ts'
import { useSteady } from './useSteady.ts'
import { useClient } from '../../../lib/client.ts'

/** − price + on the grid, the parcel's total, and one large button labelled with the state. */
export function BidBar({ lot, me }: { readonly lot: Lot; readonly me: BiddingNumber }) {
  const { t } = useLingui()
  const bidding = useBidButton(lot, me)
  return (
    <section className={css.bar} aria-label={t`Bid on lot ${lot.position}`}>
      <BidFate lot={lot.lot} kind="bid" />
      <LimitLine me={me} currency={lot.currency} />
      {bidding.button.action && <PriceStepper lot={lot} bidding={bidding} />}
      <BigButton lot={lot} button={bidding.button} />
    </section>
  )
}

function PriceStepper({ lot, bidding }: { readonly lot: Lot; readonly bidding: Bidding }) {
  const { t } = useLingui()
  const { price, lowest, choose } = bidding
  const step = formatMoney(formatMinor(lot.addRange), lot.currency)
  return (
    <div className={css.choice}>
      <fieldset className={css.stepper} aria-label={t`Your price`}>
        <button
          type="button"
          className={css.step}
          aria-label={t`Lower by ${step}`}
          disabled={lowest}
          onClick={() => choose(minor(price - lot.addRange))}
        >
          <span aria-hidden="true">−</span>
        </button>
        <output className={css.price} aria-live="off">
          <Money amount={formatMinor(price)} currency={lot.currency} per={lot.unit} />
        </output>
        <button
          type="button"
          className={css.step}
          aria-label={t`Raise by ${step}`}
          onClick={() => choose(minor(price + lot.addRange))}
        >
          <span aria-hidden="true">+</span>
        </button>
      </fieldset>
      <p className={css.total}>
        <span className={css.totalLabel}>
          <Trans>Parcel total</Trans>
        </span>
        <Money amount={formatMinor(amountOf(price, lot.quantity))} currency={lot.currency} />
      </p>
    </div>
  )
}

function BigButton({ lot, button }: { readonly lot: Lot; readonly button: BidButton }) {
  const client = useClient()
  const { t } = useLingui()
  const { room, commands } = useVenue()
  const { action } = button
  const isSteady = useSteady(action?.price ?? null)

  function press(): void {
    if (!action) return
    if (!isSteady()) {
      notify(client, {
        tone: 'warn',
        title: t`The price has just moved. Nothing was sent.`,
        text: t`Please read the new price and press again.`,
        key: 'steady',
      })
      return
    }
    room.bids.ask({ kind: 'bid', lot: action.lot, price: action.price, send: commands.bid(action.lot, action.price) })
  }

  return (
    // Never `disabled`: keyboard and screen reader users must be able to reach the reason.
    <button
      type="button"
      className={classes(css.bid, css[button.kind], button.kind === 'notOpen' && button.why === 'soldToMe' && css.won)}
      aria-disabled={action === null}
      aria-busy={button.kind === 'sending' || undefined}
      data-kind={button.kind}
      onClick={press}
    >
      <BidLabel button={button} lot={lot} />
    </button>
  )
}
