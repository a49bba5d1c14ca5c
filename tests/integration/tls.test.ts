import { PDF_FOOT, PDF_HEAD } from '../support/pdf.ts'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { constants } from 'node:http2'
import { request as httpsRequest } from 'node:https'
import { connect as connectTcp } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import type { ConnectionOptions } from 'node:tls'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLOSE, LIVE_PROTOCOL } from '../../src/contract/constants.ts'
import { LIVE_BEAT_PATH, LIVE_POLL_PATH, LIVE_STREAM_PATH } from '../../src/contract/live.ts'
import { liveTokens } from '../../src/server/auth/authenticate.ts'
import { openTokens } from '../../src/server/auth/tokens.ts'
import { openCertificate } from '../../src/server/certificate.ts'
import { secureServer } from '../../src/server/http/secure-server.ts'
import { quiet } from '../../src/server/logger.ts'
import { systemTimers } from '../../src/server/room/timers.ts'
import { attachLive } from '../../src/server/socket/live.ts'
import type { Live } from '../../src/server/socket/live.ts'
import { testPair } from '../support/certificate.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { openHttp2 } from '../support/http/http2.ts'
import type { Http2Client } from '../support/http/http2.ts'
import { sellerToken, venueToken } from '../support/http/people.ts'
import { formOf } from '../support/http/upload.ts'
import { addPeople, addSale, PASSWORD } from '../support/http/world.ts'
import type { Sale } from '../support/http/world.ts'
import { LiveConnection } from '../support/live.ts'
import { startServer } from '../support/server.ts'
import { temporaryFolder } from '../support/store/temporary.ts'
import { until } from '../support/until.ts'

const REQUEST_MS = 1_500
const SCRIPT = 'export const wood = "oak"\n'.repeat(200)
const pair = testPair(['localhost', 'sale.example'])
const web = temporaryFolder()
let house: House
let sale: Sale
let live: Live
let url: string
let port: number
let client: Http2Client

beforeAll(async () => {
  mkdirSync(join(web.path, 'app/assets'), { recursive: true })
  mkdirSync(join(web.path, 'server'))
  writeFileSync(
    join(web.path, 'app/index.html'),
    '<html><head><title>x</title></head><body><div id="root"></div></body></html>',
  )
  for (const file of ['assets/a-1.js', 'a.js']) {
    writeFileSync(join(web.path, 'app', file), SCRIPT)
    writeFileSync(join(web.path, 'app', `${file}.br`), brotliCompressSync(SCRIPT))
  }
  writeFileSync(
    join(web.path, 'server/writePages.js'),
    `export const scripts = { afterPaint: 'a()', earlyPress: 'b()' }
     export const writePage = async ({ locale, known, at }) => ({ title: null, markup: '<p>home</p>', head: '', data: { locale, known, at, answers: [] } })`,
  )
  const secure = secureServer({ cert: Buffer.from(pair.cert), key: Buffer.from(pair.key) }, REQUEST_MS)
  house = await openHouse({ webDir: join(web.path, 'app'), serverFactory: secure.serverFactory, live: () => live })
  await addPeople(house)
  sale = await addSale(house, { stand: 'running', bidders: ['c1'] })
  live = attachLive(house.app.server, {
    rooms: house.rooms,
    tokens: liveTokens(openTokens(house.store.db), house.rooms),
    mark: (hash) => hash,
    clock: house.clock,
    timers: systemTimers,
    logger: quiet,
  })
  await house.app.listen({ port: 0, host: '127.0.0.1' })
  ;({ port } = house.app.server.address() as AddressInfo)
  url = `https://localhost:${port}`
  client = await openHttp2(url, pair.cert)
})
afterAll(async () => {
  await client.close()
  await live.close()
  await house.close()
  web.remove()
})

test("the room's frames and heartbeats go over HTTP/2, to this host's own pages alone", async () => {
  const query = `scheduleTimelineId=${sale.id}&protocol=${LIVE_PROTOCOL}&id=visit0001`
  const headers = bearer(await venueToken(house, 'buyer1', sale))
  const stream = client.session.request({ ':path': `${LIVE_STREAM_PATH}?${query}`, ...headers })
  let frames = ''
  stream.on('data', (bytes: Buffer) => void (frames += bytes.toString()))
  await until(() => frames.includes('"sendType":"2"'))
  const beat = async (origin: string) =>
    await client.ask(`${LIVE_BEAT_PATH}?${query}&t=5`, { method: 'POST', headers: { ...headers, origin } })
  expect(json((await beat(url)).body)).toMatchObject({ sendType: '1', t: 5 })
  expect(json((await beat('https://elsewhere.example')).body)).toMatchObject({ code: CLOSE.notPermitted })
  const poll = await client.ask(`${LIVE_POLL_PATH}?${query}2&wait=0`, { headers })
  expect(poll.body.toString()).toContain('"sendType":"2"')
  stream.close()
})

