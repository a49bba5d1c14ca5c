import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { START } from './commands.ts'
import { databaseOf, killAll } from './processes.ts'
import { placeEmptyStore } from './store/empty.ts'
import { SCRATCH } from './scratch.ts'

interface ServerOptions {
  /** Added to the environment; `undefined` removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Folder of a stopped server to restart, or an empty one; by default one with an empty database. */
  readonly dataDir?: string
  /** A free port by default. */
  readonly port?: number
  /** Folder of another version's sources; by default this one's. */
  readonly root?: string
}

export interface TestServer {
  readonly url: string
  readonly port: number
  readonly pid: number
  readonly dataDir: string
  /** Its output so far. */
  readonly log: string
  /** Its exit, by a signal or by itself; `null` while it runs. */
  readonly ended: string | null
  /** Sends SIGTERM and waits; rejects when it does not end cleanly. Deletes a data folder made here. */
  stop(options?: { readonly keep?: boolean }): Promise<void>
  /** `kill -9` of node and, by default, of every process of its PostgreSQL. The data stays. */
  kill9(options?: { readonly database?: boolean }): Promise<void>
}

const ROOT = join(import.meta.dirname, '../..')
const CACHE = join(ROOT, 'node_modules/.cache')
export const READY_MS = 150_000
const STOP_MS = 30_000
const POLL_MS = 50

/** Starts the server as its users do, and waits until it can serve. */
export async function startServer({ env = {}, dataDir, port, root = ROOT }: ServerOptions = {}): Promise<TestServer> {
  const folder = dataDir ?? freshDataDir()
  if (dataDir === undefined) await placeEmptyStore(folder)
  if (root === ROOT && existsSync(folder)) shareCaches(folder)
  const child = spawn(process.execPath, START, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      HOST: '127.0.0.1',
      PORT: String(port ?? 0),
      DATA_DIR: folder,
      ...env,
    },
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      log += chunk.toString()
    })
  const left = once(child, 'exit')
  guard(folder)
  let listens = 0
  let address = ''
  try {
    ;({ address, port: listens } = await greetingOf(child, () => log))
    await ready(child, `${address}/readyz`)
  } catch (error) {
    await end(child, folder, left)
    if (dataDir === undefined) leave(folder)
    throw new Error(`${error instanceof Error ? error.message : String(error)}\nIt said:\n${log.trimEnd()}`)
  }
  return {
    url: address,
    port: listens,
    pid: child.pid ?? 0,
    dataDir: folder,
    get log() {
      return log
    },
    get ended() {
      return child.exitCode === null && child.signalCode === null ? null : `${child.exitCode ?? child.signalCode}`
    },
    async stop({ keep = false } = {}) {
      child.kill('SIGTERM')
      const gone = await Promise.race([left.then(() => true), wait(STOP_MS, false, { ref: false })])
      if (!gone) await end(child, folder, left)
      if (!keep) leave(folder)
      if (!gone)
        throw new Error(`The server was still there ${STOP_MS / 1000} s after SIGTERM. It said:\n${log.trimEnd()}`)
      if (child.exitCode !== 0)
        throw new Error(`The server ended with ${child.exitCode ?? child.signalCode}. It said:\n${log.trimEnd()}`)
    },
    async kill9({ database = true } = {}) {
      // The database is found first and killed last: a live node would restart it.
      const family = database ? databaseOf(folder) : []
      child.kill('SIGKILL')
      await left
      await killAll(family)
    },
  }
}

/** The address that the server greets with: with port 0 it took a free one. */
async function greetingOf(child: ChildProcess, log: () => string): Promise<{ address: string; port: number }> {
  for (const giveUpAt = Date.now() + READY_MS; Date.now() < giveUpAt; await wait(POLL_MS)) {
    const greeting = /→ (https?):\/\/\S+:(\d+)$/m.exec(log())
    if (greeting) return { address: `${greeting[1]}://127.0.0.1:${greeting[2]}`, port: Number(greeting[2]) }
    stillThere(child)
  }
  throw new Error(`The server did not listen within ${READY_MS / 1000} s.`)
}

async function ready(child: ChildProcess, url: string): Promise<void> {
  for (const giveUpAt = Date.now() + READY_MS; Date.now() < giveUpAt; await wait(POLL_MS)) {
    if (await succeeds(url)) return
    stillThere(child)
  }
  throw new Error(`The server was not ready within ${READY_MS / 1000} s.`)
}

/** Whether it answers 200; with TLS, by whichever certificate. */
const succeeds = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { get } = url.startsWith('https:') ? https : http
    get(url, { rejectUnauthorized: false, agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    }).on('error', () => resolve(false))
  })

function stillThere({ exitCode, signalCode }: ChildProcess): void {
  if (exitCode !== null || signalCode !== null)
    throw new Error(`The server ended (${exitCode ?? signalCode}) before it was ready.`)
}

/** A folder for a server and its database; deleted at the end. */
export function freshDataDir(): string {
  const folder = mkdtempSync(join(SCRATCH, 'timber-test-'))
  chmodSync(folder, 0o755)
  made.add(folder)
  return folder
}

/** What every server would make alike is made once: the demo world's pictures, and copies of the app's files. */
function shareCaches(folder: string): void {
  for (const [cache, name] of [
    ['drawings', 'pictures'],
    ['web', 'web'],
  ] as const) {
    if (existsSync(join(folder, name))) continue
    mkdirSync(join(CACHE, cache), { recursive: true })
    symlinkSync(join(CACHE, cache), join(folder, name))
  }
}

/** Folders made here are deleted with their server. */
const made = new Set<string>()
const guards = new Map<string, ChildProcess>()

/** Ends all processes of the folder with the tests' process, even if that is killed. */
function guard(folder: string): void {
  if (guards.has(folder)) return
  const args = [join(import.meta.dirname, 'guard.ts'), folder, ...(made.has(folder) ? ['remove'] : [])]
  const child = spawn(process.execPath, args, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  child.unref()
  guards.set(folder, child)
}

/** Call when no process uses the folder any more. */
function leave(folder: string): void {
  guards.get(folder)?.kill('SIGKILL')
  guards.delete(folder)
  if (made.delete(folder)) rmSync(folder, { recursive: true, force: true })
}

async function end(child: ChildProcess, folder: string, left: Promise<unknown>): Promise<void> {
  const family = databaseOf(folder)
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await left
  await killAll(family)
}
