import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Identity, Locale } from '../../src/contract/constants.ts'
import { DEFAULT_RULE } from '../../src/domain/rule.ts'
import type { Rule } from '../../src/domain/rule.ts'
import { instant, later, minor } from '../../src/domain/units.ts'
import type { Instant, Minor } from '../../src/domain/units.ts'
import { hashPassword } from '../../src/server/auth/password.ts'
import { openTokens } from '../../src/server/auth/tokens.ts'
import type { Standpoint } from '../../src/server/auth/caller.ts'
import { ROOM, Script } from '../../src/server/demo/script.ts'
import { published } from '../../src/server/demo/lots.ts'
import { quiet } from '../../src/server/logger.ts'
import { addAccount, addCompany } from '../../src/server/store/accounts.ts'
import { addLots } from '../../src/server/store/lots.ts'
import { openStore } from '../../src/server/store/open.ts'
import type { Store } from '../../src/server/store/open.ts'
import { keepPin } from '../../src/server/store/pins.ts'
import { keepBiddingNumber, register } from '../../src/server/store/registrations.ts'
import { addSchedule, addTimeline } from '../../src/server/store/schedules.ts'
import { Venue } from './client.ts'
import { placeEmptyStore } from './store/empty.ts'
import { someAccount, someCompany, someLot } from './store/rows.ts'

export interface WorldOptions {
  readonly bidders: number
  /** Number of lots per session. */
  readonly lots: number
  /** Number of sessions, all with the same people; 1 by default. */
  readonly sessions?: number
  readonly rule?: Partial<Rule>
  /** Limit of every third bidder. */
  readonly limit?: Minor
  /** Deposit in CNY that each session asks for, a tenth of the limit that it carries; none by default. */
  readonly deposit?: Minor
  /** PIN of every bidder's admission; none by default, since hashing it takes time. */
  readonly pin?: string
  /** Milliseconds until the sale starts; it began to be due a minute ago by default. */
  readonly startsInMs?: number
  /** So long before the start sign-up ends; at the start by default. */
  readonly signUpEndsMs?: number
  /** Begins the ids of companies and accounts: another world in the same database needs another one. */
  readonly prefix?: string
}

/** A person with tokens: no password is hashed, so a hundred are cheap. */
export interface Member {
  readonly account: string
  readonly identity: Identity
  readonly biddingNumber: number | null
  readonly sellerCode: string | null
  readonly sellerToken: string
  readonly venueToken: string
}

export interface WorldSession {
  readonly id: string
  readonly startTime: Instant
  readonly signUpDeadline: Instant
  readonly lots: readonly { readonly id: string; readonly startPrice: Minor; readonly addRange: Minor }[]
  readonly host: Member
  readonly seller: Member
  readonly audience: Member
  readonly bidders: readonly Member[]
}

const DAY_MS = 86_400_000
/** One bidder in this many has the world's limit. */
export const LIMITED_EVERY = 3
export const START_PRICE = minor(100_000)
export const ADD_RANGE = minor(1_000)

/** Ids of the companies of a world. */
const companiesOf = ({ prefix = '', bidders }: Pick<WorldOptions, 'prefix' | 'bidders'>) => ({
  host: `${prefix}company-host`,
  seller: `${prefix}company-seller`,
  audience: `${prefix}company-audience`,
  bidders: Array.from({ length: bidders }, (_, i) => `${prefix}company-${i + 1}`),
})

/**
 * Fills an empty database with sessions whose doors are open and whose bidders are admitted; the host has only to
 * start. Run the server on it with `DEMO=0`.
 */
export async function makeWorld(store: Store, options: WorldOptions): Promise<readonly WorldSession[]> {
  const now = instant(Date.now())
  await addPeople(store, options, now)
  const sessions: WorldSession[] = []
  for (let i = 0; i < (options.sessions ?? 1); i++) sessions.push(await addSession(store, options, now))
  return sessions
}

/** The same, with sessions of so many lots each. */
export async function worldWith(
  store: Store,
  options: Omit<WorldOptions, 'lots' | 'sessions'>,
  lots: readonly number[],
): Promise<readonly WorldSession[]> {
  const now = instant(Date.now())
  await addPeople(store, options, now)
  const sessions: WorldSession[] = []
  for (const count of lots) sessions.push(await addSession(store, { ...options, lots: count }, now))
  return sessions
}

/** The same into a data folder that no server uses yet. */
export async function worldIn(dataDir: string, options: WorldOptions): Promise<readonly WorldSession[]> {
  await placeEmptyStore(dataDir)
  const store = await openStore({ dataDir, databaseUrl: null }, quiet)
  try {
    return await makeWorld(store, options)
  } finally {
    await store.close()
  }
}

/** A member in the room of a session, on the server at `url`. */
export function venueOf(
  url: string,
  { id }: Pick<WorldSession, 'id'>,
  { venueToken, identity, biddingNumber, sellerCode }: Member,
  locale: Locale = 'en',
): Venue {
  return new Venue(
    url,
    id,
    {
      access_token: venueToken,
      expires_in: DAY_MS / 1000,
      identityType: identity,
      biddingNumber,
      sellerCode,
      operates: false,
    },
    locale,
  )
}

