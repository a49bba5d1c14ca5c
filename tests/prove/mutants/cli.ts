import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { shuffled } from '../random.ts';
import { judgeAll, prepare } from './run.ts';
import { unexplained } from './survivors.ts';

/** `node tests/prove/mutants/cli.ts [--sample 40] [--seed 1] [--only decide/bids] [--workers 2]` */
const { values } = parseArgs({ options: {
  sample: { type: 'string' }, seed: { type: 'string', default: '1' }, only: { type: 'string' }, workers: { type: 'string' },
} });

const TARGET = 0.85;
const { root, mutants, remove } = await prepare();
try {
  const chosen = shuffled(mutants.filter((m) => !values.only || m.file.includes(values.only)), Number(values.seed)).slice(0, values.sample ? Number(values.sample) : undefined);
  console.log(`${mutants.length} mutants in the domain; judging ${chosen.length} (seed ${values.seed})`);
  const workers = values.workers ? Number(values.workers) : Math.max(1, availableParallelism());
  const judged = await judgeAll(root, chosen, workers, ({ mutant, fate }, done) => {
    if (fate === 'survived') console.log(`survived  ${mutant.file}:${mutant.line}  ${mutant.kind}: ${mutant.was}  →  ${mutant.becomes}`);
    if (done % 50 === 0) console.log(`… ${done} of ${chosen.length}`);
  });
  const survivors = judged.filter((j) => j.fate === 'survived').map((j) => j.mutant);
  const open = unexplained(survivors);
  const killed = judged.length - survivors.length;
  console.log(`${killed} of ${judged.length} killed (${((killed / judged.length) * 100).toFixed(1)} %), ${survivors.length - open.length} survivors explained, ${open.length} not`);
  if (killed / judged.length < TARGET) process.exitCode = 1;
} finally {
  await remove();
}
