import type { Planted } from '../proof.ts'

const BID = 'src/domain/decide/bid.ts'

export const plantedHistories: readonly Planted[] = [
  {
    fault: 'notAfter is not kept (B4)',
    changes: [
      { file: BID, from: '  return draft.now <= notAfter ? null : refuse(', to: '  return true ? null : refuse(' },
      {
        file: 'src/server/room/batch.ts',
        from: '  if (asked.notAfter !== null && now > asked.notAfter)\n',
        to: '  if (asked.notAfter !== null && now < 0)\n',
      },
      { file: 'src/server/room/batch.ts', from: '    guard: asked.notAfter,\n', to: '    guard: null,\n' },
    ],
    finds: ['final verdicts that changed: '],
  },
  {
    fault: 'a ceiling that is met exactly loses the lead (C7)',
    changes: [{ file: BID, from: 'answer?.amount === price', to: 'answer?.amount === price + 1' }],
    finds: ['violations: '],
  },
]
