/** The vitest API that the domain's tests use, in the judge's process. */
export { expect } from 'vitest'
export { describe, test } from './collect.ts'
