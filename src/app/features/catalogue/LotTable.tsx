import { shownLotNo } from '../../lib/lotNumber.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { classes } from '../../ui/classes.ts'
import { LotMark } from '../../ui/marks.tsx'
import { ColumnQuantity } from '../../ui/ColumnQuantity.tsx'
import { Money } from '../../ui/Money.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { SkeletonLine, Skeleton } from '../../ui/Skeleton.tsx'
import { Swatch } from '../../ui/Swatch.tsx'
import css from './LotTable.module.css'
import { PriceLabel } from './PriceLabel.tsx'
import type { LotRow } from './queries.ts'
import { groupsOf, SaleLine, SaleName, type SalesShown } from './SaleLine.tsx'
import { WatchButton } from './WatchButton.tsx'

/** Lots in a table for comparison: figures align in columns. */
export function LotTable({ lots, sales }: { readonly lots: readonly LotRow[]; readonly sales: SalesShown }) {
  const { t } = useLingui()
  return (
    <div className={css.frame}>
      <table className={css.table} aria-label={t`Lots`}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>No.</Trans>
            </th>
            <th scope="col">
              <span className="visually-hidden">{t`Picture`}</span>
            </th>
            <th scope="col">
              <Trans>Lot</Trans>
            </th>
            <th scope="col">
              <Trans>Origin</Trans>
            </th>
            <th scope="col">
              <Trans>Grade</Trans>
            </th>
            <th scope="col">
              <Trans>Specification</Trans>
            </th>
            <th scope="col" className={css.num}>
              <Trans>Quantity</Trans>
            </th>
            <th scope="col">
              <Trans>Currency</Trans>
            </th>
            <th scope="col" className={css.num}>
              <Trans>Start price</Trans>
            </th>
            <th scope="col" className={classes(css.num, css.wideOnly)}>
              <Trans>Amount</Trans>
            </th>
            <th scope="col">
              <Trans>Status</Trans>
            </th>
            <th scope="col">
              <span className="visually-hidden">{t`Watch`}</span>
            </th>
          </tr>
        </thead>
        {sales === 'grouped' ? (
          groupsOf(lots).map(({ sale, lots: own }) => (
            <tbody key={sale.scheduleTimelineId}>
              <tr className={css.sale}>
                <th scope="rowgroup" colSpan={COLUMNS}>
                  <SaleLine sale={sale} />
                </th>
              </tr>
              {own.map((lot) => (
                <Row key={lot.contractObjectId} lot={lot} among={lots} />
              ))}
            </tbody>
          ))
        ) : (
          <tbody>
            {lots.map((lot) => (
              <Row key={lot.contractObjectId} lot={lot} among={lots} named={sales === 'mixed'} />
            ))}
          </tbody>
        )}
      </table>
    </div>
  )
}

const COLUMNS = 12

/** `among`: all rows. `named`: the row names the lot's sale. */
function Row({
  lot,
  among,
  named = false,
}: {
  readonly lot: LotRow
  readonly among: readonly LotRow[]
  readonly named?: boolean
}) {
  return (
    <tr>
      <td className={css.no}>{shownLotNo(lot)}</td>
      <td className={css.thumb}>
        <Picture src={lot.thumbnail} swatch={lot.swatch} alt="" />
      </td>
      <th scope="row" className={css.name}>
        <Link to="/target/detail/$id/$ids" params={{ id: lot.contractObjectId, ids: lot.scheduleTimelineId }}>
          <Swatch of={lot.swatch} />
          {lot.name}
        </Link>
        {named && (
          <small>
            <SaleName lot={lot} />
          </small>
        )}
      </th>
      <td>{lot.origin}</td>
      <td>{lot.grade}</td>
      <td className={css.spec}>{lot.specification}</td>
      <td className={css.num}>
        <ColumnQuantity quantity={lot.quantity} unit={lot.unit} among={among} />
      </td>
      <td>{lot.currency}</td>
      <td className={css.num}>
        <Price lot={lot} />
      </td>
      <td className={classes(css.num, css.wideOnly)}>
        <Money amount={lot.amount} currency={lot.currency} bare />
      </td>
      <td>
        <LotMark status={lot.status} asks={lot.asks} />
      </td>
      <td>
        <WatchButton lot={lot} />
      </td>
    </tr>
  )
}

/** The start price, as the column's heading says, or the current price with a label. */
function Price({ lot }: { readonly lot: LotRow }) {
  return (
    <>
      <span className={css.price}>
        <Money amount={lot.price ?? lot.startPrice} currency={lot.currency} bare />
      </span>
      {lot.price !== null && (
        <span className={css.sub}>
          <PriceLabel lot={lot} />
        </span>
      )}
    </>
  )
}

export const LotTableSkeleton = () => (
  <Skeleton className={css.frame}>
    <table className={css.table}>
      <tbody>
        {Array.from({ length: 8 }, (_, row) => (
          <tr key={row}>
            <td className={css.no}>
              <SkeletonLine width="1.5em" />
            </td>
            <td className={css.thumb}>
              <SkeletonLine width="48px" height="36px" />
            </td>
            <td className={css.name}>
              <SkeletonLine width="80%" />
            </td>
            <td>
              <SkeletonLine width="5em" />
            </td>
            <td>
              <SkeletonLine width="4em" />
            </td>
            <td>
              <SkeletonLine width="9em" />
            </td>
            <td>
              <SkeletonLine width="5em" />
            </td>
            <td>
              <SkeletonLine width="6em" height="1.4em" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Skeleton>
)
