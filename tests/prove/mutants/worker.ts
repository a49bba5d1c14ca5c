import { createVitest } from 'vitest/node';

/**
 * Runs the domain's tests in `root` against one mutant after another, with the transformed sources kept warm.
 * Asked by `{ mutant }`; answers `{ mutant, killed, by }`. Stops at the first test that fails.
 */
const root = process.argv[2];
if (!root || !process.send) throw new Error('to be started by run.ts');

const vitest = await createVitest({
  root, config: false, watch: false, run: true, bail: 1, pool: 'threads', maxWorkers: 1, reporters: [{}], include: ['src/domain/**/*.test.ts'],
  testTimeout: 60_000, cache: false,
} as never);

let by = '';
vitest.onTestsRerun(() => undefined);

process.on('message', (asked: { mutant: number }) => void judge(asked.mutant));
process.send({ ready: true });

async function judge(mutant: number): Promise<void> {
  process.env['MUTANT'] = String(mutant);
  const specifications = await vitest.globTestSpecifications();
  // Small tests first: most mutants die there, and properties cost more.
  specifications.sort((a, b) => weight(a.moduleId) - weight(b.moduleId));
  let killed = false;
  by = '';
  for (const specification of specifications) {
    const result = await vitest.runTestSpecifications([specification], false);
    const failed = result.testModules.find((m) => !m.ok());
    if (failed || result.unhandledErrors.length > 0) {
      killed = true;
      by = specification.moduleId.split('/').pop() ?? '';
      break;
    }
  }
  vitest.state.clearErrors();
  process.send?.({ mutant, killed, by });
}

function weight(file: string): number {
  return (file.includes('propert') ? 2 : 0) + (file.includes('/testing/') ? 1 : 0);
}
