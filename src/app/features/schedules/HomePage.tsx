import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { boardOf, contactSheetQuery, hasMore, practiceQuery, schedulesQuery, type Entry } from '../../lib/sale/index.ts'
import { useMinute } from '../../lib/clock/useNow.ts'
import { useAfterHydration } from '../../lib/useAfterHydration.ts'
import { useWho, type Who } from '../../lib/user.ts'
import { Allowed } from '../../lib/permissions.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Page } from '../../ui/Page.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import { ReadAge, ReadProblem } from '../../ui/read/index.ts'
import css from './HomePage.module.css'
import { Opening, OpeningSkeleton } from './Opening.tsx'
import { Practice } from './Practice.tsx'
import { Results } from './Results.tsx'
import { Ticket } from './Ticket.tsx'
import { useNewest } from '../../lib/written.ts'

/** An older list may lack a sale. */
const OLD_MS = 60_000

/** The home page: the sales, their dates, and whether the reader may take part. */
export function HomePage({ children }: { /** The sections below the sales. */ readonly children?: ReactNode }) {
  const { t } = useLingui()
  const who = useWho()
  const practice = useQuery(practiceQuery)
  const list = useInfiniteQuery(schedulesQuery)
  const sheet = useQuery(contactSheetQuery)
  const { data: shown } = useNewest(sheet, contactSheetQuery.queryKey)
  const { data: trials } = useNewest(practice, practiceQuery.queryKey)
  const { data, dataUpdatedAt: at } = useNewest(list, schedulesQuery.queryKey)
  const isOld = useMinute() - at > OLD_MS
  const newcomer = useAfterHydration(() => sheet.data?.newcomer)
  const pages = data?.pages
  const board = boardOf(pages?.flatMap(({ rows }) => rows) ?? [])
  const trial = boardOf(trials?.rows ?? []).practice ?? board.practice
  const opening =
    board.coming.find(({ timeline }) => timeline.scheduleTimelineId === shown?.scheduleTimelineId) ?? board.coming[0]
  // That no sale is announced is said of a new answer, or when no newer one can be had.
  const isUnsure = !opening && isOld && list.isFetching
  const age = <ReadAge read={list} at={at} />
  const more = board.coming.filter((entry) => entry !== opening)
  const practise = trial && (
    <Practice entry={trial} who={who} beside={opening} first={who.kind === 'visitor' || !!newcomer} />
  )
  return (
    <Page title={null}>
      <h1 className="visually-hidden">{t`Timber sales`}</h1>
      <div className={css.sections}>
        {pages && !isUnsure ? (
          <>
            {opening ? (
              <Opening entry={opening} who={who} sheet={shown} age={age} />
            ) : (
              <Empty
                title={<Trans>No sale is announced at the moment.</Trans>}
                action={
                  <>
                    {age}
                    <Allowed permissions={['sale:session:read']}>
                      <PathLink href="/desk/sales" className={buttonClass()}>
                        <Trans>Prepare a sale</Trans>
                      </PathLink>
                    </Allowed>
                  </>
                }
              >
                <Trans>New sales appear here when they are published.</Trans>
              </Empty>
            )}
            {practise}
            {more.length > 0 && <Coming entries={more} who={who} />}
            <section className={css.section} id="results">
              <Results entries={board.over} />
            </section>
            {hasMore(pages) && (
              <span className={css.more}>
                <Button variant="line" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  <Trans>More sales</Trans>
                </Button>
              </span>
            )}
          </>
        ) : pages || list.isPending ? (
          <OpeningSkeleton />
        ) : (
          <ReadProblem
            read={list}
            offline={
              <Trans>The sales have not been opened on this device yet, so they are not available offline.</Trans>
            }
          />
        )}
        {pages ? null : practise}
        {children}
      </div>
    </Page>
  )
}

/** The sales after the one at the page's top. */
const Coming = ({ entries, who }: { readonly entries: readonly Entry[]; readonly who: Who }) => (
  <section className={css.section}>
    <div className={css.head}>
      <h2>
        <Trans>Coming up</Trans>
      </h2>
    </div>
    <ol className={css.list}>
      {entries.map((entry) => (
        <li key={entry.timeline.scheduleTimelineId}>
          <Ticket entry={entry} who={who} />
        </li>
      ))}
    </ol>
  </section>
)
