import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync } from 'node:fs'
import { request as askHttp } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import * as z from 'zod'
import { LIVE_PATH, LIVE_PROTOCOL } from '../../src/contract/constants.ts'
import { buildIfStale } from '../../src/server/build.ts'
import { instant } from '../../src/domain/units.ts'
import { readConfig } from '../../src/server/config.ts'
import { ROOT } from '../../src/server/main.ts'
import { quiet } from '../../src/server/logger.ts'
import { openStore } from '../../src/server/store/open.ts'
import { account, setting } from '../../src/server/store/schema.ts'
import { ADMIN } from '../support/commands.ts'
import { solved } from '../support/http/captcha.ts'
import { startServer } from '../support/server.ts'
import type { TestServer } from '../support/server.ts'
import { openTlsProxy, TELLS } from '../support/http/tls-proxy.ts'
import type { TlsProxy } from '../support/http/tls-proxy.ts'
import { placeEmptyStore } from '../support/store/empty.ts'
import { endAll } from '../support/store/processes.ts'
import { temporaryFolder } from '../support/store/temporary.ts'

const PASSWORD = 'Timber2026'
beforeAll(() => buildIfStale(ROOT, () => undefined), 300_000)

/** A data folder that outlives its servers, with an empty database. */
async function folderFor() {
  const folder = temporaryFolder()
  chmodSync(folder.path, 0o755)
  await placeEmptyStore(folder.path)
  return folder
}

