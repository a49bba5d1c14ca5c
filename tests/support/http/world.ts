import { randomUUID } from 'node:crypto'
import type { PublishedLot } from '../../../src/domain/events.ts'
import { DEFAULT_RULE } from '../../../src/domain/rule.ts'
import type { Rule } from '../../../src/domain/rule.ts'
import { instant, later, milli, minor } from '../../../src/domain/units.ts'
import type { Instant } from '../../../src/domain/units.ts'
import { addAccount, addCompany } from '../../../src/server/store/accounts.ts'
import { addLots } from '../../../src/server/store/lots.ts'
import { register } from '../../../src/server/store/registrations.ts'
import { addSchedule, addTimeline } from '../../../src/server/store/schedules.ts'
import { putTerms } from '../../../src/server/store/terms.ts'
import { quickHash } from '../quick-hash.ts'
import { someAccount, someCompany, someLot } from '../store/rows.ts'
import type { House } from './house.ts'

export const PASSWORD = 'Timber2026'

const PEOPLE = {
  admin: { roles: ['admin'], status: 2 },
  host: { roles: ['host'], status: 4, company: 'hostco' },
  seller1: { roles: ['seller'], status: 4, company: 'sellerco' },
  seller2: { roles: ['seller'], status: 4, company: 'sellerco2' },
  buyer1: { roles: ['buyer'], status: 4, company: 'c1' },
  buyer2: { roles: ['buyer'], status: 4, company: 'c2' },
  buyer3: { roles: ['buyer'], status: 4, company: 'c3' },
  colleague1: { roles: ['buyer'], status: 4, company: 'c1' },
  audience1: { roles: ['audience'], status: 2 },
  newbie: { roles: [], status: 2 },
  pending: { roles: [], status: 3, company: 'c4' },
  suspended: { roles: ['buyer'], status: 0, company: 'c5' },
  unsigned: { roles: ['buyer'], status: 4, company: 'c6' },
} as const satisfies Record<
  string,
  { readonly roles: readonly string[]; readonly status: 0 | 2 | 3 | 4; readonly company?: string }
>
export type Login = keyof typeof PEOPLE

/** Companies with a service agreement that is not in effect. */
const UNSIGNED: ReadonlySet<string> = new Set(['c6'])

const phoneOf = (index: number): string => `+86138000000${String(index).padStart(2, '0')}`
/** The phone of an account. */
export const phone = (login: Login): string => phoneOf(Object.keys(PEOPLE).indexOf(login))
export const mailOf = (login: string): string => `${login}@example.com`

/** Accounts for every part; their ids are their logins. */
export async function addPeople({ store: { db } }: House): Promise<void> {
  const passwordHash = await quickHash(PASSWORD)
  const companies = new Set(Object.values(PEOPLE).flatMap((person) => ('company' in person ? [person.company] : [])))
  for (const id of companies) {
    await addCompany(
      db,
      someCompany({
        id,
        nameZh: `${id}木业有限公司`,
        nameEn: `${id} Timber Ltd`,
        agreementStatus: UNSIGNED.has(id) ? 2 : 1,
        // Two bidders with one bank account: the operator is warned.
        bankAccount: id === 'c2' || id === 'c3' ? '6222 0000' : null,
      }),
    )
  }
  for (const [index, [login, person]] of Object.entries(PEOPLE).entries()) {
    const companyId = 'company' in person ? person.company : null
    const proven = { phone: phoneOf(index), phoneProvenAt: instant(0), email: mailOf(login), emailProvenAt: instant(0) }
    await addAccount(
      db,
      someAccount({
        id: login,
        login,
        name: login,
        passwordHash,
        companyId,
        status: person.status,
        roles: [...person.roles],
        ...proven,
      }),
    )
  }
  await putTerms(db, [
    { kind: 'species', code: 'spruce', zh: '云杉', en: 'Spruce' },
    { kind: 'species', code: 'teak', zh: '柚木', en: 'Teak' },
    { kind: 'origin', code: 'fi', zh: '芬兰', en: 'Finland' },
    { kind: 'port', code: 'kotka', zh: '科特卡', en: 'Kotka' },
  ])
}

