import type { LotId } from '../../../domain/lot.ts'
import type { SessionState } from '../../../domain/state.ts'
import type { Rooms } from '../../ports.ts'
import { isOperator } from '../../auth/caller.ts'
import type { Caller } from '../../auth/caller.ts'
import { isReader } from '../../auth/standing.ts'
import { countOpenLots, openLotIds, openLotsIn, openLotsOf, sellsIn } from '../../store/open-lots.ts'
import { lotsById } from '../../store/lots.ts'
import type { LotFilter, LotRow } from '../../store/lots.ts'
import type { Db } from '../../store/open.ts'
import type { Listed, Slice } from '../../store/page.ts'
import { publishedSessions } from '../../store/schedules.ts'
import type { SessionOfSchedule } from '../../store/schedules.ts'
import { forbid } from '../answer.ts'
import type { Failure } from '../answer.ts'
import { standingOf } from './lot.ts'
import type { CatalogueLot } from './lot.ts'
import { sortKey, standingAs } from './standing-as.ts'
import { asksRoom, type Sort, type WantedPage } from './wanted.ts'

/** A lot with its sale. */
export interface OnSale {
  readonly session: SessionOfSchedule
  readonly standing: CatalogueLot
}

/** The sales whose catalogues the caller may read, next first; or the reason that it may read none. */
export async function readableSales(db: Db, caller: Caller): Promise<readonly SessionOfSchedule[] | Failure> {
  const { person } = caller
  const all = await publishedSessions(db)
  // A venue token reads only its own session's catalogue.
  if (caller.kind === 'venue') return all.filter(({ timeline }) => timeline.id === caller.timelineId)
  if (isReader(person, false) || isOperator(person)) return all
  const selling = person.companyId === null ? new Set<string>() : await sellsIn(db, idsOf(all), person.companyId)
  const own = all.filter(({ timeline }) => timeline.hostAccountId === person.id || selling.has(timeline.id))
  if (own.length > 0) return own
  return forbid(person.status === 0 ? 'auth.account_suspended' : 'catalogue.not_certified')
}

export const idsOf = (sales: readonly SessionOfSchedule[]): string[] => sales.map(({ timeline }) => timeline.id)

/** Lots of these sales that may still be sold: in the order of sales, or in the requested order. */
export const pageOfSales = (
  db: Db,
  rooms: Pick<Rooms, 'state'>,
  sales: readonly SessionOfSchedule[],
  page: WantedPage,
  counted: CountOpenLots,
): Promise<Listed<OnSale>> =>
  asksRoom(page.wanted) ? pageOfRooms(db, rooms, sales, page) : pageOfTables(db, rooms, sales, page, counted)

/** Number of open lots by session, counted a moment ago. */
export type CountOpenLots = (sales: readonly SessionOfSchedule[]) => Promise<ReadonlyMap<string, number>>

interface Part extends Slice {
  readonly session: SessionOfSchedule
  /** The part is all matching lots of the session. */
  readonly whole: boolean
}

/**
 * Counts per sale tell which lots of which sales fall on the page, so that earlier sales and their rooms are not read.
 */
async function pageOfTables(
  db: Db,
  rooms: Pick<Rooms, 'state'>,
  sales: readonly SessionOfSchedule[],
  { asked, piece }: WantedPage,
  counted: CountOpenLots,
): Promise<Listed<OnSale>> {
  const filter = asked ?? {}
  const counts = asked ? await countOpenLots(db, idsOf(sales), asked) : await counted(sales)
  const parts = partsOf(sales, counts, piece)
  const [found, states] = await Promise.all([
    rowsOf(db, parts, filter),
    statesOf(
      rooms,
      parts.map(({ session }) => session),
    ),
  ])
  return {
    rows: parts.flatMap(({ session }) =>
      (found.get(session.timeline.id) ?? []).flatMap((row) => onSale(session, states, row.id, row)),
    ),
    total: [...counts.values()].reduce((sum, lots) => sum + lots, 0),
  }
}

function partsOf(
  sales: readonly SessionOfSchedule[],
  counts: ReadonlyMap<string, number>,
  { offset, limit }: Slice,
): readonly Part[] {
  const parts: Part[] = []
  let before = 0
  for (const session of sales) {
    const lots = counts.get(session.timeline.id) ?? 0
    const from = Math.max(0, offset - before)
    const upTo = Math.min(lots, offset + limit - before)
    if (upTo > from) parts.push({ session, offset: from, limit: upTo - from, whole: upTo - from === lots })
    before += lots
  }
  return parts
}

