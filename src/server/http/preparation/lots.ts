import { and, arrayOverlaps, asc, eq, ne } from 'drizzle-orm'
import { CODE } from '../../../contract/codes.ts'
import * as calls from '../../../contract/calls/index.ts'
import { LOTS_AT_ONCE } from '../../../contract/lot-content.ts'
import { movedInFront } from '../../../domain/order.ts'
import type { Files } from '../../files/files.ts'
import { placeholdersOf } from '../../pictures/uploaded.ts'
import type { Db } from '../../store/open.ts'
import { slice } from '../../store/page.ts'
import {
  acceptDrafts,
  acceptLateDrafts,
  listSessionLots,
  lockSession,
  MOST_LOTS,
  orderedLots,
  renumber,
  returnDrafts,
  returnLateDrafts,
  firstPictures,
  waitingDrafts,
  waitingLots,
} from '../../store/preparation.ts'
import type { DraftTrouble, LockedSession, Within } from '../../store/preparation.ts'
import { findSession } from '../../store/schedules.ts'
import { account, company } from '../../store/schema.ts'
import type { Terms } from '../../store/terms.ts'
import { data, done, fail, missing, refuse, rows } from '../answer.ts'
import { refuseLots } from '../../lots/refuse-lots.ts'
import type { Done, Failure } from '../answer.ts'
import { HOST_ROLES } from '../../auth/permissions.ts'
import { nameOf } from '../catalogue/names.ts'
import { companyNames } from '../company-names.ts'
import { signedIn } from '../route.ts'

interface Needs {
  readonly db: Db
  readonly terms: () => Promise<Terms>
  readonly files: Pick<Files, 'bytes'>
}

/** Lots that sellers have submitted to a session: accepted, returned, ordered. */
export function sessionLotRoutes({ db, terms, files }: Needs) {
  const onLocked = (
    timelineId: string,
    act: (tx: Within, locked: LockedSession) => Promise<Done | Failure>,
  ): Promise<Done | Failure> =>
    db.transaction(async (tx) => {
      const locked = await lockSession(tx, timelineId)
      return locked ? act(tx, locked) : missing('session.not_found')
    })

  return {
    sessionLotList: signedIn(calls.sessionLotList, async ({ query, locale }) => {
      const { scheduleTimelineId: timelineId, state, keyword, sort } = query
      if (!(await findSession(db, timelineId))) return missing('session.not_found')
      const found = await listSessionLots(db, { ...slice(query), timelineId, state, keyword, sort })
      const [names, words] = await Promise.all([
        companyNames(
          db,
          found.rows.map(({ companyId }) => companyId),
          locale,
        ),
        terms(),
      ])
      return rows(
        found.rows.map(({ id, companyId, content, ...row }) => ({
          ...row,
          lotDraftId: id,
          sellerName: names(companyId) ?? companyId,
          content,
          speciesName: nameOf(words, 'species', content.species, locale),
          originName: nameOf(words, 'origin', content.origin, locale),
          gradeName: nameOf(words, 'grade', content.grade, locale),
        })),
        found.total,
      )
    }),

    lotAccept: signedIn(calls.lotAccept, async ({ body, at, locale }, { person }) => {
      const { scheduleTimelineId: id, seenUntil } = body
      const lots = body.lots ?? (await waitingDrafts(db, id, seenUntil ?? at, LOTS_AT_ONCE))
      // Pictures are decoded before the session is locked, since that takes long.
      const placeholders = await placeholdersOf({ db, fileStore: { read: files.bytes } }, await firstPictures(db, lots))
      const accepted = await onLocked(id, async (tx, { published, addable }) => {
        if (published && !addable) return refuse('stage.not_preparation')
        if (lots.length === 0) return done
        const accept = published ? acceptLateDrafts : acceptDrafts
        const trouble = await accept(tx, id, lots, placeholders, { account: person.id, at })
        if (trouble === 'full') return refuse('session.too_long', { most: MOST_LOTS })
        if (typeof trouble === 'object' && trouble !== null)
          return refuseLots('lot.size_unclear', trouble.unclear, locale)
        return answerTo(trouble)
      })
      if (accepted.kind === 'failed') return accepted
      return data({ accepted: lots.length, waiting: (await waitingLots(db, [id])).get(id) ?? 0 })
    }),

    lotReturn: signedIn(calls.lotReturn, ({ body, at }, { person }) =>
      onLocked(body.scheduleTimelineId, async (tx, { published }) => {
        const give = published ? returnLateDrafts : returnDrafts
        return answerTo(await give(tx, body.scheduleTimelineId, body.lots, body.remark, { account: person.id, at }))
      }),
    ),

    lotOrder: signedIn(calls.lotOrder, ({ body }) =>
      onLocked(body.scheduleTimelineId, async (tx, { published }) => {
        if (published) return refuse('session.exists')
        const { scheduleTimelineId: id, lotDraftIds, before, place } = body
        const placed = await orderedLots(tx, id)
        const byId = new Map(placed.map((one) => [one.id, one]))
        const ids = placed.map((one) => one.id)
        const moving = new Set(lotDraftIds)
        const others = ids.filter((one) => !moving.has(one))
        const order = movedInFront(ids, lotDraftIds, place === null ? before : (others[place - 1] ?? null))
        if (order === null) return fail(CODE.conflict, 'lot.not_submitted')
        await renumber(
          tx,
          id,
          order.flatMap((one) => byId.get(one) ?? []),
        )
        return done
      }),
    ),

    hostList: signedIn(calls.hostList, async ({ locale }) => {
      const hosts = await db
        .select({ userId: account.id, name: account.name, zh: company.nameZh, en: company.nameEn })
        .from(account)
        .leftJoin(company, eq(company.id, account.companyId))
        .where(and(arrayOverlaps(account.roles, [...HOST_ROLES]), ne(account.status, 0), eq(account.robot, false)))
        .orderBy(asc(account.name), asc(account.id))
      return rows(
        hosts.map(({ userId, name, zh, en }) => ({ userId, name, companyName: (locale === 'zh' ? zh : en) ?? null })),
      )
    }),
  }
}

function answerTo(trouble: DraftTrouble | null): Done | Failure {
  if (trouble === null) return done
  return fail(CODE.conflict, trouble === 'changed' ? 'edit.changed' : 'lot.not_submitted')
}
