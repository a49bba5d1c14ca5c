import { Trans } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { pathTo } from '../../boot/navigation/index.ts'
import { Quantity } from '../../ui/Money.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import { ReadAge, ReadProblem, readOf } from '../../ui/read/index.ts'
import css from './HomeLots.module.css'
import { ListName, NoneYet } from './ListName.tsx'
import { homeBoardQuery } from './queries.ts'
import { LOT_LISTS } from './search.ts'

const SHOWN = 4

/** The newest pending, sold and unsold lots, each with a link to all. */
export function HomeLots() {
  const lists = useQueries({ queries: LOT_LISTS.map(homeBoardQuery) })
  const failed = lists.some(({ data, isError }) => isError && !data)
  const read = readOf(lists)
  return (
    <section className={css.lots} id="lots">
      <div className={css.head}>
        <h2>
          <Trans>Lots</Trans>
        </h2>
        {read.dataUpdatedAt > 0 && <ReadAge read={read} />}
      </div>
      {failed ? (
        <ReadProblem read={read} />
      ) : (
        <div className={css.columns}>
          {LOT_LISTS.map((list, at) => {
            const data = lists[at]?.data
            const total = data?.total ?? 0
            return (
              <section key={list} className={css.column} aria-labelledby={`lots-${list}`}>
                <h3 id={`lots-${list}`}>
                  <ListName list={list} />
                </h3>
                {data && total === 0 && (
                  <p className={css.none}>
                    <NoneYet list={list} />
                  </p>
                )}
                <ul>
                  {data?.rows.slice(0, SHOWN).map((lot) => (
                    <li key={lot.contractObjectId}>
                      <PathLink href={addressOf(lot)}>
                        <strong>{lot.name}</strong>
                        <small>
                          {lot.scheduleName} · <Quantity quantity={lot.quantity} unit={lot.unit} />
                          {lot.asked && (
                            <>
                              {' '}
                              · <Trans>Awaiting an answer</Trans>
                            </>
                          )}
                        </small>
                      </PathLink>
                    </li>
                  ))}
                </ul>
                {total > 0 && (
                  <PathLink className={css.all} href={pathTo('/home/list', { list })}>
                    <Trans>All {total}</Trans>
                  </PathLink>
                )}
              </section>
            )
          })}
        </div>
      )}
    </section>
  )
}

const addressOf = ({
  contractObjectId,
  scheduleTimelineId,
}: {
  readonly contractObjectId: string
  readonly scheduleTimelineId: string
}): string => `/target/detail/${encodeURIComponent(contractObjectId)}/${encodeURIComponent(scheduleTimelineId)}`
