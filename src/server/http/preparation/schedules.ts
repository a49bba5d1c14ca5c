import { eq } from 'drizzle-orm'
import type * as z from 'zod'
import { CODE } from '../../../contract/codes.ts'
import * as calls from '../../../contract/calls/index.ts'
import type { Rule } from '../../../domain/rule.ts'
import { DEFAULT_RULE } from '../../../domain/rule.ts'
import { later, type Instant } from '../../../domain/units.ts'
import { hasRole, HOST_ROLES } from '../../auth/permissions.ts'
import { accountById, accountsById } from '../../store/accounts.ts'
import type { Db } from '../../store/open.ts'
import { deleteSession, lockSchedule, lockSession, waitingLots } from '../../store/preparation.ts'
import { addSchedule, addTimeline, findSchedule, findSession } from '../../store/schedules.ts'
import type { Timeline } from '../../store/schedules.ts'
import { schedule, timeline } from '../../store/schema.ts'
import { data, done, fail, missing, refuse } from '../answer.ts'
import type { Failure } from '../answer.ts'
import { signedIn } from '../route.ts'

interface Needs {
  readonly db: Db
  readonly newId: () => string
}

const changed = (): Failure => fail(CODE.conflict, 'edit.changed')
type Content = z.output<typeof calls.SessionContent>

