import { chownSync, lchownSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { codeOf } from '../errors.ts'
import type { DatabaseUser, SystemUser } from './system-user.ts'

/** Owns the tables, migrates, and holds the lease. */
export const OWNER = 'timber'
/** Serves: reads and writes rows, and nothing else. */
export const APP = 'timber_app'

/**
 * Access by the socket: the kernel says which user of the system connects (`peer`), and the map knows one, the
 * server's own. Tells whether anything had to be written.
 */
export function writeAccess(data: string, user: DatabaseUser): boolean {
  const name = `"${serverUser().replaceAll('"', '""')}"`
  const changed = [
    put(join(data, 'pg_hba.conf'), 'local all all peer map=timber\n', user),
    put(join(data, 'pg_ident.conf'), [OWNER, APP].map((role) => `timber ${name} ${role}\n`).join(''), user),
  ]
  return changed.includes(true)
}

function put(path: string, text: string, user: DatabaseUser): boolean {
  if (textOf(path) === text) return false
  // Whole or not at all: the database may read it at this moment.
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, text, { mode: 0o600 })
  if (user) chownSync(draft, user.uid, user.gid)
  renameSync(draft, path)
  return true
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** A user without a name has no way in; PostgreSQL does not start for one either. */
function serverUser(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 0)
  }
}

/** Everything below belongs to this user from now on. */
export function handOver(folder: string, { uid, gid }: SystemUser): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) handOver(path, { uid, gid })
    else lchownSync(path, uid, gid)
  }
  chownSync(folder, uid, gid)
}
