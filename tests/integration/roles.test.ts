import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { seedRoles } from '../../src/server/auth/roles.ts'
import { later } from '../../src/domain/units.ts'
import { register } from '../../src/server/store/registrations.ts'
import { account, audit, role } from '../../src/server/store/schema.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken, venueToken } from '../support/http/people.ts'
import { addPeople, addSale } from '../support/http/world.ts'
import type { Login } from '../support/http/world.ts'

let house: House
let admin: string
beforeAll(async () => {
  house = await openHouse()
  await addPeople(house)
  await seedRoles(house.store.db, house.clock.now())
  admin = await sellerToken(house, 'admin')
})
afterAll(() => house.close())
beforeEach(async () => {
  await house.store.db.delete(role).where(eq(role.builtIn, false))
  await house.store.db
    .update(account)
    .set({ roles: ['audience'], permissions: [] })
    .where(eq(account.id, 'audience1'))
})

const post = (path: string, body: unknown, token = admin) => house.ask('POST', path, { token, body })
const stateOf = async (id: Login) =>
  (await house.store.db.select().from(account).where(eq(account.id, id)))[0] ?? { roles: [], permissions: [] }
const EDITOR = { code: 'editor', nameZh: '编辑', nameEn: 'Editor', permissions: ['content:news:edit'] }
const save = (more: object = {}, token = admin) =>
  post('/operator/role/save', { ...EDITOR, version: 0, ...more }, token)
const give = (userId: Login, roles: readonly string[], was: readonly string[], token = admin) =>
  post('/operator/user/roles', { userId, roles, was }, token)
const newsCode = async (token: string) => (await house.ask('GET', '/operator/news/list', { token })).code

describe('a role', () => {
  test('gives its permissions to an open sign-in at once, and its change changes them at once', async () => {
    const clerk = await sellerToken(house, 'audience1')
    expect(await newsCode(clerk)).toBe(403)
    expect((await save()).data).toEqual({ code: 'editor', version: 1 })
    expect((await give('audience1', ['audience', 'editor'], ['audience'])).code).toBe(200)
    expect(await newsCode(clerk)).toBe(200)
    expect((await save({ version: 1, permissions: ['content:banner:edit'] })).data).toMatchObject({ version: 2 })
    expect(await newsCode(clerk)).toBe(403)
    expect((await house.ask('GET', '/operator/banner/list', { token: clerk })).code).toBe(200)
    const routers = await house.ask('GET', '/getRouters', { token: clerk })
    expect(JSON.stringify(routers.data)).toContain('/desk/content')
  })

  test('that is taken ends the sign-ins of its account, in a session too, and what it gave', async () => {
    await save()
    await give('audience1', ['audience', 'editor'], ['audience'])
    const sale = await addSale(house, { stand: 'published' })
    const [clerk, inRoom] = [await sellerToken(house, 'audience1'), await venueToken(house, 'audience1', sale)]
    expect((await give('audience1', ['audience'], ['audience', 'editor'])).code).toBe(200)
    expect(await newsCode(clerk)).toBe(401)
    expect((await house.ask('GET', '/auction/biddingMsgInfo/getList', { token: inRoom })).code).not.toBe(200)
    expect(await stateOf('audience1')).toMatchObject({ roles: ['audience'], permissions: [] })
  })

  test('leaves an account what it holds by itself', async () => {
    await save()
    await house.store.db
      .update(account)
      .set({ permissions: ['system:audit:read'] })
      .where(eq(account.id, 'audience1'))
    await give('audience1', ['editor'], ['audience'])
    expect((await stateOf('audience1')).permissions).toEqual(['system:audit:read', 'content:news:edit'])
    await give('audience1', [], ['editor'])
    expect((await stateOf('audience1')).permissions).toEqual(['system:audit:read'])
  })

  test('a second editor is told, of a role and of an account’s roles', async () => {
    await save()
    expect((await save({ version: 1, nameEn: 'Writer' })).code).toBe(200)
    expect(await save({ version: 1, nameEn: 'Late' })).toMatchObject({ code: 409, reason: 'edit.changed' })
    expect(await save()).toMatchObject({ code: 601, reason: 'role.taken' })
    await give('audience1', ['editor'], ['audience'])
    expect(await give('audience1', ['host'], ['audience'])).toMatchObject({ code: 409, reason: 'edit.changed' })
  })

  test('is deleted when no account has it; one of the platform stays as it is', async () => {
    await save()
    await give('audience1', ['editor'], ['audience'])
    expect((await post('/operator/role/delete', { code: 'editor', version: 1 })).reason).toBe('role.in_use')
    await give('audience1', [], ['editor'])
    expect((await post('/operator/role/delete', { code: 'editor', version: 2 })).code).toBe(409)
    expect((await post('/operator/role/delete', { code: 'editor', version: 1 })).code).toBe(200)
    expect((await give('audience1', ['editor'], [])).reason).toBe('role.unknown')
    expect((await post('/operator/role/delete', { code: 'host', version: 1 })).reason).toBe('role.built_in')
    expect((await save({ code: 'host', version: 1 })).reason).toBe('role.built_in')
  })
})

