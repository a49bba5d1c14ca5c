import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { account } from '../../src/server/store/schema.ts'
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

test('the way to the first sale is told from what there is, and a practice sale is no step on it', async () => {
  const token = await sellerToken(house, 'admin')
  const left = async () => {
    const answer = await house.ask('GET', '/operator/firstSteps', { token })
    const { steps } = z.object({ steps: z.array(z.object({ step: z.string(), done: z.boolean() })) }).parse(answer.data)
    return steps.filter(({ done }) => !done).map(({ step }) => step)
  }
  await house.store.db.update(account).set({ roles: [] }).where(eq(account.id, 'host'))
  await addSale(house, { stand: 'published', practice: true })
  expect(await left()).toEqual(['settings', 'host', 'schedule', 'session', 'lots', 'published'])
  await house.store.db
    .update(account)
    .set({ roles: ['host'] })
    .where(eq(account.id, 'host'))
  await house.ask('POST', '/operator/settings/change', {
    token,
    body: { ...z.looseObject({}).parse((await house.ask('GET', '/common/settings')).data), phone: '400-820-0000' },
  })
  expect(await left()).toEqual(['schedule', 'session', 'lots', 'published'])
  await addSale(house, { stand: 'preparing' })
  expect(await left()).toEqual(['published'])
  await addSale(house, { stand: 'published' })
  expect(await left()).toEqual([])
})
