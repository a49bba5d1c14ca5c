import type { Receipt } from '../../../../contract/verdict.ts'
import { deviceOf } from '../../../../client/device/index.ts'
import { liveAddress } from '../../../../client/room/address.ts'
import { onHide, roomPorts } from '../../../../client/room/roomPorts.ts'
import { commandsOf } from '../../../../client/room/commands.ts'
import { historyIn } from '../../../../client/room/history.ts'
import { keepBids, keepReceipts, keepState, type RoomOwner } from '../../../../client/room/keep.ts'
import { createRoom, type Room, type Yours } from '../../../../client/room/room.ts'
import { standingAfter, standingBefore, withBid, type StandingBids } from '../../../../client/room/standing.ts'
import { followClerks } from '../../../../client/room/clerkReceipts.ts'
import { createWitness } from '../../../../client/room/witness.ts'
import { createStore, type Store } from '../../../../client/room/store.ts'
import { minor, parseMinor } from '../../../../domain/units.ts'
import { notifyError } from '../../../ui/notifyError.ts'
import type { Seat, Venue } from './RoomContext.ts'
import { createTicker } from './ticker.ts'
import type { Client } from '../../../../client/client.ts'
import { newKey } from '../../../../client/ports/newKey.ts'

export interface Session {
  readonly seat: Seat
  /** The venue token in use; the room renews it. */
  readonly token: () => string
  readonly renew: (token: NonNullable<Yours['token']>) => void
}

/** The state of one visit to a room. The component that shows the room calls `start` and `stop`. */
export function openVenue(client: Client, session: Session): Omit<Venue, 'leave'> {
  const { seat } = session
  const owner: RoomOwner = seat
  const commands = commandsOf(seat.scheduleTimelineId, client.calls.send, (error) => notifyError(client, error))
  const receipts = createStore<readonly Receipt[]>([])
  const standing = createStore<StandingBids>({})
  const kept = keepReceipts(deviceOf(client), owner)
  const room = createRoom({
    link: (position) =>
      roomPorts(client, () => liveAddress(location.href, { ...seat, token: session.token(), from: position() })),
    wallNow: client.ports.clock.now,
    askVerdict: commands.askVerdict,
    newKey,
    history: historyIn(seat.scheduleTimelineId, client.calls.send),
    keep: keepBids(deviceOf(client), owner),
    states: keepState(deviceOf(client), owner, viewOf(seat)),
    onHide: (run) => onHide(client.ports.page, run),
    token: session.renew,
    verdict: ({ receipt }) => receipt && add(receipt),
  })

  function add(receipt: Receipt): void {
    // A clerk's receipts belong to the bidders on the telephone, so they are not stored here.
    if (receipt.body.biddingNumber !== seat.number) return
    receipts.set(withReceipt(receipts.get(), receipt))
    void kept.save(receipt)
  }

  async function fetchReceipts(): Promise<void> {
    const { scheduleTimelineId } = seat
    const found = await client.calls.send('receiptList', { query: { scheduleTimelineId } }).catch(() => null)
    for (const receipt of found?.rows ?? []) add(receipt)
  }

  followBids(room, add)
  followClerks({ room, number: seat.number, receipts, fetch: fetchReceipts })
  followStanding(room, standing, seat)
  void kept.load().then((found) => remember(found, { receipts, standing, room, seat }))
  const missing = createWitness({
    link: room.link,
    receipts,
    ask: async (some) => {
      const asked = await client.calls.send('receiptCheck', { body: { receipts: [...some] } }).catch(() => null)
      return asked && asked.rows.map((row) => row.standing)
    },
    after: room.after,
    random: Math.random,
  })
  return { seat, room, commands, standing, receipts, fetchReceipts, missing, ticker: createTicker() }
}

/** Key of the stored view: data stored for one role in the session is not shown to another. */
const viewOf = ({ identity, number, seller }: Seat): string => `${identity} ${number ?? seller ?? ''}`

/** Stores the receipt of each accepted bid, whether the verdict came by the call or by the socket. */
function followBids({ bids }: Room, add: (receipt: Receipt) => void): void {
  bids.store.subscribe(() => {
    for (const pending of bids.store.get()) if (pending.state === 'accepted' && pending.receipt) add(pending.receipt)
  })
}

function followStanding(room: Room, standing: Store<StandingBids>, { number }: Seat): void {
  if (number === null) return
  room.onEvents((events) => standing.set(standingAfter(standing.get(), events, number)))
  room.onPast((past) => standing.set(standingBefore(standing.get(), past, number)))
}

/** Adds receipts from earlier pages of this session. Events that the room has sent about these bids take precedence. */
function remember(
  kept: readonly Receipt[],
  {
    receipts,
    standing,
    room,
    seat: { number },
  }: Pick<Venue, 'room' | 'seat'> & {
    readonly receipts: Store<readonly Receipt[]>
    readonly standing: Store<StandingBids>
  },
): void {
  receipts.set(kept.reduce(withReceipt, receipts.get()))
  const earned = kept.reduce(
    (before, { body }) =>
      body.act !== undefined
        ? before
        : withBid(before, body.contractObjectId, {
            seq: null,
            at: Date.parse(body.at),
            price: parseMinor(body.price) ?? minor(0),
          }),
    standing.get(),
  )
  standing.set(number === null ? earned : standingBefore(earned, room.replica.get().activity, number))
}

function withReceipt(receipts: readonly Receipt[], receipt: Receipt): readonly Receipt[] {
  // After a restore two receipts may name one place: the entry's hash tells them apart.
  if (receipts.some(({ body }) => body.hash === receipt.body.hash)) return receipts
  return [...receipts, receipt].sort((a, b) => a.body.seq - b.body.seq)
}
