import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import * as calls from '../../src/contract/calls/index.ts'
import { WireEvent } from '../../src/contract/events.ts'
import { genesis, open, verifyChain, verifyOpenings } from '../../src/domain/log.ts'
import { later, minor } from '../../src/domain/units.ts'
import { openHouse } from '../support/http/house.ts'
import type { Answered, House } from '../support/http/house.ts'
import { venueToken } from '../support/http/people.ts'
import { accepted, addPeople, addSale, phone, seqOf } from '../support/http/world.ts'
import type { Login, Sale } from '../support/http/world.ts'

let house: House
let sale: Sale
let early: Sale
const tokens = new Map<Login, string>()

beforeAll(async () => {
  house = await openHouse()
  await addPeople(house)
  sale = await addSale(house, { stand: 'running', bidders: ['c1', 'c2'], lots: 4 })
  early = await addSale(house, { stand: 'published' })
  for (const who of ['host', 'seller1', 'buyer1', 'buyer2', 'audience1', 'admin'] as const)
    tokens.set(who, await venueToken(house, who, sale))
})
afterAll(() => house.close())

const Of = () => ({ scheduleTimelineId: sale.id })
const OfLot = (n: number) => ({ ...Of(), contractObjectId: sale.lots[n - 1] })
const command = (who: Login, path: string, body: Record<string, unknown> = {}) =>
  house.ask('POST', path, { token: tokens.get(who), body: { ...Of(), ...body } })
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const HOST_CALLS: readonly [path: string, body: () => Record<string, unknown>][] = [
  ['/auction/venue/start', () => ({})],
  ['/auction/venue/addRound', () => ({ contractObjectIds: [sale.lots[3]], biddingSeconds: 60 })],
  ['/auction/venue/adjustStage', () => ({ minutes: 5 })],
  ['/auction/venue/close', () => ({ message: 'x' })],
  ['/auction/venue/reopen', () => ({})],
  ['/auction/venue/hold', () => OfLot(1)],
  ['/auction/venue/void', () => ({ ...OfLot(1), seq: 1, reason: 'x' })],
  ['/auction/venue/speech', () => ({ allowed: false, speaker: null })],
  ['/auction/venue/withdraw', () => ({ ...OfLot(1), reason: 'x' })],
  ['/auction/biddingVenueContractInfo/accomplish', () => ({})],
  ['/auction/venue/dismiss', () => ({ biddingNumber: 2, reason: 'x' })],
  ['/auction/venue/suspend', () => ({ speaker: 'bidder:2', reason: 'x' })],
  ['/auction/venue/clerk/bid', () => ({ ...clerk(), price: '1000.00', notAfter: soon() })],
  ['/auction/venue/clerk/ceiling/set', () => ({ ...clerk(), amount: '1000.00', mode: 'standing', notAfter: soon() })],
  ['/auction/venue/clerk/ceiling/drop', () => clerk()],
]
const clerk = () => ({ ...OfLot(1), biddingNumber: 1, pin: '000000', bidKey: crypto.randomUUID() })
const soon = () => new Date(later(house.clock.now(), 9_000)).toISOString()

