import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useScreenTitle } from '../../../lib/screenTitle.ts'
import type { RowOf } from '../../../../client/calls/index.ts'
import { formatMoment } from '../../../lib/format/index.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { Lots } from '../../../ui/Counted.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { PhaseMark } from '../../../ui/marks.tsx'
import type { TableColumn } from '../../../ui/table/Table.tsx'
import { ListPage } from '../../../ui/table/ListPage.tsx'
import { listSearch } from '../search.ts'
import { salesQuery } from './queries.ts'
import { useClient } from '../../../lib/client.ts'

interface SaleRow {
  readonly id: string
  readonly name: string
  readonly venue: string
  readonly timeline: RowOf<'scheduleList'>['timelines'][number]
}

/** Every dated sale, next first: from here the operator publishes, admits, and decides about deals. */
export function SalesPage() {
  const search = useSearch({ from: '/_signedIn/_centre/desk/sales/' })
  const navigate = useNavigate({ from: '/desk/sales/' })
  const list = useQuery({
    ...salesQuery(search),
    select: ({ rows, total }) => ({ rows: rows.flatMap(salesOf), total }),
  })
  return (
    <ListPage
      title={useScreenTitle('DeskSales')}
      sub={<Trans>Publish a sale, admit its bidders, set their limits, and decide about its deals.</Trans>}
      list={list}
      dataKey="id"
      columns={useColumns()}
      search={search}
      onTurn={(turn) => void navigate({ search: listSearch({ ...search, ...turn }), replace: true })}
      empty={
        <Empty title={<Trans>No sales yet.</Trans>}>
          <Trans>Sales appear here as soon as they are being prepared.</Trans>
        </Empty>
      }
    />
  )
}

const salesOf = ({ name, venue, practice, timelines }: RowOf<'scheduleList'>): SaleRow[] =>
  practice ? [] : timelines.map((timeline) => ({ id: timeline.scheduleTimelineId, name, venue, timeline }))

function useColumns(): readonly TableColumn<SaleRow>[] {
  const client = useClient()
  const { t } = useLingui()
  return [
    {
      key: 'name',
      header: t`Sale`,
      main: true,
      body: ({ name, venue }) => (
        <>
          <strong>{name}</strong>
          <small>{venue}</small>
        </>
      ),
    },
    {
      key: 'start',
      header: t`Start`,
      body: ({ timeline: { startTime } }) => <time dateTime={startTime}>{formatMoment(startTime, client.locale)}</time>,
    },
    { key: 'lots', header: t`Lots`, body: ({ timeline }) => <Lots count={timeline.lotCount} /> },
    { key: 'state', header: t`Status`, body: ({ timeline }) => <PhaseMark phase={timeline.state} /> },
    {
      key: 'acts',
      header: t`Actions`,
      acts: true,
      body: ({ id, name }) => (
        <Link
          to="/desk/sales/$scheduleTimelineId"
          params={{ scheduleTimelineId: id }}
          className={buttonClass({ variant: 'line', size: 'small' })}
          aria-label={t`Open ${name}`}
        >
          <Trans context="sale">Open</Trans>
        </Link>
      ),
    },
  ]
}
