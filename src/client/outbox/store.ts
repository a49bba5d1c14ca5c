import type { Device } from '../device/device.ts'
import { stores } from '../device/stores.ts'
import { isOutboxItem, type FileItem, type OutboxItem } from './items.ts'

/** What one account has waiting on this device. */
export interface OutboxStore {
  readonly all: () => Promise<readonly OutboxItem[]>
  readonly add: (item: OutboxItem) => Promise<void>
  /** The item, then its bytes, then that they are there: a kill in between leaves nothing half. */
  readonly addFile: (item: FileItem, bytes: ArrayBuffer) => Promise<void>
  /** Reads and writes as one. An item that is gone stays gone, and answers null. */
  readonly change: (id: string, change: (item: OutboxItem) => OutboxItem) => Promise<OutboxItem | null>
  readonly bytesOf: (id: string) => Promise<ArrayBuffer | null>
  /** Bytes first: what is left of a kill in between is an item that says so. */
  readonly remove: (id: string) => Promise<void>
}

const ITEM = 'item'
const BYTES = 'bytes'

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
  return {
    all: async () => (await records.entries([ITEM])).map(({ data }) => data).filter(isOutboxItem),
    add: (item) => records.set([ITEM, item.id], item),
    addFile: async (item, bytes) => {
      await records.set([ITEM, item.id], { ...item, state: 'reading' })
      try {
        await records.set([BYTES, item.id], bytes)
      } catch (error) {
        await records.remove([ITEM, item.id]).catch(() => null)
        throw error
      }
      await change(item.id, (found) => (found.kind === 'file' ? { ...found, state: 'waiting' } : found))
    },
    change,
    bytesOf: async (id) => {
      const found = await records.get([BYTES, id])
      return isArrayBuffer(found) ? found : null
    },
    remove: async (id) => {
      await records.remove([BYTES, id])
      await records.remove([ITEM, id])
    },
  }
}

/** Of any realm: a database may hand out those of another. */
const isArrayBuffer = (value: unknown): value is ArrayBuffer =>
  Object.prototype.toString.call(value) === '[object ArrayBuffer]'
