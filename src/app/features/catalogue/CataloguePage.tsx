import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PAGE_SIZE } from '../../../contract/constants.ts'
import { useRoomy, useWide } from '../../lib/media.ts'
import { saleQuery } from '../../lib/sale/index.ts'
import { scrollToTop } from '../../lib/scroll.ts'
import { Age } from '../../ui/Age.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Page } from '../../ui/Page.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { CatalogueProblem } from './CatalogueProblem.tsx'
import css from './CataloguePage.module.css'
import { Filters } from './Filters.tsx'
import { LotCards, LotCardsBones } from './LotCards.tsx'
import { LotTable, LotTableBones } from './LotTable.tsx'
import { leaveTrail } from './neighbours.ts'
import { lotsQuery } from './queries.ts'
import { SaleHead } from './SaleHead.tsx'
import { changed, filtersIn, type CatalogueSearch } from './search.ts'
import { TakeAlong } from './taken/TakeAlong.tsx'

export function CataloguePage() {
  const { t } = useLingui()
  const { scheduleTimelineId } = useSearch({ from: '/_signedIn/target/list' })
  if (scheduleTimelineId !== undefined) return <Catalogue scheduleTimelineId={scheduleTimelineId} />
  return (
    <Page title={t`Catalogue`} narrow>
      <Empty
        alone
        title={<Trans>Which sale?</Trans>}
        action={
          <Link to="/index" hash="sessions" className={buttonClass()}>
            <Trans>To the sales</Trans>
          </Link>
        }
      >
        <Trans>A catalogue belongs to a sale. Choose one on the home page.</Trans>
      </Empty>
    </Page>
  )
}

function Catalogue({ scheduleTimelineId }: { readonly scheduleTimelineId: string }) {
  const { t } = useLingui()
  const search = useSearch({ from: '/_signedIn/target/list' })
  const navigate = useNavigate({ from: '/target/list' })
  const lots = useQuery(lotsQuery(search, scheduleTimelineId))
  const sale = useQuery(saleQuery(scheduleTimelineId))
  const wide = useWide()
  const usual = useRoomy() ? 'table' : 'cards'
  useTrail(scheduleTimelineId, lots.isPlaceholderData ? undefined : lots.data?.rows)

  const view = wide ? (search.view ?? usual) : 'cards'
  const go = (next: CatalogueSearch): void => void navigate({ search: next, replace: true })
  const turn = ({ page, size }: { readonly page: number; readonly size: number }): void => {
    scrollToTop()
    go(changed(search, { page, size }))
  }
  const rows = lots.data?.rows
  return (
    <Page
      title={sale.data?.schedule.name ?? t`Catalogue`}
      heading={sale.data?.schedule.name ?? <Trans>Catalogue</Trans>}
    >
      <SaleHead sale={sale.isPending ? 'coming' : (sale.data ?? null)} readable={rows !== undefined || !lots.isError} />
      {lots.data && sale.data && sale.data.timeline.lotCount > 0 && (
        <TakeAlong scheduleTimelineId={scheduleTimelineId} lots={sale.data.timeline.lotCount} />
      )}
      {lots.isError && !lots.data ? (
        <CatalogueProblem error={lots.error} onRetry={() => void lots.refetch()} />
      ) : (
        <>
          <Filters
            search={search}
            scheduleTimelineId={scheduleTimelineId}
            view={view}
            wide={wide}
            onChange={go}
            age={lots.data && <Age at={lots.dataUpdatedAt} old={lots.isError} />}
          />
          <div className={classes(css.list, lots.isPlaceholderData && css.stale)} aria-busy={lots.isFetching}>
            {rows === undefined ? view === 'table' ? <LotTableBones /> : <LotCardsBones /> : null}
            {rows?.length === 0 && <NoLots search={search} onReset={() => go({ scheduleTimelineId })} />}
            {rows && rows.length > 0 && (view === 'table' ? <LotTable lots={rows} /> : <LotCards lots={rows} />)}
          </div>
          {lots.data && (
            <Pagination
              total={lots.data.total}
              page={search.page ?? 1}
              size={search.size ?? PAGE_SIZE}
              onChange={turn}
            />
          )}
        </>
      )}
    </Page>
  )
}

/** So that a lot page knows its neighbours and the way back. */
function useTrail(
  scheduleTimelineId: string,
  rows: readonly { readonly contractObjectId: string }[] | undefined,
): void {
  const search = useSearch({ from: '/_signedIn/target/list' })
  useEffect(() => {
    if (rows)
      leaveTrail(
        { scheduleTimelineId, search, ids: rows.map(({ contractObjectId }) => contractObjectId) },
        sessionStorage,
      )
  }, [scheduleTimelineId, search, rows])
}

function NoLots({ search, onReset }: { readonly search: CatalogueSearch; readonly onReset: () => void }) {
  if (filtersIn(search) === 0) {
    return (
      <Empty title={<Trans>No lots are in this catalogue yet.</Trans>}>
        <Trans>They will stand here once the sale is published.</Trans>
      </Empty>
    )
  }
  return (
    <Empty
      title={<Trans>No lot fits these filters.</Trans>}
      action={
        <Button variant="line" onClick={onReset}>
          <Trans>Clear filters</Trans>
        </Button>
      }
    >
      <Trans>Take one of them away, or search for another species, origin or number.</Trans>
    </Empty>
  )
}