describe('no account gives or takes what is not theirs', () => {
  const clerkWith = async (...permissions: string[]) => {
    await house.store.db.update(account).set({ permissions }).where(eq(account.id, 'host'))
    return sellerToken(house, 'host')
  }
  test('not by a role, not by an account’s roles', async () => {
    await save()
    const clerk = await clerkWith('user:role:edit', 'content:banner:edit')
    for (const answer of [
      await give('audience1', ['audience', 'admin'], ['audience'], clerk),
      await give('host', ['host', 'admin'], ['host'], clerk),
      await give('audience1', ['audience', 'editor'], ['audience'], clerk),
      await give('admin', [], ['admin'], clerk),
      await save({ code: 'mine' }, clerk),
      await save(
        {
          version: 1,
          permissions: ['content:news:edit', 'content:banner:edit', 'user:role:edit', 'system:audit:read'],
        },
        clerk,
      ),
      await save({ version: 1, permissions: [] }, clerk),
    ])
      expect(answer).toMatchObject({ code: 403, reason: 'role.not_yours' })
    expect((await save({ code: 'own', permissions: ['content:banner:edit'] }, clerk)).code).toBe(200)
    expect((await give('audience1', ['audience', 'own'], ['audience'], clerk)).code).toBe(200)
    expect((await save({ permissions: ['*:*:*'] })).code).toBe(400)
    const list = z
      .array(z.looseObject({ code: z.string(), grantable: z.boolean() }))
      .parse((await house.ask('GET', '/operator/role/list', { token: clerk })).rows)
    expect(list.filter(({ grantable }) => !grantable).map(({ code }) => code)).toEqual(['admin', 'editor'])
  })

  test('the last administrator stays one, whichever account asks', async () => {
    expect(await give('admin', [], ['admin'])).toMatchObject({ code: 601, reason: 'role.last_admin' })
    await give('audience1', ['admin'], ['audience'])
    expect((await give('audience1', [], ['admin'])).code).toBe(200)
    // A suspended account does not count as the last administrator.
    await give('audience1', ['admin'], [])
    await house.store.db.update(account).set({ status: 0 }).where(eq(account.id, 'audience1'))
    expect((await give('admin', [], ['admin'])).reason).toBe('role.last_admin')
    await house.store.db.update(account).set({ status: 2 }).where(eq(account.id, 'audience1'))
    // Two administrators remove each other at once: one is left.
    const second = await sellerToken(house, 'audience1')
    const answers = await Promise.all([give('audience1', [], ['admin'], admin), give('admin', [], ['admin'], second)])
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    await house.store.db
      .update(account)
      .set({ roles: ['admin'], permissions: [] })
      .where(eq(account.id, 'admin'))
    admin = await sellerToken(house, 'admin')
  })
})

test('the sign-ins of an account are ended from afar; of an administrator by another alone', async () => {
  const buyer = await sellerToken(house, 'buyer1')
  expect((await post('/operator/user/signOut', { userId: 'buyer1' })).code).toBe(200)
  expect((await house.ask('GET', '/getRouters', { token: buyer })).code).toBe(401)
  await house.store.db
    .update(account)
    .set({ permissions: ['user:account:suspend'] })
    .where(eq(account.id, 'host'))
  const clerk = await sellerToken(house, 'host')
  expect((await post('/operator/user/signOut', { userId: 'admin' }, clerk)).code).toBe(403)
  expect((await post('/operator/user/signOut', { userId: 'none' })).code).toBe(404)
})

