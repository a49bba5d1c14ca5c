import * as z from 'zod'
import { AUDIT_OUTCOMES, AUDIT_PARTS, AUDIT_SUBJECTS } from '../audit.ts'
import { call } from '../call.ts'
import { dayRange, Id, Keyword, Page, Text, Time } from '../scalars.ts'
import { wire } from '../wire.ts'

/** A record of the trail: actor, act, object, time and address. */

const Filter = z.strictObject({
  /** Searched in actor, subject, address and request id. */ keyword: Keyword.optional(),
  /** Name of a call of this contract, or of a command of the command line. */ act: Text.max(40).optional(),
  outcome: z.enum(AUDIT_OUTCOMES).optional(),
  scheduleTimelineId: Id.optional(),
  ...dayRange,
})
const Fields = z.record(z.string(), z.unknown())

export const AuditLine = z.object({
  auditId: z.number().int(),
  at: Time,
  act: z.string(),
  /** In the request’s language. */ actName: z.string(),
  outcome: z.enum(AUDIT_OUTCOMES),
  /** Done before, and sent again under its key. */ repeated: z.boolean(),
  /** Like refusals within a minute, for which the line stands. */ times: z.int(),
  /** Reason code and text of a refusal. */ reason: z.string().nullable(),
  reasonText: z.string().nullable(),
  actor: z.object({ userId: Id, account: z.string(), name: z.string() }).nullable(),
  actedAs: z.enum(AUDIT_PARTS),
  subject: z.object({ kind: z.enum(AUDIT_SUBJECTS), id: z.string(), name: z.string().nullable() }).nullable(),
  scheduleTimelineId: Id.nullable(),
  address: z.string(),
  /** The user agent, as the client sent it. */ device: z.string(),
  requestId: z.string(),
  /** The request's fields that may be read. */ asked: Fields,
  before: Fields,
  after: Fields,
})

export const auditList = call({
  ...wire.auditList,
  about:
    'The audit trail, newest first: sign-ins and refusals, resets, keys, every act of operators, hosts and sellers, exports, settings. No secret stands in it. Permission `system:audit:read`.',
  query: Page.extend(Filter.shape),
  rows: AuditLine,
})
export const auditActs = call({
  ...wire.auditActs,
  about: 'What acts can be called in the trail, for choosing one. Permission `system:audit:read`.',
  rows: z.object({ act: z.string(), name: z.string() }),
})
export const auditExport = call({
  ...wire.auditExport,
  about: 'The same as CSV (UTF-8), all of it that fits. The export itself is recorded. Permission `system:audit:read`.',
  query: Filter,
})
