import type { Planted } from '../proof.ts'

const REPLICA = 'src/client/room/replica.ts'

export const plantedCuts: readonly Planted[] = [
  {
    fault: 'the replica of the app throws on frames',
    changes: [
      {
        file: REPLICA,
        from: '  const heard = follow(replica, frame)\n',
        to: "  if (frame.events.length > 0) throw new Error('planted')\n  const heard = follow(replica, frame)\n",
      },
    ],
    finds: ['threw Error: planted'],
  },
  {
    fault: 'the replica of the app passes over some bids',
    changes: [
      {
        file: REPLICA,
        from: '    state = evolve(state, event)\n    fresh.push(event)\n',
        to: "    state = event.type === 'bid' && event.seq % 5 === 0 ? passedTo(state, event.seq) : evolve(state, event)\n    fresh.push(event)\n",
      },
    ],
    finds: ['is not what the room says', 'gave up its link', 'replicas that strayed: '],
  },
  {
    fault: 'the app resumes without its own secrets',
    changes: [
      {
        file: REPLICA,
        from: 'state ? { epoch: state.epoch, seq: state.seq, privy, mark } : null',
        to: 'state ? { epoch: state.epoch, seq: Math.max(0, state.seq - 1), privy: 0, mark: null } : null',
      },
    ],
    finds: ['resumptions by a whole snapshot though the gap allowed less: ', 'gave up its link'],
  },
]
