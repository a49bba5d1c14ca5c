import { parseArgs } from 'node:util'
import { runStages } from './run.ts'
import { CHECKS, chosenStages, ordinaryBrowser, TESTS } from './stages.ts'

const tests = [...TESTS, ...ordinaryBrowser()]
const NAMES = [...CHECKS, ...tests].map(({ name }) => name)
const USAGE = `npm test [-- --only <stage>[,<stage>…] <test file>…]
Runs all stages, or those named, as far as they can: ${NAMES.join(', ')}.
With test files, the tests of these files alone.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, help: { type: 'boolean', default: false } },
})
const only = values.only.split(',').filter((name) => name !== '')
const strange = only.filter((name) => !NAMES.includes(name))
const say = (text: string) => void process.stdout.write(text)

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort(signal))

if (values.help) say(`${USAGE}\n`)
else if (strange.length > 0) {
  say(`No such stage: ${strange.join(', ')}.\n${USAGE}\n`)
  process.exitCode = 2
} else
  process.exitCode = await runStages({
    checks: chosenStages(CHECKS, only, positionals),
    tests: chosenStages(tests, only, positionals),
    say,
    signal: interrupted.signal,
  })
