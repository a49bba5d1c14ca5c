import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { boardOf, practiceQuery, schedulesQuery, type Entry } from '../../lib/sale/index.ts'
import { useWho, type Who } from '../../lib/user.ts'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Page } from '../../ui/Page.tsx'
import { ReadAge, ReadProblem, type Read } from '../../ui/read/index.ts'
import css from './HomePage.module.css'
import { Practice, PracticeSkeleton } from './Practice.tsx'
import { Results } from './Results.tsx'
import { Ticket, TicketSkeleton } from './Ticket.tsx'
import { useWrittenAnswer } from '../../lib/written.ts'

/** The sales, their dates, and whether the reader may take part. */
export function HomePage({ children }: { /** The sections below the sales. */ readonly children?: ReactNode }) {
  const { t } = useLingui()
  const who = useWho()
  const practice = useQuery(practiceQuery)
  const list = useInfiniteQuery(schedulesQuery)
  const writtenPractice = useWrittenAnswer(practiceQuery.queryKey)
  const writtenList = useWrittenAnswer(schedulesQuery.queryKey)
  const pages = (list.data ?? writtenList?.data)?.pages
  const board = boardOf(pages?.flatMap(({ rows }) => rows) ?? [])
  const trial = boardOf((practice.data ?? writtenPractice?.data)?.rows ?? []).practice ?? board.practice
  return (
    <Page title={null}>
      <h1 className="visually-hidden">{t`Timber sales`}</h1>
      <div className={css.sections}>
        {trial ? <Practice entry={trial} who={who} /> : practice.isPending && <PracticeSkeleton />}
        {pages ? (
          <>
            <Coming
              entries={board.coming}
              who={who}
              read={list}
              at={list.data ? list.dataUpdatedAt : (writtenList?.at ?? 0)}
            />
            <section className={css.section} id="results">
              <Results entries={board.over} />
            </section>
            {list.hasNextPage && (
              <span className={css.more}>
                <Button variant="line" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  <Trans>More sales</Trans>
                </Button>
              </span>
            )}
          </>
        ) : list.isPending ? (
          <ComingSkeleton />
        ) : (
          <ReadProblem
            read={list}
            offline={
              <Trans>The sales have not been opened on this device yet, so they are not available offline.</Trans>
            }
          />
        )}
        {children}
      </div>
    </Page>
  )
}

interface ComingProps {
  readonly entries: readonly Entry[]
  readonly who: Who
  readonly read: Read
  readonly at: number
}

function Coming({ entries, who, read, at }: ComingProps) {
  return (
    <section className={css.section} id="sessions">
      <div className={css.head}>
        <h2>
          <Trans>Sales</Trans>
        </h2>
        <ReadAge read={read} at={at} />
      </div>
      {entries.length === 0 ? (
        <Empty title={<Trans>No sale is announced at the moment.</Trans>}>
          <Trans>New sales appear here when they are published. Meanwhile, the practice sale is open.</Trans>
        </Empty>
      ) : (
        <ol className={css.list}>
          {entries.map((entry) => (
            <li key={entry.timeline.scheduleTimelineId}>
              <Ticket entry={entry} who={who} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

const ComingSkeleton = () => (
  <section className={css.section}>
    <h2>
      <Trans>Sales</Trans>
    </h2>
    <TicketSkeleton />
    <TicketSkeleton />
    <TicketSkeleton />
  </section>
)
