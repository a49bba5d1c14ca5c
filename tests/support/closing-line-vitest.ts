import type { Reporter, TestModule } from 'vitest/node'
import { closingLine } from './closing-line.ts'

/** The last line of a run, which CI reads. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        // A test that is still pending when the run ends was cut off.
        count[state === 'pending' ? 'failed' : state] += 1
      }
      // A file that does not load has no tests that could fail.
      count.failed += module.errors().length
      for (const suite of module.children.allSuites()) count.failed += suite.errors().length
    }
    console.log(closingLine(count))
  }
}
