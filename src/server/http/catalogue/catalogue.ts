import { CODE } from '../../../contract/codes.ts'
import type { AccountId, CompanyId, LotId } from '../../../domain/lot.ts'
import type { SessionState } from '../../../domain/state.ts'
import { draftsOf, isReader, mayReadCatalogue } from '../../auth/standing.ts'
import type { Caller, Person } from '../../auth/caller.ts'
import type { Clock, Rooms } from '../../ports.ts'
import { findLot, listLots, lotFacets, sellsLots } from '../../store/lots.ts'
import type { Facets, LotRow } from '../../store/lots.ts'
import { countOpenLots, openFacets } from '../../store/open-lots.ts'
import type { Db } from '../../store/open.ts'
import type { Listed, Slice } from '../../store/page.ts'
import { findSessionFor } from '../../store/schedules.ts'
import type { SessionOfSchedule } from '../../store/schedules.ts'
import { allTerms } from '../../store/terms.ts'
import type { Terms } from '../../store/terms.ts'
import { forbid, missing, refuse } from '../answer.ts'
import type { Failure } from '../answer.ts'
import { cached } from './cached.ts'
import { standingOf } from './lot.ts'
import type { CatalogueLot } from './lot.ts'
import { idsOf, pageOfSales, readableSales } from './sales.ts'
import type { CountOpenLots, OnSale } from './sales.ts'
import { askedOf, pageOfRoom, pageOfTable } from './select.ts'
import { standingAs } from './standing-as.ts'
import type { Wanted } from './wanted.ts'

/** Catalogues hardly change after publication. */
const KEPT_MS = 60_000
const SESSIONS_KEPT = 16
/** Lots end one by one during a sale. */
const COUNTED_MS = 1_000

export interface Opened {
  readonly kind: 'opened'
  readonly session: SessionOfSchedule
  readonly state: SessionState | null
  /** Of a draft, a seller reads only its own company's lots; `null`: all lots. */
  readonly soldBy: CompanyId | null
}

export interface Catalogue {
  terms(): Promise<Terms>
  /** Drops this node's cached vocabulary after a change; other nodes' caches expire within a minute. */
  forgetTerms(): void
  /** The session's catalogue, if the caller may read it. */
  open(caller: Caller, timelineId: string): Promise<Opened | Failure>
  /** The codes that filters can choose from. */
  facets(opened: Opened): Promise<Facets>
  /** Number of lots that may still be sold. */
  openLots(opened: Opened): Promise<number>
  /** The requested slice of the list, in the requested order. */
  page(opened: Opened, wanted: Wanted, watchedBy: AccountId | null, piece: Slice): Promise<Listed<CatalogueLot>>
  /** The published sales whose catalogues the caller may read, next first. */
  sales(caller: Caller): Promise<readonly SessionOfSchedule[] | Failure>
  /** A page of these sales' lots that may still be sold. */
  pageOfSales(
    sales: readonly SessionOfSchedule[],
    wanted: Wanted,
    watchedBy: AccountId | null,
    piece: Slice,
  ): Promise<Listed<OnSale>>
  facetsOfSales(sales: readonly SessionOfSchedule[]): Promise<SalesFacets>
  /** A lot's timber; a child has its parent's. */
  row(lotId: LotId): Promise<LotRow | null>
  /** One lot, if the caller may read its catalogue. */
  find(caller: Caller, lotId: LotId): Promise<(Opened & { readonly standing: CatalogueLot }) | Failure>
}

export interface SalesFacets {
  readonly codes: Facets
  /** Number of lots that may still be sold, by session. */
  readonly openLots: ReadonlyMap<string, number>
}

