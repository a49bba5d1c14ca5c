import type { Mutant } from './instrument.ts';

/** Mutants that no test can tell from the original, and why. Matched by file, original text and replacement. */
const EXPLAINED: readonly { file: string; was: string; becomes: string; because: string }[] = [
];

export function unexplained(survivors: readonly Mutant[]): Mutant[] {
  return survivors.filter((m) => !EXPLAINED.some((e) => e.file === m.file && e.was === m.was && e.becomes === m.becomes));
}
