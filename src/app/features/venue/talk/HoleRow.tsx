import { Trans } from '@lingui/react/macro'
import { holeOf } from '../../../../client/room/activity.ts'
import { Button } from '../../../ui/Button.tsx'
import { SkeletonLine, Skeleton } from '../../../ui/Skeleton.tsx'
import { useIsLive, usePart, useStore, useVenue } from '../room/RoomContext.ts'
import css from './RoomLog.module.css'

const WIDTHS = ['72%', '58%', '84%', '64%', '76%', '52%'] as const

/** A gap in the log: a skeleton of the missing lines, or the reason why they are missing. */
export function HoleRow() {
  const { room } = useVenue()
  const live = useIsLive()
  const backfill = useStore(room.backfill)
  const wanted = usePart(room.replica, ({ activity }) => holeOf(activity) !== null)
  if (!wanted || (!live && backfill !== 'fetching'))
    return (
      <li className={css.missed}>
        <Trans>Some entries from before this point are not shown here.</Trans>
      </li>
    )
  if (backfill === 'failed')
    return (
      <li className={css.missed}>
        <Trans>Could not load earlier entries.</Trans>{' '}
        <Button variant="quiet" size="small" onClick={room.backfillNow}>
          <Trans>Try again</Trans>
        </Button>
      </li>
    )
  return (
    <li>
      <Skeleton className={css.coming}>
        {WIDTHS.map((width) => (
          <div key={width} className={css.line}>
            <SkeletonLine width="4em" />
            <SkeletonLine width={width} />
          </div>
        ))}
      </Skeleton>
    </li>
  )
}
