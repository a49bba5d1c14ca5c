import { expect, test } from 'vitest'
import { oneLine, parseTestRecord } from '../support/test-record.ts'
import type { TestRecord } from '../support/test-record.ts'
import { reportOf } from './report.ts'
import type { TestStage } from './stages.ts'

const UNIT: TestStage = { name: 'unit', script: 'test:unit' }
const LINT: TestStage = { name: 'lint', script: 'lint', findings: (output) => output.match(/no-\w+/g) ?? [] }
const ended = (fault: string | null, output = '') => ({ fault, output, seconds: 2 })
const record = (id: string, outcome: TestRecord['outcome']): TestRecord => ({
  id,
  file: 'a.test.ts',
  line: 4,
  title: `test ${id}`,
  seconds: 1,
  tries: 1,
  outcome,
  load: 1.5,
  ...(outcome === 'failed' || outcome === 'flaky' ? { error: 'late' } : {}),
})

test('a check that fails counts as one failure, however many faults it found', () => {
  const { failures, count } = reportOf(LINT, ended('exit code 1', 'no-var, no-eval'), { tests: [], complete: true }, 3)
  expect(failures).toEqual([
    { text: 'no-var', load: 3 },
    { text: 'no-eval', load: 3 },
  ])
  expect(count).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('a check that was killed shows the last lines that it printed', () => {
  const { failures } = reportOf(LINT, ended('exit code 137', 'one\n\ntwo\n'), { tests: [], complete: true }, 3)
  expect(failures).toEqual([{ text: 'exit code 137', load: 3, lastLines: ['one', 'two'] }])
})

test('a failed test is named with the load at its moment; a flaky one has passed', () => {
  const tests = [record('1', 'passed'), record('2', 'failed'), record('3', 'flaky'), record('4', 'skipped')]
  const { failures, flaky, count } = reportOf(UNIT, ended('exit code 1'), { tests, complete: true }, 9)
  expect(failures).toEqual([{ text: 'a.test.ts:4 › test 2: late', load: 1.5 }])
  expect(flaky).toEqual(['flaky: a.test.ts:4 › test 3: late'])
  expect(count).toEqual({ passed: 2, failed: 1, skipped: 1 })
})

test('tests of a killed run count, and its end is a failure', () => {
  const tests = [record('1', 'passed')]
  const { failures, count } = reportOf(UNIT, ended('SIGKILL', 'heap\n'), { tests, complete: false }, 9)
  expect(failures).toEqual([{ text: 'SIGKILL before its report was complete', load: 9, lastLines: ['heap'] }])
  expect(count).toEqual({ passed: 1, failed: 1, skipped: 0 })
})

test.each([
  ['fails without a failed test', 'exit code 1', true],
  ['succeeds without a report', null, false],
])('a run that %s is a failure', (_name, fault, complete) => {
  const { count } = reportOf(UNIT, ended(fault), { tests: [record('1', 'passed')], complete }, 9)
  expect(count).toEqual({ passed: 1, failed: 1, skipped: 0 })
})

test('a later record of a test replaces the first, and a line that breaks off is left out', () => {
  const lines = [record('1', 'failed'), record('1', 'flaky'), record('2', 'passed')].map((test) => JSON.stringify(test))
  expect(parseTestRecord(`${lines.join('\n')}\n{"id":"3","fi`)).toEqual({
    tests: [record('1', 'flaky'), record('2', 'passed')],
    complete: false,
  })
  expect(parseTestRecord(`${lines.join('\n')}\n{"end":true}\n`).complete).toBe(true)
})

test('an error is one line, without colours, stack and log of calls', () => {
  const error =
    '\u001B[31mError\u001B[39m: expect(locator).toBeVisible() failed\n\nExpected: visible\n\nCall log:\n  - waiting'
  expect(oneLine(error)).toBe('Error: expect(locator).toBeVisible() failed Expected: visible')
  expect(oneLine('TypeError: x\n    at f (a.ts:1:2)')).toBe('TypeError: x')
  expect(oneLine('x'.repeat(900))).toHaveLength(220)
})
