import type * as z from 'zod'
import * as calls from '../../../contract/calls/index.ts'
import type { Locale } from '../../../contract/constants.ts'
import type { CompanyId, LotId } from '../../../domain/lot.ts'
import type { Instant, Milli } from '../../../domain/units.ts'
import type { SellerCaller } from '../../auth/caller.ts'
import { addLotFiles } from '../../lots/add-files.ts'
import type { Files } from '../../files/files.ts'
import type { Rooms } from '../../ports.ts'
import { deleteDrafts, recallDrafts, saveDraft, submitDrafts } from '../../lots/drafts.ts'
import type { Acting } from '../../lots/drafts.ts'
import { actingSeller, readingSeller } from '../../lots/seller.ts'
import { findDraft, listDrafts, listedDrafts, openSessions, sessionsOf } from '../../store/lotDrafts.ts'
import type { ListedDraft, OpenSession } from '../../store/lotDrafts.ts'
import type { Db } from '../../store/open.ts'
import { soldOf } from '../../store/orders.ts'
import { slice } from '../../store/page.ts'
import type { Terms } from '../../store/terms.ts'
import { data, done, missing, rows } from '../answer.ts'
import type { Failure } from '../answer.ts'
import { specification, unclearSizes } from '../../../contract/sizes.ts'
import { nameOf } from '../catalogue/names.ts'
import { signedIn } from '../route.ts'

/** What rows of drafts show beside their content. */
interface About {
  readonly names: Terms
  readonly sessions: ReadonlyMap<string, OpenSession>
  /** Of the accepted lots, those in a catalogue. */
  readonly listed: ReadonlySet<string>
  /** Quantity sold, by lot. */
  readonly sold: ReadonlyMap<LotId, Milli>
}

interface Needs {
  readonly db: Db
  readonly rooms: Pick<Rooms, 'state'>
  readonly files: Pick<Files, 'bytes'>
  readonly terms: () => Promise<Terms>
}

/** A seller's lots before a sale, and their files in it. In every call another company's lots answer as missing. */
export const lotDraftRoutes = ({ db, rooms, files, terms }: Needs) => {
  async function aboutOf(companyId: CompanyId, found: readonly ListedDraft[]): Promise<About> {
    const accepted = found.flatMap(({ draft }) => (draft.state === 'accepted' ? [draft.id] : []))
    const [names, sessions, sold, listed] = await Promise.all([
      terms(),
      sessionsOf(db, sessionIds(found)),
      soldOf(db, companyId, accepted),
      listedDrafts(db, accepted),
    ])
    return { names, sessions, sold, listed }
  }
  return {
    lotDraftList: signedIn(calls.lotDraftList, async ({ query, locale }, { person }) => {
      const seller = readingSeller(person)
      if (seller.kind === 'failed') return seller
      const { state, keyword, scheduleTimelineId: timelineId } = query
      const { companyId } = seller
      const found = await listDrafts(db, { companyId, state, keyword, timelineId, ...slice(query) })
      const about = await aboutOf(companyId, found.rows)
      return rows(
        found.rows.map((row) => rowOf(row, about, locale)),
        found.total,
      )
    }),

    lotDraftInfo: signedIn(calls.lotDraftInfo, async ({ params, locale }, { person }) => {
      const seller = readingSeller(person)
      if (seller.kind === 'failed') return seller
      const found = await findDraft(db, seller.companyId, params.lotDraftId)
      if (!found) return missing()
      return data({ ...rowOf(found, await aboutOf(seller.companyId, [found]), locale), content: found.draft.content })
    }),

    lotDraftSave: signedIn(calls.lotDraftSave, async ({ body, at, onceKey }, caller) => {
      const acting = actingOf(caller, at)
      if ('kind' in acting) return acting
      const saved = await saveDraft(db, { ...body, onceKey }, acting, await terms())
      return saved.kind === 'saved' ? data({ lotDraftId: saved.lotDraftId, version: saved.version }) : saved
    }),

    lotFilesAdd: signedIn(calls.lotFilesAdd, async ({ body, at, onceKey }, caller) => {
      const acting = actingOf(caller, at)
      if ('kind' in acting) return acting
      const { scheduleTimelineId: timelineId, contractObjectId: lotId, pictures, papers } = body
      const added = await addLotFiles({ db, rooms, files }, { timelineId, lotId, pictures, papers, onceKey }, acting)
      return added.kind === 'added' ? data({ pictures: added.pictures, papers: added.papers }) : added
    }),

    lotDraftDelete: signedIn(calls.lotDraftDelete, async ({ body, at }, caller) => {
      const acting = actingOf(caller, at)
      return 'kind' in acting ? acting : ((await deleteDrafts(db, body.lotDraftIds, acting)) ?? done)
    }),

    lotDraftRecall: signedIn(calls.lotDraftRecall, async ({ body, at }, caller) => {
      const acting = actingOf(caller, at)
      return 'kind' in acting ? acting : ((await recallDrafts(db, body.lotDraftIds, acting)) ?? done)
    }),

    lotDraftSubmit: signedIn(calls.lotDraftSubmit, async ({ body, at, locale }, caller) => {
      const acting = actingOf(caller, at)
      if ('kind' in acting) return acting
      const submitted = await submitDrafts(db, body.lotDraftIds, body.scheduleTimelineId, acting, locale)
      return typeof submitted === 'number' ? data({ submitted }) : submitted
    }),

    lotSessionList: signedIn(calls.lotSessionList, async ({ at, locale }, { person }) => {
      const seller = readingSeller(person)
      if (seller.kind === 'failed') return seller
      const sessions = await openSessions(db, seller.companyId, at)
      return rows(
        sessions.map((session) => ({
          ...sessionOf(session, locale),
          reservePolicy: session.timeline.reservePolicy,
          signUpDeadline: session.timeline.signUpDeadline,
        })),
      )
    }),
  }
}

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

const soldAs = (sold: Milli | undefined, quantity: Milli): 'whole' | 'part' | null =>
  sold === undefined ? null : sold < quantity ? 'part' : 'whole'

function rowOf(
  { draft, changedBy }: ListedDraft,
  { sessions, names: terms, sold, listed }: About,
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
    sizeUnclear: unclearSizes(content).length > 0,
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
    isToAdd: state === 'accepted' && !listed.has(id),
    sold: soldAs(sold.get(id), quantity),
    remark,
    changedAt,
    changedBy: changedBy ?? '',
  }
}
