import { LOT_PAPERS_MOST, LOT_PICTURES_MOST, type LotPaper } from '../../contract/lot-content.ts'
import { notAtRest } from '../../domain/decide/adjust.ts'
import { alive } from '../../domain/decide/phase.ts'
import { own } from '../../domain/evolve/edit.ts'
import type { LotId } from '../../domain/lot.ts'
import type { Files } from '../files/files.ts'
import { forbid, missing, refuse, type Failure } from '../failure.ts'
import { placeholdersOf } from '../pictures/uploaded.ts'
import type { Rooms } from '../ports.ts'
import { addToDraft, filesOfCompany, type LotFiles } from '../store/lotDrafts.ts'
import { changeLot, findLot, lockLot } from '../store/lots.ts'
import type { Db } from '../store/open.ts'
import { publishPictures } from '../store/preparation.ts'
import { noteForm, resultOfForm, type SentKey } from '../store/sentForms.ts'
import { pictureOf } from './accept.ts'
import type { Acting } from './drafts.ts'

interface Needs {
  readonly db: Db
  readonly rooms: Pick<Rooms, 'state'>
  readonly files: Pick<Files, 'bytes'>
}

interface Added extends LotFiles {
  readonly timelineId: string
  readonly lotId: LotId
  readonly onceKey: SentKey | null
}

/** How many files the lot has now. */
interface Counted {
  readonly kind: 'added'
  readonly pictures: number
  readonly papers: number
}

/**
 * Adds files to a lot of a published sale, at its end: the first photograph stays the one that lists show. Sent again
 * under its key, nothing is added twice.
 */
export async function addLotFiles(
  { db, rooms, files }: Needs,
  { timelineId, lotId, pictures, papers, onceKey }: Added,
  { companyId, by, at }: Acting,
): Promise<Counted | Failure> {
  const state = await rooms.state(timelineId)
  const lot = state?.lots.get(lotId)
  if (!state || !lot) return missing()
  const seller = own(state.sellers, lot.seller)
  if (seller?.company !== companyId) return missing()
  if (onceKey !== null && (await resultOfForm(db, by, onceKey)) === lotId) {
    const row = await findLot(db, lotId)
    return row ? countsOf(row) : missing()
  }
  if (seller.suspended) return forbid('bidder.suspended')
  const refused = alive(state) ?? notAtRest(state, lot)
  if (refused) return refuse(refused.refused, refused.numbers)
  const types = await filesOfCompany(db, companyId, [...pictures, ...papers.flatMap(({ fileId }) => fileId ?? [])])
  const isThere = ({ fileId }: LotPaper) => fileId === null || types.has(fileId)
  if (!pictures.every((id) => types.get(id)?.startsWith('image/')) || !papers.every(isThere))
    return refuse('lot.file_missing')
  // Decoded before the row is locked, since that takes long.
  const placeholders = await placeholdersOf({ db, fileStore: { read: files.bytes } }, pictures.slice(0, 1))
  return db.transaction(async (tx) => {
    const row = await lockLot(tx, lotId)
    if (!row) return missing()
    const shown = [...new Set([...row.pictures, ...pictures.map(pictureOf)])]
    const kept = [...row.papers, ...papers]
    if (shown.length > LOT_PICTURES_MOST || kept.length > LOT_PAPERS_MOST)
      return refuse('lot.files_full', { pictures: LOT_PICTURES_MOST, papers: LOT_PAPERS_MOST })
    const first = row.pictures.length === 0 ? pictures[0] : undefined
    await publishPictures(tx, pictures, placeholders, at)
    await changeLot(tx, lotId, {
      pictures: shown,
      papers: kept,
      ...(first !== undefined && { placeholder: placeholders.get(first) ?? null }),
    })
    await addToDraft(tx, lotId, { pictures, papers }, { by, at })
    if (onceKey !== null)
      await noteForm(tx, { accountId: by, key: onceKey, call: 'lotFilesAdd', result: lotId, sentAt: at })
    return countsOf({ pictures: shown, papers: kept })
  })
}

const countsOf = ({ pictures, papers }: LotFiles): Counted => ({
  kind: 'added',
  pictures: pictures.length,
  papers: papers.length,
})