describe("the host's commands", () => {
  test.each(HOST_CALLS)(
    'A2: %s is for host and operator, in their own session, and refused to others nothing is written',
    async (path, body) => {
      const before = await seqOf(house, sale)
      for (const who of ['buyer1', 'seller1', 'audience1'] as const) {
        expect(await command(who, path, body())).toMatchObject({ code: 403, reason: 'auth.not_permitted' })
      }
      expect(await command('host', path, { ...body(), scheduleTimelineId: early.id })).toMatchObject({
        code: 403,
        reason: 'auth.wrong_session',
      })
      expect(await house.ask('POST', path, { body: { ...Of(), ...body() } })).toMatchObject({
        code: 401,
        reason: 'auth.token_missing',
      })
      expect(await seqOf(house, sale)).toBe(before)
    },
  )

  test('adjust a stage within 1–99 minutes', async () => {
    expect(await command('host', '/auction/venue/adjustStage', { minutes: 100 })).toMatchObject({
      code: 601,
      reason: 'stage.minutes_out_of_range',
      msg: '调整时间须为 1～99 分钟。',
    })
    expect(await command('host', '/auction/venue/adjustStage', { minutes: 1.5 })).toMatchObject({
      code: 400,
      errors: [{ path: 'body.minutes' }],
    })
    expect(await command('host', '/auction/venue/adjustStage', { minutes: 90 })).toMatchObject({
      code: 200,
      data: { verdict: 'accepted' },
    })
  })

  test('open no second round while one runs, and none for a lot of another session', async () => {
    expect(
      await command('host', '/auction/venue/addRound', { contractObjectIds: [sale.lots[3]], biddingSeconds: 60 }),
    ).toMatchObject({ code: 601, reason: 'round.running' })
    expect(await command('host', '/auction/venue/start')).toMatchObject({
      code: 601,
      reason: 'session.already_started',
    })
    expect(
      await command('host', '/auction/venue/withdraw', { contractObjectId: early.lots[0], reason: 'x' }),
    ).toMatchObject({ code: 404, reason: 'resource.not_found' })
    expect(await command('host', '/auction/venue/hold', OfLot(1))).toMatchObject({
      code: 601,
      reason: 'lot.hold_not_offered',
    })
    expect(await command('host', '/auction/biddingVenueContractInfo/accomplish')).toMatchObject({
      code: 601,
      reason: 'session.lots_open',
    })
  })

  test('close temporarily with a message, and announce the reopening', async () => {
    const bid = () =>
      house.ask('POST', '/auction/biddingCounterOfferInfo/bidOrCounteroffer', {
        token: tokens.get('buyer1'),
        body: {
          ...OfLot(1),
          type: '1',
          price: '1000.00',
          bidKey: crypto.randomUUID(),
          notAfter: new Date(later(house.clock.now(), 9_000)).toISOString(),
        },
      })
    expect(await command('host', '/auction/venue/close', { message: '设备检修，请稍候' })).toMatchObject({ code: 200 })
    expect(await bid()).toMatchObject({
      code: 601,
      reason: 'session.closed',
      msg: '会场临时关闭，所有计时已暂停，请等待主持人重新开放。',
    })
    expect(await command('host', '/auction/venue/reopen')).toMatchObject({ code: 200 })
    expect((await bid()).msg).toMatch(/^会场临时关闭，将于 \d+月\d+日 \d\d:\d\d:\d\d（北京时间）重新开放。$/)
  })

  test('take ten thousand lots in one round', async () => {
    const many = Array.from({ length: 10_000 }, (_, i) => `${sale.id}-${i}`)
    expect(
      await command('host', '/auction/venue/addRound', { contractObjectIds: many, biddingSeconds: 60 }),
    ).toMatchObject({ code: 601 })
    expect(
      await command('host', '/auction/venue/addRound', { contractObjectIds: [...many, 'one'], biddingSeconds: 60 }),
    ).toMatchObject({ code: 400, errors: [{ path: 'body.contractObjectIds', code: 'too_big' }] })
  })
})

