import { chownSync, lchownSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { codeOf } from '../errors.ts'
import type { DatabaseUser, SystemUser } from './system-user.ts'

/** Role that owns the tables, migrates, and holds the lease. */
export const OWNER = 'timber'
/** Role that serves: it only reads and writes rows. */
export const APP = 'timber_app'

/**
 * Writes the access rules of the socket: the kernel tells which system user connects (`peer`), and the map admits only
 * the server's own. Returns whether a file changed.
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
  // Replaced atomically: the database may be reading the file.
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

/** A system user without a name cannot connect, and PostgreSQL does not start for one. */
function serverUser(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 0)
  }
}

/** Gives everything below the folder to this user. */
export function handOver(folder: string, { uid, gid }: SystemUser): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) handOver(path, { uid, gid })
    else lchownSync(path, uid, gid)
  }
  chownSync(folder, uid, gid)
}
