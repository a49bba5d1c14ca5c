import { shownLotNo } from '../../lib/lotNumber.ts'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { formatZoned } from '../../lib/format/index.ts'
import { Mark } from '../../ui/Mark.tsx'
import { LotMark } from '../../ui/marks.tsx'
import { ColumnQuantity } from '../../ui/ColumnQuantity.tsx'
import { SkeletonLine, Skeleton } from '../../ui/Skeleton.tsx'
import css from './LotRows.module.css'
import type { BoardLot } from './queries.ts'
import type { LotList } from './search.ts'
import { useClient } from '../../lib/client.ts'

const STATUS = { pending: 'waiting', deal: 'sold', failed: 'failed' } as const

/** Lots of any sale. The lot pages that they link to need a certified company, because they have the prices. */
export function LotRows({ lots, list }: { readonly lots: readonly BoardLot[]; readonly list: LotList }) {
  const client = useClient()
  return (
    <ul className={css.rows}>
      {lots.map((lot) => (
        <li key={lot.contractObjectId}>
          <Link
            className={css.row}
            to="/target/detail/$id/$ids"
            params={{ id: lot.contractObjectId, ids: lot.scheduleTimelineId }}
          >
            <span className={css.no}>{shownLotNo(lot)}</span>
            <span className={css.what}>
              <strong>{lot.name}</strong>
              <small>{[lot.origin, lot.grade, lot.specification].filter((part) => part !== '').join(' · ')}</small>
            </span>
            <span className={css.much}>
              <ColumnQuantity quantity={lot.quantity} unit={lot.unit} among={lots} />
            </span>
            <span className={css.sale}>
              <span>{lot.scheduleName}</span>
              <time translate="no" dateTime={lot.dealTime ?? lot.startTime}>
                {formatZoned(lot.dealTime ?? lot.startTime, client.locale)}
              </time>
            </span>
            <span className={css.mark}>{lot.asked ? <AskedMark /> : <LotMark status={STATUS[list]} />}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The sale is over, but the seller or the next bidder has not answered yet. */
const AskedMark = () => (
  <Mark tone="warn" icon="clock">
    <Trans>Awaiting an answer</Trans>
  </Mark>
)

export const LotRowsSkeleton = () => (
  <Skeleton className={css.rows}>
    {Array.from({ length: 6 }, (_, at) => (
      <div key={at} className={css.row}>
        <SkeletonLine width="28px" height="28px" block />
        <span className={css.what}>
          <SkeletonLine width="60%" />
          <SkeletonLine width="90%" />
        </span>
      </div>
    ))}
  </Skeleton>
)
