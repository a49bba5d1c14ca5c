import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod'
import { Broken } from '../proof.ts'
import type { Figures, Options, Proof } from '../proof.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** A busy machine is slow, which says nothing about the law. */
const NO_CLOCK_MS = 86_400_000
const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  success: z.boolean(),
  testResults: z.array(z.object({ name: z.string(), message: z.string().optional() })),
})

export const law: Proof = {
  name: 'law',
  promise: 'The law of the room holds in sales drawn at random',
  full: (options) => prove(50, options),
  // The unit tests of `npm test` run the properties as they are.
  sample: (options) => prove(2, options),
}

/** The domain's own tests, each property on so many times its random sales, from another seed. */
async function prove(times: number, options: Options): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'law-'))
  try {
    return await judge(times, options, join(folder, 'report.json'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function judge(times: number, { seed, say }: Options, file: string): Promise<Figures> {
  const vitest = [
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    'unit',
    '--reporter',
    'default',
    '--reporter',
    'json',
    '--outputFile.json',
    file,
    '--testTimeout',
    `${NO_CLOCK_MS}`,
    'src/domain',
  ]
  const child = spawn(process.execPath, vitest, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', FC_RUNS: String(times), FC_SEED: String(seed) },
  })
  // Of what the runner tells, each file as it ends.
  createInterface(child.stdout).on('line', (line) => {
    if (line.includes('.test.ts')) say(line.trim())
  })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', resolve)
  })
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new Broken(`the tests of the domain did not run (${code}):\n${complaint.slice(-3_000)}`)
  }
  const report = Report.parse(JSON.parse(text))
  const figures: Figures = {
    'times the random sales of the unit tests': times,
    'tests passed': report.numPassedTests,
    'tests failed': report.numFailedTests,
  }
  if (!report.success)
    throw new Broken(`${JSON.stringify(figures)}\n${complaint.slice(-6_000)}\n${text.slice(0, 6_000)}`)
  return figures
}
