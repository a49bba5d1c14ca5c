import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import * as calls from '../../src/contract/calls/index.ts'
import { nextPrice } from '../../src/domain/prices.ts'
import type { Lot } from '../../src/domain/lot.ts'
import type { SessionState } from '../../src/domain/state.ts'
import { instant, later } from '../../src/domain/units.ts'
import { quiet } from '../../src/server/logger.ts'
import { openNode, type Running } from '../../src/server/main.ts'
import { PRACTICE_PACE, type Pace } from '../../src/server/practice/pace.ts'
import { Player } from '../../src/server/practice/robots/player.ts'
import { createClient } from '../../src/client/client.ts'
import { nodePorts } from '../../src/server/practice/robots/nodePorts.ts'
import { openVisit } from '../../src/server/practice/robots/visit.ts'
import { unfinished } from '../../src/server/practice/sessions.ts'
import { systemTimers } from '../../src/server/room/timers.ts'
import { openStore, type Store } from '../../src/server/store/open.ts'
import * as schema from '../../src/server/store/schema.ts'
import { PASSWORD } from '../support/client.ts'
import { until } from '../support/until.ts'
import { placeEmptyStore } from '../support/store/empty.ts'
import { temporaryFolder } from '../support/store/temporary.ts'

/** A practice sale in a hurry. */
const PACE: Pace = {
  rule: {
    ...PRACTICE_PACE.rule,
    biddingSeconds: 8,
    extensionSeconds: 2,
    hardEndSeconds: 20,
    staggerSeconds: 0,
    negotiationMinutes: 1,
  },
  lots: 8,
  rounds: 1,
  lookMs: 100,
  graceMs: 1_500,
  aheadMs: 3_000,
  breathMs: 100,
  patience: 0.03,
}

const folder = temporaryFolder()
let node: Running
let store: Store
let address: string

const start = (): Promise<Running> =>
  openNode(
    {
      host: '127.0.0.1',
      port: 0,
      dataDir: folder.path,
      databaseUrl: null,
      databaseOwnerUrl: null,
      databaseSync: false,
      secretKey: null,
      bucket: null,
      demo: true,
      trustProxy: false,
      publicUrls: [],
      tls: null,
      metricsToken: null,
      securityContact: null,
      smtpUrl: null,
      mailFrom: 'x@example.com',
      smsUrl: null,
      smsToken: null,
      pushHosts: [],
      messagesPerHour: 600,
      operatorIdleMinutes: 30,
      liveConnections: 20_000,
      otlpEndpoint: null,
      nodeId: randomUUID(),
      logLevel: 'silent',
      auditLog: false,
    },
    { pace: PACE },
  )

beforeAll(async () => {
  await placeEmptyStore(folder.path)
  node = await start()
  address = `http://127.0.0.1:${node.port}`
  store = await openStore({ dataDir: folder.path, databaseUrl: null }, quiet)
})
afterAll(async () => {
  await node.stop()
  await store.close()
  folder.remove()
})

/** The public practice sessions, the joinable one first. */
async function practiceSessions(): Promise<string[]> {
  const answer = await fetch(`${address}/prod-api/auction/schedule/list?practice=true`)
  const { rows } = z.object({ rows: z.array(calls.Schedule) }).parse(await answer.json())
  return rows.flatMap(({ timelines }) => timelines.map(({ scheduleTimelineId }) => scheduleTimelineId))
}

/** A person with the app's own room: signed in, and in the practice sale. */
async function newcomer(login: string) {
  const means = {
    origin: address,
    fetch,
    now: () => performance.now(),
    wallNow: () => Date.now(),
    timers: systemTimers,
    random: Math.random,
    newKey: randomUUID,
  }
  // Between two practice sessions there is none for a moment.
  const session = await until(async () => (await practiceSessions())[0])
  const pass = await new Player(login, PASSWORD, createClient(nodePorts(means))).enter(session)
  const { room, commands, give } = openVisit({
    ...means,
    scheduleTimelineId: session,
    pass: () => pass,
    renewed: () => undefined,
    expired: () => undefined,
  })
  room.start()
  return {
    session,
    number: pass.biddingNumber!,
    leave: room.stop,
    get state(): SessionState | null {
      return room.replica.get().state
    },
    bid(lot: Lot) {
      const price = nextPrice(lot)
      return give({ kind: 'bid', lot: lot.lot, price, send: commands.bid(lot.lot, price) })
    },
    offer({ lot, startPrice: price, quantity, deliveryDate }: Lot) {
      const expiresAt = later(room.serverTime(), 20_000)
      const terms = { lot, price, quantity, deliveryDate, note: '', expiresAt, answers: null }
      return give({ kind: 'offer', lot, price, send: commands.offer(terms) })
    },
  }
}
type Newcomer = Awaited<ReturnType<typeof newcomer>>

const open = ({ state, number }: Newcomer): Lot[] =>
  [...(state?.lots ?? [])].filter((lot) => lot.status === 'open' && lot.leading?.number !== number)

/** Bids on open lots until a bid is accepted, or the bidding is over. */
const firstBid = async (person: Newcomer) => {
  const bid = await until(async () => {
    const [lot] = open(person)
    const answered = lot && (await person.bid(lot))
    if (answered?.state === 'accepted') return answered
    return person.state?.stage === 'negotiation' || person.state?.stage === 'finish' ? 'over' : null
  })
  return bid === 'over' ? null : bid
}

