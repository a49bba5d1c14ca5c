import { randomUUID } from 'node:crypto'
import type { LotContent } from '../../../src/contract/lot-content.ts'
import type { By, Command } from '../../../src/domain/commands.ts'
import { DEFAULT_RULE } from '../../../src/domain/rule.ts'
import type { Rule } from '../../../src/domain/rule.ts'
import { later, minor } from '../../../src/domain/units.ts'
import type { Instant } from '../../../src/domain/units.ts'
import { published } from '../../../src/server/demo/lots.ts'
import { ROOM } from '../../../src/server/demo/script.ts'
import type { Script } from '../../../src/server/demo/script.ts'
import { acceptedLotRow } from '../../../src/server/lots/accept.ts'
import { projectionsOf } from '../../../src/server/room/projection-batch.ts'
import { addLots, keepOutcomes } from '../../../src/server/store/lots.ts'
import type { Store } from '../../../src/server/store/open.ts'
import { keepOrder } from '../../../src/server/store/orders.ts'
import { keepBiddingNumber, register } from '../../../src/server/store/registrations.ts'
import { addSchedule, addTimeline } from '../../../src/server/store/schedules.ts'
import { lotDraft } from '../../../src/server/store/schema.ts'
import { keepLog, scriptOf } from '../world.ts'
import { idOf } from './people.ts'
import type { People } from './people.ts'

/**
 * How far a sale is. `preparing`: it takes lots; `submitted`: they wait for acceptance; `published`: sign-up is open;
 * `due`: two buyers are admitted, and the host may start; `sealed`: lots 2 and 5 are sold to the
 * first; `resold`: the deal of lot 2 was cancelled, and the second took it.
 */
export type Stage = 'preparing' | 'submitted' | 'published' | 'due' | 'sealed' | 'resold'

export interface ExchangeSale {
  readonly id: string
  readonly name: string
  /** Path of the operator's page. */
  readonly path: string
  readonly lots: readonly string[]
}

