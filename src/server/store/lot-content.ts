import { fieldOf, LOT_FIELD_KEYS } from '../../contract/lot-fields.ts'
import type { LotContent } from '../../contract/lot-content.ts'

/** Content stored before a count became a field of lots lacks that count. */
const NOT_COUNTED = Object.fromEntries(
  LOT_FIELD_KEYS.filter((key) => fieldOf(key).kind === 'count').map((key) => [key, null]),
)

/** The content of a lot as it is stored, parsed. */
export const contentOf = (stored: unknown): LotContent => ({ ...NOT_COUNTED, ...(stored as LotContent) })
