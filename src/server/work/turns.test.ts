import { expect, test } from 'vitest'
import { createTurns, TooBusy } from './turns.ts'

test('work of one company waits in its own line: another company’s comes next, and what is beyond the line is refused', async () => {
  const inTurn = createTurns(1, { ofOne: 3, ofAll: 100 })
  const order: string[] = []
  const first = Promise.withResolvers<void>()
  const work = (company: string) => inTurn({ unknown: company }, async () => void order.push(company))
  const running = inTurn({ unknown: 'busy' }, () => first.promise)
  const waiting = [work('busy'), work('busy'), work('busy')]
  await expect(work('busy')).rejects.toThrow(TooBusy)
  waiting.push(work('other'))
  first.resolve()
  await Promise.all([running, ...waiting])
  expect(order).toEqual(['busy', 'other', 'busy', 'busy'])
})
