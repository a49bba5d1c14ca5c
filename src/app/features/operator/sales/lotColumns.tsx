import { Trans, useLingui } from '@lingui/react/macro'
import { useClient } from '../../../lib/client.ts'
import { formatDate, formatMoment } from '../../../lib/format/index.ts'
import { Mark } from '../../../ui/Mark.tsx'
import { ColumnQuantity } from '../../../ui/ColumnQuantity.tsx'
import { Money } from '../../../ui/Money.tsx'
import type { TableColumn } from '../../../ui/table/Table.tsx'
import sheet from './LotDialog.module.css'
import type { SessionLot } from './queries.ts'
import css from './SalePage.module.css'

interface Choosing {
  readonly open: boolean
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (ids: ReadonlySet<string>) => void
  readonly onShow: (id: string) => void
  readonly rows: readonly SessionLot[]
}

/** The columns of submitted lots. */
export function useLotColumns({ rows, open, chosen, onChoose, onShow }: Choosing): readonly TableColumn<SessionLot>[] {
  const client = useClient()
  const { t } = useLingui()
  const quantities = rows.map(({ content }) => content)
  const nameOf = ({ content }: SessionLot): string => (client.locale === 'zh' ? content.nameZh : content.nameEn)
  const turn = (id: string): void => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  return [
    ...(open
      ? [
          {
            key: 'choose',
            header: t`Choose`,
            body: (row: SessionLot) => (
              <label className={css.check}>
                <input
                  type="checkbox"
                  aria-label={t`Choose ${nameOf(row)}`}
                  checked={chosen.has(row.lotDraftId)}
                  onChange={() => turn(row.lotDraftId)}
                />
              </label>
            ),
          } as const,
        ]
      : []),
    {
      key: 'position',
      header: t`No.`,
      sort: true,
      figures: true,
      body: ({ position }) => (position === null ? '–' : <strong>{position}</strong>),
    },
    {
      key: 'name',
      header: t`Lot`,
      main: true,
      sort: true,
      body: (row) => (
        <>
          <button type="button" className={sheet.open} data-open onClick={() => onShow(row.lotDraftId)}>
            {nameOf(row)}
          </button>
          <small>
            {[row.speciesName, row.originName, row.gradeName].join(' · ')}
            {row.content.pictures.length === 0 && (
              <>
                {' · '}
                <Trans>no picture</Trans>
              </>
            )}
          </small>
        </>
      ),
    },
    {
      key: 'seller',
      header: t`Seller`,
      sort: true,
      choice: 'shown',
      body: ({ sellerName, sellerCode }) => (
        <>
          {sellerName}
          {sellerCode !== null && <small>{sellerCode}</small>}
        </>
      ),
    },
    {
      key: 'quantity',
      header: t`Quantity`,
      sort: true,
      figures: true,
      choice: 'shown',
      body: ({ content }) => <ColumnQuantity quantity={content.quantity} unit={content.unit} among={quantities} />,
    },
    {
      key: 'startPrice',
      header: t`Start price`,
      sort: true,
      figures: true,
      body: ({ content: { startPrice, currency, addRange } }) => (
        <>
          <Money amount={startPrice} currency={currency} />
          <small>
            + <Money amount={addRange} currency={currency} />
          </small>
        </>
      ),
    },
    {
      key: 'reserve',
      header: t`Reserve`,
      figures: true,
      choice: 'shown',
      body: ({ content: { reserve, currency } }) =>
        reserve === null ? '–' : <Money amount={reserve} currency={currency} />,
    },
    {
      key: 'delivery',
      header: t`Delivery`,
      choice: 'hidden',
      body: ({ content: { deliveryDate } }) => formatDate(deliveryDate, client.locale),
    },
    {
      key: 'papers',
      header: t`Papers`,
      figures: true,
      choice: 'hidden',
      body: ({ content: { papers } }) => papers?.length ?? 0,
    },
    {
      key: 'changedAt',
      header: t`Changed`,
      sort: true,
      choice: 'hidden',
      body: ({ changedAt }) => (
        <time translate="no" dateTime={changedAt}>
          {formatMoment(changedAt, client.locale)}
        </time>
      ),
    },
    { key: 'state', header: t`Status`, body: (row) => <State row={row} /> },
  ]
}

function State({ row: { state, remark } }: { readonly row: SessionLot }) {
  switch (state) {
    case 'submitted':
      return (
        <Mark tone="warn" icon="clock">
          <Trans>To review</Trans>
        </Mark>
      )
    case 'accepted':
      return (
        <Mark tone="good" icon="check">
          <Trans>Accepted</Trans>
        </Mark>
      )
    case 'returned':
      return (
        <>
          <Mark tone="calm" icon="left">
            <Trans>Returned</Trans>
          </Mark>
          {remark !== null && <small>{remark}</small>}
        </>
      )
  }
}
