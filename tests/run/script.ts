import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { allPids, parentOf } from '../support/processes.ts'

/** Output is searched for faults, so the newest megabyte is kept. */
const KEPT = 1_000_000

export interface ScriptEnd {
  /** `exit code 1` or the signal that ended it; `null`: it ended well. */
  readonly fault: string | null
  readonly output: string
  readonly seconds: number
}

export interface ScriptOptions {
  readonly script: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Gets the output as it comes. */
  readonly onOutput: (text: string) => void
  readonly signal: AbortSignal
}

/** Runs a script of package.json. Its processes get the signal that ends the run. */
export async function runScript({ script, args, env, onOutput, signal }: ScriptOptions): Promise<ScriptEnd> {
  const since = performance.now()
  const child = spawn('npm', ['run', '--silent', script, '--', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const end = () => {
    for (const pid of descendantsOf(process.pid)) signalTo(pid, signal.reason === 'SIGINT' ? 'SIGINT' : 'SIGTERM')
  }
  signal.addEventListener('abort', end, { once: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-KEPT)
      onOutput(text)
    })
  await once(child, 'close')
  signal.removeEventListener('abort', end)
  return { fault: faultOf(child), output, seconds: (performance.now() - since) / 1000 }
}

/** A shell between npm and a killed program reports the signal as a code above 128. */
function faultOf({ exitCode, signalCode }: { exitCode: number | null; signalCode: NodeJS.Signals | null }) {
  if (signalCode !== null) return signalCode
  return exitCode === 0 ? null : `exit code ${exitCode}`
}

/** npm and its shell pass signals on to their own child alone, if at all. */
function descendantsOf(pid: number): readonly number[] {
  if (!existsSync('/proc/self')) return []
  const parents = new Map(allPids().map((other) => [other, parentOf(other)]))
  const below = (above: number): number[] =>
    [...parents].filter(([, parent]) => parent === above).flatMap(([other]) => [other, ...below(other)])
  return below(pid)
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone already.
  }
}