test('what was changed is on record, before and after', async () => {
  await save()
  await give('audience1', ['audience', 'editor'], ['audience'])
  await save({ version: 1, permissions: [] })
  const lines = await house.store.db.select().from(audit).orderBy(audit.id)
  const last = (act: string) => lines.findLast((line) => line.act === act)
  expect(last('userRolesSave')).toMatchObject({
    subjectId: 'audience1',
    before: { roles: ['audience'], permissions: [] },
    after: { roles: ['audience', 'editor'], permissions: ['content:news:edit'] },
  })
  expect(last('roleSave')).toMatchObject({
    subjectKind: 'role',
    subjectId: 'editor',
    before: { permissions: ['content:news:edit'], version: 1 },
    after: { permissions: [], version: 2 },
  })
})

describe('A12, A14: a company that bids has no operator among its people', () => {
  test('no rights are given to a colleague of a bidder, by a role of the account or by a change of its role', async () => {
    const sale = await addSale(house, { stand: 'running', bidders: ['c1'] })
    await register(house.store.db, sale.id, 'c1', 'buyer1', house.clock.now())
    await save()
    expect((await give('colleague1', ['buyer', 'editor'], ['buyer'])).reason).toBe('role.company_bids')
    expect((await give('colleague1', ['buyer', 'admin'], ['buyer'])).reason).toBe('role.company_bids')
    expect((await stateOf('colleague1')).roles).toEqual(['buyer'])
    expect((await save({ version: 1, permissions: [] })).code).toBe(200)
    expect((await give('colleague1', ['buyer', 'editor'], ['buyer'])).code).toBe(200)
    expect((await save({ version: 2 })).reason).toBe('role.company_bids')
    expect((await stateOf('colleague1')).permissions).toEqual([])
    // Another company's people are not concerned.
    expect((await give('buyer3', ['buyer', 'host'], ['buyer'])).code).toBe(200)
  })

  test('a bidder with rights, without a certificate, or in another company since, does not bid', async () => {
    const sale = await addSale(house, { stand: 'running', bidders: ['c2'] })
    const token = await venueToken(house, 'buyer2', sale)
    const at = house.clock.now()
    const bid = (bidKey: string) =>
      house.ask('POST', '/auction/biddingCounterOfferInfo/bidOrCounteroffer', {
        token,
        body: {
          type: '1',
          scheduleTimelineId: sale.id,
          contractObjectId: sale.lots[0],
          price: '1000.00',
          notAfter: new Date(later(at, 30_000)).toISOString(),
          bidKey,
        },
      })
    const { db } = house.store
    const [before] = await db.select().from(account).where(eq(account.id, 'buyer2'))
    const set = (change: Partial<typeof account.$inferInsert>) =>
      db.update(account).set(change).where(eq(account.id, 'buyer2'))
    for (const [change, reason] of [
      [{ permissions: ['content:news:edit'] }, 'bidder.operates_here'],
      [{ status: 2 as const }, 'bidder.not_certified'],
      [{ companyId: 'c3' }, 'bidder.not_admitted'],
    ] satisfies readonly (readonly [Partial<typeof account.$inferInsert>, string])[]) {
      await set(change)
      expect(await bid(randomUUID())).toMatchObject({ code: 403, reason })
      await set(before ?? {})
    }
    // A12: a colleague's, however it came by them.
    const [colleague] = await db.select().from(account).where(eq(account.companyId, 'c2'))
    const operator = { ...colleague!, id: 'operator2', login: 'operator2', email: null, phone: null }
    await db.insert(account).values({ ...operator, permissions: ['content:news:edit'] })
    expect(await bid(randomUUID())).toMatchObject({ code: 403, reason: 'bidder.operates_here' })
    await db.update(account).set({ permissions: [] }).where(eq(account.id, 'operator2'))
    expect(await bid(randomUUID())).not.toMatchObject({ code: 403 })
  })
})
