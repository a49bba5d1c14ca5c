import { Trans } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import { formatZoned } from '../../lib/format/index.ts'
import type { Entry } from '../../lib/sale/index.ts'
import { pathTo } from '../../boot/navigation/index.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import home from './HomePage.module.css'
import css from './Results.module.css'
import { useClient } from '../../lib/client.ts'

export function Results({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <>
      <div className={home.head}>
        <h2>
          <Trans>Results</Trans>
        </h2>
      </div>
      {entries.length === 0 ? (
        <p className={css.none}>
          <Trans>No sale has ended yet.</Trans> <Trans>Results appear here after each sale.</Trans>
        </p>
      ) : (
        <ol className={css.list}>
          {entries.map((entry) => (
            <Result key={entry.timeline.scheduleTimelineId} entry={entry} />
          ))}
        </ol>
      )}
    </>
  )
}

function Result({ entry: { schedule, timeline } }: { readonly entry: Entry }) {
  const client = useClient()
  const { soldCount, unsoldCount, scheduleTimelineId, startTime } = timeline
  const all = soldCount + unsoldCount
  const style: CSSProperties = { width: `${all === 0 ? 0 : (100 * soldCount) / all}%` }
  return (
    <li className={css.row}>
      <time translate="no" className={css.date} dateTime={startTime}>
        {formatZoned(startTime, client.locale)}
      </time>
      <span className={css.name}>{schedule.name}</span>
      <div className={css.outcome}>
        <p className={css.words}>
          <span>
            <Trans>{soldCount} sold</Trans>
          </span>
          <span>
            <Trans>{unsoldCount} failed to sell</Trans>
          </span>
        </p>
        <div className={css.bar} aria-hidden="true">
          <span style={style} />
        </div>
      </div>
      <span className={css.act}>
        <PathLink
          href={pathTo('/target/list', { scheduleTimelineId })}
          className={buttonClass({ variant: 'quiet', size: 'small' })}
        >
          <Trans>Lots</Trans>
        </PathLink>
      </span>
    </li>
  )
}
