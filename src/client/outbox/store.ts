import type { Device } from '../device/device.ts'
import { stores } from '../device/stores.ts'
import { isOutboxItem, type FileItem, type OutboxItem } from './items.ts'

/** The items of one account and their bytes on this device. */
export interface OutboxStore {
  readonly all: () => Promise<readonly OutboxItem[]>
  readonly add: (item: OutboxItem) => Promise<void>
  /** Stores the item, then its bytes, then that the bytes are there: a kill in between leaves nothing inconsistent. */
  readonly addFile: (item: FileItem, bytes: ArrayBuffer) => Promise<void>
  /** Reads and writes in one transaction. Null if the item is gone; it is not created again. */
  readonly change: (id: string, change: (item: OutboxItem) => OutboxItem) => Promise<OutboxItem | null>
  readonly bytesOf: (id: string) => Promise<ArrayBuffer | null>
  /** Removes the bytes first: after a kill in between, the item shows that they are missing. */
  readonly remove: (id: string) => Promise<void>
  /** Removes bytes without an item, and files uploaded without a form so long ago that the server has deleted them. */
  readonly sweep: (now: number) => Promise<void>
}

const ITEM = 'item'
const BYTES = 'bytes'
/** The lifetime of a draft, which might name the file. */
const UNUSED_MS = 30 * 24 * 3_600_000

export function openOutboxStore(device: Device, account: string): OutboxStore {
  const records = device.open(stores.outbox, account)
  const change: OutboxStore['change'] = async (id, changed) => {
    let after: OutboxItem | null = null
    await records.update([ITEM, id], (found) => {
      if (!isOutboxItem(found)) return found
      after = changed(found)
      return after
    })
    return after
  }
  const all: OutboxStore['all'] = async () =>
    (await records.entries([ITEM])).map(({ data }) => data).filter(isOutboxItem)
  const remove: OutboxStore['remove'] = async (id) => {
    await records.remove([BYTES, id])
    await records.remove([ITEM, id])
  }
  return {
    all,
    add: (item) => records.set([ITEM, item.id], item),
    addFile: async (item, bytes) => {
      await records.set([ITEM, item.id], { ...item, state: 'reading' })
      try {
        await records.set([BYTES, item.id], bytes)
      } catch (error) {
        await records.remove([ITEM, item.id]).catch(() => null)
        throw error
      }
      const kept = await change(item.id, (found) => (found.kind === 'file' ? { ...found, state: 'waiting' } : found))
      // Another tab has cancelled the item meanwhile.
      if (kept === null) await records.remove([BYTES, item.id])
    },
    change,
    bytesOf: async (id) => {
      const found = await records.get([BYTES, id])
      return isArrayBuffer(found) ? found : null
    },
    remove,
    sweep: async (now) => {
      // Keys of bytes are read before those of items, so that an item that a tab adds in between is in neither list or
      // in both.
      const bytes = await records.keys([BYTES])
      const items = new Set((await records.keys([ITEM])).map(([, id]) => id))
      for (const [, id] of bytes) if (typeof id === 'string' && !items.has(id)) await records.remove([BYTES, id])
      const known = await all()
      const named = new Set(known.flatMap((item) => (item.kind === 'form' ? item.files.map(({ id }) => id) : [])))
      for (const item of known)
        if (item.kind === 'file' && item.state === 'up' && now - item.upAt > UNUSED_MS && !named.has(item.id))
          await remove(item.id)
    },
  }
}

/** True for an ArrayBuffer of any realm: a database may return one of another realm. */
const isArrayBuffer = (value: unknown): value is ArrayBuffer =>
  Object.prototype.toString.call(value) === '[object ArrayBuffer]'
