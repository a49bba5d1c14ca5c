import { afterAll, beforeAll, expect, test } from 'vitest'
import { wire } from '../../src/contract/wire.ts'
import { openReport } from '../../src/server/http/reports.ts'
import { openWork } from '../../src/server/work/work.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken } from '../support/http/people.ts'
import { addPeople } from '../support/http/world.ts'

const YEAR = { beginTime: '2026-01-01', endTime: '2026-12-31' }
/** Calls whose cost grows with the years of an exchange. */
const LONG = [
  ['admin', 'auditList', { keyword: 'admin' }],
  ['admin', 'contractReviewList', { keyword: '木' }],
  ['seller1', 'statementInfo', YEAR],
  ['seller1', 'statementLines', YEAR],
  ['seller1', 'lotBoard', { status: 'deal', pageNum: '30', pageSize: '20' }],
] as const

const CONNECTIONS = 6

let house: House
beforeAll(async () => {
  house = await openHouse({ work: openWork() })
  await addPeople(house)
})
afterAll(() => house.close())

test.each(LONG)('as %s, %s waits for connections of its own, and no other call does', async (who, name, query) => {
  const token = await sellerToken(house, who)
  const released = Promise.withResolvers<void>()
  const taken = Array.from({ length: CONNECTIONS }, () => {
    const begun = Promise.withResolvers<void>()
    const held = house.store.reports.transaction(() => {
      begun.resolve()
      return released.promise
    })
    return { begun: begun.promise, held }
  })
  await Promise.all(taken.map(({ begun }) => begun))
  let isAnswered = false
  const long = house.ask('GET', wire[name].path, { token, query }).finally(() => {
    isAnswered = true
  })
  for (let at = 0; at < 20; at++)
    expect(await house.ask('GET', wire.newsList.path, { token })).toMatchObject({ code: 200 })
  expect(isAnswered).toBe(false)
  released.resolve()
  expect(await long).toMatchObject({ code: 200 })
  await Promise.all(taken.map(({ held }) => held))
})

test('reports run one at a time, companies in turn', async () => {
  const report = openReport(house.store.reports, openWork())
  const begun: string[] = []
  const first = Promise.withResolvers<void>()
  const of = (address: string, made: Promise<void> = Promise.resolve()) =>
    report(null, { address }, async () => {
      begun.push(address)
      await made
    })
  const all = [of('a', first.promise), of('a'), of('a'), of('b')]
  first.resolve()
  await Promise.all(all)
  expect(begun).toEqual(['a', 'a', 'b', 'a'])
})
