import type { PublishedLot } from '../../domain/events.ts'
import { later, type Instant } from '../../domain/units.ts'
import { draw } from './drawing/draw.ts'
import { placeholder } from '../pictures/encode.ts'
import { parseName, parseStem } from '../pictures/names.ts'
import type { lot } from '../store/schema.ts'
import type { Parcel } from './content/parcel.ts'
import { companyId, lotId } from './ids.ts'

export type LotRow = typeof lot.$inferInsert

interface Placing {
  readonly timelineId: string
  /** Company codes in the order of their seller codes: S1, S2 … */
  readonly sellers: readonly string[]
  readonly now: Instant
}

/** Puts parcels into a session's catalogue, the sellers in turn. */
export function lotRows(parcels: readonly Parcel[], { timelineId, sellers, now }: Placing): Promise<LotRow[]> {
  return Promise.all(
    parcels.map(async ({ deliveryInDays, pictures, ...parcel }, index) => {
      const nth = index % sellers.length
      return {
        ...parcel,
        id: lotId(timelineId, index + 1),
        timelineId,
        position: index + 1,
        sellerCompanyId: companyId(sellers[nth] ?? ''),
        sellerCode: `S${nth + 1}`,
        deliveryDate: dayOf(later(now, deliveryInDays * DAY_MS)),
        pictures: [...pictures],
        placeholder: await placeholderOf(pictures[0]),
      }
    }),
  )
}

const DAY_MS = 24 * 3_600_000
const dayOf = (at: Instant): string => new Date(at).toISOString().slice(0, 10)

/** Width of a placeholder in pixels. */
const PLACEHOLDER_WIDTH = 16

/** The picture drawn a few pixels wide, which is quick, unlike drawing it in full size. */
async function placeholderOf(name: string | undefined): Promise<string | null> {
  const drawing = parseStem(parseName(name ?? '')?.stem ?? '')
  return drawing && placeholder(draw(drawing, PLACEHOLDER_WIDTH))
}

/** The lot as the law needs it. */
export const published = (row: LotRow): PublishedLot => ({
  lot: row.id,
  position: row.position,
  seller: row.sellerCode,
  currency: row.currency,
  unit: row.unit,
  quantity: row.quantity,
  startPrice: row.startPrice,
  addRange: row.addRange,
  deliveryDate: row.deliveryDate,
  reserve: row.reserve ?? null,
})
