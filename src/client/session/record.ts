/** Who works on this device and until when: enough to open what is kept for him when there is no network. */
interface SessionRecord {
  readonly account: string
  readonly endsAt: number
}

const KEY = 'session'
/** What outlives a session (design §5). */
const KEPT = ['locale', 'layout-setting']

export function readRecord(): SessionRecord | null {
  // The server, which writes pages, works on nobody's device.
  if (typeof localStorage === 'undefined') return null
  const text = localStorage.getItem(KEY)
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

export const writeRecord = (record: SessionRecord): void => localStorage.setItem(KEY, JSON.stringify(record))

export function clearLocalStorage(): void {
  for (const key of Object.keys(localStorage)) if (!KEPT.includes(key)) localStorage.removeItem(key)
}
