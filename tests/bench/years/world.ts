import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import * as z from 'zod'
import { dayOf } from '../../../src/domain/trade/money.ts'
import type { Command } from '../../../src/domain/commands.ts'
import { nextPrice } from '../../../src/domain/prices.ts'
import { DEFAULT_RULE } from '../../../src/domain/rule.ts'
import type { Rule } from '../../../src/domain/rule.ts'
import { later, milli, minor } from '../../../src/domain/units.ts'
import type { Instant } from '../../../src/domain/units.ts'
import { published } from '../../../src/server/demo/lots.ts'
import { ROOM } from '../../../src/server/demo/script.ts'
import type { Script } from '../../../src/server/demo/script.ts'
import { projectionsOf } from '../../../src/server/room/projection-batch.ts'
import { seeded } from '../../../src/server/seeded.ts'
import type { Random } from '../../../src/server/seeded.ts'
import { OWNER } from '../../../src/server/store/embedded/access.ts'
import { addLots, keepOutcomes } from '../../../src/server/store/lots.ts'
import { keepOrder } from '../../../src/server/store/orders.ts'
import { keepBiddingNumber, register } from '../../../src/server/store/registrations.ts'
import { addSchedule, addTimeline } from '../../../src/server/store/schedules.ts'
import { openHouse } from '../../support/http/house.ts'
import type { House } from '../../support/http/house.ts'
import { sellerToken, textIn } from '../../support/http/people.ts'
import { addPeople, PASSWORD } from '../../support/http/world.ts'
import type { Login } from '../../support/http/world.ts'
import { someLot } from '../../support/store/rows.ts'
import { keepLog, scriptOf } from '../../support/world.ts'

/** How much has been sold, evenly over three years. */
export interface YearsSize {
  readonly sales: number
  /** Lots of each sale. */
  readonly lots: number
  /** Bids on each lot. */
  readonly bids: number
}

