import { addAbortSignal, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { MessageDescriptor } from '@lingui/core'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod'
import * as calls from '../../../contract/calls/index.ts'
import { AUDIT } from '../../../contract/audit.ts'
import { CODE } from '../../../contract/codes.ts'
import type { Locale } from '../../../contract/constants.ts'
import { dayOf } from '../../../domain/trade/money.ts'
import { reasonTexts } from '../../../texts/reasons.ts'
import { actTexts } from '../../audit/acts.ts'
import { recordedBy } from '../../audit/recording.ts'
import type { Trail } from '../../audit/trail.ts'
import { quoted } from '../../documents/csv.ts'
import { translator } from '../../i18n.ts'
import { auditBelow } from '../../store/audit.ts'
import type { AuditFilter, AuditList, AuditRow } from '../../store/audit.ts'
import type { Db } from '../../store/open.ts'
import { slice } from '../../store/page.ts'
import { ROADS } from '../../work/bounds.ts'
import type { Work } from '../../work/work.ts'
import { done, invalid, rows } from '../answer.ts'
import type { Failure } from '../answer.ts'
import { leftSignal, workLineOf } from '../work.ts'
import { guarded } from '../access.ts'
import { aboutOf, answer } from '../api.ts'
import type { Admit } from '../gate.ts'
import { parseInput } from '../input.ts'
import type { Report } from '../reports.ts'
import { signedIn } from '../route.ts'
import type { Route } from '../route.ts'

/** Lines read at a time while an export is written. */
const PAGE = 250
/** Maximum number of exported lines, as many as a spreadsheet holds; a narrower period gives the rest. */
const MOST = 1_000_000

/** The audit trail, for holders of its permission. */
export const auditRoutes = (report: Report, list: AuditList) => ({
  auditList: signedIn(calls.auditList, async ({ query, locale, address }, caller) => {
    const found = await report(caller, { address }, () => list(query, slice(query)))
    return rows(
      found.rows.map((row) => lineOf(row, locale)),
      found.total,
    )
  }),

  auditActs: signedIn(calls.auditActs, ({ locale }) =>
    rows(Object.keys(actTexts).map((act) => ({ act, name: actName(act, locale) }))),
  ),
})

const acts: Readonly<Record<string, MessageDescriptor | undefined>> = actTexts
/** An act of an older version that has no text is shown by its code. */
const actName = (act: string, locale: Locale): string => {
  const text = acts[act]
  return text ? translator(locale)(text) : act
}

const reasons: Readonly<Record<string, MessageDescriptor | undefined>> = reasonTexts
const reasonIn = (reason: string, locale: Locale): string => {
  const text = reasons[reason]
  // The refusal's numbers are not stored, so a text with gaps is replaced by its code.
  return text && !/\{/.test(text.message ?? '') ? translator(locale)(text) : reason
}

const lineOf = (row: AuditRow, locale: Locale): z.output<typeof calls.AuditLine> => ({
  auditId: row.id,
  at: row.at,
  act: row.act,
  actName: actName(row.act, locale),
  outcome: row.outcome,
  repeated: row.repeated,
  times: row.times,
  reason: row.reason,
  reasonText: row.reason === null ? null : reasonIn(row.reason, locale),
  actor:
    row.actorId === null ? null : { userId: row.actorId, account: row.actorLogin ?? '', name: row.actorName ?? '' },
  actedAs: row.actorAs,
  subject:
    row.subjectKind === null || row.subjectId === null
      ? null
      : { kind: row.subjectKind, id: row.subjectId, name: row.subjectName?.[locale] ?? null },
  scheduleTimelineId: row.timelineId,
  address: row.address,
  device: row.device,
  requestId: row.requestId,
  asked: row.asked,
  before: row.before,
  after: row.after,
})

interface ExportNeeds {
  readonly db: Db
  readonly admit: Admit
  readonly trail: Trail
  readonly work: Work
}

/** The trail as a file. */
export function serveAuditExport(app: FastifyInstance, { db, admit, trail, work }: ExportNeeds): void {
  const call = calls.auditExport
  const { raw: _bytes, ...json } = call
  // Recorded like any other call: the header and rows are written after the line of the trail.
  const route: Route = {
    call: json,
    options: {},
    run: () => Promise.resolve(done),
  }
  const recorded = recordedBy(trail, 'auditExport', AUDIT.auditExport, guarded(route))
  app.get(call.path, async (request, reply) => {
    const admitted = await admit(request, call, { guard: 'later' })
    if (admitted.kind === 'failed') return answer(request, reply, admitted)
    const parsed = parseInput(call, { params: request.params, query: request.query, body: undefined })
    if (!parsed.ok) return answer(request, reply, invalid(...parsed.errors))
    const about = aboutOf(request, admitted)
    const { promise: begun, resolve, reject } = Promise.withResolvers<Readable | Failure>()
    const whose = { line: workLineOf(admitted.who, about), left: leftSignal(reply) }
    // The export keeps its place until its last row has left.
    work
      .do(ROADS.auditExport, whose, async ({ ended }) => {
        const permittedTo = await recorded.run(parsed, admitted.who, about)
        if (permittedTo.kind === 'failed') return resolve(permittedTo)
        const written = addAbortSignal(ended, Readable.from(csvOf(db, parsed.value.query)))
        resolve(written)
        await finished(written).catch(() => undefined)
      })
      .catch(reject)
    const stream = await begun
    if (!(stream instanceof Readable)) return answer(request, reply, stream)
    request.answered = { code: CODE.ok, reason: null }
    const day = dayOf(admitted.at)
    return reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="audit-${day}.csv"`,
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      })
      .send(stream)
  })
}

const COLUMNS = [
  'id',
  'at',
  'act',
  'outcome',
  'reason',
  'actorId',
  'actorLogin',
  'actorName',
  'actorAs',
  'subjectKind',
  'subjectId',
  'subjectName',
  'timelineId',
  'address',
  'device',
  'requestId',
  'asked',
  'before',
  'after',
  // Behind the others, so that sheets made of earlier exports keep their columns.
  'repeated',
  'times',
] as const satisfies readonly (keyof AuditRow)[]

async function* csvOf(db: Db, filter: AuditFilter): AsyncGenerator<string> {
  // The byte order mark by which spreadsheets recognise UTF-8.
  yield `\uFEFF${COLUMNS.join(',')}\r\n`
  let below: number | null = null
  for (let written = 0; written < MOST; written += PAGE) {
    const page: AuditRow[] = await auditBelow(db, filter, below, PAGE)
    yield page.map((row) => `${COLUMNS.map((column) => cellOf(column, row[column])).join(',')}\r\n`).join('')
    if (page.length < PAGE) return
    below = page.at(-1)?.id ?? null
  }
}

function cellOf(column: (typeof COLUMNS)[number], value: AuditRow[keyof AuditRow]): string {
  if (value === null) return ''
  const text =
    column === 'at' && typeof value === 'number'
      ? new Date(value).toISOString()
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value)
  return quoted(text)
}
