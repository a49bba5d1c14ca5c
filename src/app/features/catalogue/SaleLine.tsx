import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDay, formatZoned } from '../../lib/format/index.ts'
import { Icon } from '../../ui/Icon.tsx'
import { PhaseMark } from '../../ui/marks.tsx'
import { facetsQuery, type LotRow } from './queries.ts'
import css from './SaleLine.module.css'
import { useClient } from '../../lib/client.ts'

/** How a list names the sales of its lots: `grouped`: a line per sale above its lots; `mixed`: a line per lot. */
export type SalesShown = 'one' | 'grouped' | 'mixed'

export interface SaleGroup {
  readonly sale: Pick<LotRow, 'scheduleTimelineId' | 'scheduleName' | 'startTime'>
  readonly lots: readonly LotRow[]
}

/** Consecutive lots of the same sale. */
export function groupsOf(lots: readonly LotRow[]): readonly SaleGroup[] {
  const groups: { readonly sale: LotRow; readonly lots: LotRow[] }[] = []
  for (const lot of lots) {
    const last = groups.at(-1)
    if (last?.sale.scheduleTimelineId === lot.scheduleTimelineId) last.lots.push(lot)
    else groups.push({ sale: lot, lots: [lot] })
  }
  return groups
}

/** The sale of the lots below: its date and state, linked to its catalogue. */
export function SaleLine({ sale: { scheduleTimelineId, scheduleName, startTime } }: Pick<SaleGroup, 'sale'>) {
  const client = useClient()
  const { data } = useQuery(facetsQuery(undefined))
  const phase = data?.sales.find((sale) => sale.scheduleTimelineId === scheduleTimelineId)?.state
  return (
    <div className={css.line}>
      <Link to="/target/list" search={{ scheduleTimelineId }} className={css.name}>
        {scheduleName}
        <Icon name="right" size={16} />
      </Link>
      <time translate="no" dateTime={startTime}>
        {formatZoned(startTime, client.locale)}
      </time>
      {phase !== undefined && <PhaseMark phase={phase} />}
    </div>
  )
}

/** The sale's name for a lot in a list that is not grouped. */
export function SaleName({ lot: { scheduleName, startTime } }: { readonly lot: LotRow }) {
  const client = useClient()
  return (
    <span className={css.short} title={scheduleName}>
      {formatDay(startTime, client.locale)} · {scheduleName}
    </span>
  )
}
