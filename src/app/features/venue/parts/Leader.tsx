import { Trans } from '@lingui/react/macro'
import type { Lot } from '../../../../domain/lot.ts'
import { Mark } from '../../../ui/Mark.tsx'
import { useVenue } from '../room/RoomContext.ts'
import { Shape } from './Shape.tsx'

/** The leader of a lot: "you", or a bidding number. */
export function Leader({ lot }: { readonly lot: Lot }) {
  const { seat } = useVenue()
  const who = lot.deal ?? lot.leading
  if (!who)
    return (
      <Mark tone="calm">
        <Trans>No bid yet</Trans>
      </Mark>
    )
  const sold = lot.deal !== null
  if (who.number === seat.number) {
    return sold ? (
      <Mark tone="good" icon="check">
        <Trans>You bought it</Trans>
      </Mark>
    ) : (
      <Mark tone="good">
        <Shape name="up" />
        <Trans>You lead</Trans>
      </Mark>
    )
  }
  return (
    <Mark tone="calm">
      <Shape name="diamond" />
      {sold ? <Trans>Sold to number {who.number}</Trans> : <Trans>Number {who.number} leads</Trans>}
    </Mark>
  )
}
