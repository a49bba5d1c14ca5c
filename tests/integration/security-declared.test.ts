import * as z from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AUDIT } from '../../src/contract/audit.ts'
import type { AuditRule } from '../../src/contract/audit.ts'
import type { AnyCall } from '../../src/contract/call.ts'
import { ONCE_HEADER } from '../../src/contract/constants.ts'
import { listCalls } from '../../src/contract/openapi.ts'
import { instant } from '../../src/domain/units.ts'
import { recordedBy } from '../../src/server/audit/recording.ts'
import { openTrail } from '../../src/server/audit/trail.ts'
import type { Caller } from '../../src/server/auth/caller.ts'
import { done } from '../../src/server/http/answer.ts'
import { ACCESS } from '../../src/server/http/access.ts'
import type { About, Route } from '../../src/server/http/route.ts'
import { EXAMPLE } from '../../src/server/lots/example.ts'
import { seedTerms } from '../../src/server/content/seed.ts'
import { quiet } from '../../src/server/logger.ts'
import { openAuditList, type AuditFilter } from '../../src/server/store/audit.ts'
import { account, sentForm } from '../../src/server/store/schema.ts'
import { LotContent } from '../../src/contract/lot-content.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken, venueToken } from '../support/http/people.ts'
import { addPeople, addSale } from '../support/http/world.ts'
import type { Sale } from '../support/http/world.ts'
import { count } from '../../src/server/store/page.ts'

/** Calls take what they declare and nothing else, and every recorded act leaves its line. */

const PLENTY = { most: 100_000, oneEveryMs: 1 }
let house: House
/** Lines of the trail, newest first. */
const listed = (filter: AuditFilter) =>
  openAuditList(house.store.db, () => instant(Date.now()))(filter, { offset: 0, limit: 100 })
let sale: Sale
let tokens: Readonly<Record<'seller' | 'selling' | 'admin' | 'host' | 'buyer' | 'supplier', string>>
beforeAll(async () => {
  house = await openHouse({
    limits: {
      signIn: PLENTY,
      account: PLENTY,
      captcha: PLENTY,
      send: PLENTY,
      recovery: PLENTY,
      document: PLENTY,
      upload: PLENTY,
      externalKey: PLENTY,
    },
  })
  await addPeople(house)
  await seedTerms(house.store.db)
  sale = await addSale(house, { stand: 'running', bidders: ['c1'] })
  tokens = {
    seller: await sellerToken(house, 'buyer1'),
    selling: await sellerToken(house, 'seller1'),
    admin: await sellerToken(house, 'admin'),
    host: await venueToken(house, 'host', sale),
    buyer: await venueToken(house, 'buyer1', sale),
    supplier: await venueToken(house, 'seller1', sale),
  }
})
afterAll(() => house.close())

/** A token of a caller that may make the call. */
function tokenFor(name: string, call: AnyCall): string | undefined {
  const who = Object.entries(ACCESS).find(([one]) => one === name)?.[1].who
  if (typeof who === 'string' && who.includes(':')) return tokens.admin
  if (who === 'seller') return tokens.selling
  if (Array.isArray(who) && !who.includes('host')) return who.includes('buyer') ? tokens.buyer : tokens.supplier
  return { none: undefined, seller: tokens.seller, venue: tokens.host, either: tokens.host }[call.token]
}
const every: readonly (readonly [string, AnyCall])[] = listCalls()

describe('an undeclared field', () => {
  test.each(every)('of the query is refused by %s, with its name', async (name, call) => {
    const answer = await house.ask(call.method, call.path.replaceAll(/\{\w+\}/g, 'x'), {
      token: tokenFor(name, call),
      query: { scheduleTimelineId: sale.id, ofNoCall: 'x'.repeat(20) },
      ...(call.method === 'POST' && call.raw === undefined && { body: {} }),
    })
    expect(answer).toMatchObject({ code: 400, reason: 'input.invalid' })
    expect(answer.errors).toContainEqual({ path: 'query.ofNoCall', code: 'unrecognized_keys' })
  })

  test('an operator’s act with a `bidKey` behind its address does not happen; without it, it leaves its line', async () => {
    const body = { userId: 'buyer2', roles: [], was: [] }
    const rolesOf = async () => (await house.store.db.select().from(account)).map(({ id, roles }) => [id, roles])
    const before = await rolesOf()
    const evading = await house.ask('POST', '/operator/user/roles', {
      token: tokens.admin,
      query: { bidKey: 'k'.repeat(20) },
      body: { ...body, roles: ['admin'] },
    })
    expect(evading).toMatchObject({
      code: 400,
      errors: [{ path: 'query.bidKey', code: 'unrecognized_keys' }],
    })
    expect(await rolesOf()).toEqual(before)
    const linesOf = async () => (await listed({ act: 'userSuspend' })).rows.length
    const suspend = { userId: 'buyer3', reason: 'a reason' }
    expect((await house.ask('POST', '/operator/user/suspend', { token: tokens.admin, body: suspend })).code).toBe(200)
    expect(await linesOf()).toBe(1)
  })

  test('of a body is refused, or dropped where the specification leaves the body open', async () => {
    const at = { contractObjectId: sale.lots[0]! }
    const refused = await house.ask('POST', '/auction/venue/hold', {
      token: tokens.host,
      body: { ...at, scheduleTimelineId: sale.id, bidKey: 'k'.repeat(20) },
    })
    expect(refused.errors).toEqual([{ path: 'body.bidKey', code: 'unrecognized_keys' }])
    const dropped = await house.ask('POST', '/auction/biddingAttentionInfo/add', {
      token: tokens.seller,
      body: { ...at, bidKey: 'k'.repeat(20) },
    })
    expect(dropped.code).toBe(200)
  })
})

