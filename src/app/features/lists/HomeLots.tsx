import { Trans } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { pathTo } from '../../lib/way/index.ts'
import { Age } from '../../ui/Age.tsx'
import { Quantity } from '../../ui/Money.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import css from './HomeLots.module.css'
import { ListName, NoneYet } from './ListName.tsx'
import { homeBoardQuery } from './queries.ts'
import { LOT_LISTS } from './search.ts'
import { Unread } from './Unread.tsx'

const SHOWN = 4

/** Lots pending, deal made, failed to sell: the newest of each, and the way to all. */
export function HomeLots() {
  const lists = useQueries({ queries: LOT_LISTS.map(homeBoardQuery) })
  const failed = lists.find(({ data, isError }) => isError && !data)
  const oldest = Math.min(...lists.map(({ dataUpdatedAt }) => dataUpdatedAt))
  return (
    <section className={css.lots} id="lots">
      <div className={css.head}>
        <h2>
          <Trans>Lots</Trans>
        </h2>
        {oldest > 0 && <Age at={oldest} old={lists.some(({ isError }) => isError)} />}
      </div>
      {failed?.error ? (
        <Unread error={failed.error} onRetry={() => lists.forEach(({ refetch }) => void refetch())} />
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
