import type { Receipt } from '../../../../contract/verdict.ts'
import { send } from '../../../../client/calls/index.ts'
import { device } from '../../../../client/device/index.ts'
import { liveAddress } from '../../../../client/room/address.ts'
import { browserPorts, newKey, onHide } from '../../../../client/room/browser.ts'
import { commandsOf } from '../../../../client/room/commands.ts'
import { historyIn } from '../../../../client/room/history.ts'
import { keepBids, keepReceipts, keepState, type RoomOwner } from '../../../../client/room/keep.ts'
import { createRoom, type Room, type Yours } from '../../../../client/room/room.ts'
import { standingAfter, standingBefore, withBid, type Standing } from '../../../../client/room/standing.ts'
import { createStore, type Store } from '../../../../client/room/store.ts'
import { notifyError } from '../../../ui/notifyError.ts'
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
  const owner: RoomOwner = seat
  const commands = commandsOf(seat.scheduleTimelineId, send, notifyError)
  const receipts = createStore<readonly Receipt[]>([])
  const standing = createStore<Standing>({})
  const kept = keepReceipts(device, owner)
  const room = createRoom({
    link: (position) =>
      browserPorts(() => liveAddress(location.href, { ...seat, token: session.token(), from: position() })),
    wallNow: () => Date.now(),
    askVerdict: commands.askVerdict,
    newKey,
    history: historyIn(seat.scheduleTimelineId, send),
    keep: keepBids(device, owner),
    states: keepState(device, owner, viewOf(seat)),
    onHide,
    token: session.renew,
    verdict: ({ receipt }) => receipt && add(receipt),
  })

  function add(receipt: Receipt): void {
    receipts.set(withReceipt(receipts.get(), receipt))
    void kept.save(receipt)
  }

  followBids(room, add)
  followStanding(room, standing, seat)
  void kept.load().then((found) => remember(found, receipts, standing))
  return { seat, room, commands, standing, receipts, ticker: createTicker() }
}

/** What is kept for one part in the session is not shown to another. */
const viewOf = ({ identity, number, seller }: Seat): string => `${identity} ${number ?? seller ?? ''}`

/** A bid that was accepted leaves its receipt, whichever way the verdict came. */
function followBids({ bids }: Room, add: (receipt: Receipt) => void): void {
  bids.store.subscribe(() => {
    for (const pending of bids.store.get()) if (pending.state === 'accepted' && pending.receipt) add(pending.receipt)
  })
}

function followStanding(room: Room, standing: Store<Standing>, { number }: Seat): void {
  if (number === null) return
  room.onEvents((events) => standing.set(standingAfter(standing.get(), events, number)))
  room.onPast((past) => standing.set(standingBefore(standing.get(), past, number)))
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
