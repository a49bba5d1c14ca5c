import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { instant } from '../../src/domain/units.ts'
import { openDeepList } from '../../src/server/store/deep.ts'
import { temporaryStore } from '../support/store/temporary.ts'

type Store = Awaited<ReturnType<typeof temporaryStore>>
let store: Store
let now = 0
beforeAll(async () => {
  store = await temporaryStore()
})
afterAll(() => store.close())

const idOf = (n: number): string => `t${String(n).padStart(6, '0')}`
/** Every other row: the even ones, or the odd ones. */
const everyOther = (rows: number, odd: number) =>
  sql`SELECT to_timestamp(n / 3)::timestamptz(3) AS at, 't' || lpad(n::text, 6, '0') AS id FROM generate_series(1, ${rows}::int) AS n WHERE n % 2 = ${odd}::int`
/** A list in two parts, three rows of it at a time. */
const listOf = (things: { rows: number }) =>
  openDeepList(
    store.db,
    () => instant(now),
    (_query: null) => [everyOther(things.rows, 0), everyOther(things.rows, 1)] as const,
  )

test('a list of any length has every row once, newest first, wherever its pages begin', async () => {
  const page = listOf({ rows: 5_000 })
  const seen: string[] = []
  for (let offset = 0; offset < 5_000; offset += 70) {
    const { rows, total } = await page(null, { offset, limit: 70 })
    expect(total).toBe(5_000)
    seen.push(...rows)
  }
  expect(seen).toEqual(Array.from({ length: 5_000 }, (_, i) => idOf(5_000 - i)))
  expect(await page(null, { offset: 5_500, limit: 20 })).toEqual({ rows: [], total: 5_000 })
  expect(await listOf({ rows: 0 })(null, { offset: 9_000, limit: 20 })).toEqual({ rows: [], total: 0 })
})

test('a long list’s new row is on its first page at once, and in its total soon', async () => {
  const things = { rows: 3_000 }
  const page = listOf(things)
  await page(null, { offset: 0, limit: 1 })
  things.rows += 1
  expect((await page(null, { offset: 0, limit: 1 })).rows).toEqual([idOf(3_001)])
  now += 3_000
  expect((await page(null, { offset: 0, limit: 1 })).total).toBe(3_001)
})

test('a short list’s total is exact at every moment', async () => {
  const things = { rows: 999 }
  const page = listOf(things)
  for (; things.rows <= 1_000; things.rows++)
    expect((await page(null, { offset: 0, limit: 1 })).total).toBe(things.rows)
})
