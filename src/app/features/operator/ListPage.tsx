import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PAGE_SIZE } from '../../../contract/constants.ts'
import { Page } from '../../ui/Page.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { ReadAge, ReadProblem } from '../../ui/read/index.ts'
import { OperatorTable, OperatorTableSkeleton, type OperatorColumn } from './OperatorTable.tsx'
import css from './ListPage.module.css'
import type { ListSearch } from './search.ts'

interface Props<R extends object> {
  readonly title: string
  readonly sub?: ReactNode
  /** Search and filters. */
  readonly filters?: ReactNode
  readonly list: UseQueryResult<{ readonly rows: readonly R[]; readonly total: number }>
  readonly dataKey: keyof R & string
  readonly columns: readonly OperatorColumn<R>[]
  readonly search: ListSearch
  readonly onTurn: (next: { readonly page: number; readonly size: number }) => void
  readonly empty: ReactNode
}

/** An operator's list: filters, age, rows and pages. */
export function ListPage<R extends object>({
  title,
  sub,
  filters,
  list,
  dataKey,
  columns,
  search,
  onTurn,
  empty,
}: Props<R>) {
  const { data } = list
  return (
    <Page title={title} heading={title} {...(sub !== undefined && { sub })}>
      <div className={css.bar}>
        {filters}
        {data && <ReadAge read={list} />}
      </div>
      {data === undefined && list.isError ? (
        <ReadProblem read={list} />
      ) : data === undefined ? (
        <OperatorTableSkeleton />
      ) : data.rows.length === 0 ? (
        empty
      ) : (
        <OperatorTable
          label={title}
          rows={data.rows}
          dataKey={dataKey}
          columns={columns}
          stale={list.isPlaceholderData}
        />
      )}
      {data && data.total > 0 && (
        <Pagination total={data.total} page={search.page ?? 1} size={search.size ?? PAGE_SIZE} onChange={onTurn} />
      )}
    </Page>
  )
}
