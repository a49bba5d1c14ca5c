import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { isRanged } from '../../../../contract/dayRange.ts'
import { PAGE_SIZE } from '../../../../contract/constants.ts'
import { useClient } from '../../../lib/client.ts'
import { formatMoment } from '../../../lib/format/index.ts'
import { NOTIFICATIONS } from '../../../lib/notifications.ts'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { DayRangeFields } from '../../../ui/DayRangeFields.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { PathLink } from '../../../ui/PathLink.tsx'
import { ReadAge, ReadProblem } from '../../../ui/read/index.ts'
import { Skeleton, SkeletonLine } from '../../../ui/Skeleton.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { Chips } from '../contracts/Chips.tsx'
import css from './Notifications.module.css'
import { notificationsQuery, type NotificationRow } from './queries.ts'
import { notificationsSearch, type NotificationsSearch } from './search.ts'
import { SettingsPart } from './SettingsPart.tsx'
import { OnlineButton } from '../../../ui/online/OnlineButton.tsx'

/** The person's notifications, and the channels for sending them. */
export function NotificationsPage() {
  const { t } = useLingui()
  const search = useSearch({ from: '/_signedIn/_centre/user/notifications' })
  const navigate = useNavigate({ from: '/user/notifications' })
  const change = (next: object): void =>
    void navigate({ search: (newest) => notificationsSearch({ ...newest, ...next }), replace: true })
  return (
    <Page title={t`Notifications`} heading={<Trans>Notifications</Trans>}>
      <Tabs
        label={t`Notifications`}
        tabs={[
          { key: 'list', label: <Trans>List</Trans> },
          { key: 'settings', label: <Trans>How you are told</Trans> },
        ]}
        value={search.view ?? 'list'}
        onChange={(key) => change({ view: key === 'settings' ? key : undefined })}
      >
        {search.view === 'settings' ? <SettingsPart /> : <List search={search} onChange={change} />}
      </Tabs>
    </Page>
  )
}

interface ListProps {
  readonly search: NotificationsSearch
  readonly onChange: (next: object) => void
}

function List({ search, onChange }: ListProps) {
  const { t } = useLingui()
  const client = useClient()
  const queries = useQueryClient()
  const list = useQuery(notificationsQuery(search))
  const { data } = list
  const renew = () => queries.invalidateQueries({ queryKey: [...NOTIFICATIONS] })
  const readAll = useMutation({
    mutationFn: (upTo: string) => client.calls.send('notificationReadAll', { body: { upTo } }),
    onSuccess: renew,
  })
  const read = useMutation({
    mutationFn: (notificationId: string) => client.calls.send('notificationRead', { body: { notificationId } }),
    // Quiet, because the reader may read on offline: the notification stays unread until it is opened again.
    meta: { quiet: true },
    onSuccess: renew,
  })
  const newest = data?.rows[0]
  return (
    <div className={css.list}>
      <div className={css.bar}>
        <Chips
          label={t`Filter`}
          chips={[
            { key: 'all', name: <Trans>All</Trans> },
            { key: 'unread', name: <Trans>Unread</Trans> },
          ]}
          value={search.unread ? 'unread' : 'all'}
          onChange={(key) => onChange({ unread: key === 'unread' ? true : undefined, page: undefined })}
        />
        <DayRangeFields range={search} onChange={(range) => onChange({ ...range, page: undefined })} />
        {data && <ReadAge read={list} />}
        {newest && search.page === undefined && (
          <span className={css.end}>
            <OnlineButton
              variant="line"
              size="small"
              busy={readAll.isPending}
              onClick={() => readAll.mutate(newest.createdAt)}
            >
              <Icon name="check" size={16} />
              <Trans>Mark all as read</Trans>
            </OnlineButton>
          </span>
        )}
      </div>
      {data === undefined && list.isError ? (
        <ReadProblem
          read={list}
          offline={<Trans>This list has not been opened on this device yet. It loads when you are back online.</Trans>}
        />
      ) : data === undefined ? (
        <NotificationsSkeleton />
      ) : data.rows.length === 0 ? (
        <Nothing
          filtered={search.unread === true || search.page !== undefined || isRanged(search)}
          onReset={() => onChange({ unread: undefined, page: undefined, beginTime: undefined, endTime: undefined })}
        />
      ) : (
        <ul className={classes(css.rows, list.isPlaceholderData && css.stale)} aria-busy={list.isPlaceholderData}>
          {data.rows.map((row) => (
            <li key={row.notificationId}>
              <Row row={row} onRead={() => row.readAt === null && read.mutate(row.notificationId)} />
            </li>
          ))}
        </ul>
      )}
      {data && data.total > 0 && (
        <Pagination total={data.total} page={search.page ?? 1} size={search.size ?? PAGE_SIZE} onChange={onChange} />
      )}
    </div>
  )
}

function Row({
  row: { title, body, path, createdAt, readAt },
  onRead,
}: {
  readonly row: NotificationRow
  readonly onRead: () => void
}) {
  const { locale } = useClient()
  return (
    <PathLink href={path} className={classes(css.row, readAt === null && css.unread)} onClick={onRead}>
      <span className={css.what}>
        <strong>{title}</strong>
        {body !== '' && <span>{body}</span>}
      </span>
      <span className={css.when}>
        {readAt === null && (
          <em>
            <Trans>Unread</Trans>
          </em>
        )}
        <time translate="no" dateTime={createdAt}>
          {formatMoment(createdAt, locale)}
        </time>
      </span>
      <Icon name="right" size={18} />
    </PathLink>
  )
}

function Nothing({ filtered, onReset }: { readonly filtered: boolean; readonly onReset: () => void }) {
  if (filtered)
    return (
      <Empty
        title={<Trans>No notifications with these filters.</Trans>}
        action={
          <Button variant="line" onClick={onReset}>
            <Trans>Show all</Trans>
          </Button>
        }
      />
    )
  return (
    <Empty title={<Trans>No notifications yet.</Trans>}>
      <Trans>
        When you are outbid, an offer or a contract waits for you, or a lot you watch opens or closes, it appears here.
      </Trans>
    </Empty>
  )
}

const NotificationsSkeleton = () => (
  <Skeleton className={css.rows}>
    {[0, 1, 2, 3].map((at) => (
      <div key={at} className={css.row}>
        <span className={css.what}>
          <SkeletonLine width="40%" />
          <SkeletonLine width="70%" />
        </span>
        <SkeletonLine width="60px" />
      </div>
    ))}
  </Skeleton>
)
