import type { Device } from '../device/device.ts'
import { stores } from '../device/stores.ts'
import { isOutboxItem, type FileItem, type OutboxItem } from './items.ts'

/** One account's items and their bytes on this device. */
export interface OutboxStore {
  readonly all: () => Promise<readonly OutboxItem[]>
  readonly add: (item: OutboxItem) => Promise<void>
  /** The item, then its bytes, then that they are there: a kill in between leaves nothing half. */
  readonly addFile: (item: FileItem, bytes: ArrayBuffer) => Promise<void>
  /** Reads and writes as one. An item that is gone stays gone, and answers null. */
  readonly change: (id: string, change: (item: OutboxItem) => OutboxItem) => Promise<OutboxItem | null>
  readonly bytesOf: (id: string) => Promise<ArrayBuffer | null>
  /** Bytes first: a kill in between leaves an item that says so. */
  readonly remove: (id: string) => Promise<void>
  /** Removes bytes whose item is gone, and files that went up so long ago without a form that the server has none of them. */
  readonly sweep: (now: number) => Promise<void>
}

const ITEM = 'item'
const BYTES = 'bytes'
/** As long as a draft that might name the file. */
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
      // Another tab has cancelled it meanwhile.
      if (kept === null) await records.remove([BYTES, item.id])
    },
    change,
    bytesOf: async (id) => {
      const found = await records.get([BYTES, id])
      return isArrayBuffer(found) ? found : null
    },
    remove,
    sweep: async (now) => {
      // Bytes before items: an item that a tab adds in between is in neither list, or in both.
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

/** Of any realm: a database may hand out those of another. */
const isArrayBuffer = (value: unknown): value is ArrayBuffer =>
  Object.prototype.toString.call(value) === '[object ArrayBuffer]'
