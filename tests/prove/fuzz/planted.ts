import type { Planted } from '../proof.ts'

export const plantedFuzz: readonly Planted[] = [
  {
    fault: 'a request that the HTTP library refuses is answered as a fault of the server',
    changes: [
      {
        file: 'src/server/http/errors.ts',
        from: 'isHttpError(error) ? REFUSED[error.code] : undefined\n',
        to: 'isHttpError(error) ? undefined : undefined\n',
      },
      {
        file: 'src/server/http/errors.ts',
        from: "  if (isTheirs(error)) return fail(CODE.invalid, 'input.invalid')\n",
        to: '',
      },
    ],
    finds: ['unclear answers: '],
  },
]
