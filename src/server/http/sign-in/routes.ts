import type * as z from 'zod'
import { CODE } from '../../../contract/codes.ts'
import { TICKET_LIFE_MS } from '../../../contract/constants.ts'
import * as calls from '../../../contract/calls/index.ts'
import type { Locale } from '../../../contract/constants.ts'
import { later } from '../../../domain/units.ts'
import type { BiddingNumber } from '../../../domain/lot.ts'
import type { SessionState } from '../../../domain/state.ts'
import type { Instant } from '../../../domain/units.ts'
import type { Person, Standpoint } from '../../auth/caller.ts'
import { meetDevice } from '../../auth/devices.ts'
import { enterSession } from '../../auth/entry.ts'
import type { Entry, EntryNeeds } from '../../auth/entry.ts'
import { bidderCompany, bidderOf, draftsOf } from '../../auth/standing.ts'
import { secondsUntil, SELLER_TOKEN_MS, venueTokenEnd } from '../../auth/token-lifetimes.ts'
import { openTokens, personOf, statusOf } from '../../auth/tokens.ts'
import type { Tokens } from '../../auth/tokens.ts'
import type { Rooms } from '../../ports.ts'
import type { Brought } from '../../factors/factors.ts'
import { accountById } from '../../store/accounts.ts'
import type { Company, Member } from '../../store/accounts.ts'
import { findRegistration } from '../../store/registrations.ts'
import { findSessionFor } from '../../store/schedules.ts'
import { data, done, fail, refuse } from '../answer.ts'
import type { Failure } from '../answer.ts'
import { agreementStatusOf } from '../company/status.ts'
import { roleOf } from '../room.ts'
import { anyone, inVenue, signedIn } from '../route.ts'
import type { About } from '../route.ts'
import { letIn, signIn } from './sign-in.ts'
import type { SignedIn, SignInNeeds } from './sign-in.ts'
import { venueLogin } from './venue-login.ts'

type Here = Pick<About, 'at' | 'from' | 'address' | 'device' | 'locale'>

interface Needs extends SignInNeeds {
  readonly tokens: Tokens
  readonly rooms: Rooms
  /** Called when a message that a person waits for was added to the outbox. */
  readonly outboxFilled: () => void
}