/** A house with its past, and the people who look at it. */
export interface Years {
  readonly house: House
  readonly tokens: Readonly<Record<'buyer' | 'seller' | 'operator', string>>
  /** The oldest sale. */
  readonly oldest: string
  readonly newest: string
  /** The buyer's, in the middle of the years. */
  readonly contract: { readonly id: string; readonly number: string }
  readonly orders: number
  readonly contracts: number
  readonly entries: number
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const YEARS_MS = 3 * 365 * DAY_MS
/** The last sale ended so long ago. */
const RESTED_MS = DAY_MS
const LOTS_OF_CONTRACT = 3
const COMPANIES = ['c1', 'c2', 'c3'] as const
const BUYERS = ['buyer1', 'buyer2', 'buyer3'] as const
const SPECIES = ['spruce', 'teak'] as const
const RULE: Rule = { ...DEFAULT_RULE, biddingSeconds: 3_600 }
const PARTICULARS = {
  funder: '太仓木业有限公司',
  companyName: '太仓木业有限公司',
  address: '江苏省太仓市港口路 8 号',
  creditCode: '91320585MADEMA012X',
  contacts: '陆建华',
  phone: '0512-5300 1000',
  email: 'trade@example.com',
  bankName: '中国银行太仓支行',
  bankAddress: '',
  accountCNY: '6222000011112222',
  accountUSD: '6222000011113333',
  swift: 'bkchcnbj950',
}

/**
 * Plays the years through the product: each sale by its law into its log, its contracts, signatures and payments by its
 * calls, at the time at which they would have been made.
 */
export async function playYears(size: YearsSize, say: (line: string) => void): Promise<Years> {
  const house = await openHouse()
  await addPeople(house)
  const random = seeded(1)
  const now = house.clock.now()
  const ids: string[] = []
  const contracts: { readonly id: string; readonly buyer: Login }[] = []
  let [orders, entries] = [0, 0]
  for (let n = 0; n < size.sales; n++) {
    const start = later(now, -RESTED_MS - Math.round((YEARS_MS * (size.sales - 1 - n)) / size.sales) - 2 * HOUR_MS)
    const sale = await playSale(house, size, { n, start, random })
    ids.push(sale.id)
    orders += sale.won.length
    entries += sale.entries
    house.clock.offset = later(start, 2 * HOUR_MS) - Date.now()
    // A sign-in lasts for days.
    const cast = new Cast(house)
    for (const [place, buyer] of BUYERS.entries()) {
      const lots = sale.won.filter(({ number, seller }) => number === place + 1 && seller === 'sellerco')
      // A third of the deals are in no contract.
      if (lots.length === 0 || (n + place) % 3 === 2) continue
      const some = lots.slice(0, LOTS_OF_CONTRACT).map(({ lot }) => lot)
      contracts.push({ id: await contractOf(cast, buyer, some), buyer })
    }
    house.clock.offset = 0
    if (n % 50 === 49) say(`  ${n + 1} of ${size.sales} sales played`)
  }
  await settle(house)
  const cast = new Cast(house)
  const own = contracts.filter(({ buyer }) => buyer === 'buyer1')
  const middle = own[Math.floor(own.length / 2)]?.id
  const [oldest] = ids
  const newest = ids.at(-1)
  if (middle === undefined || oldest === undefined || newest === undefined) throw new Error('years without a contract')
  return {
    house,
    tokens: {
      buyer: await cast.token('buyer1'),
      seller: await cast.token('seller1'),
      operator: await cast.token('admin'),
    },
    oldest,
    newest,
    contract: { id: middle, number: (await cast.read('admin', middle)).contractNo },
    orders,
    contracts: contracts.length,
    entries,
  }
}

interface Won {
  readonly lot: string
  readonly number: number
  readonly seller: string
}
interface Evening {
  readonly n: number
  readonly start: Instant
  readonly random: Random
}

/** A finished sale: its log, and all that its room would have written beside it. */
async function playSale(house: House, size: YearsSize, { n, start, random }: Evening) {
  const { db } = house.store
  const [id, scheduleId] = [randomUUID(), randomUUID()]
  const createdAt = later(start, -7 * DAY_MS)
  await addSchedule(db, {
    id: scheduleId,
    nameZh: `第 ${n + 1} 场木材竞价会`,
    nameEn: `Timber sale ${n + 1}`,
    venueZh: '太仓',
    venueEn: 'Taicang',
  })
  await addTimeline(db, {
    id,
    scheduleId,
    startTime: start,
    signUpDeadline: start,
    rule: RULE,
    hostAccountId: 'host',
    createdAt,
  })
  const rows = Array.from({ length: size.lots }, (_, place) => ({
    ...someLot({
      id: `${id}-${place + 1}`,
      position: place + 1,
      sellerCompanyId: place % 4 === 3 ? 'sellerco2' : 'sellerco',
    }),
    sellerCode: place % 4 === 3 ? 'S2' : 'S1',
    species: SPECIES[place % SPECIES.length] ?? 'spruce',
    startPrice: minor(100_000 + place * 1_000),
    addRange: minor(1_000),
    quantity: milli(10_000 + place),
    timelineId: id,
  }))
  await addLots(db, id, rows)
  const script = scriptOf(id)
  script.give(
    {
      type: 'publish',
      practice: false,
      rule: RULE,
      startTime: start,
      signUpDeadline: start,
      hostCompany: 'hostco',
      sellers: [
        { seller: 'S1', company: 'sellerco' },
        { seller: 'S2', company: 'sellerco2' },
      ],
      lots: rows.map(published),
    },
    { actor: 'operator', account: 'admin' },
    createdAt,
  )
  for (const [place, company] of COMPANIES.entries()) {
    const at = later(createdAt, HOUR_MS + place)
    const standing = { company, status: 4, agreementInEffect: true, operates: false, flags: [] } as const
    script.give({ type: 'admit', standing }, ROOM, at)
    await register(db, id, company, BUYERS[place] ?? '', at)
    await keepBiddingNumber(db, id, company, place + 1)
  }
  bid(script, size.bids, start, random)
  await keepLog(house.store, id, script)
  const { orders, outcomes } = projectionsOf(null, script)
  for (const order of orders) await keepOrder(db, order)
  await keepOutcomes(db, outcomes)
  return {
    id,
    entries: script.entries.length,
    won: orders.map(({ lotId, biddingNumber, sellerCompanyId }): Won => ({
      lot: lotId,
      number: biddingNumber,
      seller: sellerCompanyId,
    })),
  }
}

/** One round; every tenth lot gets no bid and fails to sell. */
function bid(script: Script, bids: number, start: Instant, random: Random): void {
  const host = { actor: 'host', account: 'host' } as const
  const give = (number: number, command: Command, at: Instant) =>
    script.give(command, { actor: `bidder:${number}`, account: BUYERS[number - 1] ?? '' }, at)
  script.give({ type: 'start', lots: null, biddingSeconds: null }, host, later(start, 1_000))
  let at = later(start, 2_000)
  for (let n = 0; n < bids; n++)
    for (const lot of script.state.lots) {
      if (lot.position % 10 === 0) continue
      const open = [...script.state.lots].find((one) => one.lot === lot.lot)
      if (!open || open.status !== 'open') continue
      const others = [1, 2, 3].filter((number) => number !== open.leading?.number)
      const number = others[Math.floor(random() * others.length)] ?? 1
      at = later(at, 50)
      give(number, { type: 'bid', lot: lot.lot, price: nextPrice(open), notAfter: later(at, 10_000) }, at)
    }
  const end = later(start, HOUR_MS + 60_000)
  script.pass(end)
  script.give({ type: 'accomplish', untried: [] }, host, end)
  script.pass(later(end, HOUR_MS))
}

const Read = z.object({ hash: z.string(), contractNo: z.string() })

/** People who make, sign and pay contracts by calls. */
class Cast {
  readonly #house: House
  readonly #tokens = new Map<Login, Promise<string>>()