const json = (bytes: Buffer): unknown => JSON.parse(bytes.toString())
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** By HTTP/1.1 alone. */
const askOld = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; version: string; headers: Record<string, unknown>; body: string }>(
    (resolve, reject) => {
      httpsRequest(url + path, { ca: pair.cert, headers, agent: false }, (answer) => {
        text(answer).then(
          (body) =>
            resolve({
              status: answer.statusCode ?? 0,
              version: answer.httpVersion,
              headers: answer.headers,
              body,
            }),
          reject,
        )
      })
        .on('error', reject)
        .end()
    },
  )

/** HTTP/2 frames (RFC 9113, 4.1), for a client that misbehaves. */
const FRAME = { headers: 1, reset: 3, settings: 4, endsBoth: 0x05 } as const
/** `GET https://localhost/` in HPACK. */
const GET = `82878441${Buffer.from('\tlocalhost').toString('hex')}`
function frame(type: number, flags: number, stream: number, payload: string): Buffer {
  const bytes = Buffer.from(payload, 'hex')
  const head = Buffer.alloc(9)
  head.writeUIntBE(bytes.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, bytes])
}

/** Bytes in the clear inside TLS; resolves with the answer until the connection ends. */
async function send(bytes: string, options: ConnectionOptions = {}): Promise<string> {
  const socket = connectTls({ port, host: '127.0.0.1', servername: 'localhost', ca: pair.cert, ...options })
  await once(socket, 'secureConnect')
  socket.write(bytes)
  return text(socket)
}

describe('one port with TLS', () => {
  test('speaks HTTP/2, and HTTP/1.1 where a client offers no other: pages, files and calls are the same', async () => {
    expect(client.session.alpnProtocol).toBe('h2')
    const paths = ['/healthz', '/readyz', '/index', '/assets/a-1.js', '/prod-api/common/settings', '/prod-api/nothing']
    for (const path of paths) {
      const headers = { accept: 'text/html, */*', 'accept-encoding': 'identity' }
      const [second, first] = [await client.ask(path, { headers }), await askOld(path, headers)]
      expect([path, first.version, second.status]).toEqual([path, '1.1', first.status])
      expect(second.headers['content-type']).toBe(first.headers['content-type'])
      if (path !== '/index') expect(second.body.toString()).toBe(first.body)
      expect(second.headers['strict-transport-security']).toContain('max-age=31536000')
      expect(second.headers).not.toHaveProperty('connection')
    }
    const page = await client.ask('/index', { headers: { accept: 'text/html' } })
    expect(page.body.toString()).toContain('<p>home</p>')
    expect(page.headers['content-security-policy']).toContain(`wss://localhost:${port}`)
  })

  test('serves compressed files as they were built, and answers 304 and HEAD', async () => {
    const headers = { 'accept-encoding': 'br' }
    // A file under its hash is kept for ever, and has no mark.
    const kept = await client.ask('/assets/a-1.js', { headers })
    expect([kept.status, kept.headers.etag, kept.body.equals(brotliCompressSync(SCRIPT))]).toEqual([
      200,
      undefined,
      true,
    ])
    const file = await client.ask('/a.js', { headers })
    expect([file.status, file.headers['content-encoding']]).toEqual([200, 'br'])
    expect(file.body.equals(brotliCompressSync(SCRIPT))).toBe(true)
    const etag = String(file.headers.etag)
    const again = await client.ask('/a.js', { headers: { ...headers, 'if-none-match': etag } })
    expect([again.status, again.body.length]).toEqual([304, 0])
    const head = await client.ask('/a.js', { method: 'HEAD', headers })
    expect([head.status, head.body.length]).toEqual([200, 0])
  })

  test('a sign-in over it gets cookies that travel by TLS alone, and its calls are answered side by side', async () => {
    const signedIn = await client.ask('/prod-api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account: 'buyer1', password: PASSWORD }),
    })
    expect(json(signedIn.body)).toMatchObject({ code: 200 })
    const cookies = [signedIn.headers['set-cookie'] ?? []].flat()
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) expect(cookie).toContain('; Secure')
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.ask('/prod-api/common/settings')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('the live connection opens on the same port, which does not offer it by HTTP/2', async () => {
    expect(client.session.remoteSettings.enableConnectProtocol).not.toBe(true)
    const token = await venueToken(house, 'buyer1', sale)
    const connection = await LiveConnection.open({ url, scheduleTimelineId: sale.id, token, ca: pair.cert })
    expect(connection.welcomed).toBe(true)
    connection.socket.close()
    await connection.gone
  })
})

