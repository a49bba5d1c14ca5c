import { Trans } from '@lingui/react/macro'
import { Mark } from '../../../ui/Mark.tsx'
import { LotMark } from '../../../ui/marks.tsx'
import type { LotStanding } from '../marks.ts'
import { Shape } from './Shape.tsx'

/** The viewer's standing on a lot as a word and a shape; the colour only repeats them. */
export function StandingMark({ standing }: { readonly standing: LotStanding }) {
  switch (standing) {
    case 'leading':
      return (
        <Mark tone="good">
          <Shape name="up" />
          <Trans context="my position">Leading</Trans>
        </Mark>
      )
    case 'outbid':
      return (
        <Mark tone="bad">
          <Shape name="down" />
          <Trans context="my position">Outbid</Trans>
        </Mark>
      )
    case 'won':
      return (
        <Mark tone="good" icon="check">
          <Trans context="my position">You bought it</Trans>
        </Mark>
      )
    case 'belowReserve':
      return (
        <Mark tone="warn" icon="flag">
          <Trans context="my position">Reserve not met</Trans>
        </Mark>
      )
    case 'sellerAsked':
      return <LotMark status="unsold" asks="seller" />
    case 'bidderAsked':
      return <LotMark status="unsold" asks="bidder" />
    default:
      return <LotMark status={standing} />
  }
}
