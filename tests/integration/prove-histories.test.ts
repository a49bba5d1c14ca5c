import { expect, test } from 'vitest'
import { histories } from '../prove/histories/histories.ts'

test(
  'a sample of the proof: what three nodes answer under stalls and cuts is linearizable, lot by lot',
  { timeout: 180_000 },
  async () => {
    expect(await histories.sample({ seed: 20261121, say: () => undefined })).toMatchObject({
      histories: 16,
      violations: 0,
      'planted violations overlooked': 0,
    })
  },
)
