import { relative } from 'node:path'
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter'
import { closingLine, countTests } from './closing-line.ts'
import { flakyLines, oneLine, recordTests } from './test-record.ts'

const OUTCOMES = { expected: 'passed', unexpected: 'failed', flaky: 'flaky', skipped: 'skipped' } as const

/** The flaky tests of a run, and its last line, which CI reads. */
export default class ClosingLine implements Reporter {
  readonly #record = recordTests()
  #suite: Suite | undefined

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#suite = suite
  }

  onTestEnd(test: TestCase): void {
    this.#add(test)
  }

  onError({ message = 'an error without a message', location }: TestError): void {
    this.#addError(message, location)
  }

  onEnd({ status }: FullResult): void {
    for (const test of this.#suite?.allTests() ?? []) if (!this.#record.has(test.id)) this.#add(test)
    // A run that timed out or was interrupted is no success, even if each test that ran passed.
    const failed = this.#record.tests().some(({ outcome }) => outcome === 'failed')
    if (status !== 'passed' && !(status === 'failed' && failed)) this.#addError(status)
    this.#record.end()
    const tests = this.#record.tests()
    for (const line of flakyLines(tests)) console.log(line)
    console.log(closingLine(countTests(tests)))
  }

  printsToStdio(): boolean {
    return false
  }

  #add(test: TestCase): void {
    const [, project, , ...titles] = test.titlePath()
    const first = test.results.find(({ error }) => error !== undefined)?.error
    const message = first?.message ?? first?.value
    this.#record.add({
      id: test.id,
      file: relative(process.cwd(), test.location.file),
      line: test.location.line,
      title: `[${project}] ${titles.join(' › ')}`,
      seconds: test.results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      tries: test.results.length,
      outcome: OUTCOMES[test.outcome()],
      ...(message === undefined ? {} : { error: oneLine(message) }),
    })
  }

  #addError(message: string, location?: { readonly file: string; readonly line: number }): void {
    this.#record.add({
      id: `error ${message}`,
      file: location === undefined ? 'playwright' : relative(process.cwd(), location.file),
      line: location?.line ?? 0,
      title: 'outside any test',
      seconds: 0,
      tries: 1,
      outcome: 'failed',
      error: oneLine(message),
    })
  }
}
