/** What the domain's tests take from vitest, in the judge's process. */
export { expect } from 'vitest'
export { describe, test } from './collect.ts'