interface Plan {
  readonly name: string
  readonly stage: Stage
  readonly people: People
  /** Account of the operator, who hosts the sale. */
  readonly operator: string
  /** The last one is the yard's, the others are the mill's. */
  readonly lots: readonly LotContent[]
  readonly now: Instant
  /** Instead of the stage's own start. */
  readonly startsInMs?: number | undefined
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** So long before now a sale of each stage starts. */
const STARTED_MS: Readonly<Record<Stage, number>> = {
  preparing: -24 * HOUR_MS,
  submitted: -24 * HOUR_MS,
  published: -24 * HOUR_MS,
  due: MINUTE_MS,
  sealed: HOUR_MS,
  resold: HOUR_MS,
}
const RULE: Rule = { ...DEFAULT_RULE, biddingSeconds: 150, extensionSeconds: 10, confirmMinutes: 5 }
/** Of each currency, in cents; a bidder's limit is ten times that. */
const DEPOSIT = minor(2_000_000)
const LIMIT = minor(10 * DEPOSIT)

/** A sale in the store of a server that may already run. */
export async function addExchangeSale(store: Store, plan: Plan): Promise<ExchangeSale> {
  const { db } = store
  const { name, stage, operator, now } = plan
  const [id, scheduleId] = [randomUUID(), randomUUID()]
  const startTime = later(now, plan.startsInMs ?? -STARTED_MS[stage])
  const signUpDeadline = later(startTime, -MINUTE_MS)
  await addSchedule(db, { id: scheduleId, nameZh: name, nameEn: name, venueZh: '太仓', venueEn: 'Taicang' })
  await addTimeline(db, {
    id,
    scheduleId,
    startTime,
    signUpDeadline,
    rule: RULE,
    hostAccountId: operator,
    deposits: (['CNY', 'USD', 'EUR'] as const).map((currency) => ({ currency, amount: DEPOSIT })),
    depositFactor: 10,
    createdAt: later(startTime, -48 * HOUR_MS),
  })
  const sale = { id, name, path: `/desk/sales/${id}` }
  if (stage === 'preparing') return { ...sale, lots: [] }
  if (stage === 'submitted') return { ...sale, lots: await submit(store, id, plan) }

  const rows = plan.lots.map((content, place) => {
    const [sellerCode, companyId] = sellerOf(plan, place)
    return acceptedLotRow(
      { id: randomUUID(), companyId, content },
      { sellerCode, position: place + 1, timelineId: id },
      { placeholder: null },
    )
  })
  await addLots(db, id, rows)
  const script = scriptOf(id)
  script.give(
    {
      type: 'publish',
      practice: false,
      rule: RULE,
      startTime,
      signUpDeadline,
      hostCompany: null,
      sellers: [
        { seller: 'S1', company: idOf(plan.people.mill) },
        { seller: 'S2', company: idOf(plan.people.yard) },
      ],
      lots: rows.map(published),
    },
    { actor: 'operator', account: operator },
    later(startTime, -24 * HOUR_MS),
  )
  const lots = rows.map((row) => row.id)
  if (stage !== 'published') await admit(store, script, id, plan, later(startTime, -12 * HOUR_MS))
  if (stage === 'due') script.pass(now)
  if (stage === 'sealed' || stage === 'resold') play(script, plan, lots, startTime)
  await keepLog(store, id, script)
  const { orders, outcomes } = projectionsOf(null, script)
  for (const order of orders) await keepOrder(db, order)
  await keepOutcomes(db, outcomes)
  return { ...sale, lots }
}

const sellerOf = ({ lots, people }: Plan, place: number): readonly [string, string] =>
  place + 1 === lots.length ? ['S2', idOf(people.yard)] : ['S1', idOf(people.mill)]

async function submit({ db }: Store, timelineId: string, plan: Plan): Promise<readonly string[]> {
  const rows = plan.lots.map((content, place) => {
    const [, companyId] = sellerOf(plan, place)
    const id = randomUUID()
    return { id, companyId, content, state: 'submitted' as const, timelineId, changedBy: companyId }
  })
  const at = later(plan.now, -HOUR_MS)
  await db.insert(lotDraft).values(rows.map((row, place) => ({ ...row, createdAt: at, changedAt: later(at, place) })))
  return rows.map(({ id }) => id)
}

/** The joiner has number 1, the floors company 2. */
async function admit({ db }: Store, script: Script, id: string, { people }: Plan, at: Instant): Promise<void> {
  for (const [place, who] of [people.joiner, people.floors].entries()) {
    const company = idOf(who)
    script.give(
      {
        type: 'admit',
        standing: {
          company,
          status: 4,
          agreementInEffect: true,
          operates: false,
          flags: [],
          limits: { CNY: LIMIT, USD: LIMIT, EUR: LIMIT },
        },
      },
      ROOM,
      later(at, place),
    )
    await register(db, id, company, company, at)
    await keepBiddingNumber(db, id, company, place + 1)
  }
}

/** Two bid for lot 2, one stays below the reserve of lot 5, and its seller agrees. */
function play(script: Script, { people, operator, stage }: Plan, lots: readonly string[], startTime: Instant): void {
  const host: By = { actor: 'host', account: operator }
  const joiner: By = { actor: 'bidder:1', account: idOf(people.joiner) }
  const floors: By = { actor: 'bidder:2', account: idOf(people.floors) }
  const mill: By = { actor: 'seller:S1', account: idOf(people.mill) }
  const after = (seconds: number) => later(startTime, seconds * 1_000)
  const lot = (position: number) => lots[position - 1] ?? ''
  const bid = (position: number, price: number, seconds: number): Command => ({
    type: 'bid',
    lot: lot(position),
    price: minor(price),
    notAfter: after(seconds + 10),
  })
  script.give({ type: 'start', lots: null, biddingSeconds: null }, host, after(5))
  script.give(bid(2, 180_750, 20), floors, after(20))
  script.give(bid(2, 181_750, 30), joiner, after(30))
  script.give(bid(5, 183_000, 40), joiner, after(40))
  script.give({ type: 'confirmDeal', lot: lot(5) }, mill, after(RULE.biddingSeconds + 20))
  script.give({ type: 'accomplish', untried: [] }, host, after(RULE.biddingSeconds + 30))
  if (stage === 'sealed') return
  const byOperator: By = { actor: 'operator', account: operator }
  script.give({ type: 'cancelDeal', lot: lot(2), reason: '买方未按约付款。' }, byOperator, after(600))
  script.give({ type: 'offerDeal', lot: lot(2), minutes: 60 }, byOperator, after(610))
  script.give({ type: 'confirmDeal', lot: lot(2) }, floors, after(620))
}
