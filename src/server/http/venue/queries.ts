import type * as z from 'zod'
import { calls } from '../../../contract/index.ts'
import type { Locale } from '../../../contract/constants.ts'
import { redactOpenings } from '../../../domain/redact.ts'
import type { Viewer } from '../../../domain/redact.ts'
import { open } from '../../../domain/log.ts'
import type { SessionState } from '../../../domain/state.ts'
import { instant } from '../../../domain/units.ts'
import { viewerOf } from '../../auth/caller.ts'
import type { Present, Rooms } from '../../ports.ts'
import { accountsById } from '../../store/accounts.ts'
import type { Member } from '../../store/accounts.ts'
import { signingKeys } from '../../store/keys.ts'
import type { Log } from '../../store/log.ts'
import type { Db } from '../../store/open.ts'
import { rows } from '../answer.ts'
import { enter, permit } from '../room.ts'
import { anyone, inVenue } from '../route.ts'

interface Needs {
  readonly db: Db
  readonly rooms: Rooms
  readonly log: Pick<Log, 'readTail'>
}

/** Entries of the log in one answer. */
const PAGE = 500

/** What is known in a venue besides the bidding. */
export const venueQueries = ({ db, rooms, log }: Needs) => ({
  people: inVenue(calls.people, async ({ query, locale }, caller) => {
    const entered = permit(caller, 3) ?? (await enter(rooms, caller, query.scheduleTimelineId))
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
    return rows(entered.state.messages.map(({ seq, at, from, text }) => ({ seq, at, from, content: text })))
  }),

  logExport: inVenue(calls.logExport, async ({ query }, caller) => {
    const entered = await enter(rooms, caller, query.scheduleTimelineId)
    if (entered.kind === 'failed') return entered
    const viewer = viewerOf(caller)
    const page = await log.readTail(query.scheduleTimelineId, Math.min(query.after, entered.state.seq), PAGE)
    const entries = page.map(({ entry, openings }) => ({
      ...entry,
      openings: openings ? redactOpenings(openings, open(entry, openings), viewer, entered.state) : {},
    }))
    return rows(entries, entered.state.seq)
  }),

  receiptKeys: anyone(calls.receiptKeys, async () => {
    const keys = await signingKeys(db)
    return rows(keys.map(({ keyId, publicKey, since }) => ({ keyId, publicKey, since: instant(since.getTime()) })))
  }),
})

function personOf(
  { viewer, online, lastSeen, delay, loginTime }: Present,
  { account, company }: Member,
  state: SessionState,
  locale: Locale,
): z.output<typeof calls.Person> {
  const speaker = speakerOf(viewer)
  return {
    speaker,
    biddingNumber: viewer.identity === 'buyer' ? viewer.number : null,
    companyName: company && (locale === 'zh' ? company.nameZh : company.nameEn),
    userName: account.name,
    phone: account.phone,
    identityType: IDENTITIES[viewer.identity],
    online,
    lastSeen,
    delay,
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
