import { expect, test } from 'vitest'
import { soak } from '../prove/soak/soak.ts'

test(
  'a sample of the proof: people come to a sale and leave it, half of them without a word, and nothing of theirs stays',
  { timeout: 180_000 },
  async () => {
    expect(await soak.sample({ seed: 20261121, say: () => undefined })).toMatchObject({ 'joined and left': 120 })
  },
)