const Reply = z.looseObject({ code: z.number(), reason: z.string().optional() })
async function login(url: string, name: string, password = PASSWORD) {
  const answer = await fetch(`${url}/prod-api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: name, password }),
  })
  return Reply.parse(await answer.json())
}

/** Sends headers that `fetch` would not. */
async function askAs(url: string, headers: Record<string, string>, path = '/prod-api/common/settings') {
  const asking = askHttp(new URL(path, url), { headers }).end()
  const [answer] = (await once(asking, 'response')) as [NodeJS.ReadableStream & { statusCode: number }]
  return { status: answer.statusCode, body: await text(answer) }
}

/** Runs an operator's command on a database that no server uses. */
async function admin(dataDir: string, args: readonly string[], input: string) {
  const child = spawn(process.execPath, [...ADMIN, ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir },
  })
  child.stdin.end(input)
  const [code] = (await once(child, 'close')) as [number | null]
  return code
}

describe('15.1 the demo is a mark in its database', () => {
  let folder: Awaited<ReturnType<typeof folderFor>>
  const servers: TestServer[] = []
  const start = async (env: Record<string, string>) => {
    const server = await startServer({ dataDir: folder.path, env })
    servers.push(server)
    return server
  }
  const stop = async () => {
    for (const server of servers.splice(0)) await server.stop({ keep: true })
  }
  beforeAll(async () => {
    folder = await folderFor()
  })
  afterEach(stop)
  afterAll(async () => {
    await endAll(folder.path)
    folder.remove()
  })

  test('15.1 started with the demo and stopped, it is refused with DEMO=0, which says how to begin an empty one', async () => {
    const demo = await start({})
    expect(await login(demo.url, 'admin')).toMatchObject({ code: 200 })
    await stop()

    const refusal = await start({ DEMO: '0' }).catch((error: unknown) => String(error))
    expect(refusal).toContain('holds the demo world')
    expect(refusal).toContain('create-administrator --login')
    expect(refusal).toContain('DATA_DIR')
    // The same holds for each setting that exposes the server: it turns the demo off.
    for (const env of [{ TRUST_PROXY: '1' }, { SMTP_URL: 'smtp://127.0.0.1:1' }, { SMS_URL: 'http://127.0.0.1:1' }])
      expect(readConfig({ ...env }).demo).toBe(false)
    expect(await start({ HOST: '0.0.0.0' }).catch((error: unknown) => String(error))).toContain('holds the demo world')
    // The database still starts as a demo.
    expect(await login((await start({})).url, 'admin')).toMatchObject({ code: 200 })
  })

  test('15.1 one that an earlier version filled, without the mark, is refused as well', async () => {
    const store = await openStore({ dataDir: folder.path, databaseUrl: null }, quiet)
    await store.db.delete(setting)
    await store.close()
    expect(await start({ DEMO: '0' }).catch((error: unknown) => String(error))).toContain('holds the demo world')
  })
})

describe('15.1 an empty database without the demo', () => {
  test('15.1 has no account but the one that the command made, and never becomes a demo', async () => {
    const folder = await folderFor()
    try {
      const first = await startServer({ dataDir: folder.path, env: { DEMO: '0' } })
      expect(await login(first.url, 'admin')).toMatchObject({ reason: 'auth.wrong_credentials' })
      await first.stop({ keep: true })
      // Still without accounts, and with DEMO on: a database begun as a real one stays real.
      const second = await startServer({ dataDir: folder.path })
      expect(await login(second.url, 'admin')).toMatchObject({ reason: 'auth.wrong_credentials' })
      expect(second.log).not.toContain('Timber2026')
      await second.stop({ keep: true })

      expect(await admin(folder.path, ['create-administrator', '--login', 'chief'], 'Kiefer77x\n')).toBe(0)
      const third = await startServer({ dataDir: folder.path, env: { DEMO: '0' } })
      expect(await login(third.url, 'chief', 'Kiefer77x')).toMatchObject({ code: 200 })
      await third.stop({ keep: true })
      const store = await openStore({ dataDir: folder.path, databaseUrl: null }, quiet)
      expect((await store.db.select().from(account)).map(({ login: name }) => name)).toEqual(['chief'])
      await store.close()
    } finally {
      await endAll(folder.path)
      folder.remove()
    }
  })

  test('15.1 shows no recovery code on the screen, with a carrier or without', async () => {
    const folder = await folderFor()
    try {
      expect(await admin(folder.path, ['create-administrator', '--login', 'chief'], 'Kiefer77x\n')).toBe(0)
      // DEMO is on by default here, but the database is a real one.
      const server = await startServer({ dataDir: folder.path })
      const store = await openStore({ dataDir: folder.path, databaseUrl: null }, quiet)
      const image = await solved({ store, clock: { now: () => instant(Date.now()) } })
      const sent = await fetch(
        `${server.url}/prod-api/user/sysUser/sendSmsEmail?${new URLSearchParams({ ...image, email: 'a@example.com' }).toString()}`,
      )
      expect(await sent.json()).toMatchObject({ code: 200, data: { demoCode: null } })
      await store.close()
      await server.stop({ keep: true })
    } finally {
      await endAll(folder.path)
      folder.remove()
    }
  })
})

describe('15.1 the demo answers its own machine alone', () => {
  let demo: TestServer
  beforeAll(async () => {
    demo = await startServer()
  })
  afterAll(() => demo.stop())

  test.each([['localhost'], ['127.0.0.1'], ['LOCALHOST:8007'], ['[::1]:8007'], ['127.0.0.2']])(
    '15.1 by the name %s',
    async (host) => {
      expect((await askAs(demo.url, { host })).status).toBe(200)
    },
  )

  test.each([
    [{ host: 'sale.example' }],
    [{ host: '192.168.1.5:8007' }],
    [{ host: 'localhost.evil.example' }],
    [{ host: '127.0.0.1.evil.example' }],
    [{ host: 'localhost', forwarded: 'for=198.51.100.7' }],
    [{ host: 'localhost', 'x-forwarded-for': '127.0.0.1' }],
    [{ host: 'localhost', 'x-forwarded-proto': 'https' }],
    [{ host: 'localhost', 'x-forwarded-host': 'localhost' }],
    [{ host: 'localhost', 'x-real-ip': '198.51.100.7' }],
    [{ host: 'localhost', via: '1.1 proxy' }],
    [{ host: 'localhost', origin: 'https://sale.example' }],
  ])('15.1 and refuses %j, pages and calls alike', async (headers: Record<string, string>) => {
    for (const path of [
      '/prod-api/common/settings',
      '/',
      '/main.js',
      '/metrics',
      '/prod-api/nothing',
      '/assets/x.js',
    ]) {
      const { status, body } = await askAs(demo.url, headers, path)
      expect([path, status]).toEqual([path, 421])
      expect(body).toContain('"reason":"host.demo"')
    }
  })

  test('15.1 two host headers are refused, whichever comes first', async () => {
    for (const hosts of [
      ['localhost', 'evil.example'],
      ['localhost', 'localhost'],
    ]) {
      const socket = connect(demo.port, '127.0.0.1')
      socket.end(`GET /prod-api/common/settings HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join('')}\r\n`)
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 421 [\s\S]*"reason":"host\.unknown"/)
    }
  })

  test.each([
    ['a proxy that speaks HTTP/1.0 and names no host', ['GET /prod-api/common/settings HTTP/1.0', 'Host: localhost']],
    [
      'an address whose host is another',
      ['GET http://sale.example/prod-api/common/settings HTTP/1.1', 'Host: localhost'],
    ],
  ])('15.1 %s is refused', async (_what, lines) => {
    const socket = connect(demo.port, '127.0.0.1')
    socket.end([...lines, 'Connection: close', '', ''].join('\r\n'))
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 421 /)
  })

  test('15.1 a live connection is refused as well', async () => {
    for (const headers of [{ host: 'sale.example' }, { 'x-forwarded-for': '198.51.100.7' }] as Record<
      string,
      string
    >[]) {
      const socket = new WebSocket(`${demo.url.replace('http', 'ws')}${LIVE_PATH}`, [LIVE_PROTOCOL], { headers })
      const [error] = (await once(socket, 'error')) as [Error]
      expect(error.message).toContain('421')
    }
  })

  test.each([
    ['tells of itself', { ...TELLS, host: '127.0.0.1' }],
    ['keeps the host alone', {}],
  ])(
    '15.1 no demo account signs in without TRUST_PROXY through a proxy that ends TLS on the same machine and %s',
    async (_how, tells: Record<string, string>) => {
      const proxy = await openTlsProxy(demo.url, { tells })
      try {
        expect(await signInThrough(proxy)).toMatchObject({ status: 421, reason: 'host.demo' })
      } finally {
        await proxy.close()
      }
    },
  )
})

async function signInThrough(proxy: TlsProxy) {
  const { status, body } = await proxy.ask('/prod-api/auth/login', { body: { account: 'admin', password: PASSWORD } })
  return { status, ...Reply.parse(JSON.parse(body)) }
}

describe('15.1 behind a proxy on the same machine that ends TLS', () => {
  let folder: Awaited<ReturnType<typeof folderFor>>
  let proxy: TlsProxy | null = null
  let server: TestServer | null = null
  afterEach(async () => {
    await proxy?.close()
    await server?.stop({ keep: true })
    await endAll(folder.path)
    folder.remove()
  })
  const signIn = async (env: Record<string, string>) => {
    folder = await folderFor()
    server = await startServer({ dataDir: folder.path, env })
    proxy = await openTlsProxy(server.url, { tells: TELLS })
    return signInThrough(proxy)
  }

  test('15.1 with TRUST_PROXY=1 no demo account signs in: there is none', async () => {
    expect(await signIn({ TRUST_PROXY: '1' })).toMatchObject({ status: 200, reason: 'auth.wrong_credentials' })
  })

  test('15.1 nor with TRUST_PROXY=1 and DEMO=1: what a proxy passed on is refused', async () => {
    expect(await signIn({ TRUST_PROXY: '1', DEMO: '1' })).toMatchObject({ status: 421, reason: 'host.demo' })
  })
})

test('15.1 DEMO=1 beyond loopback is refused with the reason', () => {
  expect(() => readConfig({ HOST: '0.0.0.0', DEMO: '1' })).toThrow(
    'DEMO=1 is not allowed with HOST=0.0.0.0: the accounts of the demo world have a published password',
  )
})
