import type { StoragePort } from '../ports/ports.ts'

/** The device's current account and its expiry: enough to open its stored data offline. */
interface SessionRecord {
  readonly account: string
  readonly endsAt: number
}

const KEY = 'session'
/** Survives a session (design §5). */
const KEPT = ['locale', 'layout-setting']

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

/** Survives the reload of a page whose sign-in ended by itself: something of that account may still wait to be sent. */
const ENDED_KEY = 'ended-account'
export const readEndedAccount = (storage: StoragePort): string | null => storage.getItem(ENDED_KEY)
export const writeEndedAccount = (storage: StoragePort, account: string | null): void =>
  account === null ? storage.removeItem(ENDED_KEY) : storage.setItem(ENDED_KEY, account)

export function clearStorage(storage: StoragePort): void {
  for (const key of storage.keys()) if (!KEPT.includes(key)) storage.removeItem(key)
}
