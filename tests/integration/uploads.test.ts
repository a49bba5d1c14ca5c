import { PDF_FOOT, PDF_HEAD } from '../support/pdf.ts'
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { registrar } from '../prove/parts/registrar.ts'
import { freshDataDir, startServer } from '../support/server.ts'
import { placeEmptyStore } from '../support/store/empty.ts'
import { storeOf } from '../support/reader.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { seedTerms } from '../../src/server/content/seed.ts'
import { signInAt } from '../support/http/signInAt.ts'
import { sellerToken } from '../support/http/people.ts'
import { download, formOf, pictureOf, upload } from '../support/http/upload.ts'
import { addPeople } from '../support/http/world.ts'
import { until } from '../support/until.ts'
import { zipBombs, zipOf } from '../support/zip.ts'

let house: House
let second: FastifyInstance
let url: string
let otherUrl: string
let newbie: string
let buyer: string

beforeAll(async () => {
  house = await openHouse({ limits: { upload: { most: 1_000, oneEveryMs: 1 } } })
  second = await house.build()
  await addPeople(house)
  ;[newbie, buyer] = [await sellerToken(house, 'newbie'), await sellerToken(house, 'buyer1')]
  url = await house.app.listen({ port: 0, host: '127.0.0.1' })
  otherUrl = await second.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await second.close()
  await house.close()
})

const PATH = '/prod-api/common/uploads'
const TUS = { 'tus-resumable': '1.0.0' }
const CHUNK = { ...TUS, 'content-type': 'application/offset+octet-stream' }
const Answer = z.object({
  code: z.number(),
  msg: z.string(),
  reason: z.string().optional(),
  fileName: z.string().optional(),
  data: z.object({ offset: z.number(), size: z.number(), fileName: z.string().nullable() }).optional(),
})

const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const metadataOf = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function begin(
  bytes: Buffer,
  { token = newbie, name = 'papers.pdf', kind = 'document', sha256 = hash(bytes), size = bytes.length, at = url } = {},
) {
  const metadata = metadataOf({ filename: name, kind, sha256 })
  const headers = { ...TUS, ...bearer(token), 'upload-length': String(size), 'upload-metadata': metadata }
  const http = await fetch(at + PATH, { method: 'POST', headers })
  return { http, location: http.headers.get('location') ?? '' }
}
const patch = (location: string, offset: number, bytes: Buffer, { token = newbie, at = url } = {}) =>
  fetch(at + location, {
    method: 'PATCH',
    headers: { ...CHUNK, ...bearer(token), 'upload-offset': String(offset) },
    body: new Uint8Array(bytes),
  })
const answerOf = async (http: Response) => Answer.parse(await http.json())
const info = async (location: string, token = newbie) =>
  answerOf(await fetch(`${url}${location}/info`, { headers: bearer(token) }))
const kept = async (fileName: string, token = newbie): Promise<Buffer> =>
  (await download(house, token, fileName)).rawPayload

/** A PDF of that size with incompressible bytes. */
const pdfOf = (size: number): Buffer => {
  return Buffer.concat([PDF_HEAD, randomBytes(size - PDF_HEAD.length - PDF_FOOT.length), PDF_FOOT])
}

