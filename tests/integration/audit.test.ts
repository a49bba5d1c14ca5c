import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { sql } from 'drizzle-orm'
import { AUDIT, type AuditRule } from '../../src/contract/audit.ts'
import { AuditLine } from '../../src/contract/calls/audit.ts'
import { listCalls } from '../../src/contract/openapi.ts'
import { dayOf } from '../../src/domain/trade/money.ts'
import { instant, later } from '../../src/domain/units.ts'
import { BURST, FLOOD } from '../../src/server/audit/alarms.ts'
import { auditKeptSince, refusedKeptSince } from '../../src/server/audit/trail.ts'
import { forgetAudit, forgetRefusedAudit } from '../../src/server/store/audit.ts'
import * as schema from '../../src/server/store/schema.ts'
import { agreementOf, apply, approve } from '../support/http/company.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken, venueToken } from '../support/http/people.ts'
import { addPeople, addSale, PASSWORD } from '../support/http/world.ts'
import type { Login } from '../support/http/world.ts'

const DAY_MS = 86_400_000
let house: House
let admin: string
const logged: string[] = []
beforeAll(async () => {
  house = await openHouse({
    config: { trustProxy: false, logLevel: 'error', auditLog: true },
    logTo: { write: (line) => void logged.push(line) },
    limits: { signIn: { most: 10_000, oneEveryMs: 1 } },
  })
  await addPeople(house)
  admin = await sellerToken(house, 'admin')
})
afterAll(() => house.close())

type Line = z.output<typeof AuditLine>
async function trail(query: Record<string, string> = {}): Promise<Line[]> {
  const answer = await house.ask('GET', '/operator/audit/list', {
    token: admin,
    query: { pageSize: '100', ...query },
  })
  return z.array(AuditLine).parse(answer.rows)
}
const inTold = ({ act, outcome, actor, actedAs }: Line) => `${actor?.account ?? '?'} as ${actedAs}: ${act} ${outcome}`

