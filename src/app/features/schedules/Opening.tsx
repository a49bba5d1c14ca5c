import type { ReactNode } from 'react'
import type { AnswerOf } from '../../../client/calls/index.ts'
import { useClient } from '../../lib/client.ts'
import { useNow } from '../../lib/clock/useNow.ts'
import { formatZoned } from '../../lib/format/index.ts'
import { nextOf, participationOf, type Entry } from '../../lib/sale/index.ts'
import type { Who } from '../../lib/user.ts'
import { Lots } from '../../ui/Counted.tsx'
import { Money, Quantity } from '../../ui/Money.tsx'
import { PhaseMark } from '../../ui/marks.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Actions } from '../../ui/sale/Actions.tsx'
import { PartLine } from '../../ui/sale/PartLine.tsx'
import { SkeletonLine, Skeleton } from '../../ui/Skeleton.tsx'
import { Swatch } from '../../ui/Swatch.tsx'
import { NextTime } from './NextTime.tsx'
import css from './Opening.module.css'

type Sheet = AnswerOf<'contactSheet'>

interface Props {
  readonly entry: Entry
  readonly who: Who
  /** The contact sheet; it may be of another sale that the list does not have yet. */
  readonly sheet: Sheet | undefined
  readonly age: ReactNode
}

/**
 * The sale at the page's top: its name and times, the reader's participation, and its first lots as a contact sheet.
 */
export function Opening({ entry, who, sheet, age }: Props) {
  const { locale } = useClient()
  const now = useNow()
  const { schedule, timeline } = entry
  const { scheduleTimelineId, startTime, lotCount } = timeline
  const part = participationOf(schedule, timeline, who, now)
  return (
    <article className={css.opening} id="sessions" aria-labelledby="opening">
      <div className={css.head}>
        <PhaseMark phase={timeline.state} />
        <h2 id="opening">{schedule.name}</h2>
        <div className={css.when}>
          <time translate="no" dateTime={startTime}>
            {formatZoned(startTime, locale)}
          </time>
          {schedule.venue && <span>{schedule.venue}</span>}
          <span>
            <Lots count={lotCount} />
          </span>
          {age}
        </div>
      </div>
      <div className={css.side}>
        <NextTime next={nextOf(schedule, timeline, now)} />
        <PartLine part={part} />
      </div>
      <div className={css.acts}>
        <Actions entry={entry} part={part} />
      </div>
      {sheet && sheet.scheduleTimelineId === scheduleTimelineId && (
        <ol className={css.sheet}>
          {sheet.lots.map((lot) => (
            <li key={lot.contractObjectId}>
              <Tile lot={lot} sale={scheduleTimelineId} />
            </li>
          ))}
        </ol>
      )}
    </article>
  )
}

function Tile({ lot, sale }: { readonly lot: Sheet['lots'][number]; readonly sale: string }) {
  const { contractObjectId, lotNo, name, thumbnail, swatch, startPrice, currency, quantity, unit } = lot
  return (
    <PathLink href={`/target/detail/${encodeURIComponent(contractObjectId)}/${encodeURIComponent(sale)}`}>
      <Picture src={thumbnail} swatch={swatch} alt="" />
      <b>{lotNo}</b>
      <span>
        <Swatch of={swatch} />
        {name}
      </span>
      <span className={css.much}>
        {startPrice === null ? (
          <Quantity quantity={quantity} unit={unit} />
        ) : (
          <Money amount={startPrice} currency={currency} per={unit} />
        )}
      </span>
    </PathLink>
  )
}

export const OpeningSkeleton = () => (
  <Skeleton className={css.opening}>
    <div className={css.head}>
      <SkeletonLine width="72px" />
      <SkeletonLine width="min(360px, 90%)" height="1.9rem" />
      <SkeletonLine width="min(460px, 100%)" />
    </div>
    <div className={css.sheet}>
      {Array.from({ length: 6 }, (_, at) => (
        <SkeletonLine key={at} height="120px" />
      ))}
    </div>
  </Skeleton>
)
