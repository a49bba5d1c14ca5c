import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { testPair } from '../../support/certificate.ts'
import { ROOT } from '../../../src/server/main.ts'

const run = promisify(execFile)
const NGINX = '/usr/sbin/nginx'
const POSTGRESQL = '/usr/lib/postgresql'
const START_MS = 30_000

/** What this machine lacks of the deployment's programs; `null`: nothing. */
export function missing(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'root on Linux, who starts PostgreSQL as its user'
  if (!existsSync(NGINX)) return 'nginx (apt-get install nginx-light)'
  return binaries() === null ? 'PostgreSQL (apt-get install postgresql)' : null
}

function binaries(): string | null {
  const newest = existsSync(POSTGRESQL) ? readdirSync(POSTGRESQL).sort((a, b) => Number(b) - Number(a))[0] : undefined
  return newest === undefined ? null : join(POSTGRESQL, newest, 'bin')
}

export interface Service {
  stop(): Promise<void>
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

interface Database extends Service {
  /** As the user who serves. */
  readonly url: string
  readonly ownerUrl: string
}

/** Debian's PostgreSQL on a port of its own, with the two roles of docs/deploy.md. */
export async function startPostgres(folder: string): Promise<Database> {
  const bin = binaries() ?? ''
  const data = join(folder, 'postgres')
  mkdirSync(data)
  const { stdout } = await run('id', ['-u', 'postgres'])
  const uid = Number(stdout)
  await run('chown', ['postgres:', data])
  const as = { uid, cwd: '/' }
  await run(join(bin, 'initdb'), ['--pgdata', data, '--auth', 'trust', '--username', 'postgres'], as)
  const port = await freePort()
  const options = ['-D', data, '-p', String(port), '-k', data, '-c', 'listen_addresses=127.0.0.1']
  const child = spawn(join(bin, 'postgres'), options, { ...as, stdio: 'ignore' })
  const ended = once(child, 'exit')
  const psql = (...statements: string[]) =>
    run(
      join(bin, 'psql'),
      ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', ...statements.flatMap((sql) => ['-c', sql])],
      as,
    )
  await within(() => psql('SELECT 1'))
  await psql(
    'CREATE ROLE timber_owner LOGIN',
    'CREATE ROLE timber LOGIN',
    "CREATE DATABASE timber OWNER timber_owner TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'",
  )
  return {
    url: `postgres://timber@127.0.0.1:${port}/timber`,
    ownerUrl: `postgres://timber_owner@127.0.0.1:${port}/timber`,
    async stop() {
      child.kill('SIGINT')
      await ended
    },
  }
}

interface Proxy extends Service {
  readonly port: number
  readonly plainPort: number
  /** The certificate that it shows, PEM. */
  readonly ca: string
}

/** `deploy/nginx.conf` as it is, with other ports and a certificate of its own. */
export async function startNginx(folder: string, name: string, nodes: readonly [number, number]): Promise<Proxy> {
  const [port, plainPort] = [await freePort(), await freePort()]
  const pair = testPair([name])
  const dir = join(folder, `nginx-${port}`)
  mkdirSync(dir)
  chmodSync(dir, 0o755)
  writeFileSync(join(dir, 'fullchain.pem'), pair.cert)
  writeFileSync(join(dir, 'privkey.pem'), pair.key)
  const site = readFileSync(join(ROOT, 'deploy/nginx.conf'), 'utf8')
    .replaceAll(/^.*listen \[::\].*\n/gm, '')
    .replaceAll('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replaceAll('listen 443 ', `listen 127.0.0.1:${port} `)
    .replaceAll('127.0.0.1:8007', `127.0.0.1:${nodes[0]}`)
    .replaceAll('127.0.0.1:8008', `127.0.0.1:${nodes[1]}`)
    .replaceAll('/etc/letsencrypt/live/sale.example', dir)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${dir}/${of};`)
  writeFileSync(
    join(dir, 'nginx.conf'),
    `user root; daemon off; pid ${dir}/pid; worker_processes 1; error_log ${dir}/error.log warn;
     events { worker_connections 1024; }
     http { include /etc/nginx/mime.types; access_log ${dir}/access.log; ${paths.join(' ')}
     ${site} }`,
  )
  await run(NGINX, ['-t', '-q', '-c', join(dir, 'nginx.conf'), '-p', dir])
  const child = spawn(NGINX, ['-c', join(dir, 'nginx.conf'), '-p', dir, '-e', join(dir, 'error.log')], {
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  await within(async () => void (await fetch(`http://127.0.0.1:${plainPort}/`, { redirect: 'manual' })))
  return {
    port,
    plainPort,
    ca: pair.cert,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Repeats it until it succeeds. */
async function within(attempt: () => Promise<unknown>): Promise<void> {
  for (const giveUpAt = Date.now() + START_MS; ; await wait(100)) {
    try {
      await attempt()
      return
    } catch (error) {
      if (Date.now() > giveUpAt) throw error
    }
  }
}
