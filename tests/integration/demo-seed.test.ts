import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { verify } from '@node-rs/argon2'
import { count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { open, verifyChain } from '../../src/domain/log.ts'
import { evolve, initial } from '../../src/domain/evolve.ts'
import { isOnGrid } from '../../src/domain/prices.ts'
import { instant, minor } from '../../src/domain/units.ts'
import { TROPICAL } from '../../src/server/demo/content/goods.ts'
import { catalogueOf } from '../../src/server/demo/content/parcel.ts'
import { lotRows } from '../../src/server/demo/lots.ts'
import { seedDemo } from '../../src/server/demo/seed.ts'
import { CompanyForm } from '../../src/contract/people.ts'
import { agreementText } from '../../src/server/company/agreement.ts'
import { openDisk } from '../../src/server/files/disk.ts'
import type { FileStore } from '../../src/server/files/store.ts'
import { draw } from '../../src/server/demo/drawing/draw.ts'
import { encode, PLACEHOLDER_LIMIT, THUMB } from '../../src/server/pictures/encode.ts'
import { parseName, parseStem } from '../../src/server/pictures/names.ts'
import { seedTerms } from '../../src/server/content/seed.ts'
import { seeded } from '../../src/server/seeded.ts'
import * as schema from '../../src/server/store/schema.ts'
import { findSession, listSchedules } from '../../src/server/store/schedules.ts'
import { temporaryStore } from '../support/store/temporary.ts'

const NOW = instant(Date.UTC(2026, 10, 20, 3, 4, 5, 678))
const HOUR = 3_600_000
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

let store: Awaited<ReturnType<typeof temporaryStore>>
let disk: FileStore
let outcomes: string[]
beforeAll(async () => {
  store = await temporaryStore()
  await seedTerms(store.db)
  disk = openDisk(join(store.dataDir, 'files'))
  // Two nodes that start at once, and a third later.
  outcomes = await Promise.all([seedDemo(store.db, disk, NOW), seedDemo(store.db, disk, NOW)])
  outcomes.push(await seedDemo(store.db, disk, instant(NOW + HOUR)))
})
afterAll(() => store.close())

async function finishedLog() {
  return { head: await store.log.head('session-nansha'), tail: await store.log.readTail('session-nansha', 0, 1_000) }
}

test('two nodes that start at once make one world, and a later start leaves it alone', async () => {
  expect(outcomes.toSorted()).toEqual(['notEmpty', 'notEmpty', 'seeded'])
  const [accounts] = await store.db.select({ total: count() }).from(schema.account)
  expect(accounts?.total).toBe(21)
  expect((await store.db.select().from(schema.schedule)).filter((s) => s.practice)).toHaveLength(1)
})

test('a world with people in it is left alone', async () => {
  const other = await temporaryStore()
  try {
    await other.db.insert(schema.account).values({
      id: 'a',
      login: 'someone',
      passwordHash: 'x',
      name: 'x',
      status: 4,
      roles: ['admin'],
      permissions: [],
      createdAt: NOW,
    })
    expect(await seedDemo(other.db, openDisk(join(other.dataDir, 'files')), NOW)).toBe('notEmpty')
    expect(await other.db.select().from(schema.schedule)).toEqual([])
  } finally {
    await other.close()
  }
})

test('every role has its account, with the password of the README; buyers are certified and each has a company', async () => {
  const rows = await store.db
    .select()
    .from(schema.account)
    .leftJoin(schema.company, eq(schema.company.id, schema.account.companyId))
  const by = new Map(rows.map(({ account, company }) => [account.login, { account, company }]))
  const people = [
    'admin',
    'host',
    'seller1',
    'seller2',
    'buyer1',
    'buyer1b',
    'buyer2',
    'buyer3',
    'buyer4',
    'buyer5',
    'buyer6',
    'audience1',
    'newbie',
    'pending',
    'suspended',
  ]
  expect([...by.keys()].toSorted()).toEqual(
    [...people, 'robothost', 'robotseller', 'robot1', 'robot2', 'robot3', 'robot4'].toSorted(),
  )
  expect(await verify(by.get('buyer4')?.account.passwordHash ?? '', 'Timber2026')).toBe(true)
  for (const login of people) expect(by.get(login)?.account.passwordHash).toBe(by.get('buyer4')?.account.passwordHash)
  expect(by.get('admin')?.account).toMatchObject({ roles: ['admin'], permissions: ['*:*:*'] })
  for (const [login, status] of [
    ['newbie', 2],
    ['pending', 3],
    ['suspended', 0],
  ] as const)
    expect(by.get(login)?.account.status).toBe(status)
  for (const n of [1, 2, 3, 4, 5, 6]) {
    expect(by.get(`buyer${n}`)).toMatchObject({
      account: { status: 4, roles: ['buyer'] },
      company: { id: `company-buyer${n}`, agreementStatus: 1 },
    })
  }
  expect(by.get('buyer1b')?.company?.id).toBe(by.get('buyer1')?.company?.id)
})

test('certified companies have their papers: a form that the rules take, a license, a signed agreement', async () => {
  const companies = await store.db.select().from(schema.company)
  const agreements = new Map((await store.db.select().from(schema.serviceAgreement)).map((row) => [row.companyId, row]))
  for (const { id, nameZh, nameEn, form, creditCode, agreementStatus, bankAccount } of companies.filter(
    (one) => one.legalPerson !== null,
  )) {
    expect([id, CompanyForm.safeParse(form).error?.issues ?? []]).toEqual([id, []])
    expect(form).toMatchObject({ creditCode, bankAccount })
    expect((await disk.read(form?.businessLicense.split('/').at(-1) ?? ''))?.length).toBeGreaterThan(10_000)
    const agreement = agreements.get(id)
    expect([id, typeof agreement?.signedAt === 'number', agreement?.hash]).toEqual([
      id,
      agreementStatus === 1,
      agreementStatus === 0 ? undefined : agreementText(form!, { zh: nameZh, en: nameEn }).hash,
    ])
  }
})

test('one application waits for the operator, with the picture of a license', async () => {
  const waiting = await store.db.select().from(schema.certification).where(eq(schema.certification.state, 'pending'))
  expect(waiting).toMatchObject([{ accountId: 'account-pending', companyName: '赣州新枫木制品厂', companyId: null }])
  expect(CompanyForm.safeParse(waiting[0]?.form).success).toBe(true)
  expect((await disk.read(waiting[0]?.fileId ?? ''))?.subarray(1, 4).toString()).toBe('PNG')
  // Only one of the two concurrent nodes left files.
  const folders = (await readdir(join(store.dataDir, 'files'))).filter((name) => name !== 'parts')
  const kept = (await Promise.all(folders.map((name) => readdir(join(store.dataDir, 'files', name))))).flat()
  expect(kept.toSorted()).toEqual((await store.db.select().from(schema.file)).map(({ id }) => id).toSorted())
})

test('robots have accounts of their own, which the demo password does not open', async () => {
  const robots = await store.db.select().from(schema.account).where(eq(schema.account.robot, true))
  expect(robots).toHaveLength(6)
  expect(await verify(robots[0]?.passwordHash ?? '', 'Timber2026')).toBe(false)
})

test('schedules stand in every state, relative to the first start', async () => {
  const { rows } = await listSchedules(store.db, { drafts: 'all', offset: 0, limit: 50 })
  const states = Object.fromEntries(rows.map(({ id, state }) => [id, state]))
  expect(states).toEqual({
    'schedule-practice': 1,
    'schedule-doors': 3,
    'schedule-tropical': 2,
    'schedule-global': 2,
    'schedule-border': 1,
    'schedule-nansha': 5,
  })
  const startsIn = async (id: string) => ((await findSession(store.db, id))!.timeline.startTime - NOW) / HOUR
  expect(Math.floor(await startsIn('session-tropical'))).toBe(48)
  expect(Math.floor(await startsIn('session-global'))).toBe(120)
  // Its start time has come: the host may start it at once.
  expect(await startsIn('session-doors')).toBeLessThanOrEqual(0)
})

test('the doors of one sale are open: twelve lots, buyers 1 to 4 admitted', async () => {
  const tail = await store.log.readTail('session-doors', 0, 100)
  const state = tail
    .map(({ entry, openings }) => open(entry, openings))
    .reduce(evolve, initial('session-doors', tail[0]!.entry.epoch))
  expect(state).toMatchObject({ phase: 3, practice: false, hostCompany: 'company-operations' })
  expect(state.lotOrder).toHaveLength(12)
  expect(Object.values(state.bidders).map(({ company, admitted }) => ({ company, admitted }))).toEqual(
    [1, 2, 3, 4].map((n) => ({ company: `company-buyer${n}`, admitted: true })),
  )
  expect(Object.values(state.sellers).map(({ company }) => company)).toEqual(['company-seller1', 'company-seller2'])
  const numbers = await store.db
    .select()
    .from(schema.registration)
    .where(eq(schema.registration.timelineId, 'session-doors'))
  expect(new Map(numbers.map((r) => [r.companyId, r.biddingNumber]))).toEqual(
    new Map(Object.values(state.bidders).map((b) => [b.company, b.number])),
  )
})

test('the finished sale is a real one: an unbroken chain, deals with orders, lots that failed, a struck bid', async () => {
  const { head, tail } = await finishedLog()
  const entries = tail.map(({ entry }) => entry)
  expect(verifyChain(entries, sha256, { seq: 0 })).toEqual({ ok: true, seq: head?.seq, hash: head?.hash })
  const events = tail.map(({ entry, openings }) => open(entry, openings))
  const state = events.reduce(evolve, initial('session-nansha', entries[0]!.epoch))
  const statuses = Map.groupBy([...state.lots], (lot) => lot.status)
  expect(statuses.get('sold')?.length).toBeGreaterThanOrEqual(4)
  expect(statuses.get('failed')?.length).toBeGreaterThanOrEqual(2)
  expect(head).toMatchObject({
    phase: 5,
    stage: 'finish',
    sold: statuses.get('sold')?.length,
    unsold: statuses.get('failed')?.length,
  })
  for (const type of ['bid.voided', 'ceiling.set', 'lot.adjusted', 'offer.ended', 'message'] as const)
    expect(events.map((e) => e.type)).toContain(type)
  expect(events.filter((e) => e.type === 'round.opened')).toHaveLength(2)
  expect(state.at).toBeLessThan(NOW - 48 * HOUR)

  const orders = await store.db.select().from(schema.saleOrder)
  const deals = [...state.lots].flatMap(({ lot, deal }) =>
    deal ? [{ lotId: lot, price: deal.price, biddingNumber: deal.number }] : [],
  )
  expect(
    orders
      .map(({ lotId, price, biddingNumber }) => ({ lotId, price, biddingNumber }))
      .toSorted((a, b) => a.lotId.localeCompare(b.lotId)),
  ).toEqual(deals.toSorted((a, b) => a.lotId.localeCompare(b.lotId)))
})

test('lots speak both languages, name every code they use, and stand on the grid', async () => {
  const lots = await store.db.select().from(schema.lot)
  expect(lots.length).toBeGreaterThanOrEqual(60)
  expect(lots.filter((lot) => lot.timelineId === 'session-global').length).toBeGreaterThanOrEqual(40)
  const terms = new Set(
    (await store.db.select().from(schema.term)).map(({ kind, code, zh, en }) => {
      expect(zh.trim()).not.toBe('')
      expect(en.trim()).not.toBe('')
      return `${kind} ${code}`
    }),
  )
  for (const lot of lots) {
    for (const text of [lot.nameZh, lot.nameEn, lot.supplementaryZh, lot.supplementaryEn, lot.length, lot.humidity])
      expect(text.trim()).not.toBe('')
    expect(lot.nameZh).toMatch(/\p{Script=Han}/u)
    expect(lot.nameEn).not.toMatch(/\p{Script=Han}/u)
    const { species, origin, grade, category, tradeArea, tradeMode, paymentTerms, deliveryPlace } = lot
    for (const [kind, code] of Object.entries({
      species,
      origin,
      grade,
      category,
      tradeArea,
      tradeMode,
      paymentTerms,
      deliveryPlace,
    }))
      expect(terms).toContain(`${kind} ${code}`)
    for (const port of [lot.departurePort, lot.arrivalPort]) expect(terms).toContain(`port ${port}`)
    expect(lot.startPrice % lot.addRange).toBe(0)
    expect(lot.quantity).toBeGreaterThan(0)
    expect(lot.diameter === null ? lot.thickness : lot.diameter).not.toBeNull()
    if (lot.reserve !== null)
      expect(isOnGrid({ startPrice: lot.startPrice, addRange: lot.addRange, leading: null }, minor(lot.reserve))).toBe(
        true,
      )
  }
})

test('lots have pictures that can be drawn: a thumbnail below 6 kB, a placeholder below 300 characters', async () => {
  const lots = await store.db.select().from(schema.lot)
  for (const lot of lots) {
    expect(lot.placeholder).toMatch(/^data:image\/webp;base64,/)
    expect(lot.placeholder!.length).toBeLessThanOrEqual(PLACEHOLDER_LIMIT)
    expect(lot.pictures.length).toBeGreaterThanOrEqual(2)
    for (const name of lot.pictures) expect(parseStem(parseName(name)?.stem ?? '')).not.toBeNull()
  }
  const sample = lots.filter((_, index) => index % 12 === 0)
  for (const lot of sample) {
    const drawing = parseStem(parseName(lot.pictures[0]!)!.stem)!
    expect((await encode(draw(drawing, 480), THUMB, 'avif')).length).toBeLessThanOrEqual(6_000)
  }
})

test('the same parcels make the same lots', async () => {
  const placing = { timelineId: 't', sellers: ['seller1'], now: NOW }
  const make = (seed: number) => lotRows(catalogueOf(TROPICAL, 20, seeded(seed)), placing)
  expect(await make(7)).toEqual(await make(7))
  expect(await make(7)).not.toEqual(await make(8))
})
