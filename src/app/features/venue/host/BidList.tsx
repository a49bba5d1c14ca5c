import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Lot } from '../../../../domain/lot.ts'
import { formatSeconds } from '../../../lib/format/index.ts'
import { Money } from '../../../ui/Money.tsx'
import { usePart, useVenue } from '../room/RoomContext.ts'
import css from './BidList.module.css'
import { useClient } from '../../../lib/client.ts'

/** A lot's bids with their companies; refetched whenever a bid is placed or struck. */
export function BidList({ lot }: { readonly lot: Lot }) {
  const client = useClient()
  const { seat, room } = useVenue()
  const version = usePart(room.replica, ({ activity }) =>
    activity.findLast((entry) => entry.kind === 'event' && 'lot' in entry.event && entry.event.lot === lot.lot),
  )
  const seq = version?.kind === 'event' ? version.event.seq : 0
  const { data } = useQuery({
    queryKey: ['venue', 'compare', lot.lot, seq],
    queryFn: ({ signal }) =>
      client.calls.send(
        'getCompareBiddingInfo',
        { query: { scheduleTimelineId: seat.scheduleTimelineId, contractObjectId: lot.lot } },
        { signal },
      ),
    placeholderData: (before) => (before?.contractObjectId === lot.lot ? before : undefined),
    retry: 1,
    meta: { fleeting: true },
  })
  if (!data || data.bids.length === 0) return null
  return (
    <section className={css.bids}>
      <h3>
        <Trans>Bids</Trans>
      </h3>
      <ol>
        {data.bids.map((bid) => (
          <li key={bid.seq} className={bid.struck ? css.struck : undefined}>
            <time translate="no">{formatSeconds(bid.at)}</time>
            <span>
              <b>#{bid.biddingNumber}</b> {bid.companyName}
              {bid.struck && (
                <em>
                  <Trans>struck</Trans>
                </em>
              )}
            </span>
            <Money amount={bid.price} currency={data.currency} />
          </li>
        ))}
      </ol>
    </section>
  )
}
