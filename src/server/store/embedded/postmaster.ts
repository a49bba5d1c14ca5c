import { spawn } from 'node:child_process'
import { closeSync, existsSync, fchmodSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import type { ClientConfig } from 'pg'
import { codeOf, StoreRefused } from '../errors.ts'
import { as } from './binaries.ts'
import { OWNER } from './access.ts'
import { SOCKET } from './cluster.ts'
import type { Cluster } from './cluster.ts'

const POLL_MS = 50
/** After a kill -9 the old backends need a moment to notice; until then a start is refused. */
const START_RETRY_MS = 15_000
const STOP_MS = 30_000
/** PostgreSQL writes its lock file right after creating it; an empty one older than this was abandoned. */
const UNWRITTEN_MS = 5_000

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '100',
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  jit: 'off',
  timezone: 'UTC',
  // Statement errors go to the sender; they must not be logged, since they quote parameters.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_timezone: 'UTC',
}

/** The connection of a role: the owner of the tables, or the role that serves. */
export const addressOf = (cluster: Cluster, user = OWNER): ClientConfig => ({
  host: cluster.socketDir,
  port: 5432,
  user,
  database: 'postgres',
})

/** Starts the database unless it is running: a killed node's or another node's database is adopted. */
export async function ensureRunning(cluster: Cluster): Promise<'started' | 'adopted'> {
  if (cluster.accessChanged) reload(cluster)
  const giveUpAt = Date.now() + START_RETRY_MS
  for (;;) {
    const found = await settled(cluster, () => true)
    if (found === 'up') return 'adopted'
    freeStaleLocks(cluster)
    if (await start(cluster)) return 'started'
    if (Date.now() > giveUpAt)
      throw new StoreRefused(`The embedded database does not start. ${cluster.log} ends with:\n${tail(cluster.log)}`)
    await wait(POLL_MS * 4)
  }
}

/** Makes a running database reload its access rules. */
function reload(cluster: Cluster): void {
  const pid = pidIn(join(cluster.data, 'postmaster.pid'))
  if (pid !== null && pid !== process.pid && isPostgres(pid) && existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGHUP')
}

async function start(cluster: Cluster): Promise<boolean> {
  // The log may quote values; the mode of an existing file is corrected.
  const log = openSync(cluster.log, 'a', 0o600)
  fchmodSync(log, 0o600)
  const settings = Object.entries({ ...SETTINGS, unix_socket_directories: cluster.socketDir }).flatMap(
    ([key, value]) => ['-c', `${key}=${value}`],
  )
  // Detached: an interrupt from the keyboard reaches the whole group, and must reach the rooms before the database.
  const child = spawn(cluster.binaries.postgres, ['-D', cluster.data, ...settings], {
    ...as(cluster.user),
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  let running = true
  child.once('error', () => {
    running = false
  })
  child.once('exit', () => {
    running = false
  })
  child.unref()
  for (;;) {
    const found = await settled(cluster, () => running)
    if (found === 'up' || !running) return found === 'up'
    await wait(POLL_MS)
  }
}

/** Waits while the database is starting or shutting down (replaying its log may take a while) and `worthIt`. */
async function settled(cluster: Cluster, worthIt: () => boolean): Promise<'up' | 'down'> {
  for (;;) {
    const found = await ping(cluster)
    if (found !== 'busy' || !worthIt()) return found === 'up' ? 'up' : 'down'
    await wait(POLL_MS)
  }
}

async function ping(cluster: Cluster): Promise<'up' | 'busy' | 'down'> {
  const client = new Client({ ...addressOf(cluster), connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return 'up'
  } catch (error) {
    // 57P03: starting up or shutting down. Any other error of its own means that the database is up.
    if (error instanceof DatabaseError) return error.code === '57P03' ? 'busy' : 'up'
    return 'down'
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * PostgreSQL's lock files name a process. After a reboot, or in a new container, that number may belong to another
 * process, and PostgreSQL would refuse to start. Writing the server's own number is safe: PostgreSQL treats its
 * parent's number as stale, and still looks for backends that hold the old memory.
 */
function freeStaleLocks(cluster: Cluster): void {
  for (const path of [join(cluster.data, 'postmaster.pid'), join(cluster.socketDir, `${SOCKET}.lock`)]) {
    if (isUnwritten(path)) rmSync(path, { force: true })
    const pid = pidIn(path)
    if (pid === null || pid === process.pid || isPostgres(pid)) continue
    const text = textOf(path)
    if (text !== null) writeFileSync(path, text.replace(/^-?\d+/, String(process.pid)))
  }
}

/**
 * Whether the lock is empty, since its process was killed before writing it: PostgreSQL would refuse such a lock
 * forever.
 */
function isUnwritten(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.size === 0 && Date.now() - found.mtimeMs > UNWRITTEN_MS
}

/** `null` when there is none. */
export function pidIn(path: string): number | null {
  const pid = Number.parseInt(textOf(path) ?? '', 10)
  return Number.isSafeInteger(pid) ? pid : null
}

/** Reads at once instead of checking for the file first: an ending database may delete it in between. */
function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Without /proc every process counts as PostgreSQL: refusing to start is safer than starting twice. */
function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
  } catch {
    return !existsSync('/proc/self/cmdline')
  }
}

/** Fast shutdown: rolls back open transactions, writes a checkpoint, ends. */
export async function stop(cluster: Cluster): Promise<void> {
  const lock = join(cluster.data, 'postmaster.pid')
  const pid = pidIn(lock)
  if (pid === null) return
  process.kill(pid, 'SIGINT')
  // If another node starts the next database meanwhile, the lock file names another process.
  for (const giveUpAt = Date.now() + STOP_MS; pidIn(lock) === pid;) {
    if (Date.now() > giveUpAt)
      throw new Error(`The embedded database (process ${pid}) is still shutting down after ${STOP_MS / 1000} s`)
    await wait(POLL_MS)
  }
}

function tail(path: string): string {
  return textOf(path)?.trimEnd().split('\n').slice(-8).join('\n') ?? '(nothing)'
}