describe('a recorded act that is sent twice under one key', () => {
  const rules: Readonly<Record<string, AuditRule | undefined>> = AUDIT
  const recorded = every.filter(([name]) => {
    const rule = rules[name]
    return rule !== undefined && !('unrecorded' in rule)
  })

  test.each(recorded)('leaves two lines of %s, the second marked as repeated', async (name, { raw: _raw, ...call }) => {
    const rule = rules[name]
    const trail = openTrail({
      db: house.store.db,
      rooms: house.rooms,
      tokens: { find: () => Promise.resolve(null) },
      logger: quiet,
      watch: () => Promise.resolve(),
    })
    const fields: Record<string, unknown> = rule && 'when' in rule && rule.when ? { [rule.when[0]]: rule.when[1] } : {}
    const refusals = rule && 'refusals' in rule && rule.refusals === true
    const key = crypto.randomUUID()
    const route: Route = {
      call,
      options: {},
      run: () => Promise.resolve(refusals ? { kind: 'failed', code: 601, reason: 'resource.not_found' } : done),
    }
    const person = { id: `p of ${name}`, login: 'p', name: 'P', roles: [], permissions: [], companyId: null, status: 4 }
    const caller = { kind: 'seller', person, token: 't' } as unknown as Caller
    const about = { at: instant(Date.now()), address: '', device: '', requestId: name, onceKey: { key, hash: '' } }
    const run = () =>
      recordedBy(trail, name, rule, route).run(
        { ok: true, value: { params: undefined, query: undefined, body: fields as never } },
        caller,
        about as unknown as About,
      )
    await run()
    await run()
    await trail.settle(null)
    const { rows } = await listed({ act: name, keyword: name })
    expect(rows.filter(({ requestId }) => requestId === name).map(({ repeated }) => repeated)).toEqual(
      refusals ? [false, false] : [true, false],
    )
  })

  test('a refused act under a key does not hide the one that is done under it later', async () => {
    const lines = async () =>
      (await listed({ act: 'newsSave', keyword: 'admin' })).rows.map(({ outcome, repeated }) => [outcome, repeated])
    const key = crypto.randomUUID()
    const save = (newsId: string | null) =>
      house.ask('POST', '/operator/news/save', {
        token: tokens.admin,
        headers: { [ONCE_HEADER]: key },
        body: { newsId, version: newsId === null ? 0 : 1, content: NEWS },
      })
    expect((await save('not there')).code).not.toBe(200)
    expect((await save(null)).code).toBe(200)
    expect((await save(null)).code).toBe(200)
    expect(await lines()).toEqual([
      ['done', true],
      ['done', false],
      ['refused', false],
    ])
  })
})

const LOT = {
  ...z.encode(LotContent, EXAMPLE),
  nameZh: '奥古曼原木',
  nameEn: 'Okoumé logs',
  arrivalPort: 'Ningbo',
  supplementaryEn: '',
  deliveryDate: new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10),
}
const NEWS = {
  type: 1,
  titleZh: '题',
  titleEn: 'Title',
  summaryZh: '摘要',
  summaryEn: 'Summary',
  bodyZh: '文',
  bodyEn: 'Text',
  publishedTime: '2026-01-01T00:00:00.000Z',
}

describe('the key of a form', () => {
  const draft = (species: string) => ({
    lotDraftId: crypto.randomUUID(),
    version: null,
    content: { ...LOT, supplementaryZh: species },
  })
  const send = (key: string, token: string, body: unknown) =>
    house.ask('POST', '/seller/lot/save', { token, headers: { [ONCE_HEADER]: key }, body })

  test('stands for its input: another input under it is refused with 409, the same one has the first answer', async () => {
    const key = crypto.randomUUID()
    const body = draft('oak')
    expect((await send(key, tokens.selling, body)).code).toBe(200)
    expect((await send(key, tokens.selling, body)).code).toBe(200)
    expect(await send(key, tokens.selling, draft('ash'))).toMatchObject({ code: 409, reason: 'form.key_reused' })
  })

  test('stands for its call: another call under it is refused', async () => {
    const key = crypto.randomUUID()
    expect((await send(key, tokens.selling, draft('oak'))).code).toBe(200)
    const other = await house.ask('POST', '/seller/import/begin', {
      token: tokens.selling,
      headers: { [ONCE_HEADER]: key },
      body: { file: '/common/files/' + 'x'.repeat(24) },
    })
    expect(other).toMatchObject({ code: 409, reason: 'form.key_reused' })
  })

  test('is kept for forms that were taken alone', async () => {
    const taken = async () => (await house.store.db.select({ total: count }).from(sentForm))[0]?.total
    const before = await taken()
    const key = crypto.randomUUID()
    expect((await send(key, tokens.selling, { ...draft('oak'), version: 7 })).code).not.toBe(200)
    expect(await taken()).toBe(before)
    expect((await send(key, tokens.selling, draft('oak'))).code).toBe(200)
  })
})