describe('uploads by HTTP/2', () => {
  const PDF = Buffer.concat([PDF_HEAD, Buffer.alloc(700_000, 'wood'), PDF_FOOT])
  const tus = { 'tus-resumable': '1.0.0' }

  test('a form with a file is stored; one that is too large is refused in words, and the connection goes on', async () => {
    const token = await sellerToken(house, 'newbie')
    const ask = (bytes: Buffer) => {
      const { payload, headers } = formOf([{ name: 'papers.pdf', bytes }])
      return client.ask('/prod-api/common/upload', {
        method: 'POST',
        headers: { ...headers, ...bearer(token), 'content-length': payload.length },
        body: payload,
      })
    }
    expect(json((await ask(PDF)).body)).toMatchObject({ code: 200 })
    const large = await ask(Buffer.concat([PDF, Buffer.alloc(30 * 1024 * 1024)]))
    expect(json(large.body)).toMatchObject({ code: 413, reason: 'input.too_large' })
    expect((await client.ask('/healthz')).status).toBe(200)
  })

  test('a resumable upload comes in chunks; what it refuses half-way ends its stream alone', async () => {
    const token = await sellerToken(house, 'newbie')
    const metadata = [
      ['filename', 'papers.pdf'],
      ['kind', 'document'],
      ['sha256', createHash('sha256').update(PDF).digest('hex')],
    ]
    const begun = await client.ask('/prod-api/common/uploads', {
      method: 'POST',
      headers: {
        ...tus,
        ...bearer(token),
        'upload-length': PDF.length,
        'upload-metadata': metadata.map(([k, v]) => `${k} ${Buffer.from(v ?? '').toString('base64')}`).join(','),
      },
      body: '',
    })
    expect(begun.status).toBe(201)
    const location = String(begun.headers.location)
    const patch = (offset: number, body: Buffer) =>
      client.ask(location, {
        method: 'PATCH',
        headers: {
          ...tus,
          ...bearer(token),
          'content-type': 'application/offset+octet-stream',
          'upload-offset': offset,
        },
        body,
      })
    expect((await patch(0, PDF.subarray(0, 300_000))).status).toBe(204)
    expect((await patch(0, PDF)).status).toBe(409)
    expect(
      (await client.ask(location, { method: 'HEAD', headers: { ...tus, ...bearer(token) } })).headers,
    ).toMatchObject({ 'upload-offset': '300000' })
    expect(json((await patch(300_000, PDF.subarray(300_000))).body)).toMatchObject({ code: 200 })
    expect((await client.ask('/healthz')).status).toBe(200)
  })
})

