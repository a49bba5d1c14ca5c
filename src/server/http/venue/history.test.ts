import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal } from '../../../domain/log.ts'
import { running } from '../../../../tests/support/sale.ts'
import { Numbers } from '../../room/numbers.ts'
import { historyOf } from './history.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test("a stretch has the viewer's own secrets with the numbers of both its ends", async () => {
  const sale = running()
  const own = (ms: number) => sale.add(ms, { type: 'ceiling.capped', lot: 'L1', number: 17 })
  const first = sale.bid(1_000, 17, 200_000)
  own(1_100)
  sale.bid(2_000, 23, 205_000)
  own(2_100)
  sale.bid(3_000, 23, 210_000)
  const numbers = new Numbers([], [])
  numbers.add(sale.events.map((event) => ({ event, hash: '' })))
  const log = {
    readTail: async (_: string, after: number, limit: number) =>
      sale.events
        .slice(after, after + limit)
        .map((event) => seal(event, { epoch: 'e', prevHash: '', sha256, salt: () => 'ab'.repeat(16) })),
  }
  const typesFor = async (number: number) => {
    const stretch = { after: first.seq, upTo: first.seq + 1 }
    const events = await historyOf(log, { state: sale.state, numbers }, { identity: 'buyer', number }, stretch)
    return events.map(({ type, seq }) => [type, seq - first.seq])
  }
  expect(await typesFor(17)).toEqual([
    ['ceiling.capped', 0],
    ['bid', 1],
    ['ceiling.capped', 1],
  ])
  expect(await typesFor(23)).toEqual([['bid', 1]])
})
