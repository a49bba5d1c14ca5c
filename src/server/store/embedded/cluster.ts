import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { StoreRefused } from '../errors.ts'
import { handOver, OWNER, writeAccess } from './access.ts'
import { systemUser } from './system-user.ts'
import { checkRuns, closedTo, databaseUser, findBinaries, isShared, mayEnter, run } from './binaries.ts'
import type { Binaries } from './binaries.ts'
import type { DatabaseUser } from './system-user.ts'

/** An embedded database's directory, its socket and its binaries. */
export interface Cluster {
  /** PostgreSQL's own directory. */
  readonly data: string
  readonly log: string
  readonly socketDir: string
  readonly user: DatabaseUser
  readonly binaries: Binaries
  /** The access files changed, so a running cluster must reload them. */
  readonly accessChanged: boolean
}

export const SOCKET = '.s.PGSQL.5432'
/** The kernel's limit on a socket's address is 108 bytes on Linux, 104 on macOS. */
const ADDRESS_MAX = 100
const DRAFT = 'pg-new-'
const DRAFT_ABANDONED_MS = 600_000

/** The cluster below `dataDir`, made if there is none. */
export async function openCluster(dataDir: string): Promise<Cluster> {
  mkdirSync(dataDir, { recursive: true })
  const home = realpathSync(dataDir)
  const data = join(home, 'pg')
  const user = databaseUser(data)
  const binaries = findBinaries()
  const version = await checkRuns(binaries, user)
  letIn(home, user)
  if (!existsSync(join(data, 'PG_VERSION'))) await create(home, data, binaries, user)
  checkVersion(data, version)
  const accessChanged = writeAccess(data, user)
  return { data, log: join(home, 'pg.log'), socketDir: socketDir(home, user), user, binaries, accessChanged }
}

/**
 * Made in a draft folder and renamed into place: a killed start leaves no partial cluster, and of two concurrent nodes
 * one wins and both use its cluster.
 */
async function create(home: string, data: string, binaries: Binaries, user: DatabaseUser): Promise<void> {
  sweepDrafts(home)
  const draft = mkdtempSync(join(home, DRAFT))
  if (user) chownSync(draft, user.uid, user.gid)
  try {
    await run(user, binaries.initdb, [
      '-D',
      draft,
      `--username=${OWNER}`,
      '--auth-local=peer',
      '--auth-host=reject',
      '--encoding=UTF8',
      '--locale=C',
      // Sorts by code point like C, and knows upper and lower case beyond ASCII.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ])
    writeAccess(draft, user)
    renameSync(draft, data)
    sync(home)
  } catch (error) {
    if (!existsSync(join(data, 'PG_VERSION'))) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function sweepDrafts(home: string): void {
  for (const name of readdirSync(home)) {
    const path = join(home, name)
    if (name.startsWith(DRAFT) && Date.now() - statSync(path).mtimeMs > DRAFT_ABANDONED_MS)
      rmSync(path, { recursive: true, force: true })
  }
}

/** The rename itself must survive a power cut, too. */
function sync(folder: string): void {
  const fd = openSync(folder, 'r')
  fsyncSync(fd)
  closeSync(fd)
}

function checkVersion(data: string, version: string): void {
  const made = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  const runs = /\) (\d+)/.exec(version)?.[1]
  if (made !== runs)
    throw new StoreRefused(
      `${data} was made by PostgreSQL ${made}, the one here is ${runs}. Start the former version and move the data over.`,
    )
}

/**
 * The data folder may be private to its owner; the database's group gets traversal only. A folder that a group already
 * has is left alone.
 */
function letIn(home: string, user: DatabaseUser): void {
  const { mode, uid, gid } = statSync(home)
  const ofFormer = gid === systemUser('nobody')?.gid
  if (user && !mayEnter(user, home) && ((mode & 0o070) === 0 || ofFormer)) {
    chownSync(home, uid, user.gid)
    chmodSync(home, mode | 0o010)
  }
  const closed = closedTo(user, join(home, 'pg'))
  if (closed) throw new StoreRefused(closed)
}

function mayTake(path: string, me: number): boolean {
  const found = lstatSync(path)
  const former = isShared({ uid: found.uid, gid: found.gid }) && readdirSync(path).length === 0
  return found.isDirectory() && (found.uid === me || former)
}

/** The folder beside the data, or a short private folder when its socket's address would be too long for the kernel. */
function socketDir(home: string, user: DatabaseUser): string {
  const near = join(home, 'pg-socket')
  const fits = Buffer.byteLength(join(near, SOCKET)) <= ADDRESS_MAX
  const path = fits ? near : join('/tmp', `timber-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const me = process.getuid?.() ?? 0
  // A folder of root, or of the user that owned the data before, is given to the database's user.
  if (user && mayTake(path, me)) handOver(path, user)

  // In /tmp another user may have created the folder first.
  const found = lstatSync(path)
  if (!found.isDirectory() || found.uid !== (user?.uid ?? me) || (found.mode & 0o077) !== 0) {
    throw new StoreRefused(`${path} should be a private folder of user ${user?.uid ?? me}, and is not. Remove it.`)
  }
  return path
}
