import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Broken } from '../proof.ts'
import type { Figures, Options, Proof } from '../proof.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** Browser tests that visit every screen or compare whole pictures: tagged `@walk`, and left out of the tests' own run. */
export const walks: Proof = {
  name: 'walks',
  promise: 'Every screen keeps the content security policy and looks as it did',
  full: (options) => walk(options),
  sample: (options) => walk(options),
}

async function walk({ say, only = [] }: Options): Promise<Figures> {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', ...only], {
    cwd: ROOT,
    env: { ...process.env, WALKS: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let counted = ''
  createInterface(child.stdout).on('line', (line) => {
    say(line)
    if (/^\d+ passed, \d+ failed/.test(line)) counted = line
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0 || counted === '') throw new Broken(counted === '' ? 'the browser tests did not run' : counted)
  return { tests: counted }
}
