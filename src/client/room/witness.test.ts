import { expect, test, vi } from 'vitest'
import type { ReceiptStanding } from '../../contract/calls/venue.ts'
import type { Receipt } from '../../contract/verdict.ts'
import type { LinkView } from './linkView.ts'
import { createStore } from './store.ts'
import { createWitness } from './witness.ts'

const receipt = (seq: number): Receipt => ({
  keyId: 'key',
  body: {
    scheduleTimelineId: 'T1',
    contractObjectId: 'L1',
    biddingNumber: 17,
    price: '2180.00',
    currency: 'CNY',
    seq,
    hash: String(seq).padStart(64, '0'),
    at: '2026-11-21T06:05:31.000Z',
  },
  path: [],
  signature: '',
})

function scene(answers: readonly ReceiptStanding[] | null) {
  const link = createStore<LinkView>({ kind: 'connecting' } as LinkView)
  const receipts = createStore<readonly Receipt[]>([])
  const due: { readonly ms: number; readonly run: () => void }[] = []
  const ask = vi.fn(async (of: readonly Receipt[]) => answers && of.map((_, i) => answers[i] ?? 'kept'))
  const missing = createWitness({
    link,
    receipts,
    ask,
    after: (ms, run) => due.push({ ms, run }),
    random: () => 0.5,
  })
  const back = async () => {
    link.set({ kind: 'live' } as LinkView)
    for (const { run } of due.splice(0)) run()
    await Promise.resolve()
    await Promise.resolve()
  }
  return { link, receipts, due, ask, missing, back }
}

test('holds the log to its newest receipts each time the link is back, a little later', async () => {
  const { link, receipts, due, ask, missing, back } = scene(['kept', 'lost', 'denied'])
  await back()
  expect(ask).not.toHaveBeenCalled()
  receipts.set(Array.from({ length: 9 }, (_, i) => receipt(i + 1)))
  link.set({ kind: 'connecting' } as LinkView)
  link.set({ kind: 'live' } as LinkView)
  link.set({ ...link.get() })
  expect(due.map(({ ms }) => ms)).toEqual([5_000])
  await back()
  expect(ask).toHaveBeenCalledTimes(1)
  expect(ask.mock.calls[0]?.[0].map(({ body }) => body.seq)).toEqual([5, 6, 7, 8, 9])
  expect(missing.get().lost.map(({ body }) => body.seq)).toEqual([6])
  expect(missing.get().denied.map(({ body }) => body.seq)).toEqual([7])
})

test('says nothing where every entry is there, or no answer came', async () => {
  for (const answers of [['kept'] as const, null]) {
    const { receipts, missing, back } = scene(answers)
    receipts.set([receipt(1)])
    await back()
    expect(missing.get()).toEqual({ lost: [], denied: [] })
  }
})