test('every call that changes something is declared; the declarations name fields that their calls take, and none that holds a secret', () => {
  const rules: Readonly<Record<string, AuditRule | undefined>> = AUDIT
  for (const [name, call] of listCalls()) {
    const rule = rules[name]
    if (call.method !== 'GET') expect(rule, `${name} changes something`).toBeDefined()
    if (!rule || 'unrecorded' in rule) continue
    const { params, query, body } = call
    const taken = new Set(
      [params, query, body].flatMap((part) => {
        const made = part ? JSON.stringify(z.toJSONSchema(part, { io: 'input' })) : '{}'
        return [...made.matchAll(/"(\w+)":\{/g)].map(([, key = '']) => key)
      }),
    )
    const { by, keeps = [] } = rule
    for (const field of [...(by ? [by] : []), ...keeps]) expect([...taken], `${name}.${field}`).toContain(field)
    for (const field of keeps)
      expect(field, name).not.toMatch(/password|token|^code$|verificationCode|key$|secret|bankAccount/i)
  }
})

describe('the audit trail', () => {
  test('keeps who signed in, who was refused, and neither password nor token', async () => {
    await house.ask('POST', '/auth/login', { body: { account: 'buyer1', password: 'Wrong2026' } })
    await house.ask('POST', '/auth/login', { body: { account: 'Passw0rdInTheWrongField', password: 'Wrong2026' } })
    const token = await sellerToken(house, 'buyer1')
    await house.ask('DELETE', '/auth/logout', { token })
    const lines = await trail({ keyword: 'buyer1' })
    expect(lines.map(inTold)).toEqual([
      'buyer1 as user: logout done',
      'buyer1 as user: login done',
      '? as visitor: login refused',
    ])
    const [, , refused] = lines
    expect(refused).toMatchObject({
      reason: 'auth.wrong_credentials',
      subject: { kind: 'account', id: 'buyer1' },
      address: '127.0.0.1',
      device: expect.stringContaining('lightMyRequest') as string,
    })
    const kept = JSON.stringify(await house.store.db.select().from(schema.audit))
    for (const secret of ['Wrong2026', PASSWORD, token, 'Passw0rdInTheWrongField']) expect(kept).not.toContain(secret)
  })

  test('is in the log too where AUDIT_LOG asks for it, below the log’s level, without a secret', async () => {
    logged.length = 0
    const token = await sellerToken(house, 'audience1')
    expect(
      logged.map((line) => z.looseObject({ audit: z.looseObject({}), msg: z.string() }).parse(JSON.parse(line))),
    ).toMatchObject([
      { msg: 'audit', level: 30, audit: { act: 'login', outcome: 'done', actorId: 'audience1', address: '127.0.0.1' } },
    ])
    for (const secret of [PASSWORD, token]) expect(logged.join('')).not.toContain(secret)
  })

  test('keeps what an operator changed, before and after', async () => {
    const suspend = (path: string, body: object) => house.ask('POST', `/operator/user/${path}`, { token: admin, body })
    await suspend('suspend', { userId: 'unsigned', reason: '欠款' })
    await suspend('reinstate', { userId: 'unsigned' })
    const [back, out] = await trail({ keyword: 'unsigned' })
    expect(out).toMatchObject({
      act: 'userSuspend',
      actor: { userId: 'admin' },
      actedAs: 'operator',
      subject: { kind: 'account', id: 'unsigned' },
      asked: { reason: '欠款' },
      before: { status: 4 },
      after: { status: 0 },
    })
    expect(back).toMatchObject({ act: 'userReinstate', before: { status: 0 }, after: { status: 4 } })
  })

  test('keeps a refused act with its reason', async () => {
    const buyer = await sellerToken(house, 'buyer2')
    await house.ask('POST', '/operator/user/suspend', { token: buyer, body: { userId: 'admin', reason: 'x' } })
    expect((await trail({ act: 'userSuspend', outcome: 'refused' })).map(inTold)).toEqual([
      'buyer2 as user: userSuspend refused',
    ])
  })

  test('keeps a password guessed at where a factor is added, and not the beginning that is followed by its end', async () => {
    const buyer = await sellerToken(house, 'buyer2')
    for (const [way, password] of [
      ['authenticator', 'Wrong2026'],
      ['passkey', 'Wrong2026'],
      ['authenticator', PASSWORD],
      ['passkey', PASSWORD],
    ] as const)
      await house.ask('POST', `/user/factor/${way}/begin`, { token: buyer, body: { password } })
    const lines = await trail({ keyword: 'buyer2' })
    expect(lines.filter(({ act }) => act.endsWith('Begin')).map(inTold)).toEqual([
      'buyer2 as user: passkeyBegin refused',
      'buyer2 as user: authenticatorBegin refused',
    ])
  })

  test('is read by who may, in pages, by person, act and time', async () => {
    const buyer = await sellerToken(house, 'buyer2')
    for (const path of ['list', 'export', 'acts'])
      expect((await house.ask('GET', `/operator/audit/${path}`, { token: buyer })).code).toBe(403)
    const first = await house.ask('GET', '/operator/audit/list', { token: admin, query: { pageSize: '1' } })
    expect([first.rows?.length, (first.total ?? 0) > 5]).toEqual([1, true])
    const days = (first: number, last: number) => ({
      beginTime: dayOf(instant(Date.now() + first * DAY_MS)),
      endTime: dayOf(instant(Date.now() + last * DAY_MS)),
    })
    expect(await trail(days(1, 2))).toEqual([])
    expect((await trail({ ...days(-1, 0), act: 'login', keyword: 'admin' })).length).toBe(1)
    expect((await trail({ act: 'login', keyword: 'admin' })).map(({ actor }) => actor?.account)).toEqual(['admin'])
  })

  test('is exported as CSV, which is an act itself; a formula stays text', async () => {
    await house.ask('POST', '/auth/login', {
      body: { account: 'buyer3', password: PASSWORD },
      headers: { 'user-agent': '=HYPERLINK("https://example.com")' },
    })
    const { payload, headers } = await house.app.inject({
      url: '/prod-api/operator/audit/export?keyword=buyer3',
      headers: { authorization: `Bearer ${admin}` },
    })
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(payload.split('\r\n')).toHaveLength(3)
    expect(payload).toContain(`"'=HYPERLINK(""https://example.com"")"`)
    expect((await trail({ act: 'auditExport', outcome: 'done' })).map(({ asked }) => asked)).toEqual([
      { keyword: 'buyer3' },
    ])
  })

  test('keeps who read the outbox', async () => {
    await house.ask('GET', '/operator/outbox/list', { token: admin })
    expect((await trail({ act: 'outboxList' }))[0]).toMatchObject({ actor: { userId: 'admin' }, outcome: 'done' })
  })

  test('can be added to alone, and forgets after three years', async () => {
    const { db } = house.store
    for (const change of [
      sql`UPDATE audit SET act = 'nothing'`,
      sql`DELETE FROM audit`,
      sql`TRUNCATE audit`,
      sql`SELECT audit_forget(now() - interval '2 years')`,
    ])
      await expect(db.execute(change)).rejects.toThrow()
    const [line] = await trail()
    const old = instant(auditKeptSince(instant(Date.now())) - 1_000)
    const [row] = await db.select().from(schema.audit).limit(1)
    if (!row) throw new Error('no line')
    const { id: _id, ...copy } = row
    await db.insert(schema.audit).values({ ...copy, at: old, requestId: 'old' })
    expect(await trail({ keyword: 'old' })).not.toEqual([])
    await forgetAudit(db, later(old, 500))
    expect([await trail({ keyword: 'old' }), (await trail())[0]]).toEqual([[], line])
  })
})

describe('refusals that repeat', () => {
  const mails = async () =>
    (await house.store.db.select().from(schema.outbox)).filter(({ subject }) => subject.includes('many refused calls'))

  test('leave one line, then one a minute with their number; an alarm tells of them', async () => {
    const buyer = await sellerToken(house, 'colleague1')
    // The node writes what it holds when it stops.
    const node = await house.build()
    for (let i = 0; i <= FLOOD; i++)
      await node.inject({
        method: 'POST',
        url: '/prod-api/operator/user/suspend',
        payload: { userId: `p${i}`, reason: 'x' },
        headers: { authorization: `Bearer ${buyer}` },
      })
    const lines = () => trail({ act: 'userSuspend', outcome: 'refused', keyword: 'colleague1' })
    expect((await lines()).map(({ times }) => times)).toEqual([1])
    expect(await mails()).toEqual([])
    await node.close()
    expect((await lines()).map(({ times }) => times)).toEqual([FLOOD, 1])
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['admin@example.com'])
  })

  test('of people without rights are forgotten after 91 days, the others stay', async () => {
    const { db } = house.store
    const [row] = await db.select().from(schema.audit).limit(1)
    if (!row) throw new Error('no line')
    const { id: _id, once: _once, ...copy } = row
    const old = instant(refusedKeptSince(instant(Date.now())) - 1_000)
    const young = instant(Date.now() - 89 * DAY_MS)
    const line = (requestId: string, given: Partial<typeof copy>) =>
      db.insert(schema.audit).values({ ...copy, requestId, at: old, outcome: 'refused', actorAs: 'user', ...given })
    await line('aged-user', {})
    await line('aged-visitor', { actorAs: 'visitor' })
    await line('aged-operator', { actorAs: 'operator' })
    await line('aged-done', { outcome: 'done' })
    await line('aged-young', { at: young })
    // The database's own rule keeps younger lines, also if the server asks for them.
    await forgetRefusedAudit(db, instant(Date.now()))
    const left = (await trail({ keyword: 'aged-' })).map(({ requestId }) => requestId)
    expect(left.toSorted()).toEqual(['aged-done', 'aged-operator', 'aged-young'])
  })
})

