import { BEARER_PREFIX, LIVE_PATH, LIVE_PROTOCOL } from '../../../../contract/constants.ts'
import type { Receipt } from '../../../../contract/verdict.ts'
import { browserPorts, newKey, onHide } from '../../../sync/browser.ts'
import { keepPending, keepReceipts, keepState, type Owner } from '../../../sync/keep.ts'
import type { Position } from '../../../sync/replica.ts'
import { createRoom, type Room, type Yours } from '../../../sync/room.ts'
import { standingAfter, withBid, type Standing } from '../../../sync/standing.ts'
import { createStore, type Store } from '../../../sync/store.ts'
import { commandsOf } from './commands.ts'
import { standingWith, withPast, type PastBid } from './past.ts'
import type { Seat, Venue } from './RoomContext.ts'
import { createTicker } from './ticker.ts'

export interface Session {
  readonly seat: Seat
  /** The venue token in use; the room renews it. */
  readonly token: () => string
  readonly renew: (token: NonNullable<Yours['token']>) => void
}

/** Everything one visit to a room needs. `start` and `stop` belong to whoever shows it. */
export function openVenue(session: Session): Omit<Venue, 'leave'> {
  const { seat } = session
  const owner: Owner = [seat.account, seat.scheduleTimelineId]
  const commands = commandsOf(seat.scheduleTimelineId)
  const receipts = createStore<readonly Receipt[]>([])
  const standing = createStore<Standing>({})
  const past = createStore<readonly PastBid[]>([])
  const box = keepReceipts(owner)
  const room = createRoom({
    link: (position) =>
      browserPorts(() => ({
        url: liveUrl(seat, position()),
        protocols: [LIVE_PROTOCOL, `${BEARER_PREFIX}${session.token()}`],
      })),
    wallNow: () => Date.now(),
    askVerdict: commands.askVerdict,
    newKey,
    keep: keepPending(owner),
    states: keepState(owner, viewOf(seat), () => Date.now()),
    onHide,
    token: session.renew,
    verdict: ({ receipt }) => receipt && add(receipt),
  })

  function add(receipt: Receipt): void {
    receipts.set(withReceipt(receipts.get(), receipt))
    void box.save(receipt)
  }

  followBids(room, add)
  followStanding(room, standing, seat)
  void box.load().then((kept) => remember(kept, receipts, standing))
  function recall(bids: readonly PastBid[]): void {
    past.set(withPast(past.get(), bids))
    if (seat.number !== null) standing.set(standingWith(standing.get(), bids, seat.number))
  }
  return { seat, room, commands, standing, past, recall, receipts, ticker: createTicker() }
}

/** What is kept for one part in the session is not shown to another. */
const viewOf = ({ identity, number, seller }: Seat): string => `${identity} ${number ?? seller ?? ''}`

function liveUrl({ scheduleTimelineId }: Seat, position: Position | null): string {
  const url = new URL(LIVE_PATH, location.href)
  url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  url.searchParams.set('scheduleTimelineId', scheduleTimelineId)
  if (position) {
    url.searchParams.set('epoch', position.epoch)
    url.searchParams.set('seq', String(position.seq))
  }
  return url.href
}

/** A bid that was accepted leaves its receipt, whichever way the verdict came. */
function followBids({ bids }: Room, add: (receipt: Receipt) => void): void {
  bids.store.subscribe(() => {
    for (const pending of bids.store.get()) if (pending.state === 'accepted' && pending.receipt) add(pending.receipt)
  })
}

function followStanding(room: Room, standing: Store<Standing>, { number }: Seat): void {
  if (number !== null) room.onEvents((events) => standing.set(standingAfter(standing.get(), events, number)))
}

/** What earlier pages of this session earned. */
function remember(kept: readonly Receipt[], receipts: Store<readonly Receipt[]>, standing: Store<Standing>): void {
  receipts.set(kept.reduce(withReceipt, receipts.get()))
  standing.set(
    kept.reduce(
      (before, { body }) => withBid(before, body.contractObjectId, { seq: body.seq, at: Date.parse(body.at) }),
      standing.get(),
    ),
  )
}

function withReceipt(receipts: readonly Receipt[], receipt: Receipt): readonly Receipt[] {
  if (receipts.some(({ body }) => body.seq === receipt.body.seq)) return receipts
  return [...receipts, receipt].sort((a, b) => a.body.seq - b.body.seq)
}
