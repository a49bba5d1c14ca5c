import { createStore, type UseStore } from 'idb-keyval'
import * as z from 'zod'
import { WireState } from '../../contract/snapshot.ts'
import { Receipt } from '../../contract/verdict.ts'
import type { SessionState } from '../../domain/state.ts'
import type { Instant, Minor } from '../../domain/units.ts'
import type { Keep } from './bids.ts'
import { below, done, PENDING_DATABASE, RECEIPTS_DATABASE, STATE_DATABASE } from './databases.ts'
import type { Kept } from './pending.ts'

/**
 * What the room leaves on this device, each account's apart: keys of open bids, receipts, and the room as it was last seen. A database that does not answer
 * (private windows, a full disk) is passed over after a moment: it must not hold up a bid.
 */
const PATIENCE_MS = 300

const Instant = z.custom<Instant>((value) => Number.isSafeInteger(value))
const Minor = z.custom<Minor>((value) => Number.isSafeInteger(value))
const KeptShape = z.object({
  bidKey: z.string(),
  kind: z.enum(['bid', 'ceiling', 'ceilingDrop', 'offer', 'offerAccept', 'offerDecline', 'offerWithdraw']),
  lot: z.string(),
  price: Minor.nullable(),
  notAfter: Instant,
  sentAt: Instant,
})

export type Owner = readonly [account: string, scheduleTimelineId: string]

export function keepPending(
  owner: Owner,
  patience: (work: Promise<unknown>) => Promise<unknown> = within(PATIENCE_MS),
): Keep {
  const store = lazily(() => createStore(PENDING_DATABASE, 'keys'))
  return {
    load: async () => (await allOf(store, owner, KeptShape)).map((kept): Kept => kept),
    save: async (kept) => void (await patience(put(store, [...owner, kept.bidKey], kept))),
    drop: async (bidKey) => void (await patience(remove(store, [...owner, bidKey]))),
  }
}

export interface ReceiptBox {
  readonly load: () => Promise<readonly Receipt[]>
  /** False when it could not be kept. */
  readonly save: (receipt: Receipt) => Promise<boolean>
}

export function keepReceipts(owner: Owner): ReceiptBox {
  const store = lazily(() => createStore(RECEIPTS_DATABASE, 'receipts'))
  return {
    load: () => allOf(store, owner, Receipt),
    save: (receipt) =>
      put(store, [...owner, receipt.body.seq], receipt).then(
        () => true,
        () => false,
      ),
  }
}

export interface KeptState {
  readonly state: SessionState
  /** Server time when the room last spoke to this page. */
  readonly at: Instant
}

export interface StateBox {
  readonly load: () => Promise<KeptState | null>
  readonly save: (kept: KeptState) => Promise<void>
}

const STATE_KEPT_MS = 7 * 24 * 3_600_000
/** As it travels: what a newer page reads has to pass its schema again. */
const StateShape = z.object({ view: z.string(), at: Instant, state: WireState })
const Encodable = z.custom<z.output<typeof WireState>>()

/** The room as one viewer last saw it: it opens without a network, and resumes from there instead of fetching it whole. */
export function keepState(owner: Owner, view: string, now: () => number): StateBox {
  const store = lazily(() => createStore(STATE_DATABASE, 'states'))
  return {
    load: async () => {
      const [kept] = await soon(allOf(store, owner, StateShape), [])
      return kept && kept.view === view && now() - kept.at < STATE_KEPT_MS ? { state: kept.state, at: kept.at } : null
    },
    save: async ({ state, at }) => {
      const encoded = z.encode(StateShape, { view, at, state: Encodable.parse(state) })
      await within(PATIENCE_MS)(put(store, [...owner], encoded))
    },
  }
}

const soon = <T>(work: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([work, new Promise<T>((resolve) => setTimeout(resolve, PATIENCE_MS, otherwise))])

function lazily(make: () => UseStore): () => UseStore {
  let made: UseStore | null = null
  return () => (made ??= make())
}

async function put(store: () => UseStore, key: (string | number)[], value: unknown): Promise<void> {
  await store()('readwrite', (objects) => done(objects.put(value, key)))
}

async function remove(store: () => UseStore, key: string[]): Promise<void> {
  await store()('readwrite', (objects) => done(objects.delete(key)))
}

/** What cannot be read is left out: better no memory than a room that does not open. */
async function allOf<S extends z.ZodType>(store: () => UseStore, owner: Owner, shape: S): Promise<z.output<S>[]> {
  const found = await readAll(store, owner)
  return found.flatMap((value) => {
    const read = shape.safeParse(value)
    return read.success ? [read.data] : []
  })
}

async function readAll(store: () => UseStore, owner: Owner): Promise<unknown[]> {
  try {
    return await store()('readonly', (objects) => done<unknown[]>(objects.getAll(below(owner))))
  } catch {
    return []
  }
}

function within(ms: number): (work: Promise<unknown>) => Promise<unknown> {
  return (work) => Promise.race([work.catch(() => null), new Promise((resolve) => setTimeout(resolve, ms, null))])
}