describe('a resumable upload (tus 1.0)', () => {
  test('16.5 comes in pieces through two nodes, and is kept as it was', async () => {
    const bytes = pdfOf(300_000)
    const { http, location } = await begin(bytes)
    expect([http.status, location.startsWith(`${PATH}/`)]).toEqual([201, true])
    expect((await patch(location, 0, bytes.subarray(0, 100_000))).status).toBe(204)
    const head = await fetch(otherUrl + location, { method: 'HEAD', headers: { ...TUS, ...bearer(newbie) } })
    expect([head.status, head.headers.get('upload-offset')]).toEqual([200, '100000'])
    expect(await info(location)).toMatchObject({ code: 200, data: { offset: 100_000, size: 300_000, fileName: null } })
    const last = await patch(location, 100_000, bytes.subarray(100_000), { at: otherUrl })
    const { code, fileName = '' } = await answerOf(last)
    expect([last.status, code]).toEqual([200, 200])
    expect((await kept(fileName)).equals(bytes)).toBe(true)
    // The answer to the last chunk may be lost: asked again, the upload reports the same.
    expect(await info(location)).toMatchObject({ data: { offset: 300_000, fileName } })
    expect((await patch(location, 300_000, Buffer.alloc(0))).status).toBeLessThan(300)
  })

  test('16.5 OPTIONS names the version, the extensions and the largest size', async () => {
    const http = await fetch(url + PATH, { method: 'OPTIONS' })
    const said = ['tus-version', 'tus-extension', 'tus-max-size'].map((name) => http.headers.get(name))
    expect([http.status, ...said]).toEqual([204, '1.0.0', 'creation,creation-with-upload,termination', '5242880'])
  })

  test('16.5 the reference client uploads, breaks off, and resumes at another node', async () => {
    const bytes = pdfOf(700_000)
    const options = {
      chunkSize: 64 * 1024,
      headers: bearer(newbie),
      metadata: { filename: 'reference.pdf', kind: 'document', sha256: hash(bytes) },
      retryDelays: null,
    }
    const broken = await new Promise<string>((resolve, reject) => {
      const upload = new Upload(bytes, {
        ...options,
        endpoint: url + PATH,
        onError: reject,
        onChunkComplete: (_size, accepted) => {
          if (accepted < 300_000) return
          void upload.abort()
          resolve(upload.url ?? '')
        },
      })
      upload.start()
    })
    expect((await info(new URL(broken).pathname)).data).toMatchObject({ fileName: null })
    const sent: number[] = []
    await new Promise<void>((resolve, reject) => {
      const upload = new Upload(bytes, {
        ...options,
        uploadUrl: otherUrl + new URL(broken).pathname,
        onError: reject,
        onProgress: (so) => sent.push(so),
        onSuccess: () => resolve(),
      })
      upload.start()
    })
    expect(sent[0]).toBeGreaterThanOrEqual(300_000)
    const { data } = await info(new URL(broken).pathname)
    expect((await kept(data?.fileName ?? '')).equals(bytes)).toBe(true)
  })

  test('a chunk by POST counts as PATCH where a firewall refuses PATCH, and as no other method', async () => {
    const bytes = pdfOf(50_000)
    const { location } = await begin(bytes)
    const post = (override: string | null, token: string, at = location) =>
      fetch(url + at, {
        method: 'POST',
        headers: {
          ...CHUNK,
          ...bearer(token),
          'upload-offset': '0',
          ...(override !== null && { 'x-http-method-override': override }),
        },
        body: new Uint8Array(bytes),
      })
    for (const override of [null, 'DELETE', 'HEAD', 'GET']) await answerOf(await post(override, newbie))
    await answerOf(await post('PATCH', 'nobody'))
    expect(await offsetOf(location)).toBe(0)
    expect((await answerOf(await post('PATCH', newbie))).code).toBe(200)
    const { data } = await info(location)
    expect((await kept(data?.fileName ?? '')).equals(bytes)).toBe(true)
  })

  test('16.5 a connection that breaks off in the middle of a piece leaves what came', async () => {
    const bytes = pdfOf(400_000)
    const { location } = await begin(bytes)
    await new Promise<void>((resolve) => {
      const request = httpRequest(url + location, {
        method: 'PATCH',
        headers: { ...CHUNK, ...bearer(newbie), 'upload-offset': '0', 'content-length': String(bytes.length) },
      })
      request.on('error', () => resolve())
      request.write(bytes.subarray(0, 200_000), () => setTimeout(() => request.destroy(), 200))
      request.on('close', () => resolve())
    })
    const offset = await offsetOf(location)
    expect(offset).toBeGreaterThan(0)
    expect((await answerOf(await patch(location, offset, bytes.subarray(offset)))).code).toBe(200)
  })

  test('16.5 a silent old connection does not hold up the one that follows it', async () => {
    const bytes = pdfOf(200_000)
    const { location } = await begin(bytes)
    const old = httpRequest(url + location, {
      method: 'PATCH',
      headers: { ...CHUNK, ...bearer(newbie), 'upload-offset': '0', 'content-length': String(bytes.length) },
    })
    old.on('error', () => undefined)
    old.write(bytes.subarray(0, 50_000))
    await expect.poll(() => offsetFromStart(location)).toBe(50_000)
    const offset = await offsetOf(location)
    expect(offset).toBe(50_000)
    const last = await patch(location, offset, bytes.subarray(offset))
    old.destroy()
    expect((await answerOf(last)).code).toBe(200)
  })

  test('a picture is turned upright and cleaned as by the form', async () => {
    const bytes = await pictureOf('jpeg')
    const { location } = await begin(bytes, { name: 'IMG_1.jpg', kind: 'picture' })
    const { fileName = '' } = await answerOf(await patch(location, 0, bytes))
    expect((await download(house, newbie, fileName)).headers['content-type']).toBe('image/jpeg')
  })

  test('is removed when its sender gives it up', async () => {
    const bytes = pdfOf(1_000)
    const { location } = await begin(bytes)
    const gone = await fetch(url + location, { method: 'DELETE', headers: { ...TUS, ...bearer(newbie) } })
    expect(gone.status).toBe(204)
    expect((await info(location)).code).toBe(404)
  })
})

