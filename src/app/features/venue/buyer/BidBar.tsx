import { useLingui } from '@lingui/react/macro'
import type { MouseEvent } from 'react'
import type { BiddingNumber, Lot, LotId } from '../../../../domain/lot.ts'
import { formatMinor } from '../../../../domain/units.ts'
import { useTall } from '../../../lib/media.ts'
import { classes } from '../../../ui/classes.ts'
import { showsAmount } from '../../../ui/showsAmount.ts'
import { notify } from '../../../ui/toast.ts'
import type { BidButton } from '../bidButton.ts'
import { useVenue } from '../room/RoomContext.ts'
import css from './BidBar.module.css'
import { BidLabel } from './BidLabel.tsx'
import { DeckStatus } from './DeckStatus.tsx'
import { PriceLadder } from './PriceLadder.tsx'
import { PriceStepper } from './PriceStepper.tsx'
import { useBidButton } from './useBidButton.ts'
import { useSteady } from './useSteady.ts'
import { useClient } from '../../../lib/client.ts'

interface Props {
  readonly lot: Lot
  readonly me: BiddingNumber
  readonly onShow: (lot: LotId) => void
}

/**
 * The deck: the buyer's standing, the price chosen with its total, and one large button labelled with the state. All
 * rows exist in every state and keep their height, so that nothing moves under the thumb.
 */
export function BidBar({ lot, me, onShow }: Props) {
  const { t } = useLingui()
  const bidding = useBidButton(lot, me)
  const tall = useTall()
  const Choice = tall ? PriceLadder : PriceStepper
  return (
    <section className={css.bar} aria-label={t`Bid on lot ${lot.position}`} data-deck="">
      <DeckStatus status={bidding.status} lot={lot} />
      <Choice lot={lot} me={me} bidding={bidding} />
      <BigButton lot={lot} button={bidding.button} onShow={onShow} />
    </section>
  )
}

interface ButtonProps {
  readonly lot: Lot
  readonly button: BidButton
  readonly onShow: (lot: LotId) => void
}

function BigButton({ lot, button, onShow }: ButtonProps) {
  const client = useClient()
  const { t } = useLingui()
  const { room, commands } = useVenue()
  const { action } = button
  const isSteady = useSteady(action?.type === 'bid' ? action.price : null)

  function press({ currentTarget }: MouseEvent): void {
    if (!action) return
    if (action.type === 'show') return onShow(action.lot)
    if (!showsAmount(currentTarget.textContent, formatMinor(action.price))) {
      notify(client, {
        tone: 'warn',
        title: t`The button shows another price than the room. Nothing was sent.`,
        text: t`A translator or an extension of this browser has changed the page. Switch it off for this page, and load the page anew.`,
        key: 'shown',
      })
      return
    }
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
      {/* Replaced as a whole, not written into: a translator may have taken its texts out of the page. */}
      <span key={`${button.kind} ${'price' in button ? button.price : ''}`} className={css.label}>
        <BidLabel button={button} lot={lot} />
      </span>
    </button>
  )
}
