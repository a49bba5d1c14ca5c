import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../lib/client.ts'
import { formatDate, formatMoment } from '../../lib/format/index.ts'
import { ColumnQuantity } from '../../ui/ColumnQuantity.tsx'
import { Money } from '../../ui/Money.tsx'
import type { TableColumn } from '../../ui/table/Table.tsx'
import { LotMark, UnclearMark } from './LotMark.tsx'
import css from './LotsPage.module.css'
import type { LotRow } from './queries.ts'
import { SessionOfLot } from './SessionOfLot.tsx'
import { Thumbnail } from './Thumbnail.tsx'

/** The columns of the seller's list; its first chooses lots. */
export function useLotColumns(
  rows: readonly LotRow[],
  picked: ReadonlySet<string>,
  setPicked: (picked: ReadonlySet<string>) => void,
): readonly TableColumn<LotRow>[] {
  const client = useClient()
  const { t } = useLingui()
  const turn = (id: string): void => {
    const next = new Set(picked)
    if (!next.delete(id)) next.add(id)
    setPicked(next)
  }
  return [
    {
      key: 'pick',
      header: t`Choose`,
      body: ({ lotDraftId, name }) => (
        <label className={css.pick}>
          <input type="checkbox" checked={picked.has(lotDraftId)} onChange={() => turn(lotDraftId)} />
          <span className="visually-hidden">{t`Choose ${name}`}</span>
        </label>
      ),
    },
    {
      key: 'lot',
      header: t`Lot`,
      main: true,
      body: ({ lotDraftId, name, picture, specification }) => (
        <span className={css.lot}>
          <Thumbnail file={picture} />
          <span>
            <Link id={lotDraftId} to="/seller/lots/$lotDraftId" params={{ lotDraftId }}>
              {name}
            </Link>
            <small>{specification}</small>
          </span>
        </span>
      ),
    },
    {
      key: 'timber',
      header: t`Species, origin, grade`,
      body: ({ species, origin, grade }) => (
        <>
          {species}
          <small>
            {origin} · {grade}
          </small>
        </>
      ),
      choice: 'shown',
    },
    {
      key: 'quantity',
      header: t`Quantity`,
      body: ({ quantity, unit }) => <ColumnQuantity quantity={quantity} unit={unit} among={rows} />,
      figures: true,
      choice: 'shown',
    },
    {
      key: 'price',
      header: t`Start price`,
      body: ({ startPrice, currency, unit, reserve }) => (
        <>
          <Money amount={startPrice} currency={currency} per={unit} />
          {reserve !== null && (
            <small>
              <Trans>
                Reserve <Money amount={reserve} currency={currency} />
              </Trans>
            </small>
          )}
        </>
      ),
      figures: true,
    },
    {
      key: 'delivery',
      header: t`Delivery date`,
      body: ({ deliveryDate }) => formatDate(deliveryDate, client.locale),
      choice: 'hidden',
    },
    {
      key: 'papers',
      header: t`Photographs, papers`,
      body: ({ pictures, papers }) => (
        <>
          {pictures} / {papers}
        </>
      ),
      choice: 'hidden',
    },
    {
      key: 'state',
      header: t`Status`,
      body: (row) => (
        <>
          <LotMark {...row} />
          {row.sizeUnclear === true && <UnclearMark />}
          <SessionOfLot lot={row} />
          {row.isToAdd === true && (
            <small>
              <Trans>To be added by the host</Trans>
            </small>
          )}
          {row.remark !== null && <small className={css.remark}>{row.remark}</small>}
          {row.state === 'returned' && row.remark === null && (
            <small className={css.remark}>
              <Trans>The sale began without it</Trans>
            </small>
          )}
        </>
      ),
    },
    {
      key: 'changed',
      header: t`Changed`,
      body: ({ changedAt, changedBy }) => (
        <>
          <time translate="no" dateTime={changedAt}>
            {formatMoment(changedAt, client.locale)}
          </time>
          <small>{changedBy}</small>
        </>
      ),
      choice: 'hidden',
    },
  ]
}
