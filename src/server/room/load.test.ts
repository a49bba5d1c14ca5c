import { expect, test } from 'vitest'
import { genesis, seal } from '../../domain/log.ts'
import type { SessionEvent } from '../../domain/events.ts'
import { instant } from '../../domain/units.ts'
import { randomSalt, sha256 } from './hashing.ts'
import { beginning, readOn } from './load.ts'
import type { Sealed } from './position.ts'

function logOf(length: number): readonly Sealed[] {
  let prevHash = genesis('sale', 'epoch', sha256)
  return Array.from({ length }, (_, i) => {
    const event: SessionEvent = {
      type: 'message',
      seq: i + 1,
      at: instant(i),
      actor: 'host',
      from: 'host',
      text: 'x'.repeat(100),
      account: null,
    }
    const sealed = seal(event, { epoch: 'epoch', prevHash, sha256, salt: randomSalt })
    prevHash = sealed.entry.hash
    return sealed
  })
}

test('loading a room streams the log: what its caller drops is not collected (mend 16)', async () => {
  const log = logOf(2_500)
  const source = {
    head: () => Promise.resolve(null),
    loadSnapshot: () => Promise.resolve(null),
    readTail: (_id: string, after: number, limit: number) => Promise.resolve(log.slice(after, after + limit)),
  }
  const pages: number[] = []
  const position = await readOn(beginning('sale', 'epoch', sha256), source, sha256, (placed) =>
    pages.push(placed.length),
  )
  expect(position.state.seq).toBe(2_500)
  expect(pages).toEqual([1_000, 1_000, 500])
  expect(Object.keys(position).toSorted()).toEqual(['hash', 'state'])
})
