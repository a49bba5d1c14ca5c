import { join } from 'node:path'
import { NEWS_TYPES } from '../../contract/constants.ts'
import { later } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import { bothOf } from '../content/written.ts'
import type { news } from '../store/schema.ts'

const FOLDER = join(import.meta.dirname, 'content/news')
const HOUR_MS = 3_600_000
const { notice, market, platform } = NEWS_TYPES

/** News with type and age: hours before the start of the demo world. */
const NEWS = [
  ['agreement-reminder', notice, 5],
  ['read-offline', platform, 28],
  ['moisture', market, 75],
  ['link-loss-mandates', platform, 140],
  ['volume-rules', market, 220],
  ['practice-sale', notice, 400],
] as const

export const newsRows = (now: Instant): (typeof news.$inferInsert)[] =>
  NEWS.map(([id, type, hours]) => ({ id, type, publishedAt: later(now, -hours * HOUR_MS), ...bothOf(id, FOLDER) }))
