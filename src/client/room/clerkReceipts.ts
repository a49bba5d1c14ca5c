import type { Receipt } from '../../contract/verdict.ts'
import type { SessionEvent } from '../../domain/events.ts'
import type { BiddingNumber } from '../../domain/lot.ts'
import type { Room } from './room.ts'
import type { Readable } from './store.ts'

interface ClerkReceiptPorts {
  readonly room: Pick<Room, 'onEvents' | 'onPast'>
  readonly number: BiddingNumber | null
  readonly receipts: Readable<readonly Receipt[]>
  /** Fetches the receipts of all that clerks did for the company, and adds them to `receipts`; never rejects. */
  readonly fetch: () => Promise<void>
}

/**
 * A clerk's act answers the clerk, not the company, whose devices learn of it by its event: they fetch its receipt then,
 * or when they next read that event. Calls that come while one is under way are made up for by one more.
 */
export function followClerks({ room, number, receipts, fetch }: ClerkReceiptPorts): void {
  let state: 'idle' | 'fetching' | 'again' = 'idle'

  async function fetchAll(): Promise<void> {
    do {
      state = 'fetching'
      await fetch()
    } while (isAsked())
    state = 'idle'
  }
  const isAsked = (): boolean => state === 'again'

  function heard(events: readonly SessionEvent[]): void {
    if (!events.some((event) => isClerks(event, number) && !receipts.get().some((one) => isOf(one, event)))) return
    if (state === 'idle') void fetchAll()
    else state = 'again'
  }

  room.onEvents(heard)
  room.onPast((past) => heard(past.flatMap((one) => (one.kind === 'event' ? [one.event] : []))))
}

type ClerksAct = Extract<SessionEvent, { readonly type: 'bid' | 'ceiling.set' | 'ceiling.dropped' }>

const isClerks = (event: SessionEvent, number: BiddingNumber | null): event is ClerksAct =>
  (event.type === 'bid' || event.type === 'ceiling.set' || event.type === 'ceiling.dropped') &&
  event.number === number &&
  event.clerk !== null

/** By content: a running sale's events lack the log's own number, which the receipt has. */
const isOf = ({ body }: Receipt, event: ClerksAct): boolean =>
  (body.act ?? 'bid') === event.type && body.contractObjectId === event.lot && Date.parse(body.at) === event.at
