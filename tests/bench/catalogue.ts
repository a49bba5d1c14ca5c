import { sql } from 'drizzle-orm'
import type { Measure, Pair } from './measure.ts'
import { median } from './parts/numbers.ts'
import { START_PRICE, worldWith } from '../support/world.ts'
import type { WorldSession } from '../support/world.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'

const MANY = 10_000
const FEW = 100
const SIZE = 20
/** Requests of each page per run. */
const ASKED = 30
/** Fewer, since each advances the clock, and tokens last a day. */
const ASKED_COLD = 10

interface Sales {
  readonly house: House
  readonly many: WorldSession
  readonly few: WorldSession
}

/** A large and a small catalogue in one database: twenty species, twelve origins, five grades in each. */
async function build(): Promise<Sales> {
  const house = await openHouse()
  const [many, few] = await worldWith(house.store, { bidders: 1 }, [MANY, FEW])
  if (!many || !few) throw new Error('no catalogues')
  await house.store.db
    .execute(sql`UPDATE lot SET species = 's' || position % 20, origin = 'o' || position % 12, grade = 'g' || position % 5, start_price = ${START_PRICE},
    length = (2000 + position % 50 * 100)::text || '–' || (2500 + position % 50 * 100)::text`)
  await house.store.db.execute(sql`VACUUM ANALYZE lot`)
  for (const { id } of [many, few]) await house.rooms.state(id)
  return { house, many, few }
}

const lastOf = (lots: number): number => Math.ceil(lots / SIZE)
/** Queries for a catalogue with that many lots. */
const PAGES: readonly (readonly [string, (lots: number) => Record<string, string>])[] = [
  ['first', () => ({ pageNum: '1' })],
  ['middle', (lots) => ({ pageNum: String(Math.ceil(lastOf(lots) / 2)) })],
  ['last', (lots) => ({ pageNum: String(lastOf(lots)) })],
  ['filtered', () => ({ pageNum: '1', species: 's7' })],
  // One row in both catalogues: one lot in a hundred matches.
  ['filtered by three', () => ({ pageNum: '1', pageSize: '1', species: 's7', origin: 'o7', grade: 'g2' })],
  ['last filtered', (lots) => ({ pageNum: String(lastOf(lots / 5)), grade: 'g2' })],
  // Six lots in fifty match.
  ['by size', () => ({ pageNum: '1', pageSize: '10', minLength: '4000', maxLength: '4000' })],
  ['status', () => ({ pageNum: '1', status: 'waiting' })],
]

async function took({ app }: House, { id, audience }: WorldSession, query: Record<string, string>): Promise<number> {
  const from = performance.now()
  const answer = await app.inject({
    method: 'GET',
    url: '/prod-api/auction/contractObject/list',
    query: { scheduleTimelineId: id, pageSize: String(SIZE), ...query },
    headers: { authorization: `Bearer ${audience.venueToken}`, 'accept-language': 'en_US' },
  })
  const ms = performance.now() - from
  if (!answer.payload.includes('"code":200')) throw new Error(answer.payload.slice(0, 200))
  return ms
}

/** Cold: past the node's cache lifetime of names and catalogues. */
const KEPT_MS = 61_000
const chill = ({ clock }: House): void => {
  clock.offset += KEPT_MS
}

const pageMeasure = (page: string, asked: (lots: number) => Record<string, string>, cold: boolean): Measure => ({
  what: `a catalogue of ${MANY.toLocaleString('en')}: ${page} page, ${cold ? 'cold' : 'warm'}`,
  ours: `ms, of ${MANY.toLocaleString('en')}`,
  bare: `ms, of ${FEW}`,
  target: { most: 1.5 },
  async run(runs) {
    const { house, many, few } = await (built ??= build())
    const pairs: Pair[] = []
    // The first run warms up the process.
    for (let run = -1; run < runs; run++) {
      const [large, small]: [number[], number[]] = [[], []]
      for (let i = 0; i < (cold ? ASKED_COLD : ASKED); i++) {
        if (cold) chill(house)
        large.push(await took(house, many, asked(MANY)))
        if (cold) chill(house)
        small.push(await took(house, few, asked(FEW)))
      }
      if (run >= 0) pairs.push({ ours: median(large), bare: median(small) })
    }
    return pairs
  },
  async end() {
    const sales = await built
    built = null
    await sales?.house.close()
  },
})

let built: Promise<Sales> | null = null

export const catalogue: readonly Measure[] = PAGES.flatMap(([page, asked]) => [
  pageMeasure(page, asked, true),
  pageMeasure(page, asked, false),
])
