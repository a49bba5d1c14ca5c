import { availableParallelism } from 'node:os'
import { Broken } from '../proof.ts'
import type { Figures, Options, Proof } from '../proof.ts'
import { shuffled } from '../random.ts'
import type { Mutant } from './instrument.ts'
import { judgeAll, prepare } from './run.ts'
import { explanation, loose } from './survivors.ts'

const TARGET = 0.96
const TOLD_EVERY = 200
const SAMPLE = 12

export const mutants: Proof = {
  name: 'mutants',
  promise: 'The tests of the law notice when the law is changed',
  full: (options) => prove(undefined, options),
  sample: (options) => prove(SAMPLE, options),
}

async function prove(sample: number | undefined, { seed, say, only = [] }: Options): Promise<Figures> {
  const prepared = await prepare()
  try {
    const vague = loose(prepared.mutants)
    if (vague.length > 0) throw new Broken(`explained too loosely:\n${vague.join('\n')}`)
    const meant = (mutant: Mutant): boolean =>
      only.length === 0 || only.some((part) => described(mutant).startsWith(part))
    const chosen = shuffled(prepared.mutants.filter(meant), seed).slice(0, sample)
    let survived = 0
    const judged = await judgeAll(prepared, chosen, sample === undefined ? availableParallelism() : 1, {
      surveyed: ({ order, ms }) => say(`${order.length} tests judge, ${(ms / 1_000).toFixed(1)} s for all of them`),
      judged({ mutant, fate }, done) {
        if (fate === 'survived') {
          survived += 1
          say(`survived${explanation(mutant) === null ? ', NOT EXPLAINED' : ''}  ${described(mutant)}`)
        }
        if (done % TOLD_EVERY === 0) say(`${done} of ${chosen.length}, ${done - survived} found out`)
      },
    })
    const survivors = judged.filter(({ fate }) => fate === 'survived').map(({ mutant }) => mutant)
    const unexplained = survivors.filter((mutant) => explanation(mutant) === null)
    const killed = judged.length - survivors.length
    const figures: Figures = {
      'mutants in the domain': prepared.mutants.length,
      judged: judged.length,
      killed,
      'of them endless': judged.filter(({ fate }) => fate === 'timed out').length,
      'killed (%)': ((killed / judged.length) * 100).toFixed(1),
      'survived and explained': survivors.length - unexplained.length,
      'survived, not explained': unexplained.length,
    }
    // In a small sample, or in one file, chance decides the share of killed mutants, so only unexplained survivors count.
    const tooMany = sample === undefined && only.length === 0 && killed / judged.length < TARGET
    if (tooMany || unexplained.length > 0)
      throw new Broken([...unexplained.map(described), JSON.stringify(figures)].join('\n'))
    return figures
  } finally {
    await prepared.remove()
  }
}

const described = ({ file, line, kind, was, becomes }: Mutant): string =>
  `${file}:${line}  ${kind}: ${was}  →  ${becomes}`
