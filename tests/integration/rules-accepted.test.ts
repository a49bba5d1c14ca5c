import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { editionsOf } from '../../src/server/content/saleRules.ts'
import { publication } from '../../src/server/http/sales/publication.ts'
import { registration, sessionEvent, timeline } from '../../src/server/store/schema.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken } from '../support/http/people.ts'
import { addPeople, addSale } from '../support/http/world.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
  await addPeople(house)
})
afterAll(() => house.close())

test('a sign-up keeps the hash of the rules that were shown, and is refused where they are others', async () => {
  const sale = await addSale(house, { stand: 'published' })
  const token = await sellerToken(house, 'buyer1')
  const signUp = (rulesHash: string) =>
    house.ask('POST', '/auction/biddingRegistration/add', { token, body: { scheduleTimelineId: sale.id, rulesHash } })
  const shown = await house.ask('GET', '/auction/scheduleTimelineRule/text', {
    token,
    query: { scheduleTimelineId: sale.id },
  })
  expect((await signUp('0'.repeat(64))).reason).toBe('session.rules_changed')
  const { hash } = shown.data as { hash: string }
  expect((await signUp(hash)).code).toBe(200)
  const rows = await house.store.db.select().from(registration).where(eq(registration.timelineId, sale.id))
  expect(rows.map(({ rulesHash }) => rulesHash)).toEqual([hash])
})

test('the log’s first entry names the rules that a bidder can read', async () => {
  const sale = await addSale(house, { stand: 'preparing' })
  const command = await publication(house.store.db, sale.id)
  expect(await house.rooms.give(sale.id, command!, { actor: 'operator', account: 'admin' })).toMatchObject({
    verdict: 'accepted',
  })
  const shown = await house.ask('GET', '/auction/scheduleTimelineRule/text', { query: { scheduleTimelineId: sale.id } })
  const [first] = await house.store.db
    .select({ payload: sessionEvent.payload })
    .from(sessionEvent)
    .where(and(eq(sessionEvent.timelineId, sale.id), eq(sessionEvent.seq, 1)))
  expect(first?.payload['rulesHash']).toBe((shown.data as { hash: string }).hash)
})

test('a sale that was published with an older text of the rules shows it and signs up by it, after an upgrade too', async () => {
  const { db } = house.store
  const sale = await addSale(house, { stand: 'preparing' })
  const [row] = await db.select().from(timeline).where(eq(timeline.id, sale.id))
  const older = editionsOf(row!).at(-1)!
  const command = { ...(await publication(db, sale.id))!, rulesHash: older.hash }
  expect(command.rulesHash).not.toBe((await publication(db, sale.id))?.rulesHash)
  await house.rooms.give(sale.id, command, { actor: 'operator', account: 'admin' })
  const token = await sellerToken(house, 'buyer1')
  const shown = await house.ask('GET', '/auction/scheduleTimelineRule/text', {
    token,
    query: { scheduleTimelineId: sale.id },
  })
  expect(shown.data).toMatchObject({ hash: older.hash, body: older.text.zh.body })
  const body = { scheduleTimelineId: sale.id, rulesHash: older.hash }
  expect((await house.ask('POST', '/auction/biddingRegistration/add', { token, body })).code).toBe(200)
})
