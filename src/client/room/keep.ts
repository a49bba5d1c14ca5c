import * as z from 'zod'
import { WireState } from '../../contract/snapshot.ts'
import { Receipt } from '../../contract/verdict.ts'
import type { SessionState } from '../../domain/state.ts'
import type { Instant, Minor } from '../../domain/units.ts'
import type { Device } from '../device/device.ts'
import { within } from '../device/patience.ts'
import { stores } from '../device/stores.ts'
import type { BidStore } from './bids.ts'
import { KINDS, type Kept } from './pending.ts'

/**
 * The room's records on this device, separate for each account: keys of open bids, receipts, and the room's last known
 * state. A database that does not answer (private windows, a full disk) is skipped after this time: it must not delay a
 * bid.
 */
const PATIENCE_MS = 300

const Instant = z.custom<Instant>((value) => Number.isSafeInteger(value))
const Minor = z.custom<Minor>((value) => Number.isSafeInteger(value))
const KeptShape = z.object({
  bidKey: z.string(),
  kind: z.enum(KINDS),
  lot: z.string(),
  price: Minor.nullable(),
  notAfter: Instant,
  sentAt: Instant,
})

export interface RoomOwner {
  readonly account: string
  readonly scheduleTimelineId: string
}

export function keepBids(device: Device, { account, scheduleTimelineId }: RoomOwner): BidStore {
  const bids = device.open(stores.bids, account)
  const passed = (work: Promise<void>): Promise<void> => within(PATIENCE_MS, work, undefined)
  return {
    load: async () => {
      const found = await bids.entries([scheduleTimelineId]).catch(() => [])
      return readable(KeptShape, found).map((kept): Kept => kept)
    },
    save: (kept) => passed(bids.set([scheduleTimelineId, kept.bidKey], kept)),
    drop: (bidKey) => passed(bids.remove([scheduleTimelineId, bidKey])),
  }
}

interface ReceiptStore {
  readonly load: () => Promise<readonly Receipt[]>
  /** False if the receipt could not be stored. */
  readonly save: (receipt: Receipt) => Promise<boolean>
}

export function keepReceipts(device: Device, { account, scheduleTimelineId }: RoomOwner): ReceiptStore {
  const receipts = device.open(stores.receipts, account)
  return {
    load: async () => distinct(readable(Receipt, await receipts.entries([scheduleTimelineId]).catch(() => []))),
    save: (receipt) =>
      receipts.set([scheduleTimelineId, receipt.body.seq, receipt.body.hash], receipt).then(
        () => true,
        () => false,
      ),
  }
}

/** An earlier version kept a receipt without its entry's hash in the key; the same receipt may then be there twice. */
const distinct = (receipts: readonly Receipt[]): readonly Receipt[] => [
  ...new Map(receipts.map((receipt) => [receipt.body.hash, receipt])).values(),
]

/** All receipts of an account on this device, from all sales, newest first. */
export const receiptsOf = async (device: Device, account: string): Promise<readonly Receipt[]> =>
  distinct(readable(Receipt, await device.open(stores.receipts, account).entries([]))).toSorted((a, b) =>
    b.body.at.localeCompare(a.body.at),
  )

export interface PersistedState {
  readonly state: SessionState
  /** Position from which the room is asked to resume. */
  readonly privy: number
  readonly mark: string | null
  /** Server time of the room's last message to this page. */
  readonly at: Instant
}

export interface StateStore {
  readonly load: () => Promise<PersistedState | null>
  readonly save: (kept: PersistedState) => Promise<void>
}

/** Stored in the wire's format, so that a newer page parses it by its own schema. */
const StateShape = z.object({
  view: z.string(),
  at: Instant,
  privy: z.number(),
  mark: z.string().nullable(),
  state: WireState,
})
const Encodable = z.custom<z.output<typeof WireState>>()

/** The room as one viewer last saw it: it opens offline, and resumes from there instead of fetching the whole state. */
export function keepState(device: Device, { account, scheduleTimelineId }: RoomOwner, view: string): StateStore {
  const rooms = device.open(stores.rooms, account)
  return {
    load: async () => {
      const data = await within(PATIENCE_MS, rooms.get([scheduleTimelineId]), undefined)
      const [kept] = readable(StateShape, [{ data }])
      return kept?.view === view ? { state: kept.state, privy: kept.privy, mark: kept.mark, at: kept.at } : null
    },
    save: async ({ state, privy, mark, at }) => {
      const encoded = z.encode(StateShape, { view, at, privy, mark, state: Encodable.parse(state) })
      await within(PATIENCE_MS, rooms.set([scheduleTimelineId], encoded), undefined)
    },
  }
}

/** Skips unreadable records: a room without them is better than no room. */
const readable = <S extends z.ZodType>(shape: S, found: readonly { readonly data: unknown }[]): z.output<S>[] =>
  found.flatMap(({ data }) => {
    const read = shape.safeParse(data)
    return read.success ? [read.data] : []
  })
