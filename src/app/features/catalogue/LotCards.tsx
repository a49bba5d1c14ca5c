import { shownLotNo } from '../../lib/lotNumber.ts'
import { Link } from '@tanstack/react-router'
import { LotMark } from '../../ui/marks.tsx'
import { Money, Quantity } from '../../ui/Money.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { SkeletonLine, Skeleton } from '../../ui/Skeleton.tsx'
import { Swatch } from '../../ui/Swatch.tsx'
import css from './LotCards.module.css'
import { PriceLabel } from './PriceLabel.tsx'
import type { LotRow } from './queries.ts'
import { groupsOf, SaleLine, SaleName, type SalesShown } from './SaleLine.tsx'
import { WatchButton } from './WatchButton.tsx'

export function LotCards({ lots, sales }: { readonly lots: readonly LotRow[]; readonly sales: SalesShown }) {
  if (sales !== 'grouped') return <Cards lots={lots} named={sales === 'mixed'} level="h2" />
  return groupsOf(lots).map(({ sale, lots: own }) => (
    <section key={sale.scheduleTimelineId} className={css.group} aria-label={sale.scheduleName}>
      <h2>
        <SaleLine sale={sale} />
      </h2>
      <Cards lots={own} level="h3" />
    </section>
  ))
}

interface Shown {
  /** The card names the lot's sale. */
  readonly named?: boolean
  readonly level: 'h2' | 'h3'
}

const Cards = ({ lots, ...shown }: Shown & { readonly lots: readonly LotRow[] }) => (
  <ul className={css.cards}>
    {lots.map((lot) => (
      <li key={lot.contractObjectId}>
        <Card lot={lot} {...shown} />
      </li>
    ))}
  </ul>
)

function Card({ lot, named = false, level: Heading }: Shown & { readonly lot: LotRow }) {
  return (
    <article className={css.card}>
      <Picture className={css.picture} src={lot.thumbnail} swatch={lot.swatch} alt="" ratio={null} />
      <span className={css.no}>{shownLotNo(lot)}</span>
      <div className={css.text}>
        <div>
          <Heading className={css.name}>
            <Link to="/target/detail/$id/$ids" params={{ id: lot.contractObjectId, ids: lot.scheduleTimelineId }}>
              <Swatch of={lot.swatch} />
              {lot.name}
            </Link>
          </Heading>
          {named && (
            <p className={css.spec}>
              <SaleName lot={lot} />
            </p>
          )}
          <p className={css.spec}>
            {lot.grade} · {lot.specification}
          </p>
          <p className={css.spec}>
            <Quantity quantity={lot.quantity} unit={lot.unit} />
          </p>
        </div>
        <div className={css.foot}>
          <p className={css.price}>
            <small>
              <PriceLabel lot={lot} />
            </small>
            <Money amount={lot.price ?? lot.startPrice} currency={lot.currency} per={lot.unit} />
          </p>
          {lot.status !== 'waiting' && <LotMark status={lot.status} asks={lot.asks} />}
        </div>
      </div>
      <WatchButton lot={lot} className={css.star} />
    </article>
  )
}

export const LotCardsSkeleton = () => (
  <Skeleton className={css.cards}>
    {Array.from({ length: 6 }, (_, card) => (
      <div key={card} className={css.card}>
        <SkeletonLine height="148px" />
        <div className={css.text}>
          <SkeletonLine width="80%" height="1.2em" />
          <SkeletonLine width="95%" />
          <SkeletonLine width="50%" height="1.4em" />
        </div>
      </div>
    ))}
  </Skeleton>
)
