import { Link } from '@tanstack/react-router'
import { LotMark } from '../../ui/marks.tsx'
import { Money, Quantity } from '../../ui/Money.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Bone, Skeleton } from '../../ui/Skeleton.tsx'
import css from './LotCards.module.css'
import { PriceLabel } from './PriceLabel.tsx'
import type { LotRow } from './queries.ts'
import { WatchButton } from './WatchButton.tsx'

export function LotCards({ lots }: { readonly lots: readonly LotRow[] }) {
  return (
    <ul className={css.cards}>
      {lots.map((lot) => (
        <li key={lot.contractObjectId}>
          <Card lot={lot} />
        </li>
      ))}
    </ul>
  )
}

function Card({ lot }: { readonly lot: LotRow }) {
  return (
    <article className={css.card}>
      <Picture className={css.picture} src={lot.thumbnail} placeholder={lot.placeholder} alt="" ratio={null} />
      <span className={css.no}>{lot.lotNo}</span>
      <div className={css.text}>
        <div>
          <h2 className={css.name}>
            <Link to="/target/detail/$id/$ids" params={{ id: lot.contractObjectId, ids: lot.scheduleTimelineId }}>
              {lot.name}
            </Link>
          </h2>
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
            <Money amount={lot.price ?? lot.startPrice} currency={lot.currency} per={lot.unit} trim />
          </p>
          <LotMark status={lot.status} />
        </div>
      </div>
      <WatchButton lot={lot} className={css.star} />
    </article>
  )
}

export const LotCardsBones = () => (
  <Skeleton className={css.cards}>
    {Array.from({ length: 6 }, (_, card) => (
      <div key={card} className={css.card}>
        <Bone height="148px" />
        <div className={css.text}>
          <Bone width="80%" height="1.2em" />
          <Bone width="95%" />
          <Bone width="50%" height="1.4em" />
        </div>
      </div>
    ))}
  </Skeleton>
)