describe('the message box', () => {
  const say = (who: Login, content: string) => command(who, '/auction/biddingMsgInfo/add', { content })
  const messages = (who: Login) =>
    house.ask('POST', '/auction/biddingMsgInfo/getList', { token: tokens.get(who), body: Of() })

  test('takes what host, sellers and buyers say, and shows it to all, oldest first', async () => {
    for (const [who, text] of [
      ['host', '欢迎'],
      ['seller1', '  材质优良 🪵 '],
      ['buyer1', 'Is it FSC?'],
    ] as const)
      expect((await say(who, text)).code).toBe(200)
    expect((await messages('audience1')).rows).toMatchObject([
      { from: 'host', content: '欢迎' },
      { from: 'seller:S1', content: '材质优良 🪵' },
      { from: 'bidder:1', content: 'Is it FSC?' },
    ])
    for (const page of [
      { pageNum: 1, pageSize: 2 },
      { pageNum: '1', pageSize: '2' },
    ])
      expect(
        await house.ask('POST', '/auction/biddingMsgInfo/getList', {
          token: tokens.get('audience1'),
          body: { ...Of(), ...page },
        }),
      ).toMatchObject({ total: 3, rows: [{ from: 'seller:S1' }, { from: 'bidder:1' }] })
    expect(await say('audience1', 'hello')).toMatchObject({ code: 403, reason: 'auth.not_permitted' })
    expect(await say('buyer1', '   ')).toMatchObject({ code: 601, reason: 'speech.empty' })
    expect(await say('buyer1', 'x'.repeat(501))).toMatchObject({
      code: 400,
      errors: [{ path: 'body.content', code: 'too_big' }],
    })
  })

  test('is closed to whom the host has gagged', async () => {
    expect((await command('host', '/auction/venue/speech', { allowed: false, speaker: 'bidder:2' })).code).toBe(200)
    expect(await say('buyer2', 'hello?')).toMatchObject({ code: 601, reason: 'speech.gagged' })
    expect((await say('buyer1', 'still here')).code).toBe(200)
    expect((await command('host', '/auction/venue/speech', { allowed: true, speaker: 'bidder:2' })).code).toBe(200)
    expect((await say('buyer2', 'thanks')).code).toBe(200)
  })
})

describe('the numbers of a session', () => {
  test('are told to everybody in it', async () => {
    const rule = (who: Login, scheduleTimelineId: string) =>
      house.ask('GET', '/auction/scheduleTimelineRule/getInfo', {
        token: tokens.get(who),
        query: { scheduleTimelineId },
      })
    expect(await rule('audience1', sale.id)).toMatchObject({
      code: 200,
      data: {
        scheduleTimelineId: sale.id,
        biddingSeconds: 86_400,
        extensionSeconds: 30,
        hardEndSeconds: null,
        adjustPercent: 10,
      },
    })
    expect(await rule('host', early.id)).toMatchObject({ code: 403, reason: 'auth.wrong_session' })
  })
})

describe('people', () => {
  test('are shown to host and operator alone', async () => {
    const people = (who: Login) => house.ask('GET', '/auction/venue/people', { token: tokens.get(who), query: Of() })
    for (const who of ['host', 'admin'] as const)
      expect(await people(who)).toMatchObject({ code: 200, rows: [], total: 0 })
    for (const who of ['buyer1', 'seller1', 'audience1'] as const)
      expect((await people(who)).reason).toBe('auth.not_permitted')
  })

  test('have names, companies and what the room knows of their link', async () => {
    const now = house.clock.now()
    const present = [
      {
        account: 'buyer1',
        viewer: { identity: 'buyer', number: 1 },
        online: true,
        lastSeen: now,
        delay: 120,
        loginTime: now,
        source: 'phone',
        onlineMs: 65_400,
      },
      {
        account: 'audience1',
        viewer: { identity: 'audience' },
        online: false,
        lastSeen: now,
        delay: null,
        loginTime: now,
        source: 'other',
        onlineMs: 0,
      },
      {
        account: 'gone',
        viewer: { identity: 'audience' },
        online: false,
        lastSeen: now,
        delay: null,
        loginTime: now,
        source: 'other',
        onlineMs: 0,
      },
    ] as const
    vi.spyOn(house.rooms, 'people').mockResolvedValueOnce(present)
    const answer = await house.ask('GET', '/auction/venue/people', { token: tokens.get('host'), query: Of() })
    expect(answer.rows).toMatchObject([
      {
        speaker: 'bidder:1',
        biddingNumber: 1,
        companyName: 'c1木业有限公司',
        personNumber: '1',
        userName: 'buyer1',
        title: null,
        phone: phone('buyer1'),
        accountType: ['buyer'],
        source: 'phone',
        onlineTime: 65,
        loginTime: new Date(now).toISOString(),
        identityType: 1,
        online: true,
        delay: 120,
        gagged: false,
      },
      { speaker: 'audience', biddingNumber: null, companyName: null, identityType: 4, online: false, delay: null },
    ])
    expect(answer.total).toBe(2)
  })
})

