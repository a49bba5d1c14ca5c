import { randomUUID } from 'node:crypto'
import { DEFAULT_RULE } from '../../../src/domain/rule.ts'
import { instant } from '../../../src/domain/units.ts'
import type { Entry } from '../../../src/domain/log.ts'
import type { Batch, KeptVerdict } from '../../../src/server/store/batch.ts'
import { schedule, timeline } from '../../../src/server/store/schema.ts'
import type { Store } from '../../../src/server/store/open.ts'

export const GENESIS = 'genesis'

/** A published session with an empty log. */
export async function someSession(store: Store): Promise<string> {
  const id = randomUUID()
  const now = instant(Date.now())
  await store.db
    .insert(schedule)
    .values({ id, nameZh: '春季木材', nameEn: 'Spring timber', venueZh: '上海', venueEn: 'Shanghai' })
  await store.db
    .insert(timeline)
    .values({ id, scheduleId: id, startTime: now, signUpDeadline: now, rule: DEFAULT_RULE, createdAt: now })
  await store.log.ensureHead(id, 'e1', GENESIS)
  return id
}

/** A batch of `count` bids that follows `after`; hashes are names of their place. */
export function batch(timelineId: string, after: number, count: number, more: Partial<Batch> = {}): Batch {
  const entries = Array.from({ length: count }, (_, i) => entry(after + i + 1))
  return {
    timelineId,
    expectedSeq: after,
    newSeq: after + count,
    newHash: hashAt(after + count),
    entries,
    openings: entries.map(() => ({ account: { salt: 'salt', value: 'a1' } })),
    verdicts: [],
    notAfter: null,
    ...more,
  }
}

export const hashAt = (seq: number): string => (seq === 0 ? GENESIS : `hash-${seq}`)

export const entry = (seq: number): Entry => ({
  epoch: 'e1',
  seq,
  at: instant(1_790_000_000_123 + seq),
  type: 'bid',
  actor: 'bidder:17',
  payload: { lot: 'l1', number: 17, price: 218_000, account: { sealed: 'c0ffee' } },
  prevHash: hashAt(seq - 1),
  hash: hashAt(seq),
})

export const verdictOn = (bidKey: string, seq: number | null = 1): Omit<KeptVerdict, 'timelineId'> => ({
  accountId: 'a1',
  bidKey,
  fingerprint: 'f',
  at: instant(1_790_000_000_123),
  body: {
    verdict: seq === null ? 'refused' : 'accepted',
    reason: seq === null ? 'bid.below_next' : null,
    seq,
    price: '2180.00',
    at: null,
    receipt: null,
  },
})