export function openCatalogue(db: Db, rooms: Pick<Rooms, 'state'>, clock: Clock): Catalogue {
  const now = () => clock.now()
  const terms = cached((_all: null) => allTerms(db), KEPT_MS, 1, now)
  const facets = cached((timelineId: string) => lotFacets(db, timelineId), KEPT_MS, SESSIONS_KEPT, now)
  // Nearly all callers read the same sales, so their ids are the key.
  const openCounts = cached((key: string) => countOpenLots(db, key.split('\n')), COUNTED_MS, SESSIONS_KEPT, now)
  const salesFacets = cached((key: string) => openFacets(db, key.split('\n')), KEPT_MS, SESSIONS_KEPT, now)
  const counted: CountOpenLots = (sales) => openCounts(idsOf(sales).join('\n'))

  /** Before publication the log names no sellers, so the catalogue is asked. */
  async function sellsIn(timelineId: string, { companyId, status }: Person): Promise<boolean> {
    return companyId !== null && status !== 0 && (await sellsLots(db, timelineId, companyId))
  }

  async function open(caller: Caller, timelineId: string): Promise<Opened | Failure> {
    if (caller.kind === 'venue' && caller.timelineId !== timelineId) return forbid('auth.wrong_session')
    const session = await findSessionFor(db, timelineId, draftsOf(caller.person))
    if (!session) return missing('session.not_found')
    const state = await rooms.state(timelineId)
    // A venue token proves that its holder was admitted.
    if (caller.kind === 'venue') return { kind: 'opened', session, state, soldBy: null }
    const unread = unreadable(caller.person, session, state)
    if (unread === null) return { kind: 'opened', session, state, soldBy: null }
    const drafts = !isPublished(state) && (await sellsIn(timelineId, caller.person))
    return drafts ? { kind: 'opened', session, state, soldBy: caller.person.companyId } : unread
  }

  return {
    terms: () => terms(null),
    forgetTerms: () => terms.forget(null),
    open,
    facets: ({ session, soldBy }) =>
      soldBy === null ? facets(session.timeline.id) : lotFacets(db, session.timeline.id, soldBy),
    async openLots({ session, state, soldBy }) {
      if (state !== null && isPublished(state)) return standingAs(state, { open: true }, null).length
      const { id: timelineId, lotCount } = session.timeline
      return soldBy === null ? lotCount : (await listLots(db, { timelineId, soldBy, offset: 0, limit: 1 })).total
    },
    async page({ session, state, soldBy }, wanted, watchedBy, piece) {
      const asked = askedOf(wanted, await terms(null), watchedBy)
      return isPublished(state)
        ? pageOfRoom(db, session, state, { wanted, asked, piece })
        : pageOfTable(db, session, soldBy, { wanted, asked, piece })
    },
    sales: (caller) => readableSales(db, caller),
    async pageOfSales(sales, wanted, watchedBy, piece) {
      const asked = askedOf(wanted, await terms(null), watchedBy)
      return pageOfSales(db, rooms, sales, { wanted, asked, piece }, counted)
    },
    async facetsOfSales(sales) {
      const [codes, openLots] = await Promise.all([salesFacets(idsOf(sales).join('\n')), counted(sales)])
      return { codes, openLots }
    },
    row: (lotId) => findRoot(db, lotId),
    async find(caller, lotId) {
      const row = await findRoot(db, lotId)
      if (!row) return missing()
      const opened = await open(caller, row.timelineId)
      // A lot of a draft answers as missing, like its sale.
      if (opened.kind === 'failed') return opened.code === CODE.notFound ? missing() : opened
      const { state, soldBy } = opened
      if (soldBy !== null && row.sellerCompanyId !== soldBy) return missing()
      if (!isPublished(state)) return row.id === lotId ? { ...opened, standing: { row, lot: null } } : missing()
      const standing = standingOf(state, lotId, row)
      return standing ? { ...opened, standing } : missing()
    },
  }
}

const isPublished = (state: SessionState | null): state is SessionState => state !== null && state.phase !== 1

/** A child is named after its parent: `lot.1`. */
async function findRoot(db: Db, id: LotId): Promise<LotRow | null> {
  const found = await findLot(db, id)
  const parent = /^(.+)\.[1-9]\d*$/.exec(id)?.[1]
  return found ?? (parent === undefined ? null : findRoot(db, parent))
}

function unreadable(
  person: Person,
  { schedule, timeline }: SessionOfSchedule,
  state: SessionState | null,
): Failure | null {
  const facts = { id: timeline.id, practice: schedule.practice, hostAccountId: timeline.hostAccountId }
  if (mayReadCatalogue(person, facts, state)) return null
  if (person.status === 0) return forbid('auth.account_suspended')
  // Certified readers only have to wait for the publication; others are told that they lack certification.
  return isReader(person, schedule.practice) ? refuse('session.not_started') : forbid('catalogue.not_certified')
}
