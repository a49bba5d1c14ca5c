import { readRunRecord } from '../run/run-record.ts'
import { flakyLines } from './test-record.ts'

/** The slowest tests of the last `npm test`, and its flaky ones. */
const SHOWN = 30

const { began, seconds, stages, tests } = readRunRecord()
console.log(`${began}, ${Math.round(seconds)} s`)
for (const stage of stages)
  console.log(`${stage.seconds.toFixed(1).padStart(8)} s  ${stage.stage}: ${stage.outcome}, load ${stage.load}`)
console.log('')
for (const test of tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, SHOWN))
  console.log(
    `${test.seconds.toFixed(1).padStart(8)} s  ${test.stage}: ${test.file}:${test.line} › ${test.title}${test.tries > 1 ? ` (${test.tries} tries)` : ''}`,
  )
const flaky = flakyLines(tests)
if (flaky.length > 0) console.log(['', ...flaky].join('\n'))
