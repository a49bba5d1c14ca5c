import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildIfStale } from '../../src/server/build.ts'
import { ROOT } from '../../src/server/main.ts'
import { START } from '../support/commands.ts'
import { endAll, track } from '../support/store/processes.ts'
import { until } from '../support/until.ts'
import { placeEmptyStore } from '../support/store/empty.ts'
import { temporaryFolder } from '../support/store/temporary.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(async () => {
  await endAll(folder.path)
  folder.remove()
})
// `npm start` builds too; built here so that the build has its own timeout.
beforeAll(() => buildIfStale(ROOT, () => undefined), 300_000)

/** As `npm start` does it. */
function start(environment: Record<string, string>, under: 'nothing' | 'shell' = 'nothing') {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
    DATA_DIR: folder.path,
    PORT: '0',
    ...environment,
  }
  const args = [process.execPath, ...START] as const
  const [program, ...rest] = under === 'shell' ? ['/bin/sh', '-c', `'${args.join("' '")}'; true`] : args
  const child = track(spawn(program, rest, { env, stdio: ['ignore', 'pipe', 'pipe'] }))
  const ended = once(child, 'close') as Promise<[number | null, string | null]>
  let out = ''
  let complaint = ''
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  return {
    child,
    ended,
    complaint: () => complaint,
    async address() {
      for (;;) {
        const found = /http:\/\/localhost:\d+/.exec(out)
        if (found) return found[0]
        await Promise.race([
          once(child.stdout, 'data'),
          ended.then(() => {
            throw new Error(complaint)
          }),
        ])
      }
    },
  }
}
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
const databaseRuns = () => existsSync(join(folder.path, 'pg/postmaster.pid'))

test('it starts in an empty folder, serves, and on SIGTERM leaves nothing behind', async () => {
  const server = start({})
  const address = await server.address()
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  const login = await fetch(`${address}/prod-api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: 'buyer1', password: 'Timber2026' }),
  })
  const { code, data } = (await login.json()) as { code: number; data: { access_token: string } }
  expect(code).toBe(200)
  expect(data.access_token.length).toBeGreaterThan(40)

  server.child.kill('SIGTERM')
  expect(await server.ended).toEqual([0, null])
  expect(databaseRuns()).toBe(false)
  await expect(fetch(address)).rejects.toThrow()
})

test('the first time that it is ready, there is a practice sale to enter', async () => {
  await placeEmptyStore(folder.path)
  const port = await freePort()
  const server = start({ PORT: String(port) })
  const address = `http://127.0.0.1:${port}`
  // Not listening counts the same as listening but not ready.
  await until(() =>
    fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  const answer: unknown = await (await fetch(`${address}/prod-api/auction/schedule/list?practice=true`)).json()
  expect(answer).toMatchObject({ code: 200, total: 1, rows: [{ practice: true, timelines: [{}] }] })
  expect(JSON.stringify(answer)).toMatch(/"timelines":\[\{[^\]]*"state":[34][,}]/)
  server.child.kill('SIGTERM')
  expect(await server.ended).toEqual([0, null])
})

test('a SIGTERM while it starts does not leave a database behind', async () => {
  const server = start({ DEMO: '0' })
  await expect.poll(databaseRuns, { timeout: 50_000 }).toBe(true)
  server.child.kill('SIGTERM')
  const ended = await server.ended
  expect(ended, server.complaint()).toEqual([0, null])
  expect(databaseRuns()).toBe(false)
})

test("when npm is told to end, the server ends with it, though npm's shell does not pass the signal on", async () => {
  await placeEmptyStore(folder.path)
  const server = start({ npm_lifecycle_event: 'start', DEMO: '0' }, 'shell')
  await server.address()
  server.child.kill('SIGTERM')
  await expect.poll(databaseRuns, { timeout: 30_000 }).toBe(false)
  await server.ended
})

test('a port that is taken is told in a line, and the database is let go', async () => {
  await placeEmptyStore(folder.path)
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const server = start({ PORT: String(port), DEMO: '0' })
  expect((await server.ended)[0]).toBe(1)
  expect(server.complaint()).toContain(`Port ${port} is taken. Set PORT to another`)
  expect(databaseRuns()).toBe(false)
  other.close()
})

test('a wrong setting is told before anything is touched', async () => {
  const server = start({ PORT: 'eight', DATABASE_URL: 'sqlite:x' })
  expect((await server.ended)[0]).toBe(1)
  expect(server.complaint()).toBe(
    'PORT=eight is not allowed; it takes a whole number from 0 to 65535.\n' +
      'DATABASE_URL=… is not allowed; it takes an address like postgres://user:password@host:5432/name.\n',
  )
  expect(existsSync(join(folder.path, 'pg'))).toBe(false)
})

test('an old Node is told what is needed, before it stumbles over TypeScript', () => {
  const old = `Object.defineProperty(process.versions, 'node', { value: '20.20.2' }); require('./src/server/need-node.cjs'); console.log('went on')`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--eval', old], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toContain('Node 22.18 or newer is needed, and this is 20.20.2.')
})
