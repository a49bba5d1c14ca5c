import { Trans, useLingui } from '@lingui/react/macro'
import type { BiddingNumber, Lot } from '../../../../domain/lot.ts'
import { amountOf, formatMinor, minor, type Minor } from '../../../../domain/units.ts'
import { formatMoney } from '../../../lib/format/index.ts'
import { nextPrice } from '../../../../domain/prices.ts'
import { useClient } from '../../../lib/client.ts'
import { Money } from '../../../ui/Money.tsx'
import { tell } from '../room/tell.ts'
import css from './PriceStepper.module.css'
import type { Bidding } from './useBidButton.ts'
import { usePriceRefusal } from './usePriceRefusal.ts'
import { useSpokenPrice } from './useSpokenPrice.ts'

export interface ChoiceProps {
  readonly lot: Lot
  readonly me: BiddingNumber
  readonly bidding: Bidding
}

/** − price + on the grid, with the parcel's total; used where a low screen has no room for the ladder. */
export function PriceStepper({ lot, bidding }: ChoiceProps) {
  const { t } = useLingui()
  return (
    <div className={css.choice} data-off={bidding.canChoose ? undefined : ''}>
      <fieldset className={css.stepper} aria-label={t`Your price`}>
        <StepButton lot={lot} bidding={bidding} by={-1} />
        <output className={css.price} aria-live="off">
          <Money amount={formatMinor(bidding.price)} currency={lot.currency} per={lot.unit} />
        </output>
        <StepButton lot={lot} bidding={bidding} by={1} />
      </fieldset>
      <ParcelTotal lot={lot} price={bidding.price} />
    </div>
  )
}

export function ParcelTotal({ lot, price }: { readonly lot: Lot; readonly price: Minor }) {
  return (
    <p className={css.total}>
      <span className={css.label}>
        <Trans>Parcel total</Trans>
      </span>
      <Money amount={formatMinor(amountOf(price, lot.quantity))} currency={lot.currency} />
    </p>
  )
}

export function StepButton({ lot, bidding, by }: Pick<ChoiceProps, 'lot' | 'bidding'> & { readonly by: 1 | -1 }) {
  const { t } = useLingui()
  const { price, lowest, canChoose, choose } = bidding
  const refuse = usePriceRefusal(bidding)
  const isOff = !canChoose || (by === -1 && lowest)
  const step = formatMoney(formatMinor(lot.addRange), lot.currency)
  const client = useClient()
  const say = useSpokenPrice(lot, nextPrice(lot))
  const take = () => {
    const chosen = minor(price + by * lot.addRange)
    choose(chosen)
    // The button's own name stays: without these words its press would change the price unheard.
    tell(client, 'press', { text: say(chosen), names: { lot: lot.lot, price: chosen } })
  }
  return (
    // Never `disabled`: a press says what is in the way.
    <button
      type="button"
      className={css.step}
      aria-label={by === 1 ? t`Raise by ${step}` : t`Lower by ${step}`}
      aria-disabled={isOff}
      onClick={() => (isOff ? refuse(by === -1) : take())}
    >
      <span aria-hidden="true">{by === 1 ? '+' : '−'}</span>
    </button>
  )
}
