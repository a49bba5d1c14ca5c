import { fieldOf, isTermField, LOT_FIELD_KEYS, OPEN_KINDS, type TermField } from '../../contract/lot-fields.ts'
import type { LotContent } from '../../contract/lot-content.ts'
import type { FormText } from '../../contract/people.ts'
import type { Locale } from '../../contract/constants.ts'
import { unclearSizes } from '../../contract/sizes.ts'
import { CODE } from '../../contract/codes.ts'
import type { AccountId, CompanyId } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'
import { fail, invalid, missing, refuse } from '../failure.ts'
import type { Failure } from '../failure.ts'
import { refuseLots, wrongAmong } from './refuse-lots.ts'
import {
  changeDraft,
  countDrafts,
  currenciesOf,
  filesOfCompany,
  insertDraft,
  lockDraft,
  lockDrafts,
  moveDrafts,
  openSessions,
  OPEN_STATES,
  removeDrafts,
} from '../store/lotDrafts.ts'
import type { LotDraftRow } from '../store/lotDrafts.ts'
import type { Db } from '../store/open.ts'
import { noteForm, resultOfForm } from '../store/sentForms.ts'
import type { SentKey } from '../store/sentForms.ts'
import type { Terms } from '../store/terms.ts'
import { minute } from '../documents/document.ts'

/** Lots of a company in preparation and in sales that are not over. */
export const DRAFTS_MOST = 20_000

