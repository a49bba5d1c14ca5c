import { formatMoisture } from '../../domain/typed/moisture.ts'
import { formatSizeMm } from '../../domain/typed/size.ts'
import { moistureOf, SIZE_FIELDS, sizeOf, type SizeField, type Sizes } from '../../contract/sizes.ts'

/** Sizes and moisture of a lot, as stored. */
export type StoredSizes = Sizes & { readonly humidity?: string | undefined }
export type SizePatch = Partial<Record<SizeField | 'humidity', string>>

/**
 * The fields of a lot whose text can be read in one way and is not canonical, with their canonical text. A text that is
 * unclear stands as it was written.
 */
export function canonicalSizes(lot: StoredSizes): SizePatch {
  const patch: SizePatch = {}
  for (const key of SIZE_FIELDS) {
    const text = lot[key] ?? ''
    const size = sizeOf(text)
    if (size !== null && formatSizeMm(size) !== text) patch[key] = formatSizeMm(size)
  }
  const { humidity = '' } = lot
  const moisture = moistureOf(humidity)
  if (moisture !== null && formatMoisture(moisture) !== humidity) patch.humidity = formatMoisture(moisture)
  return patch
}