/** Signing in and out, and entering a session. */
export function signingRoutes(needs: Needs) {
  const { db, tokens, rooms, outboxFilled } = needs
  const entry: EntryNeeds = {
    rooms,
    facts: async (id, person) => {
      const session = await findSessionFor(db, id, draftsOf(person))
      return session && { id, practice: session.schedule.practice, hostAccountId: session.timeline.hostAccountId }
    },
    isSignedUp: async (timelineId, companyId) => (await findRegistration(db, timelineId, companyId)) !== null,
  }

  /** Stores the device of a sign-in, and tells the owner of a new one. */
  async function met({ account, deviceSecret }: SignedIn, { at, from, device, locale }: Here): Promise<void> {
    if (await meetDevice(db, { account, from, agent: device, deviceSecret, locale, at })) outboxFilled()
  }

  /** A person who asks to enter a session, by ticket or by password. */
  type AtTheDoor = SignedIn | { readonly kind: 'ticket'; readonly person: Person; readonly parent: string | null }
  async function atTheDoor(
    body: z.output<typeof calls.assemblyLogin.body>,
    at: Instant,
    from: Brought,
  ): Promise<AtTheDoor | Failure> {
    if (!('ticket' in body)) {
      return signIn(needs, body.account, body.password, from)
    }
    const used = await tokens.redeem(body.ticket, body.scheduleTimelineId, at)
    const member = used && (await accountById(db, used.accountId))
    return member
      ? { kind: 'ticket', person: personOf(member.account), parent: used.parent }
      : refuse('auth.ticket_invalid')
  }

  /** A venue token for an admitted person. */
  async function admit(who: AtTheDoor, timelineId: string, { standpoint, state }: Entry, about: Here) {
    const { at } = about
    const end = venueTokenEnd(state, at)
    const issue = (by: Tokens, parent: string | null) =>
      by.issueVenue(who.person.id, parent, timelineId, standpoint, at, end, about)
    const issued =
      who.kind === 'ticket'
        ? await issue(tokens, who.parent)
        : await letIn(db, who, (tx) => issue(openTokens(tx), null))
    if ('kind' in issued) return issued
    if (who.kind === 'signedIn') await met(who, about)
    return {
      access_token: issued.token,
      expires_in: secondsUntil(end, at),
      identityType: standpoint.identity,
      biddingNumber: numberOf(who.person, standpoint, state),
      sellerCode: standpoint.identity === 2 ? standpoint.seller : null,
      operates: roleOf({ person: who.person, standpoint }) === 'operator',
    }
  }

  return {
    login: anyone(calls.login, async ({ body, ...about }) => {
      const { at } = about
      const who = await signIn(needs, body.account, body.password, about)
      if (who.kind === 'failed') return who
      const end = later(at, SELLER_TOKEN_MS)
      const issued = await letIn(db, who, (tx) => openTokens(tx).issueSeller(who.person.id, at, end, about))
      if ('kind' in issued) return issued
      await met(who, about)
      return {
        ...data({ access_token: issued.token, expires_in: secondsUntil(end, at) }),
        deviceSecret: who.deviceSecret,
      }
    }),

    logout: signedIn(
      calls.logout,
      async ({ at }, { person, token }) => {
        const ended = await tokens.end(token, at)
        if (ended.venue) await rooms.expel(person.id, 'signed_out')
        return done
      },
      { ended: 'honoured' },
    ),

    getUserInfo: signedIn(calls.getUserInfo, async ({ locale }, { person }) => {
      const member = await accountById(db, person.id)
      return member ? data(userInfo(member, locale)) : fail(CODE.unauthorised, 'auth.token_invalid')
    }),

    ticket: signedIn(calls.ticket, async ({ body, at }, { person, token }) => {
      // A person who would be refused entry gets the refusal instead of a ticket.
      const entered = await enterSession(entry, person, body.scheduleTimelineId, at)
      if (entered.kind === 'failed') return entered
      const end = later(at, TICKET_LIFE_MS)
      const issued = await tokens.issueTicket(person.id, token, body.scheduleTimelineId, at, end)
      return data({ ticket: issued.token, expires_in: secondsUntil(end, at) })
    }),

    assemblyLogin: anyone(calls.assemblyLogin, async ({ body, ...about }) => {
      const { at } = about
      const who = await atTheDoor(body, at, about)
      if (who.kind === 'failed') return who
      const entered = await enterSession(entry, who.person, body.scheduleTimelineId, at)
      if (entered.kind === 'failed') return entered
      const admitted = await admit(who, body.scheduleTimelineId, entered, about)
      if ('kind' in admitted) return admitted
      return { ...data(admitted), ...(who.kind === 'signedIn' && { deviceSecret: who.deviceSecret }) }
    }),

    venueLogin: anyone(calls.venueLogin, ({ body, ...about }) => venueLogin({ ...needs, entry, admit }, body, about)),

    assemblyLogout: inVenue(
      calls.assemblyLogout,
      async ({ at }, { token }) => {
        await tokens.end(token, at)
        return done
      },
      { ended: 'honoured' },
    ),
  }
}

/** The number of a buyer, or of an applicant that was dismissed. */
function numberOf(person: Person, standpoint: Standpoint, state: SessionState): BiddingNumber | null {
  if (standpoint.identity === 1) return standpoint.number
  return standpoint.identity === 0 ? (bidderOf(state, bidderCompany(person, state.practice))?.number ?? null) : null
}

function userInfo({ account, company }: Member, locale: Locale): z.output<typeof calls.getUserInfo.data> {
  const { id, login, name, appellationName, status, roles, permissions } = account
  return {
    userId: id,
    account: login,
    name,
    appellationName: appellationOf(appellationName),
    company: company && companyOf(company, locale),
    status: statusOf(status),
    agreementStatus: agreementStatusOf(company),
    roles,
    permissions,
  }
}

const companyOf = ({ id, nameZh, nameEn, country }: Company, locale: Locale) => ({
  companyId: id,
  name: locale === 'zh' ? nameZh : nameEn,
  country,
})
const appellationOf = (text: string | null) => (text === 'Mr.' || text === 'Mrs.' || text === 'Miss' ? text : null)
