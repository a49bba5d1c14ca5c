import { expect, test } from 'vitest'
import { sendInLanes } from './lanes.ts'

test('an account whose push services do not answer gets none after three time-outs, and holds no other account up', async () => {
  const sent: string[] = []
  const later: string[] = []
  const items = [1, 2, 3, 4, 5, 6, 7].flatMap((at) => [`slow ${at}`, `quick ${at}`])
  await sendInLanes(items, {
    lineOf: (item) => item.split(' ')[0] ?? '',
    send: async (item) => {
      sent.push(item)
      return item.startsWith('quick')
    },
    putOff: async (item) => void later.push(item),
  })
  expect(sent.filter((item) => item.startsWith('slow'))).toEqual(['slow 1', 'slow 2', 'slow 3'])
  expect(sent.filter((item) => item.startsWith('quick'))).toHaveLength(7)
  expect(later).toEqual(['slow 4', 'slow 5', 'slow 6', 'slow 7'])
})
