import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Instant } from '../../domain/units.ts'
import { hashPassword } from '../auth/password.ts'
import type { FileStore } from '../files/store.ts'
import type { Db } from '../store/open.ts'
import * as schema from '../store/schema.ts'
import { SITE_SETTING } from '../store/settings.ts'
import { DEMO_SETTINGS } from './content/site.ts'
import { newsRows } from './news.ts'
import { DEMO_SALES, PRACTICE } from './content/sales.ts'
import { PRACTICE_SCHEDULE } from './ids.ts'
import { lockWorld, markWorld, worldOf } from './mark.ts'
import { accountRows, companyRows, DEMO_PASSWORD } from './people.ts'
import { papersOf } from './papers.ts'
import type { Papers } from './papers.ts'
import { saleRows, type SaleRows } from './sale.ts'

type Seeded = 'seeded' | 'notEmpty'

/**
 * Fills an empty world with the demo, all of it or nothing. Of two nodes that start at once one fills it, and the other
 * waits. A world with people in it is never changed.
 */
export async function seedDemo(db: Db, fileStore: FileStore, now: Instant): Promise<Seeded> {
  if ((await worldOf(db)) !== null) return 'notEmpty'
  const world = await makeWorld(fileStore, now)
  const seeded = await write(db, world, now).catch(async (error: unknown) => {
    await forgetFiles(fileStore, world)
    throw error
  })
  if (seeded === 'notEmpty') await forgetFiles(fileStore, world)
  return seeded
}

async function forgetFiles(fileStore: FileStore, { papers }: World): Promise<void> {
  for (const { id } of papers.files) await fileStore.remove(id)
}

async function write(db: Db, world: World, now: Instant): Promise<Seeded> {
  return db.transaction(async (tx) => {
    await lockWorld(tx)
    if ((await worldOf(tx)) !== null) return 'notEmpty'
    await markWorld(tx, 'demo', now)
    await writePeople(tx, world)
    await tx.insert(schema.news).values(world.news)
    await tx.insert(schema.setting).values({ name: SITE_SETTING, value: DEMO_SETTINGS, changedAt: now })
    for (const sale of world.sales) await writeSale(tx, sale)
    return 'seeded'
  })
}

type Within = Pick<Db, 'insert'>

interface World {
  readonly companies: ReturnType<typeof companyRows>
  readonly accounts: ReturnType<typeof accountRows>
  readonly sales: readonly SaleRows[]
  readonly papers: Papers
  readonly news: (typeof schema.news.$inferInsert)[]
}

async function makeWorld(fileStore: FileStore, now: Instant): Promise<World> {
  const [people, robots] = await Promise.all([
    hashPassword(DEMO_PASSWORD),
    hashPassword(randomBytes(32).toString('base64url')),
  ])
  const sales = await Promise.all(
    DEMO_SALES.map((sale) =>
      saleRows(sale, now, {
        sha256: (text) => createHash('sha256').update(text).digest('hex'),
        salt: () => randomBytes(16).toString('base64url'),
        epoch: randomUUID(),
      }),
    ),
  )
  const papers = await papersOf(fileStore, now)
  const companies = companyRows().map((row) => ({ ...row, form: papers.forms.get(row.id) ?? null }))
  return {
    companies,
    papers,
    accounts: accountRows({ people, robots }, now),
    sales,
    news: newsRows(now),
  }
}

async function writePeople(db: Within, { companies, accounts, papers }: World): Promise<void> {
  const { name, venue } = PRACTICE
  await db.insert(schema.company).values(companies)
  await db.insert(schema.account).values(accounts)
  await db.insert(schema.file).values([...papers.files])
  await db.insert(schema.certification).values([...papers.certifications])
  await db.insert(schema.serviceAgreement).values([...papers.agreements])
  await db.insert(schema.schedule).values({
    id: PRACTICE_SCHEDULE,
    nameZh: name[0],
    nameEn: name[1],
    venueZh: venue[0],
    venueEn: venue[1],
    practice: true,
  })
}

async function writeSale(
  db: Within,
  { schedule, timeline, lots, registrations, log, orders }: SaleRows,
): Promise<void> {
  await db.insert(schema.schedule).values(schedule)
  await db.insert(schema.timeline).values({ ...timeline, lotCount: lots.length })
  await db.insert(schema.lot).values([...lots])
  if (registrations.length > 0) await db.insert(schema.registration).values([...registrations])
  if (log) await writeLog(db, timeline.id, log)
  if (orders.length > 0) await db.insert(schema.saleOrder).values([...orders])
}

async function writeLog(
  db: Within,
  timelineId: string,
  { state, hash, entries }: NonNullable<SaleRows['log']>,
): Promise<void> {
  const { epoch, seq, at, phase, stage } = state
  const statuses = [...state.lots].map(({ status }) => status)
  const sold = statuses.filter((status) => status === 'sold').length
  const unsold = statuses.filter((status) => status === 'unsold' || status === 'failed').length
  await db.insert(schema.sessionHead).values({ timelineId, epoch, seq, hash, aliveAt: at, phase, stage, sold, unsold })
  await db.insert(schema.sessionEvent).values(
    entries.map(({ entry, openings }) => ({
      ...entry,
      payload: { ...entry.payload },
      openings: { ...openings },
      timelineId,
    })),
  )
}
