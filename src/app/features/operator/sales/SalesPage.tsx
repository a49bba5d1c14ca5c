import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useScreenTitle } from '../../../lib/screenTitle.ts'
import type { RowOf } from '../../../../client/calls/index.ts'
import { formatZoned } from '../../../lib/format/index.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { Lots } from '../../../ui/Counted.tsx'
import { Allowed } from '../../../lib/permissions.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { NEW } from './SchedulePage.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { PhaseMark } from '../../../ui/marks.tsx'
import type { TableColumn } from '../../../ui/table/Table.tsx'
import { ListPage } from '../../../ui/table/ListPage.tsx'
import { FirstSteps } from '../FirstSteps.tsx'
import { listSearch } from '../search.ts'
import { salesQuery } from './queries.ts'
import { useClient } from '../../../lib/client.ts'

interface SaleRow {
  readonly id: string
  readonly scheduleId: string
  readonly name: string
  readonly venue: string
  /** `null`: the schedule has no session yet. */
  readonly timeline: RowOf<'scheduleList'>['timelines'][number] | null
}

/** All dated sales, the next one first. From here the operator publishes, admits, and decides about deals. */
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
      sub={<Trans>Prepare a sale, publish it, admit its bidders, and decide about its deals.</Trans>}
      above={<FirstSteps />}
      actions={<NewSchedule />}
      list={list}
      dataKey="id"
      columns={useColumns()}
      search={search}
      onTurn={(turn) => void navigate({ search: (newest) => listSearch({ ...newest, ...turn }), replace: true })}
      empty={
        <Empty title={<Trans>No sales yet.</Trans>}>
          <Trans>Begin with a schedule: a name and a venue. Its sessions, rules and lots follow.</Trans>
        </Empty>
      }
    />
  )
}

const NewSchedule = () => (
  <Allowed permissions={['sale:session:edit']}>
    <Link to="/desk/schedules/$scheduleId" params={{ scheduleId: NEW }} className={buttonClass()}>
      <Icon name="plus" size={18} />
      <Trans>New schedule</Trans>
    </Link>
  </Allowed>
)

function salesOf({ scheduleId, name, venue, practice, timelines }: RowOf<'scheduleList'>): SaleRow[] {
  if (practice) return []
  const shared = { scheduleId, name, venue }
  return timelines.length === 0
    ? [{ ...shared, id: scheduleId, timeline: null }]
    : timelines.map((timeline) => ({ ...shared, id: timeline.scheduleTimelineId, timeline }))
}

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
      body: ({ timeline }) =>
        timeline === null ? (
          '–'
        ) : (
          <time translate="no" dateTime={timeline.startTime}>
            {formatZoned(timeline.startTime, client.locale)}
          </time>
        ),
    },
    { key: 'lots', header: t`Lots`, body: ({ timeline }) => timeline && <Lots count={timeline.lotCount} /> },
    {
      key: 'state',
      header: t`Status`,
      body: ({ timeline }) =>
        timeline === null ? <Trans>No session yet</Trans> : <PhaseMark phase={timeline.state} />,
    },
    {
      key: 'acts',
      header: t`Actions`,
      acts: true,
      body: ({ id, scheduleId, name, timeline }) => (
        <>
          {timeline && (
            <Link
              to="/desk/sales/$scheduleTimelineId"
              params={{ scheduleTimelineId: id }}
              className={buttonClass({ variant: 'line', size: 'small' })}
              aria-label={t`Open ${name}`}
              data-open
            >
              <Trans context="sale">Open</Trans>
            </Link>
          )}
          <Link
            to="/desk/schedules/$scheduleId"
            params={{ scheduleId }}
            className={buttonClass({ variant: 'quiet', size: 'small' })}
            aria-label={t`Schedule ${name}`}
          >
            <Trans>Schedule</Trans>
          </Link>
        </>
      ),
    },
  ]
}