/** Schedules and sessions, as the operator prepares them. */
export const scheduleRoutesOfOperator = ({ db, newId }: Needs) => ({
  scheduleEditInfo: signedIn(calls.scheduleEditInfo, async ({ params }) => {
    const found = await findSchedule(db, params.scheduleId, 'all')
    if (!found || found.practice) return missing()
    const { nameZh, nameEn, venueZh, venueEn, version } = found
    const hostIds = found.sessions.flatMap(({ timeline: { hostAccountId } }) => hostAccountId ?? [])
    const [hosts, waiting] = await Promise.all([
      hostIds.length === 0 ? [] : accountsById(db, hostIds),
      waitingLots(
        db,
        found.sessions.map(({ timeline: { id } }) => id),
      ),
    ])
    return data({
      scheduleId: found.id,
      nameZh,
      nameEn,
      venueZh,
      venueEn,
      version,
      sessions: found.sessions.map(({ timeline: row, head }) => ({
        scheduleTimelineId: row.id,
        startTime: row.startTime,
        signUpDeadline: row.signUpDeadline,
        state: head?.phase ?? 1,
        lotCount: row.lotCount,
        submitted: waiting.get(row.id) ?? 0,
        hostName: hosts.find(({ account }) => account.id === row.hostAccountId)?.account.name ?? null,
      })),
    })
  }),

  scheduleSave: signedIn(calls.scheduleSave, async ({ body, note }) => {
    const { scheduleId, version, ...content } = body
    if (scheduleId === null) {
      const id = newId()
      note({ subjectId: id })
      await addSchedule(db, { id, ...content })
      return data({ scheduleId: id, version: 1 })
    }
    return db.transaction(async (tx) => {
      const row = await lockSchedule(tx, scheduleId)
      if (!row || row.practice) return missing()
      if (row.version !== version) return changed()
      const next = version + 1
      await tx
        .update(schedule)
        .set({ ...content, version: next })
        .where(eq(schedule.id, scheduleId))
      return data({ scheduleId, version: next })
    })
  }),

  scheduleDelete: signedIn(calls.scheduleDelete, ({ body }) =>
    db.transaction(async (tx) => {
      const row = await lockSchedule(tx, body.scheduleId)
      if (!row || row.practice) return missing()
      if (row.version !== body.version) return changed()
      const sessions = await tx
        .select({ id: timeline.id })
        .from(timeline)
        .where(eq(timeline.scheduleId, row.id))
        .limit(1)
      if (sessions.length > 0) return refuse('schedule.has_sessions')
      await tx.delete(schedule).where(eq(schedule.id, row.id))
      return done
    }),
  ),

  sessionEditInfo: signedIn(calls.sessionEditInfo, async ({ params }) => {
    const found = await findSession(db, params.scheduleTimelineId)
    if (!found || found.schedule.practice) return missing('session.not_found')
    const { timeline: row, head } = found
    return data({
      scheduleTimelineId: row.id,
      scheduleId: row.scheduleId,
      version: row.version,
      published: (head?.phase ?? 1) > 1,
      content: contentOf(row),
    })
  }),

  sessionSave: signedIn(calls.sessionSave, async ({ body, at, note }) => {
    const { scheduleTimelineId: given, scheduleId, version, content } = body
    const wrong = await hostRefused(db, content.hostAccountId)
    if (wrong) return wrong
    return db.transaction(async (tx) => {
      const parent = await lockSchedule(tx, scheduleId)
      if (!parent || parent.practice) return missing()
      if (given === null) {
        const id = newId()
        note({ subjectId: id })
        await tx.insert(timeline).values({ id, scheduleId, createdAt: at, ...rowOf(content) })
        return data({ scheduleTimelineId: id, version: 1 })
      }
      const locked = await lockSession(tx, given)
      if (!locked || locked.timeline.scheduleId !== scheduleId) return missing('session.not_found')
      if (locked.published) return refuse('session.exists')
      if (locked.timeline.version !== version) return changed()
      const next = version + 1
      await tx
        .update(timeline)
        .set({ ...rowOf(content), version: next })
        .where(eq(timeline.id, given))
      return data({ scheduleTimelineId: given, version: next })
    })
  }),

  sessionDelete: signedIn(calls.sessionDelete, ({ body, at }, { person }) =>
    db.transaction(async (tx) => {
      const locked = await lockSession(tx, body.scheduleTimelineId)
      const parent = locked && (await lockSchedule(tx, locked.timeline.scheduleId))
      if (!parent || parent.practice) return missing('session.not_found')
      if (locked.published) return refuse('session.exists')
      if (locked.timeline.version !== body.version) return changed()
      await deleteSession(tx, locked.timeline.id, { account: person.id, at })
      return done
    }),
  ),

  sessionCopy: signedIn(calls.sessionCopy, async ({ body, at }) => {
    const found = await findSession(db, body.scheduleTimelineId)
    if (!found || found.schedule.practice) return missing('session.not_found')
    const { nameZh, nameEn, venueZh, venueEn } = found.schedule
    const [scheduleId, id] = [newId(), newId()]
    const content = contentOf(found.timeline)
    const { startTime } = body
    await addSchedule(db, { id: scheduleId, nameZh, nameEn, venueZh, venueEn })
    await addTimeline(db, {
      id,
      scheduleId,
      createdAt: at,
      ...rowOf({
        ...content,
        hostAccountId: (await hostRefused(db, content.hostAccountId)) ? null : content.hostAccountId,
        startTime,
        // The sign-up deadline keeps its distance from the start.
        signUpDeadline: later(startTime, content.signUpDeadline - content.startTime),
      }),
    })
    return data({ scheduleId, scheduleTimelineId: id })
  }),
})

function contentOf(row: Timeline): Content {
  const rule: Rule = { ...DEFAULT_RULE, ...row.rule }
  return {
    startTime: row.startTime,
    signUpDeadline: row.signUpDeadline,
    hostAccountId: row.hostAccountId,
    rule,
    reservePolicy: row.reservePolicy,
    deposits: [...row.deposits],
    depositFactor: row.depositFactor,
    depositHours: row.depositHours,
  }
}

const rowOf = (content: Content): Omit<Content, 'startTime'> & { readonly startTime: Instant } => content

async function hostRefused(db: Db, id: string | null): Promise<Failure | null> {
  if (id === null) return null
  const member = await accountById(db, id)
  const may = member !== null && hasRole(member.account, ...HOST_ROLES) && member.account.status !== 0
  return may ? null : refuse('host.invalid')
}
