import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface SystemUser {
  readonly uid: number
  readonly gid: number
}

/** The operating system user of the database; `null`: the server's own. */
export type DatabaseUser = SystemUser | null

/** Owns the database's files when the server is started by root; no service but ours runs as this user. */
export const OWN_USER = 'timber-db'
/** Debian and most others, then BusyBox. */
const WAYS = [
  [
    'useradd',
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
  ],
  ['adduser', '-S', '-D', '-H', '-s', '/sbin/nologin'],
] as const

/** Looks a user up in `/etc/passwd`. */
export function systemUser(name: string): SystemUser | null {
  const found = new RegExp(`^${name}:[^:]*:(-?\\d+):(-?\\d+):`, 'm').exec(readFileSync('/etc/passwd', 'utf8'))
  return found && { uid: Number(found[1]), gid: Number(found[2]) }
}

/**
 * The database's own user, made at the first start; `null`: users cannot be made (a read-only system, no program for
 * it).
 */
export function ownUser(): SystemUser | null {
  for (const [program, ...args] of systemUser(OWN_USER) ? [] : WAYS) {
    spawnSync(program, [...args, OWN_USER], { env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }, stdio: 'ignore' })
    if (systemUser(OWN_USER)) break
  }
  return systemUser(OWN_USER)
}
