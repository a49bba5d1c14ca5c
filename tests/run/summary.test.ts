import { expect, test } from 'vitest'
import { SUMMARY_LINES, summary } from './summary.ts'
import type { SummarizedStage } from './summary.ts'

const COUNT = { passed: 5, failed: 2, skipped: 1 }
const many = (number: number): string[] => Array.from({ length: number }, (_, index) => `error ${index + 1}`)

function stage(name: string, failures: readonly string[], flaky: readonly string[] = []): SummarizedStage {
  return { name, failures: failures.map((text) => ({ text, load: 3.5 })), flaky }
}

test('a green run ends with its flaky tests and the closing line', () => {
  const stages = [stage('lint', []), stage('browser', [], ['flaky: a.spec.ts:3 › opens: hidden'])]
  expect(summary(stages, { passed: 5, failed: 0, skipped: 0 })).toEqual([
    'flaky: a.spec.ts:3 › opens: hidden',
    '5 passed, 0 failed',
  ])
})

test('failures come first with the load at their moment, then stages that were not run, then flaky tests', () => {
  const stages = [
    stage('lint', ['a.ts:1: no-var']),
    { ...stage('integration', []), notRun: 'build failed' },
    stage('unit', ['a.test.ts:1 › adds: 3 is not 2'], ['flaky: b.test.ts:1 › waits: late']),
  ]
  expect(summary(stages, COUNT)).toEqual([
    'failed: lint: a.ts:1: no-var (load 3.5)',
    'failed: unit: a.test.ts:1 › adds: 3 is not 2 (load 3.5)',
    'not run: integration (build failed)',
    'flaky: b.test.ts:1 › waits: late',
    '5 passed, 2 failed, 1 skipped',
  ])
})

test('a stage that ended without a report shows its last lines', () => {
  const failures = [{ text: 'exit code 137', load: 9, lastLines: ['heap', 'Killed'] }]
  expect(summary([{ name: 'unit', failures, flaky: [] }], COUNT).slice(0, 3)).toEqual([
    'failed: unit: exit code 137 (load 9)',
    '    heap',
    '    Killed',
  ])
})

test('of many failures the newest are cut, but each stage that failed is named', () => {
  const lines = summary([stage('types', many(60)), stage('lint', ['no-var']), stage('browser', many(3))], COUNT)
  expect(lines).toHaveLength(SUMMARY_LINES)
  expect(lines.filter((line) => line.startsWith('failed: types'))).toHaveLength(34)
  expect(lines.filter((line) => line.startsWith('failed: lint'))).toHaveLength(1)
  expect(lines.filter((line) => line.startsWith('failed: browser'))).toHaveLength(3)
  expect(lines.slice(-2)).toEqual(['… and 26 more', '5 passed, 2 failed, 1 skipped'])
})

test('flaky tests keep some lines beside many failures, and all that failures leave', () => {
  const flaky = many(50).map((error) => `flaky: ${error}`)
  const crowded = summary([stage('unit', many(60), flaky)], COUNT)
  expect(crowded).toHaveLength(SUMMARY_LINES)
  expect(crowded.slice(-3)).toEqual(['flaky: error 7', '… and 43 more flaky', '5 passed, 2 failed, 1 skipped'])
  const calm = summary([stage('unit', ['one'], flaky)], COUNT)
  expect(calm).toHaveLength(SUMMARY_LINES)
  expect(calm.at(-2)).toBe('… and 13 more flaky')
})

test('stages that all end without a report are all named', () => {
  const names = ['typecheck', 'lint', 'format', 'texts', 'build', 'unit', 'integration', 'browser', 'ordinary browser']
  const dead = names.map((name) => ({
    name,
    failures: [{ text: 'SIGKILL', load: 40, lastLines: many(5) }],
    flaky: [],
  }))
  const lines = summary(dead, COUNT)
  expect(lines).toHaveLength(SUMMARY_LINES)
  for (const name of names) expect(lines).toContain(`failed: ${name}: SIGKILL (load 40)`)
})
