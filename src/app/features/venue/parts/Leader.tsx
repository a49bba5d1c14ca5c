import { Trans } from '@lingui/react/macro'
import type { Lot } from '../../../../domain/lot.ts'
import { dealOf, liveBid } from '../../../../domain/outcome.ts'
import { Mark } from '../../../ui/Mark.tsx'
import { isRunning } from '../marks.ts'
import { useVenue } from '../room/RoomContext.ts'
import { useStanding } from '../room/useStanding.ts'
import { Shape } from './Shape.tsx'

/** The bidder in front on a lot, its buyer, or how it ended: "you", or a bidding number. */
export function Leader({ lot }: { readonly lot: Lot }) {
  switch (useStanding(lot)) {
    case 'won':
      return (
        <Mark key="won" tone="good" icon="check">
          <Trans>You bought it</Trans>
        </Mark>
      )
    case 'leading':
      return (
        <Mark key="leading" tone="good">
          <Shape name="up" />
          <Trans>You lead</Trans>
        </Mark>
      )
    case 'belowReserve':
      return (
        <Mark key="below" tone="warn" icon="flag">
          <Trans>Reserve not met</Trans>
        </Mark>
      )
    default:
      return <Other lot={lot} />
  }
}

function Other({ lot }: { readonly lot: Lot }) {
  const { seat } = useVenue()
  const who = liveBid(lot)
  // The bids of a cancelled deal are no longer anyone's lead.
  if (!who)
    return lot.leading !== null ? null : (
      <Mark key="none" tone="calm">
        <Trans>No bid yet</Trans>
      </Mark>
    )
  const deal = dealOf(lot) !== null
  const running = isRunning(lot)
  return (
    // A new element for each leader: a translator may have taken the texts of the old one out of the page.
    <Mark key={`${who.number} ${deal} ${running}`} tone="calm">
      <Shape name="diamond" />
      {deal ? (
        <Trans>Sold to number {who.number}</Trans>
      ) : running ? (
        <Trans>Number {who.number} leads</Trans>
      ) : who.number === seat.number ? (
        <Trans>Your bid was the highest</Trans>
      ) : (
        <Trans>Number {who.number} bid highest</Trans>
      )}
    </Mark>
  )
}
