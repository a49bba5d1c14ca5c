import { expect, test } from 'vitest'
import { nodes } from '../prove/nodes/nodes.ts'

test(
  'a sample of the proof: two nodes serve one room in one order, and the clients of one that goes resume on the other',
  { timeout: 180_000 },
  async () => {
    expect(await nodes.sample({ seed: 20261121, say: () => undefined })).toMatchObject({
      'sent to both nodes at once': 20,
      'bids doubled': 0,
      'replicas that strayed': 0,
    })
  },
)