/** A newcomer with an accepted bid, in the present session or, where the person came too late for it, in a later one. */
const bidder = (login: string) =>
  until(async () => {
    const person = await newcomer(login)
    const bid = await firstBid(person)
    if (!bid) person.leave()
    return bid && { person, bid }
  })

const robots = async (session: string): Promise<number> => {
  const tail = await store.log.readTail(session, 0, 1_000)
  return tail.filter(
    ({ entry, openings }) =>
      entry.type === 'bidder.admitted' && String(openings?.['company']?.value).startsWith('company-robot'),
  ).length
}
const events = async (): Promise<number> =>
  (await store.db.select({ seq: schema.sessionHead.seq }).from(schema.sessionHead)).reduce(
    (sum, { seq }) => sum + seq,
    0,
  )

test('without a visitor one session waits, and nothing happens in it', async () => {
  await until(async () => (await unfinished(store.db)).some(({ published }) => published))
  const [session, ...more] = await unfinished(store.db)
  expect(more).toEqual([])
  expect(await robots(session!.id)).toBe(0)
})

test('a newcomer enters, finds an open lot, and has a bid accepted; robots bid against the newcomer', async () => {
  const { person, bid } = await bidder('buyer1')
  expect(bid.receipt).not.toBeNull()

  // The newcomer bids on all open lots; a robot outbids one.
  const led = new Set<string>()
  await until(async () => {
    for (const lot of open(person)) {
      if (led.has(lot.lot) && lot.leading !== null) return true
      if ((await person.bid(lot))?.state === 'accepted') led.add(lot.lot)
    }
    return false
  })
  expect(await robots(person.session)).toBe(4)
  await until(() => person.state?.messages.some(({ from }) => from === 'host'))

  // Practice creates no order.
  await until(() => person.state?.phase === 5 || [...(person.state?.lots ?? [])].some((lot) => lot.status === 'sold'))
  expect(
    (await store.db.select().from(schema.saleOrder)).filter((order) => order.timelineId === person.session),
  ).toEqual([])
  person.leave()
})

test('when the visitor has left it runs out and rests: a session waits, and nothing happens any more', async () => {
  const waiting = await until(async () => {
    const sessions = await unfinished(store.db)
    const heads = await Promise.all(sessions.map(({ id }) => store.log.head(id)))
    return sessions.length === 1 && heads[0]?.phase === 3 ? sessions[0]!.id : null
  })
  const before = await events()
  // The room's alive marks, one per second, measure the time here.
  const from = (await store.log.readAlive(waiting)) ?? 0
  await until(async () => ((await store.log.readAlive(waiting)) ?? 0) > from + 5_000)
  expect(await events()).toBe(before)
  expect(await robots(waiting)).toBe(0)
})

test('it resumes at once when a visitor takes a ticket, and goes on from session to session', async () => {
  const { person } = await bidder('newbie')
  // A person who stays finds the next session open when this one is over.
  const next = await until(async () => (await unfinished(store.db)).find(({ id }) => id !== person.session)?.id)
  await until(async () => (await store.log.head(next))?.phase === 4)
  person.leave()
})

test('robots whose tokens have ended sign in again and go on where they were', async () => {
  const { person } = await bidder('buyer3')
  await until(async () => (await robots(person.session)) === 4)
  const robotAccounts = store.db
    .select({ id: schema.account.id })
    .from(schema.account)
    .where(eq(schema.account.robot, true))
  const ended = await store.db
    .update(schema.token)
    .set({ usedAt: instant(Date.now()) })
    .where(inArray(schema.token.accountId, robotAccounts))
    .returning()
  expect(ended.length).toBeGreaterThan(6)
  // The host's next act finds its token gone; the host re-enters and ends the round all the same.
  await until(() => (person.state?.stage !== 'bidding' ? person.state?.stage : null))
  expect(await robots(person.session)).toBe(4)
  person.leave()
})

/** A deal in the negotiation of the present session, or of a later one where the person came too late for it. */
const negotiatedDeal = () =>
  until(async () => {
    const person = await newcomer('buyer4')
    try {
      const ends = () => person.state?.phase === 5
      await until(() => person.state?.stage === 'negotiation' || ends())
      const lot = [...(person.state?.lots ?? [])].find(({ status }) => status === 'unsold')
      if (!lot || (await person.offer(lot))?.state !== 'accepted') return null
      await until(() => person.state?.lots.get(lot.lot)?.status === 'sold' || ends())
      const deal = person.state?.lots.get(lot.lot)?.deal
      return deal && { deal, offered: { number: person.number, price: lot.startPrice } }
    } finally {
      person.leave()
    }
  })

test('what did not sell is negotiated: the robot seller takes a fair offer', async () => {
  const { deal, offered } = await negotiatedDeal()
  expect(deal).toMatchObject(offered)
})

test('two nodes share one practice sale, and the second takes over when the first stops', async () => {
  const first = node
  node = await start()
  address = `http://127.0.0.1:${node.port}`
  const { person } = await bidder('buyer2')
  await until(async () => (await robots(person.session)) === 4)
  await first.stop()
  // The second node's robots sign in anew and take the same seats; its host ends the round.
  await until(() => (person.state?.stage !== 'bidding' ? person.state?.stage : null))
  expect(await robots(person.session)).toBe(4)
  person.leave()
})
