import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { boardOf, contactSheetQuery, practiceQuery, schedulesQuery, type Entry } from '../../lib/sale/index.ts'
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
import { useWrittenAnswer } from '../../lib/written.ts'

/** The home page: the sales, their dates, and whether the reader may take part. */
export function HomePage({ children }: { /** The sections below the sales. */ readonly children?: ReactNode }) {
  const { t } = useLingui()
  const who = useWho()
  const practice = useQuery(practiceQuery)
  const list = useInfiniteQuery(schedulesQuery)
  const sheet = useQuery(contactSheetQuery)
  const writtenSheet = useWrittenAnswer(contactSheetQuery.queryKey)
  const writtenPractice = useWrittenAnswer(practiceQuery.queryKey)
  const writtenList = useWrittenAnswer(schedulesQuery.queryKey)
  const pages = (list.data ?? writtenList?.data)?.pages
  const board = boardOf(pages?.flatMap(({ rows }) => rows) ?? [])
  const trial = boardOf((practice.data ?? writtenPractice?.data)?.rows ?? []).practice ?? board.practice
  const shown = sheet.data ?? writtenSheet?.data
  const opening =
    board.coming.find(({ timeline }) => timeline.scheduleTimelineId === shown?.scheduleTimelineId) ?? board.coming[0]
  const at = list.data ? list.dataUpdatedAt : (writtenList?.at ?? 0)
  const more = board.coming.filter((entry) => entry !== opening)
  const practise = trial && (
    <Practice entry={trial} who={who} beside={opening} first={who.kind === 'visitor' || !!sheet.data?.newcomer} />
  )
  return (
    <Page title={null}>
      <h1 className="visually-hidden">{t`Timber sales`}</h1>
      <div className={css.sections}>
        {pages ? (
          <>
            {opening ? (
              <Opening entry={opening} who={who} sheet={shown} age={<ReadAge read={list} at={at} />} />
            ) : (
              <Empty
                title={<Trans>No sale is announced at the moment.</Trans>}
                action={
                  <Allowed permissions={['sale:session:read']}>
                    <PathLink href="/desk/sales" className={buttonClass()}>
                      <Trans>Prepare a sale</Trans>
                    </PathLink>
                  </Allowed>
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
            {list.hasNextPage && (
              <span className={css.more}>
                <Button variant="line" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  <Trans>More sales</Trans>
                </Button>
              </span>
            )}
          </>
        ) : list.isPending ? (
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
