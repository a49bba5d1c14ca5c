import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { boardOf, inPlace, practiceQuery, schedulesQuery, type Entry } from '../../lib/sale/index.ts'
import { useWho, type Who } from '../../lib/user.ts'
import { Age } from '../../ui/Age.tsx'
import { Button } from '../../ui/Button.tsx'
import { Empty, Failed } from '../../ui/Empty.tsx'
import { Page } from '../../ui/Page.tsx'
import { useProblem } from '../../ui/useProblem.ts'
import css from './HomePage.module.css'
import { Practice, PracticeBones } from './Practice.tsx'
import { Results } from './Results.tsx'
import { Ticket, TicketBones } from './Ticket.tsx'

/** What somebody is in a sale is in his own answers, not in what everybody may know. */
const strange = (who: Who): Who => (who.kind === 'visitor' ? who : { kind: 'unknown' })

/** What is on sale, when, and may I take part. */
export function HomePage({ children }: { /** What follows the sales. */ readonly children?: ReactNode }) {
  const { t } = useLingui()
  const who = useWho()
  const practice = useQuery(practiceQuery)
  const list = useInfiniteQuery(schedulesQuery)
  const problem = useProblem()
  const place = inPlace()
  const pages = (list.data ?? place?.schedules)?.pages
  const board = boardOf(pages?.flatMap(({ rows }) => rows) ?? [])
  const trial = boardOf((practice.data ?? place?.practice)?.rows ?? []).practice ?? board.practice
  return (
    <Page title={null}>
      <h1 className="visually-hidden">{t`Timber sales`}</h1>
      <div className={css.sections}>
        {trial ? (
          <Practice entry={trial} who={practice.data ? who : strange(who)} />
        ) : (
          practice.isPending && <PracticeBones />
        )}
        {pages ? (
          <>
            <Coming
              entries={board.coming}
              who={list.data ? who : strange(who)}
              at={list.data ? list.dataUpdatedAt : (place?.at ?? 0)}
              failed={list.isError}
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
          <ComingBones />
        ) : (
          <Failed
            title={problem(list.error)}
            action={
              <Button onClick={() => void list.refetch()}>
                <Trans>Try again</Trans>
              </Button>
            }
          >
            <Trans>
              The sales have not been read on this device before, so there is nothing to show without a connection.
            </Trans>
          </Failed>
        )}
        {children}
      </div>
    </Page>
  )
}

interface ComingProps {
  readonly entries: readonly Entry[]
  readonly who: Who
  readonly at: number
  readonly failed: boolean
}

function Coming({ entries, who, at, failed }: ComingProps) {
  return (
    <section className={css.section} id="sessions">
      <div className={css.head}>
        <h2>
          <Trans>Sales</Trans>
        </h2>
        <Age at={at} old={failed} />
      </div>
      {entries.length === 0 ? (
        <Empty title={<Trans>No sale is announced at the moment.</Trans>}>
          <Trans>
            The next ones will stand here as soon as they are published. Meanwhile the practice sale is open.
          </Trans>
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

const ComingBones = () => (
  <section className={css.section}>
    <h2>
      <Trans>Sales</Trans>
    </h2>
    <TicketBones />
    <TicketBones />
    <TicketBones />
  </section>
)
