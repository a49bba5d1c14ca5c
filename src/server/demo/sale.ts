import type { Standing } from '../../domain/commands.ts'
import { DEFAULT_RULE } from '../../domain/rule.ts'
import { instant, later, latest, type Instant } from '../../domain/units.ts'
import type { Position } from '../room/position.ts'
import { projectionsOf, type ProjectionBatch } from '../room/projection-batch.ts'
import { seeded, seedOf } from '../seeded.ts'
import type { registration, schedule, timeline } from '../store/schema.ts'
import { catalogueOf } from './content/parcel.ts'
import type { DemoSale } from './content/sales.ts'
import { FINISHED_BUYERS, playOut } from './finished.ts'
import { accountId, companyId, scheduleId, timelineId } from './ids.ts'
import { lotRows, published, type LotRow } from './lots.ts'
import { ROOM, Script, type ScriptMeans } from './script.ts'

/** Rows of a schedule with one session, made before anything is written. */
export interface SaleRows {
  readonly schedule: typeof schedule.$inferInsert
  readonly timeline: typeof timeline.$inferInsert
  readonly lots: readonly LotRow[]
  readonly registrations: readonly (typeof registration.$inferInsert)[]
  /** `null`: not published yet. */
  readonly log: (Position & { readonly entries: Script['entries'] }) | null
  readonly orders: ProjectionBatch['orders']
}

const SELLERS = ['seller1', 'seller2'] as const
const HOUR = 3_600_000
const MINUTE = 60_000

export async function saleRows(sale: DemoSale, now: Instant, means: ScriptMeans): Promise<SaleRows> {
  const id = timelineId(sale.code)
  const random = seeded(seedOf(sale.code))
  const times = timesOf(sale, now)
  const lots = await lotRows(catalogueOf(sale.goods, sale.lots, random), {
    timelineId: id,
    sellers: SELLERS,
    // Goods are delivered after their sale.
    now: latest(now, times.startTime),
  })
  const script = sale.stand === 'preparing' ? null : new Script(id, means)
  const buyers = buyersOf(sale)
  if (script) {
    publish(script, lots, times)
    admit(script, buyers, times)
    // A due sale has its doors open; the host does the rest.
    script.pass(now < times.startTime ? now : times.startTime)
    if (sale.stand === 'finished') playOut(script, random)
  }
  const { orders, outcomes } = script ? projectionsOf(null, script) : { orders: [], outcomes: [] }
  const ended = new Map(outcomes.map(({ lot, outcome }) => [lot, outcome]))
  return {
    schedule: {
      id: scheduleId(sale.code),
      nameZh: sale.name[0],
      nameEn: sale.name[1],
      venueZh: sale.venue[0],
      venueEn: sale.venue[1],
    },
    timeline: {
      id,
      scheduleId: scheduleId(sale.code),
      startTime: times.startTime,
      signUpDeadline: times.signUpDeadline,
      rule: DEFAULT_RULE,
      hostAccountId: accountId('host'),
      createdAt: times.publishedAt,
    },
    lots: lots.map((lot) => ({ ...lot, outcome: ended.get(lot.id) ?? null })),
    registrations: buyers.map((login, index) => ({
      timelineId: id,
      companyId: companyId(login),
      accountId: accountId(login),
      biddingNumber: index + 1,
      createdAt: admittedAt(times, index),
    })),
    log: script && { state: script.state, hash: script.hash, entries: script.entries },
    orders,
  }
}

interface Times {
  readonly publishedAt: Instant
  readonly signUpDeadline: Instant
  readonly startTime: Instant
}

/** Sales start on the full hour; the due one starts in this minute. A finished sale was published for a week. */
function timesOf({ stand, startsInHours }: DemoSale, now: Instant): Times {
  const unit = stand === 'doorsOpen' ? MINUTE : HOUR
  const round = stand === 'doorsOpen' ? Math.floor : Math.ceil
  const startTime = later(instant(round(now / unit) * unit), startsInHours * HOUR)
  const publishedAt = later(stand === 'finished' ? startTime : now, stand === 'finished' ? -168 * HOUR : -26 * HOUR)
  return { publishedAt, startTime, signUpDeadline: later(startTime, -HOUR) }
}

/** Buyers with a number. Sign-up stays open so that visitors can try it. */
function buyersOf({ stand }: DemoSale): readonly string[] {
  switch (stand) {
    case 'preparing':
    case 'published':
      return []
    case 'doorsOpen':
      return ['buyer1', 'buyer2', 'buyer3', 'buyer4']
    case 'finished':
      return FINISHED_BUYERS
  }
}

function publish(script: Script, lots: readonly LotRow[], { publishedAt, startTime, signUpDeadline }: Times): void {
  script.give(
    {
      type: 'publish',
      practice: false,
      rule: DEFAULT_RULE,
      startTime,
      signUpDeadline,
      hostCompany: companyId('operations'),
      sellers: SELLERS.map((code, index) => ({ seller: `S${index + 1}`, company: companyId(code) })),
      lots: lots.map(published),
    },
    { actor: 'operator', account: accountId('admin') },
    publishedAt,
  )
}

const admittedAt = ({ publishedAt }: Times, index: number): Instant => later(publishedAt, (index + 1) * 47 * 60_000)

function admit(script: Script, buyers: readonly string[], times: Times): void {
  for (const [index, login] of buyers.entries()) {
    const standing: Standing = {
      company: companyId(login),
      status: 4,
      agreementInEffect: true,
      operates: false,
      flags: [],
    }
    script.give({ type: 'admit', standing }, ROOM, admittedAt(times, index))
  }
}
