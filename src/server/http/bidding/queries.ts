import * as calls from '../../../contract/calls/index.ts'
import type { Locale } from '../../../contract/constants.ts'
import { offersOn } from '../../../domain/decide/endings.ts'
import { sees } from '../../../domain/redact.ts'
import { SEEN } from '../../../domain/secrets.ts'
import type { Lot } from '../../../domain/lot.ts'
import type { SessionState } from '../../../domain/state.ts'
import { viewerOf } from '../../auth/caller.ts'
import type { VenueCaller } from '../../auth/caller.ts'
import type { Clock, Rooms } from '../../ports.ts'
import type { Db } from '../../store/open.ts'
import { data, missing, rows } from '../answer.ts'
import type { Failure } from '../answer.ts'
import { companyNames } from '../company-names.ts'
import { pageOf, sliceOf } from '../page.ts'
import { enter, lotIn } from '../room.ts'
import { inVenue } from '../route.ts'
import { bidHistory, bidRow } from './history.ts'
import { biddingInfo, offerRow } from './info.ts'

interface Needs {
  readonly db: Db
  readonly rooms: Rooms
  readonly clock: Clock
}
interface OfLot {
  readonly scheduleTimelineId: string
  readonly contractObjectId: string
}
interface ViewedLot {
  readonly kind: 'seen'
  /** Redacted for the caller. */
  readonly state: SessionState
  readonly lot: Lot
}

/** The current state of the bidding. */
export function biddingQueries({ db, rooms, clock }: Needs) {
  async function see(caller: VenueCaller, of: OfLot): Promise<ViewedLot | Failure> {
    const entered = await enter(rooms, caller, of.scheduleTimelineId, 'current')
    if (entered.kind === 'failed') return entered
    const lot = lotIn(entered.state, of.contractObjectId)
    return lot ? { kind: 'seen', state: entered.state, lot } : missing()
  }

  async function bidRows(
    state: SessionState,
    lot: Lot,
    caller: VenueCaller,
    { locale, slice }: { readonly locale: Locale; readonly slice: ReturnType<typeof sliceOf> },
  ) {
    const bids = await bidHistory(db, {
      timelineId: state.scheduleTimelineId,
      lot: lot.lot,
      upTo: state.seq,
      ...slice,
    })
    const seesWho = ['host', 'operator'].includes(viewerOf(caller).identity)
    const names = seesWho
      ? await companyNames(
          db,
          bids.map(({ number }) => state.bidders[number]?.company ?? null),
          locale,
        )
      : null
    const numbers = await rooms.numbers(state.scheduleTimelineId)
    return bids.map((bid) =>
      bidRow({ ...bid, seq: numbers.of(bid.seq) }, names?.(state.bidders[bid.number]?.company ?? null) ?? null),
    )
  }

  return {
    getBiddingInfo: inVenue(calls.getBiddingInfo, async ({ query }, caller) => {
      const seen = await see(caller, query)
      return seen.kind === 'failed'
        ? seen
        : data(biddingInfo(seen.state, await rooms.numbers(query.scheduleTimelineId), seen.lot, clock.now()))
    }),

    getCompareBiddingInfo: inVenue(calls.getCompareBiddingInfo, async ({ query, locale }, caller) => {
      const seen = await see(caller, query)
      if (seen.kind === 'failed') return seen
      const { state, lot } = seen
      return data({
        ...biddingInfo(state, await rooms.numbers(state.scheduleTimelineId), lot, clock.now()),
        bids: await bidRows(state, lot, caller, { locale, slice: null }),
        holdOffered: lot.holdOffered,
      })
    }),

    counterOfferList: inVenue(calls.counterOfferList, async ({ body, locale }, caller) => {
      const seen = await see(caller, body)
      if (seen.kind === 'failed') return seen
      const { state, lot } = seen
      if (body.type === '1') {
        const slice = sliceOf(body)
        return rows(await bidRows(state, lot, caller, { locale, slice }), lot.bidsMade)
      }
      const viewer = viewerOf(caller)
      const offers = offersOn(state, lot).filter(({ number, seller }) => sees(viewer, SEEN.offer(number, seller)))
      return pageOf(offers.map(offerRow).toReversed(), body)
    }),
  }
}
