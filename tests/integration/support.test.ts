import { hash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import * as calls from '../../src/contract/calls/index.ts'
import { CLOSE } from '../../src/contract/constants.ts'
import { genesis, open, verifyChain, verifyOpenings } from '../../src/domain/log.ts'
import { openLink } from '../link/link.ts'
import { Api, enter, login, PASSWORD, CallRefused } from '../support/client.ts'
import type { Venue } from '../support/client.ts'
import { databaseOf } from '../support/processes.ts'
import { startServer } from '../support/server.ts'
import type { TestServer } from '../support/server.ts'

/** The demo sale whose doors are open. */
const SALE = 'session-doors'

let server: TestServer
let host: Venue
let buyer: Venue
let rival: Venue
let lot: Awaited<ReturnType<Venue['lots']>>[number]

async function enterAll(url: string): Promise<void> {
  const enterAs = async (account: string) => (await login(url, account)).enter(SALE)
  ;[host, buyer, rival] = await Promise.all([enterAs('host'), enterAs('buyer1'), enterAs('buyer2')])
}
const sha256 = (text: string) => hash('sha256', text)
const soon = () => new Date(Date.now() + 10_000).toISOString()
const price = (steps: number) => (Number(lot.startPrice) + steps * Number(lot.addRange)).toFixed(2)

beforeAll(async () => {
  server = await startServer()
  await enterAll(server.url)
  lot = (await host.lots())[0]!
})
afterAll(() => server.stop())

describe("a server of a test's own", () => {
  test('that cannot start says why', async () => {
    await expect(startServer({ env: { PORT: 'eight' } })).rejects.toThrow('PORT=eight is not allowed')
  })

  test('takes accounts by ticket, or by account and password, and refuses with its reason', async () => {
    expect(host.identityType).toBe(3)
    expect(buyer.biddingNumber).not.toBe(rival.biddingNumber)
    const again = await enter(server.url, { scheduleTimelineId: SALE, account: 'buyer1', password: PASSWORD })
    expect(again.biddingNumber).toBe(buyer.biddingNumber)
    await expect(login(server.url, 'buyer1', 'wrong')).rejects.toThrow(CallRefused)
    const { code, reason } = await new Api(server.url, 'nonsense').answer(calls.getUserInfo, {})
    expect({ code, reason }).toEqual({ code: 401, reason: 'auth.token_invalid' })
  })

  test('runs a round: bids get verdicts, and live connections see them', async () => {
    const [mine, his] = await Promise.all([buyer.live(), rival.live()])
    await host.accepted(calls.start, { contractObjectIds: [lot.contractObjectId], biddingSeconds: 600 })
    await mine.event('round.opened')

    const bidKey = randomUUID()
    const verdict = await buyer.bid(lot.contractObjectId, price(0), { bidKey })
    expect(verdict).toMatchObject({ verdict: 'accepted', price: price(0) })
    expect(await buyer.verdict(bidKey)).toEqual(verdict)
    expect(await rival.bid(lot.contractObjectId, price(0))).toMatchObject({
      verdict: 'refused',
      reason: 'bid.below_next',
    })

    const seen = await his.event('bid', ({ seq }) => seq === verdict.seq)
    expect(seen).toMatchObject({ number: buyer.biddingNumber, origin: null, account: null })
    const own = await mine.event('bid', ({ seq }) => seq === verdict.seq)
    expect(own.origin).toEqual({ auto: false, root: verdict.seq, rootNumber: buyer.biddingNumber })
    await Promise.all([mine.close(), his.close()])
  })

  test('exports a running log that verifies to the host, and to no other role', async () => {
    const amount = price(7)
    await buyer.accepted(calls.ceilingSet, {
      contractObjectId: lot.contractObjectId,
      amount,
      mode: 'standing',
      bidKey: randomUUID(),
      notAfter: soon(),
    })
    const live = await buyer.live()
    const query = { scheduleTimelineId: SALE }
    const entries = z.decode(z.array(calls.LogEntry), (await host.call(calls.logExport, { query })).rows)
    const start = { seq: 0, prevHash: genesis(SALE, live.welcome.epoch, sha256) }
    const last = entries.at(-1)!
    expect(verifyChain(entries, sha256, start)).toEqual({ ok: true, seq: last.seq, hash: last.hash })
    for (const entry of entries) expect(verifyOpenings(entry, entry.openings, sha256)).toBeNull()
    expect(open(last, last.openings)).toMatchObject({ type: 'sealed' })
    for (const viewer of [buyer, rival])
      await expect(viewer.call(calls.logExport, { query })).rejects.toMatchObject({ reason: 'session.not_finished' })
    await live.close()
  })

  test('is reached through a bad link as well, and what was missed comes after the reconnect', async () => {
    const link = await openLink({ target: server.url, delay: 50 })
    const person = await login(link.url, 'buyer2')
    const venue = await person.enter(SALE)
    const live = await venue.live()
    link.blackhole()
    await buyer.accepted(calls.ceilingDrop, { contractObjectId: lot.contractObjectId, bidKey: randomUUID() })
    const said = await host.accepted(calls.messageAdd, { content: 'Who can hear me?' })
    live.terminate()
    link.restore()
    const back = await venue.live({ ...live.place, epoch: live.welcome.epoch })
    await back.reached(said.seq!)
    expect(back.welcome.recovered).toBe(true)
    expect(back.events.map(({ type }) => type)).toEqual(['message'])
    await back.close()
    await link.close()
  })

  test('gives up nothing that it acknowledged to a kill -9 of everything', async () => {
    const bidKey = randomUUID()
    const verdict = await rival.bid(lot.contractObjectId, price(1), { bidKey })
    expect(verdict.verdict).toBe('accepted')
    const live = await rival.live()
    const database = databaseOf(server.dataDir)
    expect(database.length).toBeGreaterThan(1)
    await server.kill9()
    expect((await live.end()).code).toBe(1006)
    expect(databaseOf(server.dataDir)).toEqual([])

    server = await startServer({ dataDir: server.dataDir })
    await enterAll(server.url)
    expect(await rival.verdict(bidKey)).toEqual(verdict)
    expect(await host.biddingInfo(lot.contractObjectId)).toMatchObject({ leader: rival.biddingNumber, price: price(1) })
  })

  test('closes live connections when it stops, and takes its data along', async () => {
    const live = await buyer.live()
    const { dataDir } = server
    await server.stop()
    expect((await live.end()).code).toBe(CLOSE.restart)
    expect(existsSync(dataDir)).toBe(false)
    server = await startServer({ env: { DEMO: '0' } })
    await expect(login(server.url, 'buyer1')).rejects.toThrow(CallRefused)
  })
})
