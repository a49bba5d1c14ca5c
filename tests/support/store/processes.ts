import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Ends the processes that a failed test has left. */
const started = new Set<ChildProcess>()
export const track = <C extends ChildProcess>(child: C): C => {
  started.add(child)
  child.once('close', () => started.delete(child))
  return child
}

export async function endAll(dataDir: string): Promise<void> {
  await Promise.all(
    [...started].map(async (child) => {
      const closed = once(child, 'close')
      child.kill('SIGKILL')
      await closed
    }),
  )
  const database = postmasterOf(dataDir)
  if (database === null) return
  process.kill(database, 'SIGINT')
  await until(() => postmasterOf(dataDir) === null)
}

/** As the server starts: loading takes a third of the time. */
const CACHED = ['--require', fileURLToPath(new URL('../../../src/server/need-node.cjs', import.meta.url))]
const script = fileURLToPath(new URL('./node.ts', import.meta.url))

interface NodeProcess {
  /** Everything it has written so far. */
  readonly said: readonly string[]
  /** The next line that matches. */
  says(fits: (line: string) => boolean): Promise<string>
  signal(signal: NodeJS.Signals): Promise<void>
}

/** Runs `node.ts`, as another user if the test runs as root. */
export function startNode(args: readonly string[], as: { uid?: number; gid?: number } = {}): NodeProcess {
  const child = track(
    spawn(process.execPath, [...CACHED, script, ...args], { ...as, stdio: ['ignore', 'pipe', 'pipe'] }),
  )
  const exited = once(child, 'close')
  const said: string[] = []
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  const lines = createInterface(child.stdout)
  lines.on('line', (line) => said.push(line))
  return {
    said,
    async says(fits) {
      for (;;) {
        const line = said.find(fits)
        if (line !== undefined) return line
        await Promise.race([
          once(lines, 'line'),
          exited.then(() => {
            throw new Error(`the node ended: ${complaint}`)
          }),
        ])
      }
    },
    async signal(signal) {
      child.kill(signal)
      await exited
    },
  }
}

export const isOpen = (line: string) => line === 'open'

/** The process that serves a data folder; `null` when none does. */
export function postmasterOf(dataDir: string): number | null {
  const path = join(dataDir, 'pg/postmaster.pid')
  return existsSync(path) ? Number.parseInt(readFileSync(path, 'utf8'), 10) : null
}

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Repeats until the result is truthy; the test's time limit ends it otherwise. */
export async function until<T>(look: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (;;) {
    const found = await look()
    if (found) return found
    await wait(10)
  }
}
