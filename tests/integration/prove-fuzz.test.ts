import { expect, test } from 'vitest'
import { fuzz } from '../prove/fuzz/fuzz.ts'

test(
  'a sample of the proof: malformed requests and frames get a clear error, and leave no trace',
  { timeout: 180_000 },
  async () => {
    expect(await fuzz.sample({ seed: 20261121, say: () => undefined })).toMatchObject({
      'unclear answers': 0,
      'traces left': 0,
      'dead servers': 0,
    })
  },
)