describe('the log', () => {
  const HOST = { actor: 'host', account: 'host' } as const
  const OPERATOR = { actor: 'operator', account: 'admin' } as const
  let over: Sale
  /** A sale with a bid and a ceiling in its log, sealed. */
  beforeAll(async () => {
    over = await addSale(house, { stand: 'running', bidders: ['c1', 'c2'] })
    const [lot = ''] = over.lots
    await accepted(
      house.rooms.give(
        over.id,
        { type: 'setCeiling', lot, amount: minor(190_000), mode: 'standing' },
        { actor: 'bidder:1', account: 'buyer1' },
      ),
    )
    for (const one of over.lots)
      await accepted(house.rooms.give(over.id, { type: 'withdrawLot', lot: one, reason: 'test' }, OPERATOR))
    await accepted(house.rooms.give(over.id, { type: 'accomplish', untried: [] }, HOST))
  })
  const VIEWERS = ['buyer1', 'buyer2', 'host', 'admin', 'seller1', 'audience1'] as const
  async function sealedLog(who: Login, after = '0') {
    const answer = await house.ask('GET', '/auction/venue/log', {
      token: await venueToken(house, who, over),
      query: { scheduleTimelineId: over.id, after },
    })
    return { answer, entries: z.array(calls.LogEntry).parse(answer.rows) }
  }

  test('verifies for every viewer, whatever is withheld', async () => {
    const head = await house.store.log.head(over.id)
    for (const who of VIEWERS) {
      const { answer, entries } = await sealedLog(who)
      expect(answer.total).toBe(head!.seq)
      expect(verifyChain(entries, sha256, { prevHash: genesis(over.id, head!.epoch, sha256), seq: 0 })).toEqual({
        ok: true,
        seq: head!.seq,
        hash: head!.hash,
      })
      expect(
        entries.map((entry) => verifyOpenings(entry, entry.openings, sha256)).filter((wrong) => wrong !== null),
      ).toEqual([])
    }
  })

  test('while the sale runs only host and operator read it: no bidder polls it for where secrets lie', async () => {
    for (const who of ['buyer1', 'buyer2', 'seller1', 'audience1', 'host', 'admin'] as const) {
      const answer = await house.ask('GET', '/auction/venue/log', { token: tokens.get(who), query: Of() })
      if (who === 'host' || who === 'admin') expect(answer.total).toBe(await seqOf(house, sale))
      else expect(answer).toMatchObject({ code: 601, reason: 'session.not_finished' })
    }
  })

  test('shows each viewer its part alone: all companies to the host, its own to a bidder, none to the audience', async () => {
    const admitted = async (who: Login) =>
      (await sealedLog(who)).entries
        .filter(({ type }) => type === 'bidder.admitted')
        .map((entry) => open(entry, entry.openings))
    expect(await admitted('host')).toMatchObject([{ company: 'c1' }, { company: 'c2' }])
    expect(await admitted('buyer2')).toMatchObject([{ company: null }, { company: 'c2' }])
    expect(await admitted('audience1')).toMatchObject([{ company: null }, { company: null }])
    expect((await sealedLog('buyer1')).answer.http.body).not.toContain('"c2"')
  })

  test('comes in pages, also from beyond its end', async () => {
    const { entries } = await sealedLog('audience1', '2')
    expect(entries[0]?.seq).toBe(3)
    expect((await sealedLog('audience1', '9007199254740991')).entries).toEqual([])
    const wrong: Answered = await house.ask('GET', '/auction/venue/log', {
      token: tokens.get('host'),
      query: { ...Of(), after: '-1' },
    })
    expect(wrong).toMatchObject({ code: 400, errors: [{ path: 'query.after' }] })
  })

  test('keeps a ceiling from everybody but its owner', async () => {
    for (const who of VIEWERS) {
      const types = (await sealedLog(who)).entries.map((entry) => open(entry, entry.openings).type)
      expect([who, types.includes('ceiling.set')]).toEqual([who, who === 'buyer1'])
      if (who !== 'buyer1') expect(types).toContain('sealed')
    }
  })
})