describe('alarms', () => {
  const mails = async (subject: string) =>
    (await house.store.db.select().from(schema.outbox)).filter((mail) => mail.subject.includes(subject))

  test('an operator who signs in from a device that is new is told of, once for each', async () => {
    const signIn = (device: string) =>
      house.ask('POST', '/auth/login', {
        body: { account: 'admin', password: PASSWORD },
        headers: { 'user-agent': device },
      })
    const before = (await mails('new device')).length
    await signIn('A tablet')
    await signIn('A tablet')
    expect((await mails('new device')).length - before).toBeLessThanOrEqual(1)
    const { payload } = await house.app.inject({ url: '/metrics' })
    expect(payload).toMatch(/alarms_total\{alarm="operatorDevice"\} 2/)
  })

  test('a burst of refused sign-ins is told of once an hour', async () => {
    for (let i = 0; i < BURST.most; i++)
      await house.ask('POST', '/auth/login', { body: { account: `nobody${i % 10}`, password: 'Wrong2026' } })
    const sent = await mails('refused sign-ins')
    expect(sent.map(({ recipient }) => recipient)).toEqual(['admin@example.com'])
  })
})

test('a whole sale, from certification to its end, read as a report: each act once, by its person', async () => {
  const [since] = await trail({ pageSize: '1' })
  const applied = await apply(house, 'newbie')
  await approve(house, admin, applied)
  const newbie = await sellerToken(house, 'newbie')
  const { hash } = await agreementOf(house, newbie)
  await house.ask('POST', '/user/serviceAgreement/sign', {
    token: newbie,
    body: { hash, password: PASSWORD, agreed: true },
  })
  const sale = await addSale(house, { stand: 'running', lots: 3, bidders: ['c1', 'c2'] })
  const Of = { scheduleTimelineId: sale.id }
  const lot = { ...Of, contractObjectId: sale.lots[0] }
  const seats = new Map<Login, string>()
  for (const who of ['host', 'seller1', 'buyer1', 'buyer2', 'admin'] as const)
    seats.set(who, await venueToken(house, who, sale))
  const give = (who: Login, path: string, body: object) =>
    house.ask('POST', path, { token: seats.get(who), body: { ...Of, ...body } })
  await give('host', '/auction/venue/speech', { allowed: false, speaker: null })
  await give('admin', '/auction/venue/speech', { allowed: true, speaker: null })
  const bid = {
    ...lot,
    type: '1',
    bidKey: randomUUID(),
    price: '1010.00',
    notAfter: new Date(Date.now() + 9_000).toISOString(),
  }
  expect((await give('buyer1', '/auction/biddingCounterOfferInfo/bidOrCounteroffer', bid)).code).toBe(200)
  await give('host', '/auction/venue/hold', { contractObjectId: sale.lots[0] })
  await give('host', '/auction/venue/close', { message: '系统维护' })
  await give('host', '/auction/venue/reopen', {})
  await give('host', '/auction/venue/withdraw', { contractObjectId: sale.lots[2], reason: '虫蛀' })
  await give('seller1', '/auction/biddingVenueContractInfo/adjust', {
    contractObjectId: sale.lots[1],
    startPrice: '1000.00',
    deliveryDate: '2030-01-01',
  })
  await give('buyer2', '/auction/venue/withdraw', { contractObjectId: sale.lots[1], reason: 'x' })

  const lines = (await trail()).filter(({ auditId }) => auditId > (since?.auditId ?? 0)).toReversed()
  expect(lines.map(inTold)).toEqual([
    'newbie as user: login done',
    'newbie as user: bankConfirm done',
    'newbie as user: certificationSubmit done',
    'admin as operator: certificationApprove done',
    'newbie as user: login done',
    'newbie as user: agreementSign done',
    ...['host', 'seller1', 'buyer1', 'buyer2', 'admin'].flatMap((who) => [
      `${who} as user: login done`,
      `${who} as user: assemblyLogin done`,
    ]),
    'host as host: setSpeech done',
    'admin as operator: setSpeech done',
    // Pausing is refused while a leading bidder would be cut off.
    'host as host: holdLot refused',
    'host as host: closeTemporarily done',
    'host as host: reopen done',
    'host as host: withdrawLot done',
    'seller1 as seller: lotAdjust refused',
    'buyer2 as buyer: withdrawLot refused',
  ])
  const of = (act: string) => lines.find((line) => line.act === act)
  expect(of('certificationApprove')).toMatchObject({
    before: { state: 'pending' },
    after: { state: 'approved', accountStatus: 4 },
  })
  expect(of('agreementSign')).toMatchObject({ before: { agreement: 2 }, after: { agreement: 1 }, asked: { hash } })
  expect(of('withdrawLot')).toMatchObject({
    after: { status: 'withdrawn' },
    asked: { reason: '虫蛀' },
    scheduleTimelineId: sale.id,
  })
  // The bid itself stands in the session's log, with its account.
  expect(lines.filter(({ act }) => act === 'bidOrCounteroffer')).toEqual([])
})

// Last in this file: it moves the clock.
test('the audit file is named by the day in Beijing, which begins at 16:00 UTC', async () => {
  const nameAt = async (utc: string) => {
    house.clock.offset = Date.parse(utc) - Date.now()
    const { headers } = await house.app.inject({
      url: '/prod-api/operator/audit/export?keyword=nobody',
      headers: { authorization: `Bearer ${await sellerToken(house, 'admin')}` },
    })
    return headers['content-disposition']
  }
  try {
    expect(await nameAt('2027-12-31T15:59:50Z')).toBe('attachment; filename="audit-2027-12-31.csv"')
    expect(await nameAt('2027-12-31T16:00:00Z')).toBe('attachment; filename="audit-2028-01-01.csv"')
  } finally {
    house.clock.offset = 0
  }
})
