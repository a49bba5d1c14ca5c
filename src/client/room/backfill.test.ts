import { beforeEach, describe, expect, test } from 'vitest'
import { HISTORY_MOST, HISTORY_PAGE } from '../../contract/constants.ts'
import { FakeTime, settled } from '../../../tests/support/fake-time.ts'
import { EPOCH, running } from '../../../tests/support/sale.ts'
import { filled, holeOf, withHole, type Activity, type HistoryPage } from './activity.ts'
import { createBackfill, type Backfill, type Wanted } from './backfill.ts'

let time: FakeTime
let live: boolean
let activity: readonly Activity[]
let asked: Wanted[]
let answer: (page: HistoryPage | null) => void
let backfill: Backfill

beforeEach(() => {
  time = new FakeTime()
  live = true
  asked = []
  activity = withHole([], 0, 1_200)
  backfill = createBackfill({
    live: () => live,
    hole: () => holeOf(activity),
    fetch: (wanted) => {
      asked.push(wanted)
      return new Promise((resolve) => {
        answer = resolve
      })
    },
    fill: (page) => {
      const before = activity
      activity = filled(activity, page)
      return activity !== before
    },
    after: time.after,
  })
})

const give = async (page: Pick<HistoryPage, 'after' | 'upTo'> | null) => {
  answer(page && { epoch: EPOCH, events: [], ...page })
  await settled()
}

describe('what the page was not here for', () => {
  test('comes in two questions: a short one for what is in sight, a long one for the rest', async () => {
    backfill.run()
    expect(backfill.state.get()).toBe('fetching')
    await give({ after: 700, upTo: 1_200 })
    await give({ after: 0, upTo: 700 })
    expect(asked).toEqual([
      { after: 0, upTo: 1_200, most: HISTORY_PAGE },
      { after: 0, upTo: 700, most: HISTORY_MOST },
    ])
    expect([backfill.state.get(), holeOf(activity)]).toEqual(['idle', null])
  })

  test('is asked for once at a time, and not without a link', () => {
    live = false
    backfill.run()
    expect(asked).toEqual([])
    live = true
    backfill.run()
    backfill.run()
    expect(asked).toHaveLength(1)
  })

  test('that does not come is asked for again after a while, or when the reader says so', async () => {
    backfill.run()
    await give(null)
    expect(backfill.state.get()).toBe('failed')
    time.pass(5_000)
    expect(asked).toHaveLength(2)
    await give(null)
    backfill.run()
    expect(asked).toHaveLength(3)
  })

  test('an answer that fills nothing is not asked for without end', async () => {
    backfill.run()
    await give({ after: 1_200, upTo: 1_200 })
    expect([backfill.state.get(), asked.length]).toEqual(['failed', 1])
  })

  test('an answer that comes after the visit is passed over', async () => {
    backfill.run()
    backfill.stop()
    await give({ after: 0, upTo: 1_200 })
    expect(holeOf(activity)).not.toBeNull()
  })
})

describe('a hole', () => {
  const { events } = running()
  const fresh = running()
  const bid = fresh.bid(1_000, 17, 200_000)
  const struck = fresh.add(
    2_000,
    {
      type: 'bid.voided',
      lot: 'L1',
      struck: [bid.seq],
      number: 17,
      reason: 'a slip',
      deadline: bid.at,
      restored: null,
      account: null,
    },
    'host',
  )
  const kinds = (some: readonly Activity[]) => some.map((entry) => (entry.kind === 'event' ? entry.event.type : 'hole'))

  test('is filled in its place; what is left of it stays open', () => {
    const [seq] = [bid.seq]
    const before = [...withHole([], 0, seq - 1), ...withHole([], seq, struck.seq)]
    const after = filled(before, { epoch: EPOCH, after: 3, upTo: seq - 1, events: events.slice(3) })
    expect(kinds(after)).toEqual(['hole', ...events.slice(3).map(({ type }) => type), 'hole'])
    expect(after[0]).toEqual({ kind: 'hole', after: 0, upTo: 3 })
  })

  test('a bid is marked as struck, whichever of the two came in first', () => {
    const older = { epoch: EPOCH, after: 0, upTo: bid.seq, events: [...events, bid] }
    const live = [...withHole([], 0, bid.seq), { kind: 'event', event: struck, struck: false } as const]
    expect(filled(live, older).find((entry) => entry.kind === 'event' && entry.event === bid)).toMatchObject({
      struck: true,
    })
  })

  test('of another stretch is left alone', () => {
    const before = withHole([], 5, 9)
    expect(filled(before, { epoch: EPOCH, after: 2, upTo: 8, events })).toBe(before)
  })
})
