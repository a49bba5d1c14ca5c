import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { instant, later } from '../../src/domain/units.ts'
import { openAuditList, type AuditFilter, type AuditList, type NewAuditRow } from '../../src/server/store/audit.ts'
import type { Store } from '../../src/server/store/open.ts'
import { searches } from '../../src/server/store/page.ts'
import { audit, auditWords } from '../../src/server/store/schema.ts'
import { temporaryStore } from '../support/store/temporary.ts'

const START = instant(Date.UTC(2026, 10, 21))
/** More than a list that is counted anew for each page. */
const MANY = 1_205

let store: Store
let list: AuditList
beforeAll(async () => {
  store = await temporaryStore()
  list = openAuditList(store.db, () => START)
  await store.db
    .insert(audit)
    .values([
      line(1, { actorLogin: 'Huilin—88', actorName: '孙立新' }),
      line(2, { subjectId: 'company-12', subjectName: { zh: '江苏汇林国际贸易有限公司', en: 'Jiangsu Huilin' } }),
      line(3, { address: '203.0.113.7', requestId: 'd41d8cd9-8f00' }),
      line(4, { subjectName: { zh: '１００％—松', en: 'a_b' } }),
      ...Array.from({ length: MANY }, (_, at) => line(10 + at, { act: 'login', actorLogin: 'crowd' })),
    ])
})
afterAll(async () => {
  await store.close()
})

const line = (seconds: number, row: Partial<NewAuditRow>): NewAuditRow => ({
  at: later(START, seconds * 1_000),
  requestId: `r-${seconds}`,
  act: 'userSuspend',
  outcome: 'done',
  actorAs: 'operator',
  address: '198.51.100.1',
  device: 'test',
  asked: {},
  before: {},
  after: {},
  ...row,
})

const secondsOf = async (filter: AuditFilter, slice = { offset: 0, limit: 20 }) => {
  const { rows, total } = await list(filter, slice)
  return { at: rows.map(({ at }) => (at - START) / 1_000), total }
}

test.each([
  ['two Chinese characters', '立新', [1]],
  ['a part of a login, in other letters', 'huilin-', [1]],
  ['a company in either language', 'HUILIN', [2, 1]],
  ['a company in Chinese', '汇林国际', [2]],
  ['another dash', 'huilin-88', [1]],
  ['wide letters', '100%', [4]],
  ['a letter that stands for any elsewhere', 'a_b', [4]],
  ['one character', '松', [4]],
  ['an address', '203.0.113.7', [3]],
  ['a request', 'd41d8cd9', [3]],
  ['pairs that stand nowhere together', '新立', []],
  ['the end of one field and the beginning of the next', '8孙', []],
])('the trail is searched for %s: %s', async (_what, keyword, seconds) => {
  expect(await secondsOf({ keyword })).toEqual({ at: seconds, total: seconds.length })
})

test('a search reads the index of pairs', async () => {
  const plan = await store.db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL enable_seqscan = off`)
    return tx.execute(sql`EXPLAIN SELECT 1 FROM ${audit} WHERE ${searches(auditWords, '立新')}`)
  })
  expect(JSON.stringify(plan.rows)).toContain('audit_words')
})

test('a late page of a long trail is in order, with the number of all lines', async () => {
  const last = { offset: MANY - 5, limit: 20 }
  expect(await secondsOf({ act: 'login' }, last)).toEqual({ at: [14, 13, 12, 11, 10], total: MANY })
  expect(await secondsOf({ keyword: 'crowd' }, last)).toEqual({ at: [14, 13, 12, 11, 10], total: MANY })
  expect(await secondsOf({}, { offset: MANY, limit: 20 })).toEqual({ at: [4, 3, 2, 1], total: MANY + 4 })
})
