const DAY_MS = 24 * 3_600_000

/** A stored record. It contains its own expiry, so that a sweep need not know the stores. */
export interface DeviceRecord {
  /** Time of writing, by the device's clock. */
  readonly at: number
  /** Time of expiry; the record counts as gone from then on, even if not swept yet. */
  readonly until: number
  readonly data: unknown
  /** Imported unchanged from the previous version. */
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

/** The data of a record that exists and has not expired. */
export const liveData = (value: unknown, now: number): unknown =>
  isDeviceRecord(value) && now < value.until ? value.data : undefined
