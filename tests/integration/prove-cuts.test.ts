import { expect, test } from 'vitest'
import { cuts } from '../prove/cuts/cuts.ts'

test(
  'a sample of the proof: links cut in mid-frame while bids flow leave every replica as the server shows it',
  { timeout: 180_000 },
  async () => {
    expect(await cuts.sample({ seed: 20261121, say: () => undefined })).toMatchObject({
      'replicas that strayed': 0,
      'clients with events missing, doubled or other': 0,
    })
  },
)