async function addPeople(
  { db }: Store,
  options: Pick<WorldOptions, 'prefix' | 'bidders'>,
  now: Instant,
): Promise<void> {
  const { host, seller, audience, bidders } = companiesOf(options)
  for (const id of [host, seller, audience, ...bidders]) {
    await addCompany(db, someCompany({ id, agreementStatus: 1 }))
    const login = accountOf(id)
    await addAccount(
      db,
      someAccount({
        id: login,
        login,
        companyId: id,
        appellationName: 'Mrs.',
        phone: '+8613800000000',
        // A sale's host needs one on a server without the demo.
        secondFactorAt: id === host ? now : null,
      }),
    )
  }
}

/** A session's log, to be played out beforehand. */
export const scriptOf = (timelineId: string): Script =>
  new Script(timelineId, {
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
    salt: () => randomBytes(16).toString('base64url'),
    epoch: randomUUID(),
  })

const accountOf = (company: string): string => company.replace('company', 'account')

async function addSession(store: Store, options: WorldOptions, now: Instant): Promise<WorldSession> {
  const { lots: count, rule: own, limit, deposit, pin, startsInMs = -60_000, signUpEndsMs = 0 } = options
  const { host, seller, audience, bidders } = companiesOf(options)
  const { db } = store
  const [id, scheduleId] = [randomUUID(), randomUUID()]
  const startTime = later(now, startsInMs)
  const signUpDeadline = later(startTime, -signUpEndsMs)
  const rule: Rule = { ...DEFAULT_RULE, ...own }
  await addSchedule(db, {
    id: scheduleId,
    nameZh: '证明用竞价会',
    nameEn: 'Sale made for a proof',
    venueZh: '太仓',
    venueEn: 'Taicang',
  })
  await addTimeline(db, {
    id,
    scheduleId,
    startTime,
    signUpDeadline,
    rule,
    hostAccountId: accountOf(host),
    ...(deposit !== undefined && { deposits: [{ currency: 'CNY' as const, amount: deposit }], depositFactor: 10 }),
    createdAt: later(now, -DAY_MS),
  })
  const rows = Array.from({ length: count }, (_, i) => ({
    ...someLot({ id: `${id}-${i + 1}`, position: i + 1, sellerCompanyId: seller }),
    startPrice: START_PRICE,
    addRange: ADD_RANGE,
    timelineId: id,
  }))
  await addLots(db, id, rows)

  const script = scriptOf(id)
  script.give(
    {
      type: 'publish',
      practice: false,
      rule,
      startTime,
      signUpDeadline,
      hostCompany: host,
      sellers: [{ seller: 'S1', company: seller }],
      lots: rows.map(published),
    },
    ROOM,
    later(now, -DAY_MS),
  )
  const pinHash = pin === undefined ? null : await hashPassword(pin)
  for (const [i, company] of bidders.entries()) {
    const at = later(now, -DAY_MS / 2 + i)
    script.give(
      {
        type: 'admit',
        standing: {
          company,
          status: 4,
          agreementInEffect: true,
          operates: false,
          flags: [],
          ...(limit !== undefined && i % LIMITED_EVERY === 0 && { limits: { CNY: limit } }),
        },
      },
      ROOM,
      at,
    )
    await register(db, id, company, accountOf(company), at)
    await keepBiddingNumber(db, id, company, i + 1)
    if (pinHash !== null) await keepPin(db, id, company, pinHash, at)
  }
  script.pass(startTime < now ? startTime : now)
  await keepLog(store, id, script)

  const member = (company: string, standpoint: Standpoint) => issue(store, id, accountOf(company), standpoint, now)
  return {
    id,
    startTime,
    signUpDeadline,
    lots: rows.map(({ id: lot, startPrice, addRange }) => ({ id: lot, startPrice, addRange })),
    host: await member(host, { identity: 3 }),
    seller: await member(seller, { identity: 2, seller: 'S1' }),
    audience: await member(audience, { identity: 4 }),
    bidders: await Promise.all(bidders.map((company, i) => member(company, { identity: 1, number: i + 1 }))),
  }
}

/** Writes a session's log as its room would have written it. */
export async function keepLog({ log }: Store, timelineId: string, { state, hash, entries }: Script): Promise<void> {
  const first = entries[0]?.entry
  if (!first) throw new Error('a session without a log')
  await log.ensureHead(timelineId, state.epoch, first.prevHash)
  const appended = await log.append({
    timelineId,
    expectedSeq: 0,
    newSeq: state.seq,
    newHash: hash,
    entries: entries.map(({ entry }) => entry),
    openings: entries.map(({ openings }) => openings),
    verdicts: [],
    notAfter: null,
    summary: { phase: state.phase, stage: state.stage, sold: 0, unsold: 0 },
  })
  if (appended !== 'appended') throw new Error('another writer holds the log of a new session')
}

async function issue(
  { db }: Store,
  timelineId: string,
  account: string,
  standpoint: Standpoint,
  now: Instant,
): Promise<Member> {
  const tokens = openTokens(db)
  const until = later(now, DAY_MS)
  const seller = await tokens.issueSeller(account, now, until)
  const venue = await tokens.issueVenue(account, seller.hash, timelineId, standpoint, now, until)
  return {
    account,
    identity: standpoint.identity,
    biddingNumber: standpoint.identity === 1 ? standpoint.number : null,
    sellerCode: standpoint.identity === 2 ? standpoint.seller : null,
    sellerToken: seller.token,
    venueToken: venue.token,
  }
}
