import { canonicalSizes } from './sizes.ts'
import { fileName, uploadedStem } from '../pictures/names.ts'
import type { lot, lotDraft } from '../store/schema.ts'

export type LotDraftRow = typeof lotDraft.$inferSelect
type LotRowInsert = typeof lot.$inferInsert

interface Place {
  /** `S1`, `S2` …: the seller's code in the session. */
  readonly sellerCode: string
  /** Place in the catalogue, from 1. */
  readonly position: number
  readonly timelineId: string
}

/**
 * The catalogue's lot of an accepted draft, under the draft's id. Each of its pictures needs a row of `public_picture`
 * before its file is made; `placeholder` is that of the first.
 */
export function acceptedLotRow(
  { id, companyId, content }: Pick<LotDraftRow, 'id' | 'companyId' | 'content'>,
  { sellerCode, position, timelineId }: Place,
  { placeholder }: { readonly placeholder: string | null },
): LotRowInsert {
  const { pictures, papers, ...timber } = content
  return {
    ...timber,
    ...canonicalSizes(timber),
    id,
    timelineId,
    position,
    sellerCompanyId: companyId,
    sellerCode,
    pictures: pictures.map(pictureOf),
    placeholder,
    papers: [...papers],
  }
}

/** Name in the picture store of an uploaded picture. */
export const pictureOf = (fileId: string): string =>
  fileName({ stem: uploadedStem(fileId), thumb: false, format: 'avif' })