/** Only the first and last sale of a page can be there in part; the sales between them are read in one query. */
async function rowsOf(db: Db, parts: readonly Part[], filter: LotFilter): Promise<ReadonlyMap<string, LotRow[]>> {
  const whole = parts.filter((part) => part.whole).map(({ session }) => session.timeline.id)
  const rows = await Promise.all([
    whole.length > 1 ? openLotsIn(db, whole, filter) : [],
    ...parts
      .filter((part) => !part.whole || whole.length === 1)
      .map((part) => openLotsOf(db, part.session.timeline.id, filter, part)),
  ])
  return Map.groupBy(rows.flat(), ({ timelineId }) => timelineId)
}

/** For filters and orders by status or price, which only the rooms know. */
async function pageOfRooms(
  db: Db,
  rooms: Pick<Rooms, 'state'>,
  sales: readonly SessionOfSchedule[],
  { wanted, asked, piece }: WantedPage,
): Promise<Listed<OnSale>> {
  const [states, fitting] = await Promise.all([statesOf(rooms, sales), asked && openLotIds(db, idsOf(sales), asked)])
  const lists = sales.flatMap((session) => {
    const state = states.get(session.timeline.id)
    return state ? [{ session, state, ids: standingAs(state, { ...wanted, open: true }, fitting) }] : []
  })
  const shown = merged(lists, wanted.sort ?? 'lotNo', piece)
  const rows = await lotsById(db, [...new Set(shown.map(({ state, id }) => state.lots.rootOf(id)))])
  return {
    rows: shown.flatMap(({ session, state, id }) => onSale(session, states, id, rows.get(state.lots.rootOf(id)))),
    total: lists.reduce((sum, { ids }) => sum + ids.length, 0),
  }
}

interface Ordered {
  readonly session: SessionOfSchedule
  readonly state: SessionState
  readonly ids: readonly LotId[]
}
type Placed = Pick<Ordered, 'session' | 'state'> & { readonly id: LotId }

/**
 * A slice of several sorted lists merged. Lists are sorted already, so only elements before the slice's end are
 * visited.
 */
function merged(lists: readonly Ordered[], sort: Sort, { offset, limit }: Slice): readonly Placed[] {
  const keyAt = ({ state, ids }: Ordered, at: number): number => {
    const id = ids[at]
    return id === undefined ? Infinity : sort === 'lotNo' ? 0 : sortKey(state.lots.get(id), sort)
  }
  const heads = lists.map((list) => ({ list, at: 0, key: keyAt(list, 0) }))
  const placed: Placed[] = []
  for (let place = 0; place < offset + limit; place++) {
    // Equal lots are ordered by sale, the next sale first.
    let least = heads[0]
    for (const head of heads) if (least && head.key < least.key) least = head
    if (!least || least.key === Infinity) break
    const { session, state, ids } = least.list
    const id = ids[least.at]
    if (id !== undefined && place >= offset) placed.push({ session, state, id })
    least.at += 1
    least.key = keyAt(least.list, least.at)
  }
  return placed
}

type States = ReadonlyMap<string, SessionState>

/** Sleeping rooms are read from the database, this many at a time. */
const ROOMS_AT_ONCE = 8

async function statesOf(rooms: Pick<Rooms, 'state'>, sales: readonly SessionOfSchedule[]): Promise<States> {
  const states = new Map<string, SessionState>()
  const waiting = [...sales]
  const readNext = async (): Promise<void> => {
    for (let sale = waiting.shift(); sale !== undefined; sale = waiting.shift()) {
      const state = await rooms.state(sale.timeline.id)
      if (state) states.set(sale.timeline.id, state)
    }
  }
  await Promise.all(Array.from({ length: ROOMS_AT_ONCE }, readNext))
  return states
}

function onSale(session: SessionOfSchedule, states: States, id: LotId, row: LotRow | undefined): OnSale[] {
  const state = states.get(session.timeline.id)
  const standing = state && row ? standingOf(state, id, row) : null
  return standing ? [{ session, standing }] : []
}
