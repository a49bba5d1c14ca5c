import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { AuditOutcome, AuditPart, AuditSubject, Names } from '../../../contract/audit.ts'
import { at } from './columns.ts'

/** What the trail is searched for, one field to a line. As in the index, or that is not used. */
const wordsOf = (
  line: Record<'actorLogin' | 'actorName' | 'subjectId' | 'subjectName' | 'address' | 'requestId', SQLWrapper>,
): SQL =>
  sql`(coalesce(${line.actorLogin}, '') || chr(10) || coalesce(${line.actorName}, '') || chr(10) || coalesce(${line.subjectId}, '') || chr(10) || coalesce(${line.subjectName}::text, '') || chr(10) || ${line.address} || chr(10) || ${line.requestId})`

/**
 * The audit trail: actor, act, object, time and address. Append-only: a trigger refuses changes, and only
 * `audit_forget` removes rows, once they are old enough (`docs/security.md`). No foreign keys: a row outlives its
 * subject.
 */
export const audit = pgTable(
  'audit',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: at('at').notNull(),
    requestId: text('request_id').notNull(),
    /** Name of the call, or of a command of the command line. */
    act: text('act').notNull(),
    outcome: text('outcome').$type<AuditOutcome>().notNull(),
    reason: text('reason'),
    actorId: text('actor_id'),
    actorLogin: text('actor_login'),
    actorName: text('actor_name'),
    actorAs: text('actor_as').$type<AuditPart>().notNull(),
    subjectKind: text('subject_kind').$type<AuditSubject>(),
    subjectId: text('subject_id'),
    subjectName: jsonb('subject_name').$type<Names>(),
    timelineId: text('timeline_id'),
    address: text('address').notNull(),
    device: text('device').notNull(),
    /** The recorded input, and the changed fields before and after. */
    asked: jsonb('asked').$type<Record<string, unknown>>().notNull(),
    before: jsonb('before').$type<Record<string, unknown>>().notNull(),
    after: jsonb('after').$type<Record<string, unknown>>().notNull(),
    /** Key of an act that is done, by which a repetition is recognised. */
    once: text('once'),
    /** The act was done before, and was sent again under its key. */
    repeated: boolean('repeated').notNull().default(false),
    /** The number of like refusals for which the line stands. */
    times: integer('times').notNull().default(1),
  },
  (t) => [
    index('audit_at').on(t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_actor').on(t.actorId, t.at.desc().nullsFirst()),
    index('audit_act').on(t.act, t.at.desc().nullsFirst()),
    index('audit_timeline').on(t.timelineId, t.at.desc().nullsFirst()),
    uniqueIndex('audit_once').on(t.once),
    index('audit_words')
      .using('gin', sql`search_pairs(${wordsOf(t)})`)
      .concurrently(),
  ],
)

/** Text in which a keyword of the trail is looked for. */
export const auditWords = wordsOf(audit)
