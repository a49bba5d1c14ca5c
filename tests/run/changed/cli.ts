import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { changedLines, touchedTests } from './touched.ts'

const USAGE = `npm run test:changed [-- <ref>]
Runs the browser tests that changed since <ref> (origin/main if there is one, else main), ten times each, without a
second try, beside three busy loops. Uncommitted and untracked tests count; a changed helper is not followed.`
const TIMES = 10
const WORKERS = 2
const BUSY_LOOPS = 3
const SPECS = /^tests\/e2e\/.*\.spec\.ts$/

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', default: false } },
})
const say = (text: string) => void process.stdout.write(`${text}\n`)

if (values.help) say(USAGE)
else process.exitCode = await proveChanged(positionals[0])

async function proveChanged(asked: string | undefined): Promise<number> {
  const ref = asked ?? (hasRef('origin/main') ? 'origin/main' : 'main')
  const tests = changedTests(ref)
  if (tests.length === 0) {
    say(`No browser test differs from ${ref}.`)
    return 0
  }
  say(`Changed since ${ref}, ${TIMES} times each:\n${tests.map((test) => `  ${test}`).join('\n')}`)
  const loops = Array.from({ length: BUSY_LOOPS }, () =>
    spawn(process.execPath, [join(import.meta.dirname, 'busy.ts')], { stdio: 'ignore' }),
  )
  try {
    const args = [`--repeat-each=${TIMES}`, '--retries=0', `--workers=${WORKERS}`, ...tests]
    // Tests of every tag, also those that run as a proof otherwise.
    const env = { ...process.env, PROOF_TAG: '' }
    const run = spawn('npm', ['run', '--silent', 'test:e2e', '--', ...args], { stdio: 'inherit', env })
    // A terminal tells the whole group of Ctrl-C; this process waits for the end of the tests.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => run.kill(signal))
    await once(run, 'exit')
    return run.exitCode ?? 130
  } finally {
    for (const loop of loops) loop.kill('SIGKILL')
  }
}

function changedTests(ref: string): readonly string[] {
  const diff = changedLines(git('diff', '-U0', '--no-color', '--no-ext-diff', '--merge-base', ref, '--', 'tests/e2e'))
  const untracked = git('ls-files', '--others', '--exclude-standard', '--', 'tests/e2e').split('\n')
  return [
    ...[...diff]
      .filter(([file]) => SPECS.test(file) && existsSync(file))
      .flatMap(([file, lines]) => touchedTests(file, readFileSync(file, 'utf8'), lines)),
    ...untracked.filter((file) => SPECS.test(file)),
  ]
}

function hasRef(ref: string): boolean {
  return spawnSync('git', ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]).status === 0
}

function git(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout
}
