import { Trans } from '@lingui/react/macro'
import type { Lot } from '../../../../domain/lot.ts'
import { formatMinor, type Minor } from '../../../../domain/units.ts'
import { formatSeconds } from '../../../lib/format/index.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Money } from '../../../ui/Money.tsx'
import type { BidButton, Closed, NextLot, NotOpen } from '../bidButton.ts'
import { Shape } from '../parts/Shape.tsx'

type Lost = Extract<BidButton, { kind: 'linkLost' }>['link']
const time = (at: number | null): string => (at === null ? '' : formatSeconds(at))

/** The state in words, with a shape beside it. */
export function BidLabel({
  button,
  lot,
  follows,
}: {
  readonly button: BidButton
  readonly lot: Lot
  /** A press sends the price of now. */
  readonly follows: boolean
}) {
  switch (button.kind) {
    case 'linkLost':
      return (
        <>
          <Icon name="offline" />
          <LostWords link={button.link} />
        </>
      )
    case 'roomClosed':
      return (
        <>
          <Icon name="pause" />
          <ClosedWords why={button.why} reopens={time(button.reopensAt)} />
        </>
      )
    case 'held':
      return (
        <>
          <Icon name="pause" />
          <Trans>On hold until {time(button.until)}</Trans>
        </>
      )
    case 'notOpen':
      return <NotOpenWords why={button.why} opens={time(button.opensAt)} />
    case 'next':
      return (
        <>
          <Icon name="right" />
          <span>
            <Trans>Next: lot {button.next.no}</Trans> <NextStanding standing={button.next.standing} />
          </span>
        </>
      )
    case 'sending':
      return (
        <>
          <Icon name="clock" />
          <span>
            <Trans>
              Sending <Amount price={button.price} lot={lot} />…
            </Trans>
          </span>
        </>
      )
    case 'checking':
      return (
        <>
          <Icon name="clock" />
          <span>
            <Trans>
              Checking <Amount price={button.price} lot={lot} />…
            </Trans>
          </span>
        </>
      )
    case 'settling':
      return (
        <>
          <Icon name="check" />
          <span>
            <Trans>
              Accepted <Amount price={button.price} lot={lot} />
            </Trans>
          </span>
        </>
      )
    case 'leading':
      return (
        <>
          <Shape name="up" size={16} />
          <span>
            <Trans>
              You lead at <Amount price={button.price} lot={lot} />
            </Trans>
          </span>
        </>
      )
    case 'outbid':
      return (
        <>
          <Shape name="down" size={16} />
          <span>
            <Trans>
              Outbid: bid <Amount price={button.price} lot={lot} />
            </Trans>
            {follows && <FollowWords />}
          </span>
        </>
      )
    case 'canBid':
      return (
        <>
          <Icon name="hammer" />
          <span>
            <Trans>
              Bid <Amount price={button.price} lot={lot} />
            </Trans>
            {follows && <FollowWords />}
          </span>
        </>
      )
  }
}

const FollowWords = () => (
  <>
    {' '}
    <Trans>· follows the price</Trans>
  </>
)

function NextStanding({ standing }: { readonly standing: NextLot['standing'] }) {
  switch (standing) {
    case 'outbid':
      return <Trans>(outbid)</Trans>
    case 'leading':
      return <Trans>(you lead)</Trans>
    default:
      return null
  }
}

function Amount({ price, lot }: { readonly price: Minor | null; readonly lot: Lot }) {
  return price === null ? null : <Money amount={formatMinor(price)} currency={lot.currency} per={lot.unit} />
}

function LostWords({ link }: { readonly link: Lost }) {
  switch (link) {
    case 'idle':
    case 'connecting':
      return <Trans>Connecting: cannot bid yet</Trans>
    case 'catchingUp':
      return <Trans>Catching up: cannot bid yet</Trans>
    case 'reconnecting':
    case 'failed':
      return <Trans>Offline: cannot bid</Trans>
    case 'unsupported':
      return <Trans>This browser cannot bid</Trans>
    case 'full':
    case 'ended':
      return <Trans>Not connected: cannot bid</Trans>
  }
}

function ClosedWords({ why, reopens }: { readonly why: Closed; readonly reopens: string }) {
  switch (why) {
    case 'preparation':
      return <Trans>Bidding has not begun</Trans>
    case 'negotiation':
      return <Trans>Bidding is over: negotiation</Trans>
    case 'finished':
      return <Trans>The sale is over</Trans>
    case 'closed':
      return <Trans>Sale paused</Trans>
    case 'reopening':
      return <Trans>Reopens at {reopens}</Trans>
    case 'notAdmitted':
      return <Trans>Your company was dismissed</Trans>
  }
}

function NotOpenWords({ why, opens }: { readonly why: NotOpen; readonly opens: string }) {
  switch (why) {
    case 'waiting':
      return (
        <>
          <Icon name="ring" />
          <Trans>Not in this round</Trans>
        </>
      )
    case 'scheduled':
      return (
        <>
          <Icon name="clock" />
          <Trans>Opens at {opens}</Trans>
        </>
      )
    case 'timeUp':
      return (
        <>
          <Icon name="hammer" />
          <Trans>Time is up; closing…</Trans>
        </>
      )
    case 'sold':
      return (
        <>
          <Icon name="hammer" />
          <Trans>Sold</Trans>
        </>
      )
    case 'soldToMe':
      return (
        <>
          <Icon name="check" />
          <Trans>You bought it</Trans>
        </>
      )
    case 'asked':
      return (
        <>
          <Icon name="clock" />
          <Trans>Closed: an answer is awaited</Trans>
        </>
      )
    case 'unsold':
      return (
        <>
          <Icon name="retry" />
          <Trans>Unsold in this round</Trans>
        </>
      )
    case 'withdrawn':
      return (
        <>
          <Icon name="cross" />
          <Trans>Withdrawn</Trans>
        </>
      )
    case 'failed':
      return (
        <>
          <Icon name="cross" />
          <Trans>Failed to sell</Trans>
        </>
      )
  }
}
