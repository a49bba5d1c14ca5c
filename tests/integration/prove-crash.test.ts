import { expect, test } from 'vitest'
import { crash } from '../prove/crash/crash.ts'

test(
  'a sample of the proof: every process killed twice under 64 bidders, nothing acknowledged is lost',
  { timeout: 180_000 },
  async () => {
    expect(await crash.sample({ seed: 20261121, say: () => undefined })).toMatchObject({
      kills: 2,
      'acknowledged bids missing': 0,
      'answers that changed': 0,
    })
  },
)
