import type { Mutant } from './instrument.ts';

/** Mutants that no test can tell from the original, and why. Matched by file, original text and replacement. */
const EXPLAINED: readonly (Pick<Mutant, 'file' | 'was' | 'becomes'> & { readonly because: string })[] = [];

/** `null`: nobody has one, so a test is missing. */
export function explanation(mutant: Mutant): string | null {
  return EXPLAINED.find(({ file, was, becomes }) => mutant.file === file && mutant.was === was && mutant.becomes === becomes)?.because ?? null;
}
