import type * as z from 'zod'
import * as calls from '../../../contract/calls/index.ts'
import type { Locale } from '../../../contract/constants.ts'
import type { Instant } from '../../../domain/units.ts'
import type { SellerCaller } from '../../auth/caller.ts'
import { deleteDrafts, recallDrafts, saveDraft, submitDrafts } from '../../lots/drafts.ts'
import type { Acting } from '../../lots/drafts.ts'
import { actingSeller, readingSeller } from '../../lots/seller.ts'
import { findDraft, listDrafts, openSessions, sessionsOf } from '../../store/lotDrafts.ts'
import type { ListedDraft, OpenSession } from '../../store/lotDrafts.ts'
import type { Db } from '../../store/open.ts'
import { slice } from '../../store/page.ts'
import type { Terms } from '../../store/terms.ts'
import { data, done, missing, rows } from '../answer.ts'
import type { Failure } from '../answer.ts'
import { specification } from '../catalogue/lot.ts'
import { nameOf } from '../catalogue/names.ts'
import { signedIn } from '../route.ts'

interface Needs {
  readonly db: Db
  readonly terms: () => Promise<Terms>
}

/** A seller's lots before a sale. In every call another company's lots answer as missing. */
export const lotDraftRoutes = ({ db, terms }: Needs) => ({
  lotDraftList: signedIn(calls.lotDraftList, async ({ query, locale }, { person }) => {
    const seller = readingSeller(person)
    if (seller.kind === 'failed') return seller
    const { state, keyword, scheduleTimelineId: timelineId } = query
    const { companyId } = seller
    const found = await listDrafts(db, { companyId, state, keyword, timelineId, ...slice(query) })
    const [names, sessions] = await Promise.all([terms(), sessionsOf(db, sessionIds(found.rows))])
    return rows(
      found.rows.map((row) => rowOf(row, sessions, names, locale)),
      found.total,
    )
  }),

  lotDraftInfo: signedIn(calls.lotDraftInfo, async ({ params, locale }, { person }) => {
    const seller = readingSeller(person)
    if (seller.kind === 'failed') return seller
    const found = await findDraft(db, seller.companyId, params.lotDraftId)
    if (!found) return missing()
    const [names, sessions] = await Promise.all([terms(), sessionsOf(db, sessionIds([found]))])
    return data({ ...rowOf(found, sessions, names, locale), content: found.draft.content })
  }),

  lotDraftSave: signedIn(calls.lotDraftSave, async ({ body, at, onceKey }, caller) => {
    const acting = actingOf(caller, at)
    if ('kind' in acting) return acting
    const saved = await saveDraft(db, { ...body, onceKey }, acting, await terms())
    return saved.kind === 'saved' ? data({ lotDraftId: saved.lotDraftId, version: saved.version }) : saved
  }),

  lotDraftDelete: signedIn(calls.lotDraftDelete, async ({ body, at }, caller) => {
    const acting = actingOf(caller, at)
    return 'kind' in acting ? acting : ((await deleteDrafts(db, body.lotDraftIds, acting)) ?? done)
  }),

  lotDraftRecall: signedIn(calls.lotDraftRecall, async ({ body, at }, caller) => {
    const acting = actingOf(caller, at)
    return 'kind' in acting ? acting : ((await recallDrafts(db, body.lotDraftIds, acting)) ?? done)
  }),

  lotDraftSubmit: signedIn(calls.lotDraftSubmit, async ({ body, at }, caller) => {
    const acting = actingOf(caller, at)
    if ('kind' in acting) return acting
    const submitted = await submitDrafts(db, body.lotDraftIds, body.scheduleTimelineId, acting)
    return typeof submitted === 'number' ? data({ submitted }) : submitted
  }),

  lotSessionList: signedIn(calls.lotSessionList, async ({ at, locale }, { person }) => {
    const seller = readingSeller(person)
    if (seller.kind === 'failed') return seller
    const sessions = await openSessions(db, at)
    return rows(
      sessions.map((session) => ({
        ...sessionOf(session, locale),
        reservePolicy: session.timeline.reservePolicy,
        signUpDeadline: session.timeline.signUpDeadline,
      })),
    )
  }),
})

/** The company that the caller acts for, its account and the time. */
export function actingOf({ person }: SellerCaller, at: Instant): Acting | Failure {
  const seller = actingSeller(person)
  return seller.kind === 'failed' ? seller : { companyId: seller.companyId, by: person.id, at }
}

const sessionIds = (found: readonly ListedDraft[]): readonly string[] => [
  ...new Set(found.flatMap(({ draft }) => draft.timelineId ?? [])),
]

const sessionOf = ({ timeline, nameZh, nameEn, phase, stage }: OpenSession, locale: Locale) => ({
  scheduleTimelineId: timeline.id,
  name: locale === 'zh' ? nameZh : nameEn,
  startTime: timeline.startTime,
  state: phase ?? 1,
  stage: stage ?? 'preparation',
})

function rowOf(
  { draft, changedBy }: ListedDraft,
  sessions: ReadonlyMap<string, OpenSession>,
  terms: Terms,
  locale: Locale,
): z.output<typeof calls.LotDraftRow> {
  const { id, version, state, content, remark, timelineId, changedAt } = draft
  const session = sessions.get(timelineId ?? '')
  const { quantity, unit, currency, startPrice, reserve, deliveryDate } = content
  return {
    lotDraftId: id,
    version,
    state,
    name: locale === 'zh' ? content.nameZh : content.nameEn,
    species: nameOf(terms, 'species', content.species, locale),
    origin: nameOf(terms, 'origin', content.origin, locale),
    grade: nameOf(terms, 'grade', content.grade, locale),
    specification: specification(content),
    quantity,
    unit,
    currency,
    startPrice,
    reserve,
    deliveryDate,
    picture: content.pictures[0] ?? null,
    pictures: content.pictures.length,
    papers: content.papers.length,
    session: session ? sessionOf(session, locale) : null,
    remark,
    changedAt,
    changedBy: changedBy ?? '',
  }
}