  constructor(house: House) {
    this.#house = house
  }

  get today(): string {
    return dayOf(this.#house.clock.now())
  }

  token(who: Login): Promise<string> {
    const token = this.#tokens.get(who) ?? sellerToken(this.#house, who)
    this.#tokens.set(who, token)
    return token
  }

  async post(who: Login, path: string, body: object) {
    const answer = await this.#house.ask('POST', path, { token: await this.token(who), body })
    if (answer.code !== 200) throw new Error(`${path}: ${answer.code} ${answer.msg}`)
    return answer
  }

  async read(who: Login, id: string) {
    return Read.parse((await this.#house.ask('GET', `/auction/contract/${id}`, { token: await this.token(who) })).data)
  }
}

/** A contract that both sides signed and the platform verified, with its deposit paid. */
async function contractOf(cast: Cast, buyer: Login, lots: readonly string[]): Promise<string> {
  const terms = { contractObjectIds: lots, particulars: PARTICULARS, targetPort: '太仓', note: '' }
  const id = textIn(await cast.post(buyer, '/auction/contract/make', terms), 'contractId')
  for (const who of [buyer, 'seller1'] as const) {
    const { hash } = await cast.read(who, id)
    const mark = { kind: 'typed', name: '陆建华' }
    await cast.post(who, '/auction/contract/sign', { contractId: id, hash, password: PASSWORD, agreed: true, mark })
  }
  const { hash } = await cast.read('admin', id)
  await cast.post('admin', '/operator/contract/verify', { contractId: id, hash })
  await cast.post('admin', '/operator/payment/record', {
    contractId: id,
    claim: 'deposit',
    kind: 'received',
    amount: '100.00',
    day: cast.today,
    reference: `BOC ${id}`,
    corrects: null,
    over: false,
  })
  return id
}

/** Lets the database learn the sizes of its tables, as it would by itself within minutes. */
async function settle({ store }: House): Promise<void> {
  const owner = new Client({ ...store.address, user: OWNER })
  await owner.connect()
  await owner.query('VACUUM ANALYZE')
  await owner.end()
}
