import { Trans, useLingui } from '@lingui/react/macro'
import type { BiddingNumber, Lot } from '../../../../domain/lot.ts'
import { dealOf } from '../../../../domain/outcome.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { useSession } from '../room/RoomContext.ts'
import { DeckStatus } from './DeckStatus.tsx'
import css from './NoBids.module.css'

interface Props {
  readonly lot: Lot
  readonly me: BiddingNumber
}

/** In place of the deck for a bidder who is not admitted: why there is nothing to press. A lot bought before stays bought. */
export function NoBids({ lot, me }: Props) {
  const { t } = useLingui()
  const suspended = useSession(({ bidders }) => bidders[me]?.suspended ?? false)
  const over = useSession(({ phase }) => phase === 5)
  const deal = dealOf(lot)
  return (
    <section className={css.none} aria-label={t`Bid on lot ${lot.position}`} id="bid" data-deck="" tabIndex={-1}>
      {deal?.number === me && <DeckStatus lot={lot} status={{ kind: 'won', price: deal.price, amount: deal.amount }} />}
      {!over && (
        <p className={css.why}>
          <Icon name="pause" size={18} />
          <span>
            {suspended ? (
              <Trans>Your company is suspended, so it cannot bid. You may watch.</Trans>
            ) : (
              <Trans>Your company was dismissed, so it cannot bid. You may watch.</Trans>
            )}
          </span>
        </p>
      )}
    </section>
  )
}
