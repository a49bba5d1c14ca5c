import { expect, test } from 'vitest'
import { mutants } from '../prove/mutants/mutants.ts'

test(
  'a sample of the proof: the tests of the law notice when the law is changed, or it is known why they cannot',
  { timeout: 300_000 },
  async () => {
    expect(await mutants.sample({ seed: 20261122, say: () => undefined })).toMatchObject({
      judged: 12,
      'survived, not explained': 0,
    })
  },
)
