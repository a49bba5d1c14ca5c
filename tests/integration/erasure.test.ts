import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { account, audit } from '../../src/server/store/schema.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken } from '../support/http/people.ts'
import { addPeople, addSale, PASSWORD } from '../support/http/world.ts'

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
