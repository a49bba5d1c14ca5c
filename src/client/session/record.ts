import type { StoragePort } from '../ports/ports.ts'

/** The device's current account and its expiry: enough to open its stored data offline. */
interface SessionRecord {
  readonly account: string
  readonly endsAt: number
}

const KEY = 'session'
/** Keys of the local storage that survive a session (design §5): settings of the device, and what its network lets through. */
const KEPT = ['locale', 'layout-setting', 'carrier']

export function readRecord(storage: StoragePort): SessionRecord | null {
  const text = storage.getItem(KEY)
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('account' in value) || !('endsAt' in value)) return null
    const { account, endsAt } = value
    return typeof account === 'string' && typeof endsAt === 'number' ? { account, endsAt } : null
  } catch {
    return null
  }
}

export const writeRecord = (storage: StoragePort, record: SessionRecord): void =>
  storage.setItem(KEY, JSON.stringify(record))

export function clearStorage(storage: StoragePort): void {
  for (const key of storage.keys()) if (!KEPT.includes(key)) storage.removeItem(key)
}
