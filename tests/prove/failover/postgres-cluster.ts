import { spawn } from 'node:child_process'
import {
  chownSync,
  chmodSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import * as z from 'zod'
import { endFamily, familyOf, guardFamily, removeFolder, signalAll } from './family.ts'
import type { Programs } from './programs.ts'
import { SCRATCH } from '../../support/scratch.ts'

const MEMBERS = ['pg1', 'pg2', 'pg3'] as const
export type MemberName = (typeof MEMBERS)[number]

/** Seconds. Patroni wants `ttl` at least `loop_wait` and twice `retry_timeout`. */
const TIMES = { ttl: 7, loop_wait: 1, retry_timeout: 3 }
const PASSWORD = 'proof'
const UP_MS = 90_000

const Topology = z.object({
  members: z.array(
    z.object({ name: z.enum(MEMBERS), role: z.string(), state: z.string(), timeline: z.number().optional() }),
  ),
})

export interface Topology {
  readonly primary: MemberName | null
  readonly synchronous: MemberName | null
  /** Number of replicas that run and follow the primary's timeline. */
  readonly following: number
}

/** Three PostgreSQL under Patroni with three etcd, and HAProxy in front, all on free ports of 127.0.0.1. */
export class PostgresCluster {
  readonly folder: string
  readonly #programs: Programs
  readonly #ports: Ports
  readonly #guard

  private constructor(folder: string, programs: Programs, ports: Ports) {
    this.folder = folder
    this.#programs = programs
    this.#ports = ports
    this.#guard = guardFamily(folder)
  }

  static async open(programs: Programs): Promise<PostgresCluster> {
    const folder = mkdtempSync(join(SCRATCH, 'timber-failover-'))
    const cluster = new PostgresCluster(folder, programs, await takePorts())
    try {
      await cluster.#start()
      return cluster
    } catch (error) {
      const logs = ['etcd1', 'pg1', 'haproxy'].map((name) => `${name}:\n${cluster.#tail(name)}`).join('\n')
      await cluster.end()
      throw new Error(`the cluster did not come up\n${logs}`, { cause: error })
    }
  }

  /** The serving user's address, through HAProxy. */
  get url(): string {
    return `postgres://timber:${PASSWORD}@127.0.0.1:${this.#ports.haproxy}/timber`
  }

  get ownerUrl(): string {
    return `postgres://owner:${PASSWORD}@127.0.0.1:${this.#ports.haproxy}/timber`
  }

  async topology(): Promise<Topology> {
    for (const name of MEMBERS) {
      try {
        const answer = await fetch(`http://127.0.0.1:${this.#ports.patroni[name]}/cluster`, {
          signal: AbortSignal.timeout(1_500),
        })
        const { members } = Topology.parse(await answer.json())
        const leader = members.find(({ role, state }) => role === 'leader' && state === 'running')
        return {
          primary: leader?.name ?? null,
          synchronous: members.find(({ role }) => role === 'sync_standby')?.name ?? null,
          following: members.filter(
            ({ role, state, timeline }) =>
              role !== 'leader' && (state === 'running' || state === 'streaming') && timeline === leader?.timeline,
          ).length,
        }
      } catch {
        // Another member may answer.
      }
    }
    return { primary: null, synchronous: null, following: 0 }
  }

  /** Waits until both replicas follow the primary, one of them synchronously. */
  async healthy(within = UP_MS): Promise<{ readonly primary: MemberName; readonly synchronous: MemberName }> {
    let seen = await this.topology()
    for (const giveUpAt = performance.now() + within; performance.now() < giveUpAt; await wait(250)) {
      seen = await this.topology()
      const { primary, synchronous, following } = seen
      if (primary !== null && synchronous !== null && following === 2) return { primary, synchronous }
    }
    const logs = MEMBERS.map((name) => `${name}:\n${this.#tail(name)}`).join('\n')
    throw new Error(`the cluster is not whole after ${within} ms: ${JSON.stringify(seen)}\n${logs}`)
  }

  /** `kill -9` of the member's PostgreSQL and Patroni at once. Returns the wall-clock time after the last signal. */
  kill(name: MemberName): number {
    signalAll(familyOf(this.#home(name)), 'SIGKILL')
    return Date.now()
  }

  /** Starts the member's Patroni, which starts its PostgreSQL. */
  async startMember(name: MemberName): Promise<void> {
    await endFamily(this.#home(name))
    this.#spawn(name, this.#programs.patroni, [join(this.#home(name), 'patroni.yml')])
  }

  async switchOver(leader: MemberName, candidate: MemberName): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${this.#ports.patroni[leader]}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader, candidate }),
      signal: AbortSignal.timeout(60_000),
    })
    if (!answer.ok) throw new Error(`switchover: ${answer.status} ${await answer.text()}`)
  }

  /** Stops the PostgreSQL of a member for a time, as a machine that hangs. */
  async stall(name: MemberName, ms: number): Promise<void> {
    const family = familyOf(join(this.#home(name), 'data'))
    signalAll(family, 'SIGSTOP')
    await wait(ms)
    signalAll(family, 'SIGCONT')
  }

  /** Two of three members of etcd stand still, so that none can write. */
  async loseQuorum(ms: number): Promise<void> {
    const two = [2, 3].flatMap((i) => familyOf(this.#home(`etcd${i}`)))
    signalAll(two, 'SIGSTOP')
    await wait(ms)
    signalAll(two, 'SIGCONT')
  }

  async restartHaproxy(): Promise<void> {
    await endFamily(this.#home('haproxy'))
    this.#startHaproxy()
  }

  async end(): Promise<void> {
    await endFamily(`${this.folder}/`)
    this.#guard.kill('SIGKILL')
    removeFolder(this.folder)
  }

  #home(name: string): string {
    return join(this.folder, name)
  }

  async #start(): Promise<void> {
    chmodSync(this.folder, 0o755)
    for (const name of ['etcd1', 'etcd2', 'etcd3', ...MEMBERS, 'haproxy', 'logs']) {
      mkdirSync(this.#home(name), { mode: 0o700 })
      chownSync(this.#home(name), this.#programs.user.uid, this.#programs.user.gid)
    }
    this.#startEtcd()
    for (const name of MEMBERS)
      writeFileSync(join(this.#home(name), 'patroni.yml'), JSON.stringify(this.#patroni(name)))
    writeFileSync(join(this.#home('haproxy'), 'haproxy.cfg'), this.#haproxy())
    for (const name of MEMBERS) await this.startMember(name)
    this.#startHaproxy()
    const { primary } = await this.healthy()
    await this.#createDatabase(primary)
  }

  #startEtcd(): void {
    const peer = (i: number) => `http://127.0.0.1:${this.#ports.etcdPeers[i - 1]}`
    const client = (i: number) => `http://127.0.0.1:${this.#ports.etcd[i - 1]}`
    for (const i of [1, 2, 3])
      this.#spawn(`etcd${i}`, this.#programs.etcd, [
        `--name=etcd${i}`,
        `--data-dir=${join(this.#home(`etcd${i}`), 'data')}`,
        `--listen-peer-urls=${peer(i)}`,
        `--initial-advertise-peer-urls=${peer(i)}`,
        `--listen-client-urls=${client(i)}`,
        `--advertise-client-urls=${client(i)}`,
        `--initial-cluster=${[1, 2, 3].map((n) => `etcd${n}=${peer(n)}`).join(',')}`,
        '--initial-cluster-state=new',
        '--logger=zap',
      ])
  }

  #startHaproxy(): void {
    this.#spawn('haproxy', this.#programs.haproxy, ['-db', '-f', join(this.#home('haproxy'), 'haproxy.cfg')])
  }

  /** JSON is YAML. */
  #patroni(name: MemberName): object {
    const home = this.#home(name)
    const api = `127.0.0.1:${this.#ports.patroni[name]}`
    const address = `127.0.0.1:${this.#ports.postgres[name]}`
    return {
      scope: 'timber',
      name,
      restapi: { listen: api, connect_address: api },
      etcd3: { hosts: this.#ports.etcd.map((port) => `127.0.0.1:${port}`) },
      bootstrap: {
        dcs: {
          ...TIMES,
          // A primary that crashed is replaced at once instead of started again.
          primary_start_timeout: 0,
          synchronous_mode: true,
          // Without a standby no commit is acknowledged: two failures in a row lose none.
          synchronous_mode_strict: true,
          // The primary goes on while etcd is away, as long as it reaches all members.
          failsafe_mode: true,
          maximum_lag_on_failover: 1_048_576,
          postgresql: {
            use_pg_rewind: true,
            use_slots: true,
            parameters: {
              max_connections: 100,
              shared_buffers: '64MB',
              wal_keep_size: '256MB',
              // A standby that hangs is given up after this, and another becomes the synchronous one.
              wal_sender_timeout: '5s',
              wal_receiver_timeout: '5s',
              // A standby looks for its new primary this often; 5 s otherwise, in which no commit is acknowledged.
              wal_retrieve_retry_interval: '500ms',
              synchronous_commit: 'on',
            },
          },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
        pg_hba: ['host all all 127.0.0.1/32 md5', 'host replication replicator 127.0.0.1/32 md5'],
      },
      postgresql: {
        listen: address,
        connect_address: address,
        data_dir: join(home, 'data'),
        bin_dir: this.#programs.postgresBin,
        pgpass: join(home, 'pgpass'),
        authentication: {
          superuser: { username: 'postgres', password: PASSWORD },
          replication: { username: 'replicator', password: PASSWORD },
        },
        parameters: { unix_socket_directories: home },
      },
    }
  }

  #haproxy(): string {
    const servers = MEMBERS.map(
      (name) => `  server ${name} 127.0.0.1:${this.#ports.postgres[name]} check port ${this.#ports.patroni[name]}`,
    )
    return `global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen primary
  bind 127.0.0.1:${this.#ports.haproxy}
  option httpchk OPTIONS /primary
  http-check expect status 200
  option clitcpka
  option srvtcpka
  default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`
  }

  async #createDatabase(primary: MemberName): Promise<void> {
    const client = new Client({
      host: '127.0.0.1',
      port: this.#ports.postgres[primary],
      user: 'postgres',
      password: PASSWORD,
      database: 'postgres',
    })
    await client.connect()
    try {
      await client.query(`CREATE ROLE owner LOGIN PASSWORD '${PASSWORD}'`)
      await client.query(`CREATE ROLE timber LOGIN PASSWORD '${PASSWORD}'`)
      await client.query('CREATE DATABASE timber OWNER owner')
    } finally {
      await client.end()
    }
  }

  #spawn(name: string, program: string, args: readonly string[]): void {
    const log = openSync(this.#log(name), 'a')
    const child = spawn(program, args, {
      ...this.#programs.user,
      cwd: this.#home(name),
      stdio: ['ignore', log, log],
      env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', HOME: this.#home(name), LANG: 'C.UTF-8' },
    })
    child.on('error', (error) => createWriteStream(this.#log(name), { flags: 'a' }).end(`${error}\n`))
  }

  #log(name: string): string {
    return join(this.#home('logs'), `${name}.log`)
  }

  #tail(name: string): string {
    try {
      return readFileSync(this.#log(name), 'utf8').slice(-3_000)
    } catch {
      return ''
    }
  }
}

interface Ports {
  readonly etcd: readonly number[]
  readonly etcdPeers: readonly number[]
  readonly patroni: Readonly<Record<MemberName, number>>
  readonly postgres: Readonly<Record<MemberName, number>>
  readonly haproxy: number
}

/** Free ports, all held at once so that none is handed out twice. */
async function takePorts(): Promise<Ports> {
  const servers = await Promise.all(
    Array.from({ length: 13 }, async () => {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return server
    }),
  )
  const ports = servers.map((server) => z.object({ port: z.number() }).parse(server.address()).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  const next = () => ports.pop() ?? 0
  return {
    etcd: [next(), next(), next()],
    etcdPeers: [next(), next(), next()],
    patroni: { pg1: next(), pg2: next(), pg3: next() },
    postgres: { pg1: next(), pg2: next(), pg3: next() },
    haproxy: next(),
  }
}
