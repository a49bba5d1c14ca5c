import { Trans } from '@lingui/react/macro'
import { holeOf, type Activity } from '../../../../client/room/activity.ts'
import type { SessionState } from '../../../../domain/state.ts'
import { groupThousands } from '../../../lib/format/index.ts'
import { SkeletonLine } from '../../../ui/Skeleton.tsx'
import { usePart, useSession, useStore, useVenue } from '../room/RoomContext.ts'
import css from './SaleTally.module.css'

/** The state of the sale in four numbers. */
export function SaleTally() {
  const counts = useSession(countText).split(' ')
  const [open = '0', sold = '0', unsold = '0'] = counts
  return (
    <dl className={css.tally}>
      <div>
        <dt>
          <Trans>Open</Trans>
        </dt>
        <dd>{open}</dd>
      </div>
      <div>
        <dt>
          <Trans>Sold</Trans>
        </dt>
        <dd>{sold}</dd>
      </div>
      <div>
        <dt>
          <Trans>Unsold</Trans>
        </dt>
        <dd>{unsold}</dd>
      </div>
      <div>
        <dt>
          <Trans>Bids</Trans>
        </dt>
        <dd>
          <Bids />
        </dd>
      </div>
    </dl>
  )
}

/** Number of standing bids in the whole sale, earlier rounds included. */
function Bids() {
  const { room } = useVenue()
  const backfill = useStore(room.backfill)
  const whole = usePart(room.replica, ({ activity }) => (holeOf(activity) ? null : bidsIn(activity)))
  const running = useSession(({ lots }) => [...lots].reduce((sum, lot) => sum + lot.bidCount, 0))
  if (whole === null && backfill === 'fetching') return <SkeletonLine width="2ch" />
  return groupThousands(Math.max(whole ?? 0, running))
}

const bidsIn = (activity: readonly Activity[]): number =>
  activity.reduce(
    (sum, entry) => (entry.kind === 'event' && entry.event.type === 'bid' && !entry.struck ? sum + 1 : sum),
    0,
  )

/** The counts as one text, which the store compares by value, so that a bid alone repaints only a changed number. */
function countText({ lots }: SessionState): string {
  const all = [...lots]
  const count = (...statuses: readonly string[]) => all.filter((lot) => statuses.includes(lot.status)).length
  return `${count('open', 'held', 'scheduled')} ${count('sold')} ${count('unsold')}`
}
