import { hash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { account, audit, upload } from '../../src/server/store/schema.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken } from '../support/http/people.ts'
import { addPeople, addSale, PASSWORD } from '../support/http/world.ts'
import { verifyChain, verifyOpenings } from '../../src/domain/log.ts'
import { later } from '../../src/domain/units.ts'

let house: House
let admin: string
beforeAll(async () => {
  house = await openHouse()
  await addPeople(house)
  admin = await sellerToken(house, 'admin')
})
afterAll(() => house.close())

const erase = (userId: string, token = admin) =>
  house.ask('POST', '/operator/user/erase', { token, body: { userId, reason: 'at own wish' } })
const personOf = async (id: string) => (await house.store.db.select().from(account).where(eq(account.id, id)))[0]

/** Tables that hold the text anywhere in a row. */
async function tablesWith(text: string): Promise<readonly string[]> {
  const { db } = house.store
  const { rows } = await db.execute<{ name: string }>(
    sql`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const hits = await db.execute(
      sql`SELECT 1 FROM ${sql.identifier(name)} AS one WHERE position(${text} IN one::text) > 0 LIMIT 1`,
    )
    if (hits.rows.length > 0) found.push(name)
  }
  return found
}

test('a person is erased for good: contacts, sign-in and all that was kept for them; the account stays as a number', async () => {
  const [email, phone] = ['gone@example.com', '+8613800138000']
  await house.store.db.update(account).set({ email, phone, name: '韩梅梅甲' }).where(eq(account.id, 'newbie'))
  const token = await sellerToken(house, 'newbie')
  expect(await tablesWith('韩梅梅甲')).toEqual(['account', 'audit'])

  expect((await erase('newbie')).code).toBe(200)
  expect(await personOf('newbie')).toMatchObject({ name: '', email: null, phone: null, status: 0, roles: [] })
  for (const text of [email, phone]) expect([text, await tablesWith(text)]).toEqual([text, []])
  // The audit trail names the actor as long as it is kept.
  expect(await tablesWith('韩梅梅甲')).toEqual(['audit'])
  expect((await house.ask('GET', '/getRouters', { token })).code).toBe(401)
  const login = await house.ask('POST', '/auth/login', { body: { account: 'newbie', password: PASSWORD } })
  expect(login.code).not.toBe(200)
  const [line] = await house.store.db.select().from(audit).where(eq(audit.act, 'userErase'))
  expect(line).toMatchObject({ actorLogin: 'admin', outcome: 'done' })
})

test('login, ways in, guesses and unfinished uploads leave no text of the person in any table but the audit trail', async () => {
  const { db } = house.store
  const login = 'wang.leaving'
  await db.update(account).set({ login }).where(eq(account.id, 'audience1'))
  for (const password of ['Wrong12345', PASSWORD])
    await house.ask('POST', '/auth/login', { body: { account: login, password } })
  await db.insert(upload).values({
    id: 'u'.repeat(24),
    ownerId: 'audience1',
    kind: 'document',
    name: '王离开的营业执照.pdf',
    size: 10,
    createdAt: house.clock.now(),
  })
  expect((await tablesWith(login)).length).toBeGreaterThan(2)
  expect((await erase('audience1')).code).toBe(200)
  expect(await tablesWith(login)).toEqual(['audit'])
  expect(await tablesWith('王离开')).toEqual([])
})

test('repeating it changes nothing, and nothing brings the person back', async () => {
  await erase('pending')
  const before = await personOf('pending')
  expect((await erase('pending')).code).toBe(200)
  expect(
    (await house.ask('POST', '/operator/user/reinstate', { token: admin, body: { userId: 'pending' } })).code,
  ).toBe(200)
  expect(await personOf('pending')).toEqual(before)
})

test('is refused for oneself, without the permission, and while a sale is not over', async () => {
  expect((await erase('admin')).reason).toBe('erasure.self')
  expect((await erase('nobody')).code).toBe(404)
  expect((await erase('buyer2', await sellerToken(house, 'buyer1'))).code).toBe(403)
  const sale = await addSale(house, { stand: 'running', bidders: ['c1'] })
  expect((await erase('buyer1')).reason).toBe('erasure.in_sale')
  expect((await erase('host')).reason).toBe('erasure.in_sale')
  expect(await personOf('buyer1')).toMatchObject({ erasedAt: null })
  expect(sale).toBeTruthy()
})

test('a person who leads in a sale that runs is asked to finish first, though a colleague signed up', async () => {
  const { db } = house.store
  const sale = await addSale(house, { stand: 'running', bidders: ['c1'] })
  const [one] = await db.select().from(account).where(eq(account.id, 'buyer1'))
  await db.insert(account).values({ ...one!, id: 'colleague', login: 'colleague', email: null, phone: null })
  const [lot] = [...(await house.rooms.state(sale.id))!.lots]
  const bid = {
    type: 'bid',
    lot: lot!.lot,
    price: lot!.startPrice,
    notAfter: later(house.clock.now(), 10_000),
  } as const
  expect(await house.rooms.give(sale.id, bid, { actor: 'bidder:1', account: 'colleague' })).toMatchObject({
    verdict: 'accepted',
  })
  expect((await erase('colleague')).reason).toBe('erasure.bound')
  // Its bid leads for the company that it was in then.
  await db.update(account).set({ companyId: 'c2' }).where(eq(account.id, 'colleague'))
  expect((await erase('colleague')).reason).toBe('erasure.bound')
  expect(await personOf('colleague')).toMatchObject({ erasedAt: null })
})

test('the texts of a person’s messages go with their salts, once the sale is over; the log verifies as before', async () => {
  const { db } = house.store
  const said = '王小明的电话在这里'
  const sale = await addSale(house, { stand: 'running', bidders: ['c1'] })
  const [one] = await db.select().from(account).where(eq(account.id, 'buyer1'))
  await db.insert(account).values({ ...one!, id: 'talker', login: 'talker', email: null, phone: null })
  const say = (text: string, by: string) =>
    house.rooms.give(sale.id, { type: 'say', text }, { actor: 'bidder:1', account: by })
  await say(said, 'talker')
  await say('A colleague’s.', 'buyer1')
  expect((await erase('talker')).reason).toBe('erasure.in_sale')

  const { lots } = (await house.rooms.state(sale.id))!
  for (const { lot } of lots)
    await house.rooms.give(
      sale.id,
      { type: 'withdrawLot', lot, reason: 'rotten' },
      { actor: 'operator', account: 'admin' },
    )
  await house.rooms.give(sale.id, { type: 'accomplish', untried: [] }, { actor: 'operator', account: 'admin' })
  expect((await house.rooms.state(sale.id))?.phase).toBe(5)
  await house.store.log.saveSnapshot({
    timelineId: sale.id,
    seq: 1,
    hash: '',
    state: { messages: [{ text: said }] },
    secret: {},
  })
  expect(await tablesWith(said)).toEqual(['session_event', 'session_snapshot'])

  const logOf = () => house.store.log.readTail(sale.id, 0, 1_000)
  const before = await logOf()
  expect((await erase('talker')).code).toBe(200)
  expect(await tablesWith(said)).toEqual([])
  const texts = (await house.rooms.state(sale.id))?.messages.map(({ text }) => text)
  expect(texts).toEqual([null, 'A colleague’s.'])

  const after = await logOf()
  expect(after.map(({ entry }) => entry)).toEqual(before.map(({ entry }) => entry))
  const sha256 = (text: string) => hash('sha256', text)
  expect(
    verifyChain(
      after.map(({ entry }) => entry),
      sha256,
      { seq: 0 },
    ),
  ).toMatchObject({ ok: true })
  for (const { entry, openings } of after) expect(verifyOpenings(entry, openings ?? {}, sha256)).toBeNull()
  const salts = after.flatMap(({ entry, openings }) =>
    entry.type === 'message' ? [Object.keys(openings ?? {}).toSorted()] : [],
  )
  expect(salts).toEqual([['account'], ['account', 'text']])
})
