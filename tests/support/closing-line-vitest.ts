import { relative } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule, TestRunEndReason, TestSuite } from 'vitest/node'
import { closingLine, countTests } from './closing-line.ts'
import { flakyLines, oneLine, recordTests } from './test-record.ts'
import type { TestRecord } from './test-record.ts'

/** The flaky tests of a run, and its last line, which CI reads. */
export default class ClosingLine implements Reporter {
  readonly #record = recordTests()

  onTestCaseResult(test: TestCase): void {
    this.#add(test)
  }

  onTestModuleEnd(module: TestModule): void {
    // A file that does not load has no tests that could fail.
    for (const error of module.errors()) this.#addError(module, 'the file itself', error)
    for (const suite of module.children.allSuites())
      for (const error of suite.errors()) this.#addError(module, suite.fullName, error, suite)
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[], reason: TestRunEndReason): void {
    for (const module of modules)
      for (const test of module.children.allTests()) if (!this.#record.has(test.id)) this.#add(test)
    for (const error of errors) this.#addError(undefined, 'outside any test', error)
    if (reason === 'interrupted') this.#addError(undefined, 'outside any test', { message: 'interrupted' })
    this.#record.end()
    const tests = this.#record.tests()
    for (const line of flakyLines(tests)) console.log(line)
    console.log(closingLine(countTests(tests)))
  }

  #add(test: TestCase): void {
    const { state, errors } = test.result()
    const { duration = 0, retryCount = 0, flaky = false } = test.diagnostic() ?? {}
    const first = errors?.[0]?.message
    this.#record.add({
      id: test.id,
      file: pathOf(test.module),
      line: test.location?.line ?? 0,
      title: test.fullName,
      seconds: duration / 1000,
      tries: retryCount + 1,
      outcome: outcomeOf(state, flaky),
      ...(first === undefined ? {} : { error: oneLine(first) }),
    })
  }

  #addError(module: TestModule | undefined, title: string, error: { message: string }, suite?: TestSuite): void {
    this.#record.add({
      id: `${module?.id ?? ''} ${title} ${error.message}`,
      file: module === undefined ? 'vitest' : pathOf(module),
      line: suite?.location?.line ?? 0,
      title,
      seconds: 0,
      tries: 1,
      outcome: 'failed',
      error: oneLine(error.message),
    })
  }
}

const pathOf = ({ moduleId }: TestModule): string => relative(process.cwd(), moduleId)

/** A test that is still pending when the run ends was cut off. */
function outcomeOf(state: 'passed' | 'failed' | 'skipped' | 'pending', flaky: boolean): TestRecord['outcome'] {
  if (state === 'pending') return 'failed'
  return state === 'passed' && flaky ? 'flaky' : state
}