export interface SaleOptions {
  readonly practice?: boolean
  readonly rule?: Partial<Rule>
  /** Companies that are admitted before it starts. */
  readonly bidders?: readonly string[]
  readonly lots?: number
  readonly stand: 'preparing' | 'published' | 'running'
  /** Price that each lot must reach. */
  readonly reserve?: number
  /** When a sale that does not run yet starts, ms from now; a day. */
  readonly startsIn?: number
}

export interface Sale {
  readonly id: string
  readonly scheduleId: string
  readonly lots: readonly string[]
}

const DAY_MS = 86_400_000
/** Enough time for a slow machine to make its world. */
const LEAD_MS = 60_000

/** A session with lots of `sellerco` (the last one of `sellerco2`), hosted by `host`. */
export async function addSale(
  house: House,
  { practice = false, rule: own, bidders = [], lots: count = 3, stand, reserve, startsIn = DAY_MS }: SaleOptions,
): Promise<Sale> {
  const {
    store: { db },
    clock,
    rooms,
  } = house
  // A house whose time was moved keeps its time.
  const { offset } = clock
  const rule: Rule = { ...DEFAULT_RULE, biddingSeconds: 86_400, ...own }
  const [id, scheduleId] = [randomUUID(), randomUUID()]
  // A running sale was published and signed up for a little while ago.
  const startTime: Instant = later(clock.now(), stand === 'running' ? -1 : startsIn)
  await addSchedule(db, {
    id: scheduleId,
    nameZh: '春季木材竞价会',
    nameEn: 'Spring timber sale',
    venueZh: '太仓',
    venueEn: 'Taicang',
    practice,
  })
  await addTimeline(db, {
    id,
    scheduleId,
    startTime,
    signUpDeadline: startTime,
    rule,
    hostAccountId: 'host',
    createdAt: later(clock.now(), -DAY_MS),
  })
  const rows = Array.from({ length: count }, (_, i) => ({
    ...someLot({ id: `${id}-${i + 1}`, position: i + 1, sellerCompanyId: i + 1 === count ? 'sellerco2' : 'sellerco' }),
    sellerCode: i + 1 === count ? 'S2' : 'S1',
    species: i % 2 === 0 ? 'spruce' : 'teak',
    startPrice: minor(100_000 + i * 10_000),
    addRange: minor(1_000),
    quantity: milli(10_000 + i),
    reserve: reserve === undefined ? null : minor(reserve),
    pictures: ['spruce-pile-1.avif'],
  }))
  await addLots(db, id, rows)
  const sale = { id, scheduleId, lots: rows.map((row) => row.id) }
  if (stand === 'preparing') return sale

  if (stand === 'running') clock.offset = startTime - LEAD_MS - Date.now()
  const lots = rows.map(
    ({
      id: lot,
      position,
      sellerCode: seller,
      currency,
      unit,
      quantity,
      startPrice,
      addRange,
      deliveryDate,
      reserve: least,
    }): PublishedLot => ({
      lot,
      position,
      seller,
      currency,
      unit,
      quantity,
      startPrice,
      addRange,
      deliveryDate,
      reserve: least,
    }),
  )
  await accepted(
    rooms.give(
      id,
      {
        type: 'publish',
        practice,
        rule,
        startTime,
        signUpDeadline: startTime,
        hostCompany: 'hostco',
        lots,
        sellers: [
          { seller: 'S1', company: 'sellerco' },
          { seller: 'S2', company: 'sellerco2' },
        ],
      },
      { actor: 'room', account: null },
    ),
  )
  for (const company of bidders) {
    await accepted(
      rooms.give(
        id,
        { type: 'admit', standing: { company, status: 4, agreementInEffect: true, operates: false, flags: [] } },
        { actor: 'room', account: null },
      ),
    )
    await register(db, id, company, `buyer${company.slice(1)}`, clock.now())
  }
  clock.offset = offset
  // The last lot is left for a later round.
  if (stand === 'running')
    await accepted(
      rooms.give(
        id,
        { type: 'start', lots: sale.lots.slice(0, -1), biddingSeconds: null },
        { actor: 'host', account: 'host' },
      ),
    )
  return sale
}

export async function accepted(verdict: ReturnType<House['rooms']['give']>): Promise<void> {
  const { verdict: outcome, reason } = await verdict
  if (outcome !== 'accepted') throw new Error(`not accepted: ${reason}`)
}

/** How far a session's log is. */
export const seqOf = async (house: House, sale: Sale): Promise<number> =>
  (await house.store.log.head(sale.id))?.seq ?? 0