describe('what does not belong', () => {
  test('another host is misdirected, and so is a request that names two', async () => {
    const { status } = await client.ask('/healthz', {
      headers: { ':authority': `localhost:${port}`, host: 'evil.example' },
    })
    expect(status).toBe(421)
  })

  test('bytes in the clear end the connection; no HTTP inside TLS is told so', async () => {
    const plain = connectTcp(port, '127.0.0.1')
    plain.on('error', () => undefined)
    plain.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    expect(await text(plain).catch(() => '')).not.toContain('HTTP/1.1 200')
    const answer = await send('BLAH BLAH\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('strict-transport-security')
  })

  test('a body that does not arrive in time ends its stream, over HTTP/1.1 its connection', async () => {
    const headers = { ':path': '/prod-api/auth/login', ':method': 'POST', 'content-type': 'application/json' }
    const slow = client.session.request(headers, { endStream: false })
    slow.on('error', () => undefined)
    slow.write('{')
    await once(slow, 'close')
    expect(slow.rstCode).toBe(constants.NGHTTP2_CANCEL)
    expect((await client.ask('/healthz')).status).toBe(200)
  })

  test('a flood of streams that are reset at once ends its own connection, and no other', async () => {
    const flood = connectTls({ port, host: '127.0.0.1', servername: 'localhost', ca: pair.cert, ALPNProtocols: ['h2'] })
    await once(flood, 'secureConnect')
    flood.on('error', () => undefined)
    const ended = once(flood, 'close')
    flood.resume()
    flood.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
    flood.write(frame(FRAME.settings, 0, 0, ''))
    for (let stream = 1; stream < 4_000; stream += 2) {
      flood.write(frame(FRAME.headers, FRAME.endsBoth, stream, GET))
      flood.write(frame(FRAME.reset, 0, stream, '00000008'))
    }
    await ended
    expect((await client.ask('/healthz')).status).toBe(200)
  })

  test('headers beyond the limit are refused', async () => {
    const { status } = await askOld('/healthz', { 'x-long': 'a'.repeat(20_000) })
    expect(status).toBe(431)
    const other = await openHttp2(url, pair.cert)
    const refused = await other.ask('/healthz', { headers: { 'x-long': 'a'.repeat(60_000) } }).then(
      (answer) => answer.status,
      () => 'ended',
    )
    expect(refused).not.toBe(200)
    await other.close()
  })
})

describe('the end', () => {
  async function leavingHouse(): Promise<{ leaving: House; guest: Http2Client }> {
    const secure = secureServer({ cert: Buffer.from(pair.cert), key: Buffer.from(pair.key) }, REQUEST_MS)
    const leaving = await openHouse({ serverFactory: secure.serverFactory })
    await leaving.app.listen({ port: 0, host: '127.0.0.1' })
    const { port: at } = leaving.app.server.address() as AddressInfo
    return { leaving, guest: await openHttp2(`https://localhost:${at}`, pair.cert) }
  }

  test('a closing server answers what it was asked, says goodbye to connections and is gone', async () => {
    const { leaving, guest } = await leavingHouse()
    const farewell = once(guest.session, 'goaway')
    const asked = guest.ask('/readyz')
    await guest.ask('/healthz')
    const closed = leaving.close()
    expect((await asked).status).toBe(200)
    await Promise.all([farewell, closed])
  })

  test('a client that does not read its answer is cut', async () => {
    const { leaving, guest } = await leavingHouse()
    await once(guest.session.request({ ':path': '/healthz' }), 'response')
    const gone = once(guest.session, 'close')
    const closed = leaving.close()
    leaving.app.server.closeAllConnections()
    await Promise.all([gone, closed])
  })
})

describe('a renewed certificate', () => {
  test('serves new connections, while open ones go on; a broken pair is logged and changes nothing', async () => {
    const folder = temporaryFolder()
    const put = (name: string, { cert, key }: { cert: string; key: string }) => {
      mkdirSync(join(folder.path, name))
      writeFileSync(join(folder.path, name, 'cert.pem'), cert)
      writeFileSync(join(folder.path, name, 'key.pem'), key)
      symlinkSync(name, join(folder.path, 'next'))
      renameSync(join(folder.path, 'next'), join(folder.path, 'live'))
    }
    put('one', pair)
    const files = { cert: join(folder.path, 'live/cert.pem'), key: join(folder.path, 'live/key.pem') }
    const server = await startServer({
      env: { DEMO: '0', TLS_CERT: files.cert, TLS_KEY: files.key, LOG_LEVEL: 'info' },
    })
    try {
      expect(server.log).toContain(`→ https://localhost:${server.port}`)
      const before = await openHttp2(`https://localhost:${server.port}`, pair.cert)
      const wrong = { cert: testPair().cert, key: pair.key }
      put('two', wrong)
      await until(() => server.log.includes('the old one goes on serving'))
      const still = await openHttp2(`https://localhost:${server.port}`, pair.cert)
      await still.close()

      const renewed = testPair()
      put('three', renewed)
      await until(() => server.log.includes('was renewed'))
      const after = await openHttp2(`https://localhost:${server.port}`, renewed.cert)
      expect((await after.ask('/healthz')).status).toBe(200)
      expect((await before.ask('/healthz')).status).toBe(200)
      const metrics = await after.ask('/metrics')
      expect(metrics.body.toString()).toMatch(/^tls_certificate_expires_seconds \d{10}$/m)
      await after.close()
      await before.close()
    } finally {
      await server.stop()
      folder.remove()
    }
  })

  test('a pair that does not fit together is refused at start', async () => {
    const folder = temporaryFolder()
    const files = { cert: join(folder.path, 'cert.pem'), key: join(folder.path, 'key.pem') }
    const open = () => openCertificate(files, { timers: systemTimers, logger: quiet, now: Date.now })
    await expect(open()).rejects.toThrow(/^TLS_CERT=\S+ with TLS_KEY=\S+ cannot be used: /)
    writeFileSync(files.cert, pair.cert)
    writeFileSync(files.key, testPair().key)
    await expect(open()).rejects.toThrow('key values mismatch')
    folder.remove()
  })
})
