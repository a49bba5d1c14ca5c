import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { systemUser } from '../../../src/server/store/embedded/system-user.ts'
import type { SystemUser } from '../../../src/server/store/embedded/system-user.ts'
import { Skipped } from '../proof.ts'

export interface Programs {
  readonly patroni: string
  readonly etcd: string
  readonly haproxy: string
  /** PostgreSQL's own programs, of the newest version that is installed. */
  readonly postgresBin: string
  /** Runs all of them: PostgreSQL and Patroni refuse root. */
  readonly user: SystemUser
}

const PACKAGES = ['patroni', 'etcd-server', 'haproxy', 'postgresql']
const VERSIONS = '/usr/lib/postgresql'
/** Debian starts a service when its package is installed, unless this program forbids it. */
const NO_SERVICES = 'printf "#!/bin/sh\\nexit 101\\n" > /usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d'

/** Debian's programs, installed if they are missing. Throws `Skipped` where they cannot be. */
export function findPrograms(say: (line: string) => void): Programs {
  if (process.getuid?.() !== 0) throw new Skipped('it starts Patroni as the user postgres, and so needs root')
  if (!isComplete()) {
    say(`installing ${PACKAGES.join(', ')}`)
    install()
  }
  const user = systemUser('postgres')
  if (!isComplete() || user === null) throw new Skipped(`it needs Debian's packages ${PACKAGES.join(', ')}`)
  return {
    patroni: '/usr/bin/patroni',
    etcd: '/usr/bin/etcd',
    haproxy: '/usr/sbin/haproxy',
    postgresBin: postgresBin() ?? '',
    user,
  }
}

const isComplete = (): boolean =>
  ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy'].every((path) => existsSync(path)) && postgresBin() !== null

function postgresBin(): string | null {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).map(Number) : []
  const bin = join(VERSIONS, String(Math.max(0, ...versions)), 'bin')
  return existsSync(join(bin, 'pg_rewind')) ? bin : null
}

function install(): void {
  const forbids = existsSync('/usr/sbin/policy-rc.d')
  const steps = [
    ...(forbids ? [] : [NO_SERVICES]),
    `apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ${PACKAGES.join(' ')}`,
  ]
  spawnSync('sh', ['-c', steps.join(' && ')], { stdio: 'ignore', timeout: 300_000 })
  if (!forbids) spawnSync('rm', ['-f', '/usr/sbin/policy-rc.d'])
}
