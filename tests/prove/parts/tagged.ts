import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Broken } from '../proof.ts'
import type { Figures, Options } from '../proof.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** Runs the browser tests of a tag, which the tests' own run leaves out (playwright.config.ts). */
export async function runTagged(tag: '@walk' | '@exchange', { say, only = [] }: Options): Promise<Figures> {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', ...only], {
    cwd: ROOT,
    env: { ...process.env, PROOF_TAG: tag },
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
