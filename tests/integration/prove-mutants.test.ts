import { expect, test } from 'vitest';
import { mutants } from '../prove/mutants/mutants.ts';

test('a sample of the proof: the tests of the law notice when it is changed, and whoever survives is explained', { timeout: 180_000 }, async () => {
  expect(await mutants.sample({ seed: 20261121, say: () => undefined })).toMatchObject({ 'survived, not explained': 0 });
});
