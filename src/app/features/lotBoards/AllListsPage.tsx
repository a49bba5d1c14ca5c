import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PAGE_SIZE } from '../../../contract/constants.ts'
import { entriesOf, type Entry } from '../../lib/sale/index.ts'
import type { PageSearch } from '../../lib/paging.ts'
import { useWrittenQuery } from '../../lib/useWrittenQuery.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Page } from '../../ui/Page.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { ReadAge, ReadProblem } from '../../ui/read/index.ts'
import css from './AllListsPage.module.css'
import { ListName, NoneYet } from './ListName.tsx'
import { LotRows, LotRowsSkeleton } from './LotRows.tsx'
import { boardQuery, salesQuery } from './queries.ts'
import { listsSearch, LOT_LISTS, type List, type LotList } from './search.ts'

const LISTS: readonly List[] = ['sales', ...LOT_LISTS]

/** Draws a sale; supplied by the schedules feature. */
type ShowSale = (entry: Entry) => ReactNode

/** The full lists behind the home page: public, as the home page is. */
export function AllListsPage({ sale }: { readonly sale: ShowSale }) {
  const { t } = useLingui()
  const { list = 'sales' } = useSearch({ from: '/home/list' })
  return (
    <Page title={t`Sales and lots`} heading={<Trans>Sales and lots</Trans>}>
      <nav className={css.lists} aria-label={t`Lists`}>
        {LISTS.map((one) => (
          <Link
            key={one}
            to="/home/list"
            search={one === 'sales' ? {} : { list: one }}
            activeOptions={{ exact: true }}
            className={buttonClass({ variant: one === list ? 'fill' : 'line', size: 'small' })}
            {...(one === list && { 'aria-current': 'page' })}
          >
            <ListName list={one} />
          </Link>
        ))}
      </nav>
      {list === 'sales' ? <Sales sale={sale} /> : <Lots key={list} list={list} />}
    </Page>
  )
}

function useTurn() {
  const { list, page = 1, size = PAGE_SIZE } = useSearch({ from: '/home/list' })
  const navigate = useNavigate({ from: '/home/list' })
  const turn = (next: PageSearch): void => void navigate({ search: listsSearch({ list, ...next }), replace: true })
  return { page, size, turn }
}

function Sales({ sale }: { readonly sale: ShowSale }) {
  const { page, size, turn } = useTurn()
  const read = useWrittenQuery(salesQuery(page, size))
  const { data, isPlaceholderData } = read
  if (!data) return read.isError ? <ReadProblem read={read} /> : <LotRowsSkeleton />
  return (
    <>
      <h2 className="visually-hidden">
        <ListName list="sales" />
      </h2>
      <ReadAge read={read} />
      {data.rows.length === 0 ? (
        <None list="sales" />
      ) : (
        <ol className={classes(css.sales, isPlaceholderData && css.stale)}>
          {entriesOf(data.rows).map((entry) => (
            <li key={entry.timeline.scheduleTimelineId}>{sale(entry)}</li>
          ))}
        </ol>
      )}
      {data.total > 0 && <Pagination total={data.total} page={page} size={size} onChange={turn} />}
    </>
  )
}

function Lots({ list }: { readonly list: LotList }) {
  const { page, size, turn } = useTurn()
  const read = useWrittenQuery(boardQuery(list, page, size))
  const { data, isPlaceholderData } = read
  if (!data) return read.isError ? <ReadProblem read={read} /> : <LotRowsSkeleton />
  return (
    <>
      <ReadAge read={read} />
      {data.rows.length === 0 ? (
        <None list={list} />
      ) : (
        <div className={classes(isPlaceholderData && css.stale)}>
          <LotRows lots={data.rows} list={list} />
        </div>
      )}
      {data.total > 0 && <Pagination total={data.total} page={page} size={size} onChange={turn} />}
    </>
  )
}

const None = ({ list }: { readonly list: List }) => (
  <Empty
    title={<NoneYet list={list} />}
    action={
      <Link to="/index" className={buttonClass()}>
        <Trans>Back to home</Trans>
      </Link>
    }
  >
    <Trans>New sales and their lots appear here when published, results when the hammer falls.</Trans>
  </Empty>
)
