import { Trans } from '@lingui/react/macro'
import type { Lot } from '../../../../domain/lot.ts'
import { formatMinor } from '../../../../domain/units.ts'
import { Mark } from '../../../ui/Mark.tsx'
import { Money } from '../../../ui/Money.tsx'
import { inSeconds } from '../parts/LotClock.tsx'
import { useSecondsLeft, useSession } from '../room/RoomContext.ts'

/** A deal that waits for the seller's confirmation, or for the operator's decision. */
export function DealLine({ lot }: { readonly lot: Lot }) {
  const { award, deal } = lot
  const closure = useSession((state) => state.closure)
  const left = useSecondsLeft(award?.until ?? null, closure?.since ?? null)
  if (award) {
    const price = <Money amount={formatMinor(award.price)} currency={lot.currency} />
    const time = left === null ? '' : inSeconds(left)
    return (
      <p>
        <Mark tone="warn" icon="clock">
          {award.asks === 'seller' ? (
            <Trans>
              The seller may give it to number {award.number} at {price}: {time} left
            </Trans>
          ) : (
            <Trans>
              Offered to number {award.number} at {price}: {time} left
            </Trans>
          )}
        </Mark>
      </p>
    )
  }
  if (!deal) return null
  if (deal.cancelled !== null)
    return (
      <p>
        <Mark tone="bad" icon="cross">
          <Trans>
            The deal with number {deal.number} was cancelled: {deal.cancelled}
          </Trans>
        </Mark>
      </p>
    )
  return deal.onHold ? (
    <p>
      <Mark tone="warn" icon="pause">
        <Trans>The operator holds the deal</Trans>
      </Mark>
    </p>
  ) : null
}