/** A lot is delivered within these years of its sale; a draft may wait a year for one. */
const DELIVERY_YEARS = 5
const DRAFT_YEARS = DELIVERY_YEARS + 1
/** The same day (`YYYY-MM-DD`) some years later. */
const yearsAfter = (day: string, years: number): string => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`

/** The company acted for, the acting account and the time. */
export interface Acting {
  readonly companyId: CompanyId
  readonly by: AccountId
  readonly at: Instant
}

interface Saving {
  readonly lotDraftId: string
  readonly version: number | null
  readonly content: LotContent
  readonly onceKey: SentKey | null
}

interface Saved {
  readonly kind: 'saved'
  readonly lotDraftId: string
  readonly version: number
}

/** Saves a lot. Sent again under its key, it returns the first result. */
export async function saveDraft(
  db: Db,
  { lotDraftId: id, version, content, onceKey }: Saving,
  acting: Acting,
  terms: Terms,
): Promise<Saved | Failure> {
  const unknown = unknownTerms(content, terms)
  if (unknown.length > 0)
    return invalid(...unknown.map((field) => ({ path: `body.content.${field}`, code: 'termUnknown' })))
  const { companyId, by, at } = acting
  if (content.deliveryDate > yearsAfter(minute(at).slice(0, 10), DRAFT_YEARS))
    return invalid({ path: 'body.content.deliveryDate', code: 'dayFar' satisfies FormText })
  return db.transaction(async (tx) => {
    const row = await lockDraft(tx, id)
    if (row && row.companyId !== companyId) return missing()
    if (onceKey !== null && row && (await resultOfForm(tx, by, onceKey)) === id)
      return { kind: 'saved', lotDraftId: id, version: row.version }
    if (version !== null && !row) return missing()
    if (row && row.version !== version) return fail(CODE.conflict, 'lot.changed')
    if (row && !OPEN_STATES.includes(row.state)) return refuse('lot.fixed')
    if (!(await hasFiles(tx, companyId, content, row?.content ?? null))) return refuse('lot.file_missing')
    if (row) await changeDraft(tx, row, content, acting)
    else {
      if ((await countDrafts(tx, companyId)) >= DRAFTS_MOST) return refuse('lot.too_many', { most: DRAFTS_MOST })
      const made = await insertDraft(tx, { id, companyId, content, createdAt: at, changedAt: at, changedBy: by })
      // Of two concurrent calls under one key, the second returns the first's result.
      if (!made)
        return onceKey !== null && (await resultOfForm(tx, by, onceKey)) === id
          ? { kind: 'saved', lotDraftId: id, version: 1 }
          : fail(CODE.conflict, 'lot.changed')
    }
    if (onceKey !== null)
      await noteForm(tx, { accountId: by, key: onceKey, call: 'lotDraftSave', result: id, sentAt: at })
    return { kind: 'saved', lotDraftId: id, version: (row?.version ?? 0) + 1 }
  })
}

/** Fields with a term that the vocabulary lacks, though it must have it. */
export const unknownTerms = (content: LotContent, terms: Terms): readonly TermField[] =>
  LOT_FIELD_KEYS.filter(isTermField).filter((key) => {
    const { term } = fieldOf(key)
    return term !== undefined && !OPEN_KINDS.includes(term) && !terms.get(term)?.has(content[key])
  })

/** The files of a lot. */
export const filesIn = ({ pictures, papers }: LotContent): readonly string[] => [
  ...pictures,
  ...papers.flatMap(({ fileId }) => fileId ?? []),
]

/** Whether each file is an upload of the company, or belonged to the lot before, and each picture is a picture. */
async function hasFiles(
  tx: Pick<Db, 'select'>,
  companyId: CompanyId,
  content: LotContent,
  before: LotContent | null,
): Promise<boolean> {
  const known = new Set(before ? filesIn(before) : [])
  const added = filesIn(content).filter((id) => !known.has(id))
  const types = await filesOfCompany(tx, companyId, added)
  return added.every((id) => {
    const type = types.get(id)
    return type !== undefined && (!content.pictures.includes(id) || type.startsWith('image/'))
  })
}

/** Locks all these drafts, or returns the reason that one of them is not available. */
async function allOf(
  tx: Parameters<typeof lockDrafts>[0],
  companyId: CompanyId,
  ids: readonly string[] | null,
  states: readonly LotDraftRow['state'][],
): Promise<readonly LotDraftRow[] | Failure> {
  const rows = await lockDrafts(tx, companyId, ids)
  if (ids !== null && rows.length < new Set(ids).size) return missing()
  return rows.every(({ state }) => states.includes(state)) ? rows : refuse('lot.fixed')
}
const idsOf = (rows: readonly LotDraftRow[]): readonly string[] => rows.map(({ id }) => id)

export const deleteDrafts = (db: Db, ids: readonly string[], { companyId }: Acting): Promise<Failure | null> =>
  db.transaction(async (tx) => {
    const rows = await allOf(tx, companyId, ids, OPEN_STATES)
    if ('kind' in rows) return rows
    await removeDrafts(tx, idsOf(rows))
    return null
  })

export const recallDrafts = (db: Db, ids: readonly string[], acting: Acting): Promise<Failure | null> =>
  db.transaction(async (tx) => {
    const rows = await allOf(tx, acting.companyId, ids, ['submitted'])
    if ('kind' in rows) return rows
    await moveDrafts(tx, idsOf(rows), { state: 'draft', timelineId: null }, acting)
    return null
  })

/** Submits lots to a session in preparation; returns their number. */
export const submitDrafts = (
  db: Db,
  ids: readonly string[] | null,
  timelineId: string,
  acting: Acting,
  locale: Locale,
): Promise<number | Failure> =>
  db.transaction(async (tx) => {
    const [session] = await openSessions(tx, acting.companyId, acting.at, timelineId)
    if (!session) return refuse('lot.session_closed')
    const rows = await allOf(tx, acting.companyId, ids, OPEN_STATES)
    if ('kind' in rows) return rows
    if (rows.length === 0) return refuse('lot.none_to_submit')
    const { reservePolicy, startTime } = session.timeline
    const among = (isWrong: (content: LotContent) => boolean) => wrongAmong(rows, isWrong)
    const [without, having] = [among(({ reserve }) => reserve === null), among(({ reserve }) => reserve !== null)]
    if (reservePolicy === 'required' && without) return refuseLots('lot.reserve_required', without, locale)
    if (reservePolicy === 'none' && having) return refuseLots('lot.reserve_none', having, locale)
    // Compared with the day of the start in Beijing, where the sale's clock runs.
    const day = minute(startTime).slice(0, 10)
    const early = among(({ deliveryDate }) => deliveryDate < day)
    if (early) return refuseLots('lot.delivery_early', early, locale)
    const late = among(({ deliveryDate }) => deliveryDate > yearsAfter(day, DELIVERY_YEARS))
    if (late) return refuseLots('lot.delivery_late', late, locale, { years: DELIVERY_YEARS })
    const unclear = among((content) => unclearSizes(content).length > 0)
    if (unclear) return refuseLots('lot.size_unclear', unclear, locale)
    if ((session.phase ?? 1) > 1) {
      const currencies = await currenciesOf(tx, timelineId)
      const other = among(({ currency }) => !currencies.has(currency))
      if (other) return refuseLots('lot.currency_not_here', other, locale)
    }
    await moveDrafts(tx, idsOf(rows), { state: 'submitted', timelineId }, acting)
    return rows.length
  })
