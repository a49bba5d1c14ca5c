import { expect, test } from 'vitest'
import { radio } from '../prove/radio/radio.ts'

test(
  'a sample of the proof: after black-outs that drop every SYN a client of the room and a browser are live again at once',
  { timeout: 240_000 },
  async () => {
    expect(await radio.sample({ seed: 20261123, say: () => undefined })).toMatchObject({
      'attempts later than 3 s': 0,
      'live later than 2 round trips after opening': 0,
    })
  },
)
