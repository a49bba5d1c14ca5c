import { expect, test } from 'vitest'
import { createStore } from './store.ts'
import { followClerks } from './clerkReceipts.ts'
import type { Receipt } from '../../contract/verdict.ts'
import type { SessionEvent } from '../../domain/events.ts'
import { instant, minor } from '../../domain/units.ts'
import type { Activity } from './activity.ts'

const AT = instant(Date.parse('2026-11-21T06:05:31.000Z'))
const set = (number: number, clerk: 'host' | null, ms = 0): SessionEvent => ({
  type: 'ceiling.set',
  lot: 'L1',
  number,
  amount: minor(200_000),
  mode: 'standing',
  account: null,
  clerk,
  seq: 7,
  at: instant(AT + ms),
  actor: `bidder:${number}`,
})
const receiptAt = (ms: number): Receipt => ({
  keyId: 'k',
  body: {
    scheduleTimelineId: 't',
    act: 'ceiling.set',
    mode: 'standing',
    contractObjectId: 'L1',
    biddingNumber: 17,
    price: '2000.00',
    currency: 'CNY',
    seq: 9,
    hash: `h${ms}`,
    at: new Date(AT + ms).toISOString(),
    clerk: 'host',
  },
  path: [],
  signature: 's',
})

function followed() {
  let tell: (events: readonly SessionEvent[]) => void = () => {}
  let recall: (past: readonly Activity[]) => void = () => {}
  const receipts = createStore<readonly Receipt[]>([])
  const fetches: (() => void)[] = []
  followClerks({
    number: 17,
    receipts,
    room: {
      onEvents: (listener) => ((tell = listener), () => {}),
      onPast: (listener) => ((recall = listener), () => {}),
    },
    fetch: () => new Promise((done) => fetches.push(done)),
  })
  return {
    receipts,
    fetches,
    tell: (...events: SessionEvent[]) => tell(events),
    recall: (...events: SessionEvent[]) => recall(events.map((event) => ({ kind: 'event', event, struck: false }))),
  }
}

test('W2: a clerk’s act for the company, heard now or read later, has its receipt fetched; others’ and its own do not', () => {
  const { tell, recall, fetches } = followed()
  tell(set(17, null), set(23, 'host'))
  expect(fetches).toHaveLength(0)
  tell(set(17, 'host'))
  expect(fetches).toHaveLength(1)
  const later = followed()
  later.recall(set(17, 'host'))
  expect(later.fetches).toHaveLength(1)
  expect(recall).toBeDefined()
})

test('one whose receipt is here is not asked for again', () => {
  const { receipts, recall, fetches } = followed()
  receipts.set([receiptAt(0)])
  recall(set(17, 'host'))
  expect(fetches).toHaveLength(0)
  recall(set(17, 'host', 1_000))
  expect(fetches).toHaveLength(1)
})

test('acts that are told while a fetch is under way are fetched by one more', async () => {
  const { tell, fetches } = followed()
  tell(set(17, 'host'))
  tell(set(17, 'host', 1_000))
  tell(set(17, 'host', 2_000))
  expect(fetches).toHaveLength(1)
  fetches[0]?.()
  await expect.poll(() => fetches.length).toBe(2)
})
