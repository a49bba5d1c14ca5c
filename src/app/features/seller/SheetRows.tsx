import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { specification } from '../../../contract/sizes.ts'
import { PAGE_SIZE } from '../../../contract/constants.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Money, Quantity } from '../../ui/Money.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { ReadProblem } from '../../ui/read/index.ts'
import { Table, TableSkeleton, type TableColumn } from '../../ui/table/Table.tsx'
import { PAPERS } from '../../ui/papers.ts'
import css from './ImportPage.module.css'
import { importRowsQuery, type CellProblem, type ImportRow } from './queries.ts'
import type { ImportSearch } from './search.ts'
import { CELLS, FIELDS, isField } from './words.ts'
import { useClient } from '../../lib/client.ts'

interface Props {
  readonly id: string
  readonly search: ImportSearch
  readonly onTurn: (turn: { readonly page: number; readonly size: number }) => void
}

/** Rows of the sheet as the server read them, with each bad cell in words. */
export function SheetRows({ id, search, onTurn }: Props) {
  const { t } = useLingui()
  const rows = useQuery(importRowsQuery(id, search))
  const columns = useColumns()
  if (rows.data === undefined) return rows.isError ? <ReadProblem read={rows} /> : <TableSkeleton />
  return (
    <>
      <Table
        label={t`Rows of the sheet`}
        rows={rows.data.rows}
        dataKey="row"
        columns={columns}
        stale={rows.isPlaceholderData}
      />
      {rows.data.total > rows.data.rows.length && (
        <Pagination total={rows.data.total} page={search.page ?? 1} size={search.size ?? PAGE_SIZE} onChange={onTurn} />
      )}
    </>
  )
}

function useColumns(): readonly TableColumn<ImportRow>[] {
  const { t } = useLingui()
  const { locale } = useClient()
  return [
    { key: 'row', header: t`Row`, body: ({ row }) => <Trans>Row {row}</Trans> },
    {
      key: 'lot',
      header: t`Lot`,
      main: true,
      body: ({ lot, problems }) =>
        lot ? (
          <>
            <strong>{locale === 'zh' ? lot.nameZh : lot.nameEn}</strong>
            <small>
              {lot.species} · {specification(lot)} · <Quantity quantity={lot.quantity} unit={lot.unit} /> ·{' '}
              <Money amount={lot.startPrice} currency={lot.currency} per={lot.unit} />
            </small>
          </>
        ) : (
          <ul className={css.problems}>
            {problems.map((problem) => (
              <li key={problem.column}>
                <Icon name="alert" size={16} />
                <Problem problem={problem} />
              </li>
            ))}
          </ul>
        ),
    },
  ]
}

/** `Start price: “12,3,4” is not a price` */
function Problem({ problem: { column, value, code, near } }: { readonly problem: CellProblem }) {
  const { i18n } = useLingui()
  const field = useColumnName(column)
  const said = i18n._(CELLS[code](value))
  return (
    <span>
      <Trans>
        {field}: {said}
      </Trans>
      {near !== null && (
        <>
          {' '}
          <Trans>Is “{near}” meant?</Trans>
        </>
      )}
    </span>
  )
}

function useColumnName(column: string): string {
  const { i18n } = useLingui()
  if (isField(column)) return i18n._(FIELDS[column])
  const paper = Object.entries(PAPERS).find(([kind]) => column === `paper:${kind}`)?.[1]
  return paper ? i18n._(paper) : column
}
