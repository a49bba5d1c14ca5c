import type { Planted } from '../proof.ts'

export const plantedSoak: readonly Planted[] = [
  {
    fault: 'a room keeps the connections that have left it',
    changes: [
      {
        file: 'src/server/socket/live.ts',
        from: '    this.#admitted.delete(admitted)\n    channel.leave(admitted)\n',
        to: '    this.#admitted.delete(admitted)\n',
      },
    ],
    finds: ['live connections left behind: '],
  },
]
