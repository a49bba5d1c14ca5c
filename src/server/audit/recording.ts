import type { AuditOutcome, AuditPart, AuditRule } from '../../contract/audit.ts'
import { CODE } from '../../contract/codes.ts'
import type { IDENTITY } from '../../contract/constants.ts'
import { viewerOf } from '../auth/caller.ts'
import type { Caller, Person } from '../auth/caller.ts'
import { holdsRights } from '../auth/permissions.ts'
import type { AnyCall, Received } from '../../contract/call.ts'
import { failureOf } from '../http/errors.ts'
import type { Parsed } from '../http/input.ts'
import type { Note, Route, Served } from '../http/route.ts'
import { ReaderLeft } from '../work/work.ts'
import { difference } from './snapshots.ts'
import type { Snapshot } from './snapshots.ts'
import type { Trail } from './trail.ts'

/** The rule of a call that is recorded. */
type Recorded = Exclude<AuditRule, { unrecorded: string }>

/**
 * A route whose every run leaves its line in the trail, written before it is answered. Input that did not parse and
 * calls beyond a limit did nothing: the log has them (`http/refused.ts`), and metrics count them.
 */
export function recordedBy(trail: Trail, name: string, rule: AuditRule | undefined, route: Route): Route {
  if (!rule || 'unrecorded' in rule) return route
  const { path } = route.call
  return {
    ...route,
    async run(parsed, caller, about) {
      const input = inputOf(parsed)
      if (rule.when && String(input[rule.when[0]]) !== rule.when[1]) return route.run(parsed, caller, about)
      const timelineId = textOf(input['scheduleTimelineId']) ?? (caller?.kind === 'venue' ? caller.timelineId : null)
      const look = (id: string | null) => lookAt(trail, rule, id, timelineId)
      const id = subjectIdOf(rule, input, caller, timelineId)
      const before = await look(id)
      const notes: Note[] = []
      const record = async (outcome: AuditOutcome, reason: string | null, served: Served | null): Promise<void> => {
        const noted = notes.reduce<Note>((all, note) => ({ ...all, ...note }), {})
        const actor: Pick<Person, 'id' | 'login' | 'name' | 'robot'> | null =
          noted.actor ?? caller?.person ?? (rule.opens && served ? await holderOf(trail, served) : null)
        if (actor?.robot === true) return
        const named = noted.subjectId ?? id
        const after = await look(named ?? actor?.id ?? null)
        // After a deletion the subject's name comes from the state before.
        const subject = after ?? before
        await trail.add({
          at: about.at,
          requestId: about.requestId,
          act: name,
          outcome,
          reason,
          ...actorColumns(actor),
          actorAs: actorRole(path, caller, actor),
          subjectKind: subject ? (rule.about ?? null) : null,
          subjectId: subject?.id ?? null,
          subjectName: subject?.name ?? null,
          timelineId,
          address: about.address,
          device: about.device,
          asked: askedOf(rule, input),
          ...(outcome === 'done' && named !== null ? difference(before, after) : { before: {}, after: {} }),
          once: outcome === 'done' ? onceOf(name, caller, about.onceKey?.key ?? input['bidKey']) : null,
        })
      }
      let served: Served
      try {
        served = await route.run(parsed, caller, { ...about, note: (note) => void notes.push(note) })
      } catch (error) {
        const ended = endOfError(error)
        if (ended) await record(ended.outcome, ended.reason, null)
        throw error
      }
      const ended = endOf(served)
      if (ended && !(rule.refusals && ended.outcome === 'done')) await record(ended.outcome, ended.reason, served)
      return served
    },
  }
}

const lookAt = (trail: Trail, { about }: Recorded, id: string | null, timelineId: string | null) =>
  about === undefined || id === null ? Promise.resolve<Snapshot | null>(null) : trail.look(about, id, timelineId)

function subjectIdOf(rule: Recorded, input: Fields, caller: Caller | null, timelineId: string | null): string | null {
  if (rule.by !== undefined) return textOf(input[rule.by])
  if (rule.about === 'settings') return 'site'
  return rule.about === 'session' ? timelineId : (caller?.person.id ?? null)
}

type Fields = Readonly<Record<string, unknown>>
/** What the call declares, as it was parsed; nothing of an input that was refused. */
const inputOf = (parsed: Parsed<Received<AnyCall>>): Fields =>
  parsed.ok ? { ...fields(parsed.value.params), ...fields(parsed.value.query), ...fields(parsed.value.body) } : {}
const fields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {})
const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? storable(value.trim().slice(0, 200)) : null
/** A recorded value may not have been parsed; PostgreSQL stores neither NUL nor half a surrogate pair. */
const storable = (text: string): string => text.replaceAll('\0', '\u{fffd}').toWellFormed()

const LONGEST = 500
/** The fields that the rule names, each cut to a readable length. */
function askedOf({ keeps = [] }: Recorded, input: Fields): Record<string, unknown> {
  return Object.fromEntries(
    keeps.flatMap((key) => {
      const value = input[key]
      if (value === undefined || value === null) return []
      if (Array.isArray(value)) return [[key, value.length]]
      return [[key, typeof value === 'string' ? storable(value.slice(0, LONGEST)) : value]]
    }),
  )
}

interface End {
  readonly outcome: AuditOutcome
  readonly reason: string | null
}
function endOf(served: Served): End | null {
  if (served.kind === 'failed')
    return served.code === CODE.invalid || served.code === CODE.tooMany
      ? null
      : { outcome: 'refused', reason: served.reason }
  if (served.kind === 'data' && served.refused) return { outcome: 'refused', reason: served.refused.reason }
  return { outcome: 'done', reason: null }
}

/** An error ends as it is answered: work that was refused before it began did nothing. */
function endOfError(error: unknown): End | null {
  const failure = failureOf(error)
  if (failure.code === CODE.failed || failure.code === CODE.unavailable || error instanceof ReaderLeft)
    return { outcome: 'failed', reason: failure.reason }
  return endOf(failure)
}

/** The person that the new token is for. */
async function holderOf(trail: Trail, served: Served): Promise<Person | null> {
  const given = served.kind === 'data' ? fields(served.data) : {}
  const token = textOf(given['access_token'] ?? fields(given['entered'])['access_token'])
  return token === null ? null : trail.holderOf(token)
}

const actorColumns = (actor: Pick<Person, 'id' | 'login' | 'name'> | null) => ({
  actorId: actor?.id ?? null,
  actorLogin: actor?.login ?? null,
  actorName: actor?.name ?? null,
})

const PARTS: Readonly<Record<(typeof IDENTITY)[keyof typeof IDENTITY], AuditPart>> = {
  0: 'applicant',
  1: 'buyer',
  2: 'seller',
  3: 'host',
  4: 'audience',
}
function actorRole(path: string, caller: Caller | null, actor: unknown): AuditPart {
  // The operator enters a room as audience, and runs the sale as the host may (A2).
  if (caller?.kind === 'venue')
    return viewerOf(caller).identity === 'operator' ? 'operator' : PARTS[caller.standpoint.identity]
  if (!actor) return 'visitor'
  return path.startsWith('/operator/') && caller !== null && holdsRights(caller.person) ? 'operator' : 'user'
}

/** A command repeated under its key is the same act: it has the same verdict. */
const onceOf = (name: string, caller: Caller | null, key: unknown): string | null =>
  caller && typeof key === 'string' ? `${name} ${caller.person.id} ${key}` : null
