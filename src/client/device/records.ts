const DAY_MS = 24 * 3_600_000

/** A stored record. It contains its own expiry, so a sweep works without knowing the stores. */
export interface DeviceRecord {
  /** When it was written, by the device's clock. */
  readonly at: number
  /** From then on it is gone, whether swept or not. */
  readonly until: number
  readonly data: unknown
  /** As the previous version left it. */
  readonly imported?: true
}

export const recordOf = (data: unknown, at: number, keepDays: number): DeviceRecord => ({
  at,
  until: at + keepDays * DAY_MS,
  data,
})

export function isDeviceRecord(value: unknown): value is DeviceRecord {
  if (typeof value !== 'object' || value === null) return false
  const { at, until }: { at?: unknown; until?: unknown } = value
  return typeof at === 'number' && typeof until === 'number' && 'data' in value
}

/** The data of a record that is there and has not expired. */
export const liveData = (value: unknown, now: number): unknown =>
  isDeviceRecord(value) && now < value.until ? value.data : undefined
