import type { TestRecord } from './test-record.ts'

export interface TestCount {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export function closingLine({ passed, failed, skipped }: TestCount): string {
  const line = `${passed} passed, ${failed} failed`
  return skipped > 0 ? `${line}, ${skipped} skipped` : line
}

/** A flaky test that passed in the end counts as passed. */
export function countTests(tests: readonly TestRecord[]): TestCount {
  const number = (...outcomes: readonly TestRecord['outcome'][]): number =>
    tests.filter(({ outcome }) => outcomes.includes(outcome)).length
  return { passed: number('passed', 'flaky'), failed: number('failed'), skipped: number('skipped') }
}
