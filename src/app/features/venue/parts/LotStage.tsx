import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Lot } from '../../../../domain/lot.ts'
import { dealOf, liveBid, priceNow } from '../../../../domain/outcome.ts'
import { amountOf, formatMinor } from '../../../../domain/units.ts'
import { groupThousands } from '../../../lib/format/index.ts'
import { Money } from '../../../ui/Money.tsx'
import { useStaleSince } from '../room/RoomContext.ts'
import { isRunning, lotNo } from '../marks.ts'
import { Leader } from './Leader.tsx'
import { LotClock } from './LotClock.tsx'
import { LotFacts, LotPicture } from './LotFacts.tsx'
import css from './LotStage.module.css'
import { Price } from './Price.tsx'
import { ReserveNote } from './ReserveNote.tsx'
import { WatchButton } from './WatchButton.tsx'

interface Props {
  readonly lot: Lot
  /** The screen's notices report the failed link already, so the clock's row need not. */
  readonly noticed?: boolean
  /** It gets the focus when it appears: a button led to this lot, and is another one's now. */
  readonly takesFocus?: boolean
}

const takeFocus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true })

/** The lot in hand: facts, price, leader, clock. On a low screen the picture is a thumbnail beside the facts. */
export function LotStage({ lot, noticed = false, takesFocus = false }: Props) {
  const { t } = useLingui()
  return (
    <article
      className={css.stage}
      aria-label={t`Lot ${lotNo(lot)}`}
      {...(takesFocus && { tabIndex: -1, ref: takeFocus })}
    >
      <div className={css.picture}>
        <LotPicture lot={lot} ratio={null} />
      </div>
      <div className={css.facts}>
        <LotFacts lot={lot} />
      </div>
      <div className={css.watch}>
        <WatchButton lot={lot.lot} />
      </div>
      <PriceBlock key={lot.lot} lot={lot} noticed={noticed} />
    </article>
  )
}

function PriceBlock({ lot, noticed }: Required<Pick<Props, 'lot' | 'noticed'>>) {
  const stale = useStaleSince() !== null
  const price = priceNow(lot)
  const quantity = dealOf(lot)?.quantity ?? lot.quantity
  const many = groupThousands(lot.bidCount)
  return (
    <div className={css.block} data-price="">
      <div className={css.top}>
        <p className={css.label}>
          <PriceLabel lot={lot} />
          <ReserveNote lot={lot} />
        </p>
        <Leader lot={lot} />
      </div>
      <p className={css.price}>
        <Price price={price} currency={lot.currency} unit={lot.unit} size="hero" stale={stale} />
      </p>
      <p className={css.total}>
        <span>
          <Trans>
            Parcel <Money amount={formatMinor(amountOf(price, quantity))} currency={lot.currency} />
          </Trans>
        </span>
        <span className={css.count}>
          <Plural value={lot.bidCount} one={`${many} bid`} other={`${many} bids`} />
        </span>
      </p>
      <LotClock lot={lot} noticed={noticed} />
    </div>
  )
}

function PriceLabel({ lot }: { readonly lot: Lot }) {
  if (dealOf(lot)) return <Trans>Deal price</Trans>
  if (!liveBid(lot)) return <Trans>Start price</Trans>
  return isRunning(lot) ? <Trans>Price now</Trans> : <Trans>Highest bid</Trans>
}
