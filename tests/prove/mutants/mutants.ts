import { availableParallelism } from 'node:os';
import { Broken } from '../proof.ts';
import type { Figures, Options, Proof } from '../proof.ts';
import { shuffled } from '../random.ts';
import { judgeAll, prepare } from './run.ts';
import { unexplained } from './survivors.ts';

const TARGET = 0.85;
const TOLD_EVERY = 100;

export const mutants: Proof = {
  name: 'mutants',
  promise: 'The tests of the law notice when the law is changed',
  full: (options) => prove(undefined, options),
  sample: (options) => prove(12, options),
};

async function prove(sample: number | undefined, { seed, say }: Options): Promise<Figures> {
  const { root, mutants: all, remove } = await prepare();
  try {
    const chosen = shuffled(all, seed).slice(0, sample);
    const judged = await judgeAll(root, chosen, Math.max(1, availableParallelism()), ({ mutant, fate }, done) => {
      if (fate === 'survived') say(`survived  ${mutant.file}:${mutant.line}  ${mutant.kind}: ${mutant.was}  →  ${mutant.becomes}`);
      if (done % TOLD_EVERY === 0) say(`${done} of ${chosen.length}`);
    });
    const survivors = judged.filter(({ fate }) => fate === 'survived').map(({ mutant }) => mutant);
    const killed = judged.length - survivors.length;
    const figures: Figures = {
      'mutants in the domain': all.length, judged: judged.length, killed, 'killed (%)': ((killed / judged.length) * 100).toFixed(1),
      survived: survivors.length, 'of them not explained': unexplained(survivors).length,
    };
    // Of a dozen, chance decides: there the figure is told, not judged.
    if (sample === undefined && killed / judged.length < TARGET) throw new Broken(JSON.stringify(figures));
    return figures;
  } finally {
    await remove();
  }
}
