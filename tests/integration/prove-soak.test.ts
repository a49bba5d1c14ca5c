import { expect, test } from 'vitest';
import { soak } from '../prove/soak/soak.ts';

test('a sample of the proof: who joins and leaves a running sale leaves nothing behind', { timeout: 180_000 }, async () => {
  expect(await soak.sample({ seed: 20261121, say: () => undefined })).toMatchObject({ 'joined and left': 100 });
});
