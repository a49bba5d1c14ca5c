import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PAGE_SIZE } from '../../../contract/constants.ts'
import type { AnswerOf } from '../../../client/calls/index.ts'
import { useFollowed } from '../../lib/sale/useFollowed.ts'
import { useRoomy, useDesktop } from '../../lib/media.ts'
import { classes } from '../../ui/classes.ts'
import { Pagination } from '../../ui/Pagination.tsx'
import { ReadAge } from '../../ui/read/index.ts'
import css from './CataloguePage.module.css'
import { useClient } from '../../lib/client.ts'
import { CatalogueProblem } from './CatalogueProblem.tsx'
import { Filters } from './Filters.tsx'
import { LotCards, LotCardsSkeleton } from './LotCards.tsx'
import { LotTable, LotTableSkeleton } from './LotTable.tsx'
import { leaveTrail } from './neighbours.ts'
import { NoLots } from './NoLots.tsx'
import { lotsQuery, type LotRow } from './queries.ts'
import { catalogueSearch, changed, type CatalogueSearch } from './search.ts'
import { rebased } from '../../lib/rebased.ts'

/** Filters, matching lots and their pages. Without a session: the lots of all sales. */
export function CatalogueLots({ scheduleTimelineId }: { readonly scheduleTimelineId: string | undefined }) {
  const search = useSearch({ from: '/_signedIn/target/list' })
  const navigate = useNavigate({ from: '/target/list' })
  const refetchInterval = useFollowed<AnswerOf<'lotList'>>(({ rows }) => rows)
  const lots = useQuery({ ...lotsQuery(search), refetchInterval })
  const wide = useDesktop()
  const usual = useRoomy() ? 'table' : 'cards'
  useTrail(lots.isPlaceholderData ? undefined : lots.data?.rows)
  if (lots.isError && !lots.data) return <CatalogueProblem read={lots} />

  const view = wide ? (search.view ?? usual) : 'cards'
  const applySearch = (next: CatalogueSearch): void =>
    void navigate({ search: (newest) => rebased(catalogueSearch, newest, search, next), replace: true })
  const rows = lots.data?.rows
  // A sorted list mixes the lots of several sales, so each lot names its sale.
  const sales = scheduleTimelineId !== undefined ? 'one' : search.sort === undefined ? 'grouped' : 'mixed'
  return (
    <>
      <Filters
        search={search}
        scheduleTimelineId={scheduleTimelineId}
        view={view}
        wide={wide}
        total={lots.isPlaceholderData ? undefined : lots.data?.total}
        onChange={applySearch}
        age={lots.data && <ReadAge read={lots} />}
      />
      <div className={classes(css.list, lots.isPlaceholderData && css.stale)} aria-busy={lots.isFetching}>
        {rows === undefined ? view === 'table' ? <LotTableSkeleton /> : <LotCardsSkeleton /> : null}
        {rows?.length === 0 && (
          <NoLots
            search={search}
            onReset={() => applySearch(scheduleTimelineId === undefined ? {} : { scheduleTimelineId })}
          />
        )}
        {rows &&
          rows.length > 0 &&
          (view === 'table' ? <LotTable lots={rows} sales={sales} /> : <LotCards lots={rows} sales={sales} />)}
      </div>
      {lots.data && lots.data.total > 0 && (
        <Pagination
          total={lots.data.total}
          page={search.page ?? 1}
          size={search.size ?? PAGE_SIZE}
          onChange={(next) => applySearch(changed(search, next))}
        />
      )}
    </>
  )
}

/** Records the list for the lot pages: their neighbours and the back link. */
function useTrail(rows: readonly LotRow[] | undefined): void {
  const search = useSearch({ from: '/_signedIn/target/list' })
  const { tabStorage } = useClient().ports
  useEffect(() => {
    if (rows) {
      const lots = rows.map(({ contractObjectId: id, scheduleTimelineId: sale }) => ({ id, sale }))
      leaveTrail({ search, lots }, tabStorage)
    }
  }, [search, rows, tabStorage])
}