describe('what happened before one came', () => {
  const History = z.object({ epoch: z.string(), after: z.number(), upTo: z.number(), events: z.array(WireEvent) })
  const historyOf = async (who: Login, of: Sale, query: Record<string, string> = {}) => {
    const answer = await house.ask('GET', '/auction/venue/history', {
      token: await venueToken(house, who, of),
      query: { scheduleTimelineId: of.id, ...query },
    })
    return History.parse(answer.data)
  }

  test('every part gets the whole log as live frames would have told it, and nothing that is secret', async () => {
    const running = await addSale(house, { stand: 'running', bidders: ['c1', 'c2'] })
    const lot = running.lots[0]!
    const by = { actor: 'bidder:1', account: 'buyer1' } as const
    await accepted(
      house.rooms.give(running.id, { type: 'setCeiling', lot, amount: minor(190_000), mode: 'standing' }, by),
    )
    await accepted(house.rooms.give(running.id, { type: 'say', text: 'Hello' }, by))
    const state = (await house.rooms.state(running.id))!
    // Without the ceiling, which has the number of the event before it.
    const seq = state.seq - 1
    for (const who of ['buyer1', 'buyer2', 'host', 'seller1', 'audience1'] as const) {
      const { after, upTo, events } = await historyOf(who, running)
      expect([after, upTo]).toEqual([0, seq])
      expect(new Set(events.map(({ seq: number }) => number)).size).toBe(events.length - (who === 'buyer1' ? 1 : 0))
      const types = events.map(({ type }) => type)
      expect(types).toContain('message')
      expect(types).toContain('round.opened')
      expect(types).not.toContain('sealed')
      expect(types.includes('ceiling.set')).toBe(who === 'buyer1')
      expect(events.find(({ type }) => type === 'session.published')).toMatchObject({ lots: [] })
      const accounts = events.flatMap((event) => (event.type === 'bid' ? [event.account] : []))
      expect(accounts.length).toBeGreaterThan(0)
      const shown = who === 'buyer1' || who === 'host'
      expect(accounts.filter((account) => account !== null)).toEqual(shown ? accounts.map(() => 'buyer1') : [])
    }
  })

  test('comes from its newest end, in stretches that join', async () => {
    const { upTo: seq } = await historyOf('host', sale)
    const newest = await historyOf('host', sale, { upTo: '9007199254740991', most: '3' })
    expect([newest.after, newest.upTo]).toEqual([seq - 3, seq])
    const older = await historyOf('host', sale, { upTo: String(newest.after), most: '5000' })
    expect([older.after, older.upTo]).toEqual([0, newest.after])
    const whole = await historyOf('host', sale)
    expect([...older.events, ...newest.events]).toEqual(whole.events)
    expect(await historyOf('host', sale, { after: String(seq) })).toMatchObject({ after: seq, upTo: seq, events: [] })
  })

  test('is told to no viewer of another room, and in pieces of at most 5,000', async () => {
    const ask = (query: Record<string, string>) =>
      house.ask('GET', '/auction/venue/history', { token: tokens.get('buyer1'), query })
    expect(await ask({ scheduleTimelineId: early.id })).toMatchObject({ code: 403 })
    expect(await ask({ ...Of(), most: '5001' })).toMatchObject({ code: 400, errors: [{ path: 'query.most' }] })
  })
})
