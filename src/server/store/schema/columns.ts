import { bigint, customType } from 'drizzle-orm/pg-core'
import { instant } from '../../../domain/units.ts'
import type { Instant, Minor } from '../../../domain/units.ts'

/** `timestamptz` with ms, an `Instant` in code. */
export const at = customType<{ data: Instant; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: (value) => instant(new Date(value).getTime()),
  toDriver: (value) => new Date(value).toISOString(),
})

/** Minor units. */
export const money = (name: string) => bigint(name, { mode: 'number' }).$type<Minor>()