describe('16.4 refused with the reason, and nothing else lost', () => {
  const refused: readonly (readonly [string, number, string, () => Promise<Response>])[] = [
    ['over size', 422, 'file.too_large', async () => (await begin(Buffer.alloc(1), { size: 6_000_000 })).http],
    [
      'a picture over size',
      422,
      'file.picture_too_large',
      async () => (await begin(Buffer.alloc(1), { size: 2_500_000, name: 'a.jpg', kind: 'picture' })).http,
    ],
    ['wrong type by name', 422, 'file.type', async () => (await begin(Buffer.alloc(9), { name: 'a.exe' })).http],
    ['empty', 422, 'file.empty', async () => (await begin(Buffer.alloc(0))).http],
    [
      'wrong type by content though right by name',
      422,
      'file.type',
      async () => {
        const bytes = Buffer.from('MZ no pdf at all')
        return patch((await begin(bytes)).location, 0, bytes)
      },
    ],
    [
      'a polyglot: a picture before a PDF',
      422,
      'file.type',
      async () => {
        const bytes = Buffer.concat([Buffer.from('GIF89a'), pdfOf(500)])
        return patch((await begin(bytes)).location, 0, bytes)
      },
    ],
    [
      'a polyglot: a PDF before a zip',
      422,
      'file.type',
      async () => {
        const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), zipOf({ '%%EOF': 'evil' })])
        return patch((await begin(bytes)).location, 0, bytes)
      },
    ],
    [
      'a zip bomb',
      422,
      'file.type',
      async () => {
        const bytes = zipBombs()['one that unpacks to 300 MB'] ?? Buffer.alloc(1)
        return patch((await begin(bytes, { name: 'a.docx' })).location, 0, bytes)
      },
    ],
    [
      'a wrong hash',
      422,
      'upload.damaged',
      async () => {
        const bytes = pdfOf(500)
        return patch((await begin(bytes, { sha256: hash(Buffer.from('other')) })).location, 0, bytes)
      },
    ],
    [
      'a chunk at a wrong offset',
      409,
      'upload.offset',
      async () => {
        const bytes = pdfOf(500)
        return patch((await begin(bytes)).location, 100, bytes.subarray(100))
      },
    ],
    [
      'more than was announced',
      413,
      'input.too_large',
      async () => {
        const bytes = pdfOf(500)
        return patch((await begin(bytes)).location, 0, Buffer.concat([bytes, bytes]))
      },
    ],
    [
      'another user’s upload id',
      404,
      'resource.not_found',
      async () => {
        const bytes = pdfOf(500)
        return patch((await begin(bytes)).location, 0, bytes, { token: buyer })
      },
    ],
    [
      'a chunk under another content type',
      415,
      'input.unsupported_type',
      async () => {
        const headers = { ...TUS, ...bearer(newbie), 'content-type': 'text/plain', 'upload-offset': '0' }
        return fetch(url + (await begin(pdfOf(500))).location, { method: 'PATCH', headers, body: 'x' })
      },
    ],
    [
      'no sign-in',
      401,
      'auth.token_missing',
      () => fetch(url + PATH, { method: 'POST', headers: { ...TUS, 'upload-length': '5' } }),
    ],
    [
      'no name',
      422,
      'upload.invalid',
      () => fetch(url + PATH, { method: 'POST', headers: { ...TUS, ...bearer(newbie), 'upload-length': '5' } }),
    ],
    [
      'no tus',
      412,
      'upload.invalid',
      () => fetch(url + PATH, { method: 'POST', headers: { ...bearer(newbie), 'upload-length': '5' } }),
    ],
  ]
  test.each(refused)('%s', async (_name, status, reason, send) => {
    const http = await send()
    const { reason: why, msg } = await answerOf(http)
    expect([http.status, why, msg.length > 0]).toEqual([status, reason, true])
  })

  test('a path in the name is no path', async () => {
    const bytes = pdfOf(500)
    const { location } = await begin(bytes, { name: '../../etc/licence.pdf' })
    const { fileName = '' } = await answerOf(await patch(location, 0, bytes))
    expect((await download(house, newbie, fileName)).headers['content-disposition']).toContain('filename="licence.pdf"')
  })

  test('a refused upload stays refused, with its reason', async () => {
    const bytes = Buffer.from('MZ no pdf at all')
    const { location } = await begin(bytes)
    await patch(location, 0, bytes)
    expect(await info(location)).toMatchObject({ code: 601, reason: 'file.type' })
  })

  test('more unfinished ones than one account may have', async () => {
    const begun = await Promise.all(
      Array.from({ length: 24 }, () => begin(pdfOf(500), { token: buyer }).then(({ http }) => http)),
    )
    const reasons = await Promise.all(
      begun.filter(({ status }) => status !== 201).map(async (http) => (await answerOf(http)).reason),
    )
    expect(reasons).toEqual(['upload.too_many', 'upload.too_many', 'upload.too_many', 'upload.too_many'])
  })

  test('a page of another origin may not read it', async () => {
    const { http } = await begin(pdfOf(500))
    expect([...http.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

test('while the disk runs short uploads and imports stop with a reason, and go on afterwards', async () => {
  const space = { short: false }
  const small = await openHouse({}, null, space)
  try {
    await addPeople(small)
    await seedTerms(small.store.db)
    const [token, seller] = [await sellerToken(small, 'newbie'), await sellerToken(small, 'seller1')]
    const at = await small.app.listen({ port: 0, host: '127.0.0.1' })
    const sheet = { name: 'lots.csv', bytes: 'name\n' }
    const { fileName: file } = await upload(small, seller, [sheet], { query: { kind: 'sheet' } })
    const bytes = pdfOf(300_000)
    const { location } = await begin(bytes, { token, at })
    expect((await patch(location, 0, bytes.subarray(0, 100_000), { token, at })).status).toBe(204)
    const beginImport = () => small.ask('POST', '/seller/import/begin', { token: seller, body: { file } })

    space.short = true
    const stopped = await patch(location, 100_000, bytes.subarray(100_000), { token, at })
    expect([stopped.status, (await answerOf(stopped)).reason]).toEqual([507, 'file.disk_full'])
    const { http } = await begin(bytes, { token, at })
    expect([http.status, (await answerOf(http)).reason]).toEqual([507, 'file.disk_full'])
    expect(await upload(small, token, [{ name: 'a.txt', bytes: 'text' }])).toMatchObject({ reason: 'file.disk_full' })
    expect(await beginImport()).toMatchObject({ code: 601, reason: 'import.disk_full' })
    // What was received before stays.
    expect(await offsetOf(location, { token, at })).toBe(100_000)

    space.short = false
    const done = await answerOf(await patch(location, 100_000, bytes.subarray(100_000), { token, at }))
    expect(done).toMatchObject({ code: 200 })
    expect(await beginImport()).toMatchObject({ code: 200 })
  } finally {
    await small.close()
  }
})

test.skipIf(!canMount())(
  '16.4 a full disk of the server is said, and what came before goes on once there is room',
  async () => {
    const small = await openHouse()
    const dir = join(small.store.dataDir, 'files')
    await mkdir(dir, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', dir])
    try {
      await addPeople(small)
      const token = await sellerToken(small, 'newbie')
      const at = await small.app.listen({ port: 0, host: '127.0.0.1' })
      const bytes = pdfOf(500_000)
      const { location } = await begin(bytes, { token, at })
      const full = await patch(location, 0, bytes, { token, at })
      expect([full.status, (await answerOf(full)).reason]).toEqual([507, 'file.disk_full'])
      execFileSync('mount', ['-o', 'remount,size=4m', dir])
      const offset = await offsetOf(location, { token, at })
      expect(offset).toBeGreaterThan(0)
      const { code, fileName = '' } = await answerOf(
        await patch(location, offset, bytes.subarray(offset), { token, at }),
      )
      expect(code).toBe(200)
      expect((await download(small, token, fileName)).rawPayload.equals(bytes)).toBe(true)
    } finally {
      await small.app.close()
      execFileSync('umount', ['-l', dir])
      await small.close()
    }
  },
)

test.skipIf(!canMount())(
  '16.4 with little room left on the disk of DATA_DIR, uploads wait and the database goes on',
  async () => {
    const dataDir = freshDataDir()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'tmpfs', dataDir])
    try {
      await placeEmptyStore(dataDir)
      await placeEmptyStore(dataDir)
      const server = await startServer({ env: { DEMO: '0' }, dataDir })
      const store = await storeOf(dataDir)
      const { account, password } = await (await registrar(store))()
      const signIn = () => signInAt(server.url, account, password)
      const token = await signIn()
      const bytes = pdfOf(1_000_000)
      const { location } = await begin(bytes, { token, at: server.url })
      const send = () => patch(location, 0, bytes, { token, at: server.url })
      const { bavail, bsize } = await statfs(dataDir)
      const filler = join(dataDir, 'filler')
      execFileSync('fallocate', ['-l', String(bavail * bsize - 8_000_000), filler])

      const full = await send()
      expect([full.status, (await answerOf(full)).reason]).toEqual([507, 'file.disk_full'])
      const { payload, headers } = formOf([{ name: 'a.txt', bytes: 'text' }])
      const whole = await fetch(`${server.url}/prod-api/common/upload`, {
        method: 'POST',
        headers: { ...headers, ...bearer(token) },
        body: new Uint8Array(payload),
      })
      expect((await answerOf(whole)).reason).toBe('file.disk_full')
      expect(await signIn()).not.toBe('')

      await rm(filler)
      // The disk is looked at every few seconds.
      const { code, fileName = '' } = await until(async () => {
        const answer = await answerOf(await send())
        return answer.reason === 'file.disk_full' ? null : answer
      })
      expect(code).toBe(200)
      const kept = await fetch(`${server.url}/prod-api${fileName}`, { headers: bearer(token) })
      expect(Buffer.from(await kept.arrayBuffer()).equals(bytes)).toBe(true)
      await store.close()
      await server.stop({ keep: true })
    } finally {
      execFileSync('umount', ['-l', dataDir])
      await rm(dataDir, { recursive: true })
    }
  },
  180_000,
)

test.skipIf(!hasCurl())('16.5 curl sends a file to /common/upload as a form', async () => {
  const path = join(house.store.dataDir, 'papers.pdf')
  const bytes = pdfOf(300_000)
  await writeFile(path, bytes)
  const curl = async (...args: readonly string[]) => {
    const { stdout } = await promisify(execFile)('curl', ['-sS', '-H', `Authorization: Bearer ${newbie}`, ...args])
    return Answer.parse(JSON.parse(stdout))
  }
  const { code, fileName = '' } = await curl('-F', `file=@${path}`, `${url}/prod-api/common/upload`)
  expect(code).toBe(200)
  expect((await kept(fileName)).equals(bytes)).toBe(true)
  const six = Array.from({ length: 6 }, () => ['-F', `file=@${path}`]).flat()
  expect(await curl(...six, `${url}/prod-api/common/upload`)).toMatchObject({ code: 601, reason: 'file.too_many' })
})

function hasCurl(): boolean {
  return spawnSync('curl', ['--version']).status === 0
}

/** Whether this process may mount a file system of its own. */
function canMount(): boolean {
  const dir = mkdtempSync(join(tmpdir(), 'mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', dir], { stdio: 'ignore' })
    execFileSync('umount', [dir], { stdio: 'ignore' })
    return true
  } catch {
    return false
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

const offsetOf = async (location: string, { token = newbie, at = url } = {}): Promise<number> => {
  const head = await fetch(at + location, { method: 'HEAD', headers: { ...TUS, ...bearer(token) } })
  return Number(head.headers.get('upload-offset'))
}
/** Asked beside the protocol, so that no lock is waited for. */
const offsetFromStart = async (location: string): Promise<number> => (await info(location)).data?.offset ?? -1
