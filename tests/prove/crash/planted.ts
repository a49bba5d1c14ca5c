import type { Planted } from '../proof.ts'

const PIPELINE = 'src/server/room/pipeline.ts'

export const plantedCrash: readonly Planted[] = [
  {
    fault: 'after an outage an open lot has 1 s left, and not 60 s (O2)',
    changes: [{ file: 'src/domain/rule.ts', from: 'outageFloorMs: 60_000,', to: 'outageFloorMs: 1_000,' }],
    finds: ['clocks without their extension: ', 'no bid is accepted any more: lot.closed'],
  },
  {
    fault: 'an outage is one only after an hour (O1)',
    changes: [{ file: 'src/domain/rule.ts', from: 'outageGapMs: 3_000,', to: 'outageGapMs: 3_600_000,' }],
    // On a slow machine the lots close meanwhile.
    finds: ['restarts without their outage: ', 'no bid is accepted any more: lot.closed'],
  },
  {
    fault: 'a bid is acknowledged before it is flushed',
    changes: [
      {
        file: PIPELINE,
        from: '    const flown = await this.#try(waiting, pieces)\n',
        to: '    answer(waiting, signed(joined(pieces.map((piece) => piece.batch)), this.#deps.sign), this.#deps)\n    const flown = await this.#try(waiting, pieces)\n',
      },
      {
        file: PIPELINE,
        from: "    if ('durable' in flown) return answer(waiting, flown.durable, this.#deps)\n",
        to: "    if ('durable' in flown) return\n",
      },
    ],
    finds: ['acknowledged bids missing: '],
  },
]
