import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PAGE_SIZE } from '../../../contract/constants.ts'
import { Page } from '../Page.tsx'
import { Pagination } from '../Pagination.tsx'
import { ReadAge, ReadProblem } from '../read/index.ts'
import type { PageSearch } from '../../lib/paging.ts'
import { Table, TableSkeleton, type TableColumn, type TableSort } from './Table.tsx'
import css from './ListPage.module.css'

interface Props<R extends object> {
  readonly title: string
  readonly sub?: ReactNode
  /** Content between the title and the list. */
  readonly above?: ReactNode
  /** Search field and filters. */
  readonly filters?: ReactNode
  readonly list: UseQueryResult<{ readonly rows: readonly R[]; readonly total: number }>
  readonly dataKey: keyof R & string
  readonly columns: readonly TableColumn<R>[]
  readonly search: PageSearch
  readonly onTurn: (next: { readonly page: number; readonly size: number }) => void
  readonly empty: ReactNode
  /** Actions beside the title. */
  readonly actions?: ReactNode
  /** Name under which the device stores the choice of columns. */
  readonly name?: string
  readonly sort?: TableSort | null
  readonly onSort?: (sort: TableSort | null) => void
  /** Content above the rows. */
  readonly tools?: ReactNode
}

/** An operator's list page: filters, age, rows and pages. */
export function ListPage<R extends object>({
  title,
  sub,
  above,
  filters,
  list,
  dataKey,
  columns,
  search,
  onTurn,
  empty,
  actions,
  ...table
}: Props<R>) {
  const { data } = list
  return (
    <Page title={title} heading={title} {...(sub !== undefined && { sub })} {...(actions !== undefined && { actions })}>
      {above}
      <div className={css.bar}>
        {filters}
        {data && <ReadAge read={list} />}
      </div>
      {data === undefined && list.isError ? (
        <ReadProblem read={list} />
      ) : data === undefined ? (
        <TableSkeleton />
      ) : data.rows.length === 0 && data.total > 0 ? (
        // The pager turns to the last page that has rows.
        <TableSkeleton />
      ) : data.rows.length === 0 ? (
        empty
      ) : (
        <Table
          label={title}
          rows={data.rows}
          dataKey={dataKey}
          columns={columns}
          stale={list.isPlaceholderData}
          {...table}
        />
      )}
      {data && data.total > 0 && (
        <Pagination total={data.total} page={search.page ?? 1} size={search.size ?? PAGE_SIZE} onChange={onTurn} />
      )}
    </Page>
  )
}
