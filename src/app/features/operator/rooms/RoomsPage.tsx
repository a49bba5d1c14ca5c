import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useClient } from '../../../lib/client.ts'
import { groupThousands, formatZoned, formatSeconds } from '../../../lib/format/index.ts'
import { useScreenTitle } from '../../../lib/screenTitle.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { buttonClass } from '../../../ui/Button.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { PhaseMark } from '../../../ui/marks.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Page } from '../../../ui/Page.tsx'
import { ReadAge, ReadProblem } from '../../../ui/read/index.ts'
import { useEnter } from '../../../ui/sale/useEnter.ts'
import { TableSkeleton } from '../../../ui/table/Table.tsx'
import { roomsQuery, type RoomRow } from '../sales/queries.ts'
import css from './RoomsPage.module.css'

/** All rooms that are open or will be: stage, people, links, lots, prices and alarms. */
export function RoomsPage() {
  const title = useScreenTitle('DeskRooms')
  const rooms = useQuery(roomsQuery)
  const { data } = rooms
  return (
    <Page
      title={title}
      heading={title}
      sub={<Trans>All published sales that are not over. What needs you stands first in each.</Trans>}
    >
      {data && <ReadAge read={rooms} />}
      {data === undefined ? (
        rooms.isError ? (
          <ReadProblem read={rooms} />
        ) : (
          <TableSkeleton />
        )
      ) : data.rows.length === 0 ? (
        <Empty title={<Trans>No sale is published.</Trans>}>
          <Trans>Rooms appear here with the publication of their sales.</Trans>
        </Empty>
      ) : (
        <div className={css.rooms}>
          {data.rows.map((room) => (
            <Room key={room.scheduleTimelineId} room={room} />
          ))}
        </div>
      )}
    </Page>
  )
}

function Room({ room }: { readonly room: RoomRow }) {
  const client = useClient()
  const { t } = useLingui()
  const { scheduleTimelineId, scheduleName, startTime, state, round, people, links, lots, open, paused } = room
  return (
    <article className={css.room} data-alarm={room.alarms.length > 0 ? '' : undefined} aria-label={scheduleName}>
      <header className={css.head}>
        <h2>
          <Link to="/desk/sales/$scheduleTimelineId" params={{ scheduleTimelineId }}>
            {scheduleName}
          </Link>
        </h2>
        <PhaseMark phase={state} />
        <span>{state === 4 ? <Trans>Round {round}</Trans> : formatZoned(startTime, client.locale)}</span>
      </header>
      {room.alarms.length > 0 && (
        <p className={css.alarms}>
          {room.alarms.map((alarm) => (
            <Mark key={alarm} tone={alarm === 'waiting' || alarm === 'deals' ? 'warn' : 'bad'} icon="alert">
              <Alarm alarm={alarm} message={paused} />
            </Mark>
          ))}
        </p>
      )}
      <dl className={css.facts}>
        <Fact name={t`Lots`}>
          <Trans>
            {lots.open} open · {lots.sold} sold · {lots.unsold} unsold · {lots.total} in all
          </Trans>
        </Fact>
        <Fact name={t`People`}>
          <Trans>
            Buyers {people.buyers} · sellers {people.sellers} · hosts {people.host} · watching {people.audience}
          </Trans>
        </Fact>
        <Fact name={t`Links`}>
          <span className={css.links}>
            <span className={css.good}>
              <Icon name="link" size={14} />
              <Trans>{links.good} good</Trans>
            </span>
            {links.slow > 0 && (
              <span className={css.slow}>
                <Trans>{links.slow} slow</Trans>
              </span>
            )}
            {links.lost > 0 && (
              <span className={css.lost}>
                <Icon name="offline" size={14} />
                <Trans>{links.lost} lost</Trans>
              </span>
            )}
          </span>
        </Fact>
      </dl>
      {open.length > 0 && (
        <ul className={css.lots}>
          {open.map((lot) => (
            <li key={lot.contractObjectId}>
              <span className={css.no}>{lot.position}</span>
              <span className={css.name}>{lot.name}</span>
              <Money amount={lot.price} currency={lot.currency} />
              <span>{lot.biddingNumber === null ? '–' : `#${lot.biddingNumber}`}</span>
              <span className={css.clock}>
                {lot.held ? (
                  <Trans>held</Trans>
                ) : (
                  lot.deadline !== null && (
                    <time translate="no" dateTime={lot.deadline}>
                      {formatSeconds(lot.deadline)}
                    </time>
                  )
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {lots.open > open.length && (
        <p className={css.more}>
          <Plural
            value={lots.open - open.length}
            one="and one lot more"
            other={`and ${groupThousands(lots.open - open.length)} lots more`}
          />
        </p>
      )}
      <footer className={css.acts}>
        <Enter room={room} />
        <Link
          to="/desk/sales/$scheduleTimelineId"
          params={{ scheduleTimelineId }}
          search={{ show: 'bidders' }}
          className={buttonClass({ variant: 'line', size: 'small' })}
        >
          <Trans>Bidders</Trans>
        </Link>
      </footer>
    </article>
  )
}

function Enter({ room }: { readonly room: RoomRow }) {
  const enter = useEnter()
  return (
    <ActButton size="small" variant="line" busy={enter.isPending} onClick={() => enter.mutate(room)}>
      <Icon name="hammer" size={18} />
      <Trans>Enter the room</Trans>
    </ActButton>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

function Alarm({ alarm, message }: { readonly alarm: RoomRow['alarms'][number]; readonly message: string | null }) {
  switch (alarm) {
    case 'paused':
      return message === null || message === '' ? <Trans>Paused by the system</Trans> : <Trans>Paused: {message}</Trans>
    case 'late':
      return <Trans>Due, not started</Trans>
    case 'no_host':
      return <Trans>No host inside</Trans>
    case 'held':
      return <Trans>A lot is on hold</Trans>
    case 'links':
      return <Trans>Links are lost</Trans>
    case 'exposed':
      return <Trans>A limit is below won and leading bids</Trans>
    case 'waiting':
      return <Trans>Sign-ups wait for you</Trans>
    case 'deals':
      return <Trans>Deals wait for an answer</Trans>
  }
}
