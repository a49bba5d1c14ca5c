import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, type MouseEvent } from 'react'
import type { BiddingNumber, Lot, LotId } from '../../../../domain/lot.ts'
import { formatMinor, minor } from '../../../../domain/units.ts'
import { formatMoney } from '../../../lib/format/index.ts'
import { useTall } from '../../../lib/media.ts'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { showsAmount } from '../../../ui/showsAmount.ts'
import type { Told } from '../parts/useTakenIn.ts'
import { useStore, useVenue } from '../room/RoomContext.ts'
import { roomSettingsOf } from '../room/settings.ts'
import { tell, tellNotice } from '../room/tell.ts'
import { useLotWords } from '../room/useLotWords.ts'
import css from './BidBar.module.css'
import { BidLabel } from './BidLabel.tsx'
import { DeckStatus } from './DeckStatus.tsx'
import { PriceLadder } from './PriceLadder.tsx'
import { PriceStepper } from './PriceStepper.tsx'
import { useBidButton, type Bidding } from './useBidButton.ts'
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
    <section className={css.bar} aria-label={t`Bid on lot ${lot.position}`} id="bid" data-deck="" tabIndex={-1}>
      <DeckStatus status={bidding.status} lot={lot} />
      <Choice lot={lot} me={me} bidding={bidding} />
      <div className={css.act}>
        <BigButton lot={lot} bidding={bidding} onShow={onShow} />
        <FollowSwitch />
        <SayAgain lot={lot} />
      </div>
    </section>
  )
}

interface ButtonProps {
  readonly lot: Lot
  readonly bidding: Bidding
  readonly onShow: (lot: LotId) => void
}

function BigButton({ lot, bidding: { button, pressing, follows }, onShow }: ButtonProps) {
  const client = useClient()
  const { t } = useLingui()
  const { room, commands } = useVenue()
  const { action } = button
  const say = (price: number | null) => formatMoney(formatMinor(minor(price ?? 0)), lot.currency)

  const words = ({ why, figure, before }: Told): string => {
    const [now, earlier] = [say(figure), say(before)]
    switch (why) {
      case 'moved':
        return t`Now ${now}. Press again to bid.`
      case 'overtaken':
        return t`Your ${earlier} was overtaken. Now ${now}. Press again to bid.`
      case 'short':
        return t`${earlier} is not enough. Now ${now}. Press again to bid.`
    }
  }

  function press(event: MouseEvent): void {
    if (!action) return
    if (action.type === 'show') return onShow(action.lot)
    if (!showsAmount(event.currentTarget.textContent, formatMinor(action.price))) {
      tellNotice(client, {
        tone: 'warn',
        title: t`The button shows another price than the room. Nothing was sent.`,
        text: t`A translator or an extension of this browser has changed the page. Switch it off for this page, and load the page anew.`,
        key: 'shown',
      })
      return
    }
    const send = (figure: number) => {
      const price = minor(figure)
      room.bids.ask({ kind: 'bid', lot: action.lot, price, send: commands.bid(action.lot, price) })
    }
    pressing.press(event, { words, send })
  }

  return (
    // Never `disabled`: keyboard and screen reader users must be able to reach the reason.
    <button
      type="button"
      className={classes(css.bid, css[button.kind], button.kind === 'notOpen' && button.why === 'soldToMe' && css.won)}
      aria-disabled={action === null}
      aria-busy={button.kind === 'sending' || undefined}
      data-kind={button.kind}
      data-fresh={pressing.fresh}
      onFocus={({ currentTarget }) => pressing.reads(currentTarget.textContent)}
      onClick={press}
    >
      {/* Replaced as a whole, not written into: a translator may have taken its texts out of the page. */}
      <span key={`${button.kind} ${'price' in button ? button.price : ''} ${follows}`} className={css.label}>
        <BidLabel button={button} lot={lot} follows={follows} />
      </span>
    </button>
  )
}

/** Beside the button, in its height: whether a press follows the price. */
function FollowSwitch() {
  const { t } = useLingui()
  const settings = roomSettingsOf(useClient())
  const { follows } = useStore(settings)
  return (
    <button
      type="button"
      role="switch"
      className={css.tool}
      aria-checked={follows}
      aria-label={t`Follow the price: a press bids the price of now, even one that has just changed`}
      title={t`Follow the price`}
      onClick={() => settings.choose({ follows: !follows })}
    >
      <Icon name="up" size={18} />
      <span>
        <Trans>Follow</Trans>
      </span>
    </button>
  )
}

/**
 * F2 alone: no browser uses it, and NVDA, JAWS, Narrator, VoiceOver and Orca use F2 only together with their own
 * modifier. Letters would be taken by their browse modes.
 */
const SAY_AGAIN = 'F2'

/** Says price, leader, time, own state and next price of the lot. It is seen while it has the keyboard's focus. */
function SayAgain({ lot }: { readonly lot: Lot }) {
  const client = useClient()
  const { t } = useLingui()
  const { whole } = useLotWords()
  const say = () => tell(client, 'again', whole(lot))
  const byKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== SAY_AGAIN || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    say()
  })
  useEffect(() => {
    document.addEventListener('keydown', byKey)
    return () => document.removeEventListener('keydown', byKey)
  }, [])
  return (
    <button
      type="button"
      className={classes('visually-hidden', css.tool, css.again)}
      aria-label={t`Say it again: price, leader, time and your state`}
      aria-keyshortcuts={SAY_AGAIN}
      title={t`Say it again (F2)`}
      onClick={say}
    >
      <Icon name="bell" size={22} />
    </button>
  )
}
