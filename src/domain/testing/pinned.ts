import type { Given } from '../commands.ts';

/** Sales that broke a rule once, by what was wrong. */
export const PINNED: Readonly<Record<string, readonly Given[]>> = {};
