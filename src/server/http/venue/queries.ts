import type * as z from 'zod'
import { CODE } from '../../../contract/codes.ts'
import * as calls from '../../../contract/calls/index.ts'
import { ACCOUNT_TYPES, HISTORY_MOST } from '../../../contract/constants.ts'
import type { Locale } from '../../../contract/constants.ts'
import { Appellation } from '../../../contract/people.ts'
import { redactOpenings } from '../../../domain/redact.ts'
import type { Viewer } from '../../../domain/redact.ts'
import { open } from '../../../domain/log.ts'
import type { SessionState } from '../../../domain/state.ts'
import { viewerOf } from '../../auth/caller.ts'
import type { Present, Rooms } from '../../ports.ts'
import { accountsById } from '../../store/accounts.ts'
import type { Account, Member } from '../../store/accounts.ts'
import type { Log } from '../../store/log.ts'
import type { Db } from '../../store/open.ts'
import { data, fail, rows } from '../answer.ts'
import { pageOf } from '../page.ts'
import { enter, runsSale } from '../room.ts'
import { inVenue } from '../route.ts'
import { historyOf } from './history.ts'

interface Needs {
  readonly db: Db
  readonly rooms: Rooms
  readonly log: Pick<Log, 'readTail'>
}

/** Maximum number of log entries in one answer. */
const PAGE = 500

/** Queries of a room other than bidding. */
export const venueQueries = ({ db, rooms, log }: Needs) => ({
  people: inVenue(calls.people, async ({ query, locale }, caller) => {
    const entered = await enter(rooms, caller, query.scheduleTimelineId)
    if (entered.kind === 'failed') return entered
    const present = await rooms.people(query.scheduleTimelineId)
    const members =
      present.length > 0 ? await accountsById(db, [...new Set(present.map(({ account }) => account))]) : []
    const byId = new Map(members.map((member) => [member.account.id, member]))
    return rows(
      present.flatMap((one) => {
        const member = byId.get(one.account)
        return member ? [personOf(one, member, entered.state, locale)] : []
      }),
    )
  }),

  messageList: inVenue(calls.messageList, async ({ body }, caller) => {
    const entered = await enter(rooms, caller, body.scheduleTimelineId)
    if (entered.kind === 'failed') return entered
    const numbers = await rooms.numbers(body.scheduleTimelineId)
    const newest = entered.state.messages.map(({ seq, at, from, text }) => ({
      seq: numbers.of(seq),
      at,
      from,
      content: text,
    }))
    const page = pageOf(newest.toReversed(), body)
    return { ...page, rows: page.rows.toReversed() }
  }),

  logExport: inVenue(calls.logExport, async ({ query }, caller) => {
    const entered = await enter(rooms, caller, query.scheduleTimelineId)
    if (entered.kind === 'failed') return entered
    const viewer = viewerOf(caller)
    // During a sale only host and operator export the log: other readers would see when each secret is written.
    if (entered.state.phase !== 5 && !runsSale(caller)) return fail(CODE.refused, 'session.not_finished')
    const page = await log.readTail(query.scheduleTimelineId, Math.min(query.after, entered.state.seq), PAGE)
    const entries = page.map(({ entry, openings }) => ({
      ...entry,
      openings: openings ? redactOpenings(openings, open(entry, openings), viewer, entered.state) : {},
    }))
    return rows(entries, entered.state.seq)
  }),

  history: inVenue(calls.history, async ({ query }, caller) => {
    const entered = await enter(rooms, caller, query.scheduleTimelineId, 'current')
    if (entered.kind === 'failed') return entered
    const { state } = entered
    const numbers = await rooms.numbers(query.scheduleTimelineId)
    // The end of the requested range, or of the part that everyone sees.
    const newest = numbers.of(state.seq)
    const upTo = query.upTo <= newest + HISTORY_MOST ? query.upTo : newest
    const after = Math.min(upTo, Math.max(query.after, upTo - query.most))
    const events = await historyOf(log, { state, numbers }, viewerOf(caller), { after, upTo })
    return data({ epoch: state.epoch, after, upTo, events })
  }),
})

function personOf(
  { viewer, online, lastSeen, delay, loginTime, source, onlineMs }: Present,
  { account, company }: Member,
  state: SessionState,
  locale: Locale,
): z.output<typeof calls.Person> {
  const speaker = speakerOf(viewer)
  return {
    speaker,
    biddingNumber: viewer.identity === 'buyer' ? viewer.number : null,
    companyName: company && (locale === 'zh' ? company.nameZh : company.nameEn),
    personNumber: numberOf(viewer),
    userName: account.name,
    title: titleOf(account),
    phone: account.phone,
    accountType: accountTypeOf(account),
    source,
    identityType: IDENTITIES[viewer.identity],
    online,
    lastSeen,
    delay,
    onlineTime: Math.floor(onlineMs / 1000),
    loginTime,
    gagged: Object.hasOwn(state.speech.gagged, speaker),
  }
}

const IDENTITIES: Readonly<Record<Viewer['identity'], number>> = {
  buyer: 1,
  seller: 2,
  host: 3,
  audience: 4,
  operator: 4,
  room: 4,
}

function numberOf(viewer: Viewer): string | null {
  if (viewer.identity === 'buyer') return String(viewer.number)
  return viewer.identity === 'seller' ? viewer.seller : null
}

const titleOf = ({ appellationName }: Account): z.output<typeof Appellation> | null =>
  Appellation.safeParse(appellationName).data ?? null

/** Accounts made by the operator have no account types from a registration, so their roles stand in. */
const accountTypeOf = ({ accountTypes, roles }: Account): string[] =>
  accountTypes.length > 0 ? accountTypes : roles.filter((role) => ROLES.has(role))
const ROLES: ReadonlySet<string> = new Set([...ACCOUNT_TYPES, 'host', 'admin'])

function speakerOf(viewer: Viewer): string {
  switch (viewer.identity) {
    case 'buyer':
      return `bidder:${viewer.number}`
    case 'seller':
      return `seller:${viewer.seller}`
    case 'host':
    case 'operator':
    case 'audience':
    case 'room':
      return viewer.identity
  }
}
