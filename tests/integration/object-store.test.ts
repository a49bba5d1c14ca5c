import { ADMIN } from '../support/commands.ts'
import { PDF_FOOT, PDF_HEAD } from '../support/pdf.ts'
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { eq } from 'drizzle-orm'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instant, later } from '../../src/domain/units.ts'
import { copyFiles } from '../../src/server/admin/copy-files.ts'
import { makeBackup } from '../../src/server/backup/backup.ts'
import { restoreBackup } from '../../src/server/backup/restore.ts'
import { readConfig } from '../../src/server/config.ts'
import { openBucket } from '../../src/server/files/bucket.ts'
import { openDisk } from '../../src/server/files/disk.ts'
import { openFiles } from '../../src/server/files/files.ts'
import { openFileStore, refuseUnusable } from '../../src/server/files/open.ts'
import { FilesUnavailable, newFileId } from '../../src/server/files/store.ts'
import type { FileStore } from '../../src/server/files/store.ts'
import { openWork } from '../../src/server/work/work.ts'
import { openUploads } from '../../src/server/files/uploads.ts'
import type { Db } from '../../src/server/store/open.ts'
import { addUpload } from '../../src/server/store/uploads.ts'
import * as schema from '../../src/server/store/schema.ts'
import { startObjectStore } from '../support/object-store.ts'
import type { ObjectStore } from '../support/object-store.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken } from '../support/http/people.ts'
import { download } from '../support/http/upload.ts'
import { addPeople } from '../support/http/world.ts'
import { placeEmptyStore } from '../support/store/empty.ts'
import { temporaryFolder } from '../support/store/temporary.ts'

let objects: ObjectStore
/** Two nodes that share a database and a bucket, and no folder. */
let house: House
let second: FastifyInstance
let url: string
let otherUrl: string
let newbie: string
let buyer: string

beforeAll(async () => {
  objects = await startObjectStore()
  house = await openHouse({ limits: { upload: { most: 1_000, oneEveryMs: 1 } } }, objects.bucket('sale'))
  second = await house.build()
  await addPeople(house)
  ;[newbie, buyer] = [await sellerToken(house, 'newbie'), await sellerToken(house, 'buyer1')]
  url = await house.app.listen({ port: 0, host: '127.0.0.1' })
  otherUrl = await second.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await second.close()
  await house.close()
  await objects.close()
})

const PASSPHRASE = 'a long way to Kotka'
const PATH = '/prod-api/common/uploads'
const TUS = { 'tus-resumable': '1.0.0' }
const CHUNK = { ...TUS, 'content-type': 'application/offset+octet-stream' }
const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const pdfOf = (size: number): Buffer => {
  return Buffer.concat([PDF_HEAD, randomBytes(size - PDF_HEAD.length - PDF_FOOT.length), PDF_FOOT])
}

async function begin(bytes: Buffer, sha256 = hash(bytes), at = url): Promise<string> {
  const fields = { filename: 'papers.pdf', kind: 'document', sha256 }
  const metadata = Object.entries(fields).map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
  const http = await fetch(at + PATH, {
    method: 'POST',
    headers: {
      ...TUS,
      ...bearer(newbie),
      'upload-length': String(bytes.length),
      'upload-metadata': metadata.join(','),
    },
  })
  expect(http.status).toBe(201)
  return http.headers.get('location') ?? ''
}
async function patch(location: string, offset: number, bytes: Buffer, at = url) {
  const http = await fetch(at + location, {
    method: 'PATCH',
    headers: { ...CHUNK, ...bearer(newbie), 'upload-offset': String(offset) },
    body: new Uint8Array(bytes),
  })
  const said = await http.text()
  return {
    status: http.status,
    ...(said === '' ? {} : (JSON.parse(said) as { code: number; reason?: string; fileName?: string })),
  }
}
async function offsetOf(location: string, at = url): Promise<number> {
  const head = await fetch(at + location, { method: 'HEAD', headers: { ...TUS, ...bearer(newbie) } })
  return Number(head.headers.get('upload-offset'))
}
/** What `/info` says, which waits for no lock. */
const progress = async (location: string): Promise<number> =>
  ((await (await fetch(`${url}${location}/info`, { headers: bearer(newbie) })).json()) as { data: { offset: number } })
    .data.offset
const keysIn = async (folder: string, below = ''): Promise<readonly string[]> => {
  const keys: string[] = []
  for await (const page of openBucket(objects.bucket(folder), () => undefined).list(below))
    keys.push(...page.map(({ key }) => key))
  return keys
}
/** Adds a row for a file that is in no store yet. */
async function addFile(db: Db, ownerId: string, bytes: Buffer, createdAt = instant(Date.now())): Promise<string> {
  const id = newFileId()
  const row = {
    id,
    ownerId,
    name: 'a.pdf',
    type: 'application/pdf',
    size: bytes.length,
    sha256: hash(bytes),
    createdAt,
  }
  await db.insert(schema.file).values(row)
  return id
}

describe.each(['folder', 'bucket'] as const)('a store of files in a %s', (kind) => {
  let files: FileStore
  beforeAll(() => {
    files =
      kind === 'folder'
        ? openDisk(join(house.store.dataDir, 'apart'))
        : openFileStore({ dataDir: '', databaseUrl: null, bucket: objects.bucket('apart') }, house.store.db)
  })
  const beginPart = async (): Promise<string> => {
    const id = newFileId()
    const row = { id, ownerId: 'newbie', kind: 'document' as const, name: 'a.pdf', size: 9, createdAt: instant(0) }
    await addUpload(house.store.db, row, 1_000)
    await files.beginPart(id)
    return id
  }
  async function* sending(...pieces: readonly (string | Error)[]) {
    for (const piece of pieces) {
      await Promise.resolve()
      if (piece instanceof Error) throw piece
      yield Buffer.from(piece)
    }
  }

  test('keeps bytes under an id of its own or a given one, and removes them', async () => {
    expect(await files.isEmpty()).toBe(true)
    const id = await files.write(Buffer.from('larch'))
    const given = newFileId()
    await files.put(given, Buffer.from('teak'))
    expect((await files.read(id))?.toString()).toBe('larch')
    expect((await files.read(given))?.toString()).toBe('teak')
    const stream = await files.open(id)
    expect(stream && (await text(stream))).toBe('larch')
    expect(await files.sha256(id)).toBe(hash(Buffer.from('larch')))
    expect(await files.isEmpty()).toBe(false)
    await files.remove(id)
    for (const gone of [id, newFileId(), '../../../etc/passwd'])
      expect([await files.read(gone), await files.open(gone), await files.sha256(gone)]).toEqual([null, null, null])
    await files.remove(given)
    await files.check()
  })

  test('appends to a part, and keeps what a sender had sent before it broke off', async () => {
    const id = await beginPart()
    expect(await files.partSize(id)).toBe(0)
    expect(await files.appendPart(id, 0, sending('lar', 'ch'))).toBe(5)
    await expect(files.appendPart(id, 5, sending(' an', new Error('broken off')))).rejects.toThrow('broken off')
    expect(await files.partSize(id)).toBe(8)
    expect(await files.appendPart(id, 8, sending('d'))).toBe(9)
    expect((await files.readPart(id))?.toString()).toBe('larch and')
    await files.removePart(id)
    if (kind === 'folder') expect(await files.partSize(id)).toBeNull()
    expect([await files.readPart(id), await files.partSize(newFileId())]).toEqual([null, null])
  })

  test('sweeps what is old: parts, and files without a row', async () => {
    const [known, unknown, part] = [
      await files.write(Buffer.from('known')),
      await files.write(Buffer.from('unknown')),
      await beginPart(),
    ]
    await files.appendPart(part, 0, sending('part'))
    const knows = () => Promise.resolve(new Set([known]))
    await files.sweep(later(instant(Date.now()), -60_000), knows)
    expect((await files.read(unknown))?.toString()).toBe('unknown')
    expect((await files.readPart(part))?.toString()).toBe('part')
    await files.sweep(later(instant(Date.now()), 60_000), knows)
    expect((await files.read(known))?.toString()).toBe('known')
    expect([await files.read(unknown), await files.readPart(part)]).toEqual([null, null])
  })
})

describe('an upload into a bucket', () => {
  test('the reference client breaks off, resumes at another node, and leaves no pieces', async () => {
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
          resolve(new URL(upload.url ?? '').pathname)
        },
      })
      upload.start()
    })
    const sent: number[] = []
    let answered = ''
    await new Promise<void>((resolve, reject) => {
      const upload = new Upload(bytes, {
        ...options,
        uploadUrl: otherUrl + broken,
        onError: reject,
        onProgress: (so) => sent.push(so),
        onSuccess: ({ lastResponse }) => {
          answered = lastResponse.getBody()
          resolve()
        },
      })
      upload.start()
    })
    expect(sent[0]).toBeGreaterThanOrEqual(300_000)
    const { fileName } = JSON.parse(answered) as { fileName: string }
    const kept = await download(house, newbie, fileName)
    expect(kept.rawPayload.equals(bytes)).toBe(true)
    expect(kept.headers['content-length']).toBe(String(bytes.length))
    expect(await keysIn('sale', 'parts/')).toEqual([])
    expect(await keysIn('sale', 'files/')).toContain(`files/${fileName.split('/').at(-1)}`)
    // Forbidden files answer 404, to hide that they exist.
    expect((await download(house, buyer, fileName)).json()).toMatchObject({ code: 404 })
    expect((await download(house, undefined, fileName)).json()).toMatchObject({ code: 401 })
  })

  test('bytes of a silent connection are kept, and another node goes on beside it', async () => {
    const bytes = pdfOf(200_000)
    const location = await begin(bytes)
    const old = httpRequest(url + location, {
      method: 'PATCH',
      headers: { ...CHUNK, ...bearer(newbie), 'upload-offset': '0', 'content-length': String(bytes.length) },
    })
    old.on('error', () => undefined)
    old.write(bytes.subarray(0, 50_000))
    await expect.poll(() => progress(location)).toBe(50_000)
    expect(await patch(location, 50_000, bytes.subarray(50_000, 150_000), otherUrl)).toMatchObject({ status: 204 })
    // Bytes that come late on the old connection are there already.
    old.write(bytes.subarray(50_000, 60_000))
    await new Promise<void>((resolve) => old.once('close', resolve).destroy())
    expect(await offsetOf(location)).toBe(150_000)
    const last = await patch(location, 150_000, bytes.subarray(150_000))
    expect(last).toMatchObject({ status: 200, code: 200 })
    expect((await download(house, newbie, last.fileName ?? '')).rawPayload.equals(bytes)).toBe(true)
  })

  test('two nodes that receive the same bytes at once keep them once', async () => {
    const bytes = pdfOf(300_000)
    const location = await begin(bytes)
    const statuses = (
      await Promise.all([
        patch(location, 0, bytes.subarray(0, 250_000)),
        patch(location, 0, bytes.subarray(0, 200_000), otherUrl),
      ])
    ).map(({ status }) => status)
    expect(statuses.every((status) => status === 204 || status === 409)).toBe(true)
    const offset = await offsetOf(location)
    expect([200_000, 250_000]).toContain(offset)
    const { fileName = '' } = await patch(location, offset, bytes.subarray(offset))
    expect((await download(house, newbie, fileName)).rawPayload.equals(bytes)).toBe(true)
  })

  test('of a wrong hash is refused, and leaves nothing', async () => {
    const before = await keysIn('sale')
    const bytes = pdfOf(500)
    const location = await begin(bytes, hash(Buffer.from('other')))
    expect(await patch(location, 0, bytes)).toMatchObject({ status: 422, reason: 'upload.damaged' })
    expect(await keysIn('sale')).toEqual(before)
  })

  test('waits while the object store is down, loses nothing, and goes on', async () => {
    const bytes = pdfOf(300_000)
    const location = await begin(bytes)
    expect((await patch(location, 0, bytes.subarray(0, 100_000))).status).toBe(204)
    const first = await fetch(`${url}/readyz`)
    expect([first.status, await first.text()]).toEqual([200, 'ready\n'])

    await objects.stop()
    expect(await patch(location, 100_000, bytes.subarray(100_000))).toMatchObject({
      status: 503,
      reason: 'file.unavailable',
    })
    expect(await offsetOf(location, otherUrl)).toBe(100_000)
    const [row] = await house.store.db.select().from(schema.file).where(eq(schema.file.ownerId, 'newbie'))
    expect((await download(house, newbie, `/common/files/${row?.id}`)).json()).toMatchObject({
      code: 503,
      reason: 'file.unavailable',
    })
    house.clock.offset += 6_000
    const without = await fetch(`${url}/readyz`)
    expect([without.status, await without.text()]).toEqual([200, expect.stringMatching(/^ready\nwithout files: .+\n$/)])

    await objects.start()
    expect(await patch(location, 100_000, bytes.subarray(100_000, 200_000))).toMatchObject({ status: 204 })
    const { fileName = '' } = await patch(location, 200_000, bytes.subarray(200_000), otherUrl)
    expect((await download(house, newbie, fileName)).rawPayload.equals(bytes)).toBe(true)
    house.clock.offset += 6_000
    expect(await (await fetch(`${url}/readyz`)).text()).toBe('ready\n')
  })
})

test('an upload whose file cannot be written is finished later, from its pieces', async () => {
  const bytes = pdfOf(900)
  const location = await begin(bytes)
  const id = location.split('/').at(-1) ?? ''
  const failing: FileStore = {
    ...house.fileStore,
    write: () => Promise.reject(new FilesUnavailable('the object store is down')),
  }
  const uploads = openUploads(house.store.db, failing, openFiles(house.store.db, failing, openWork()))
  await uploads.append(id, 0, Readable.from([bytes]))
  const found = await uploads.find(id)
  if (!found) throw new Error('the upload was begun')
  await expect(uploads.finish(found, instant(Date.now()))).rejects.toThrow('the object store is down')
  const http = await fetch(`${otherUrl}${location}/info`, { headers: bearer(newbie) })
  const { data } = (await http.json()) as { data: { fileName: string } }
  expect((await download(house, newbie, data.fileName)).rawPayload.equals(bytes)).toBe(true)
})

/** Runs the command as an operator does, beside the nodes. */
async function admin(...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [...ADMIN, ...args], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATA_DIR: house.store.dataDir,
      DEMO: '0',
      ...objects.env('sale'),
    },
  })
  const [said, complaint] = await Promise.all([text(child.stdout), text(child.stderr)])
  return said + complaint
}

describe('a bucket at the start', () => {
  const folder = () => ({ dataDir: house.store.dataDir, databaseUrl: null })
  const started = (bucket: ReturnType<ObjectStore['bucket']>) => {
    const place = { ...folder(), bucket }
    return refuseUnusable(place, house.store.db, openFileStore(place, house.store.db))
  }
  test('that cannot be used is refused by its reason, without its keys', async () => {
    const { url: right, ...rest } = objects.bucket('sale')
    await expect(started({ url: right, ...rest })).resolves.toBeUndefined()
    const wrong = started({ ...rest, url: right, secretKey: 'not-the-secret' })
    await expect(wrong).rejects.toThrow(/FILES_URL.*403 SignatureDoesNotMatch/)
    await expect(wrong).rejects.not.toThrow(/not-the-secret|S3RVER/)
    await expect(started({ ...rest, url: `${new URL(right).origin}/other-bucket` })).rejects.toThrow('404 NoSuchBucket')
    const other = await startObjectStore()
    const gone = other.bucket('sale')
    await other.close()
    await expect(started(gone)).rejects.toThrow(/does not answer: ECONNREFUSED/)
  })

  test('that lacks files which the folder has is refused until they are copied', async () => {
    const disk = openDisk(join(house.store.dataDir, 'files'))
    const bytes = pdfOf(900)
    const id = await addFile(house.store.db, 'newbie', bytes, later(instant(Date.now()), 60_000))
    await disk.put(id, bytes)
    await expect(started(objects.bucket('sale'))).rejects.toThrow('npm run admin -- copy-files')
    expect(await admin('copy-files')).toMatch(/^1 files copied and read back, \d+ were there already\.\n$/)
    await expect(started(objects.bucket('sale'))).resolves.toBeUndefined()
  })
})

test('a backup has the files of the bucket, and is restored into an empty folder of a bucket alone', async () => {
  const temporary = temporaryFolder()
  // The database's user needs to traverse the folder.
  chmodSync(temporary.path, 0o711)
  const [path, target] = ['sale.backup', 'target'].map((name) => join(temporary.path, name)) as [string, string]
  const configOf = (dataDir: string, folder: string) =>
    readConfig({ DATA_DIR: dataDir, DEMO: '0', ...objects.env(folder) })
  try {
    const files = await house.store.db.select({ id: schema.file.id, sha256: schema.file.sha256 }).from(schema.file)
    const made = await makeBackup(house.store, configOf(house.store.dataDir, 'sale'), path, PASSPHRASE)
    expect([made.totals.files, made.missing]).toEqual([files.length, []])
    expect(files.length).toBeGreaterThan(3)

    await placeEmptyStore(target)
    await expect(restoreBackup(configOf(target, 'sale'), path, PASSPHRASE)).rejects.toThrow(
      'bucket of FILES_URL is not empty',
    )
    await restoreBackup(configOf(target, 'restored'), path, PASSPHRASE)
    expect((await keysIn('restored')).toSorted()).toEqual(files.map(({ id }) => `files/${id}`).toSorted())
    const restored = openBucket(objects.bucket('restored'), () => undefined)
    for (const { id, sha256 } of files) {
      const bytes = await (await restored.get(`files/${id}`))?.bytes()
      expect(hash(Buffer.from(bytes ?? Buffer.alloc(0)))).toBe(sha256)
    }
  } finally {
    temporary.remove()
  }
})

test('files move to a bucket and back: what broke off goes on, and what is damaged or missing is said', async () => {
  const place = { dataDir: house.store.dataDir, databaseUrl: null, bucket: objects.bucket('moved') }
  const [disk, back] = ['from', 'back'].map((name) => openDisk(join(house.store.dataDir, name))) as [
    FileStore,
    FileStore,
  ]
  const bucket = openFileStore(place, house.store.db)
  const others = (await house.store.db.select({ id: schema.file.id }).from(schema.file)).length
  const moved = new Map<string, Buffer>()
  for (let i = 0; i < 20; i += 1) {
    const bytes = randomBytes(3_000 + i)
    const id = await addFile(house.store.db, 'newbie', bytes)
    await disk.put(id, bytes)
    moved.set(id, bytes)
  }
  const [damaged = '', later20 = ''] = moved.keys()
  await disk.put(damaged, randomBytes(10))

  let calls = 0
  const failing: FileStore = {
    ...bucket,
    put: (id, bytes) => ((calls += 1) > 10 ? Promise.reject(new FilesUnavailable('gone')) : bucket.put(id, bytes)),
  }
  await expect(copyFiles(house.store.db, disk, failing)).rejects.toThrow('gone')
  const all = await copyFiles(house.store.db, disk, bucket)
  expect(all.copied + all.there).toBe(19)
  expect(all.there).toBeGreaterThan(0)
  expect(all.damaged).toEqual([damaged])
  expect(all.missing).toHaveLength(others)
  expect((await bucket.read(later20))?.equals(moved.get(later20) ?? Buffer.alloc(0))).toBe(true)
  expect(await copyFiles(house.store.db, disk, bucket)).toMatchObject({ copied: 0, there: 19 })

  expect(await copyFiles(house.store.db, bucket, back)).toMatchObject({ copied: 19, there: 0, damaged: [] })
  for (const [id, bytes] of moved) if (id !== damaged) expect((await back.read(id))?.equals(bytes)).toBe(true)
})

test('a bucket is listed page by page', async () => {
  const bucket = openBucket(objects.bucket('listed'), () => undefined)
  for (let i = 0; i < 5; i += 1) await bucket.put(`files/${i}`, Buffer.from('x'))
  await bucket.put('parts/1', Buffer.from('x'))
  const pages: number[] = []
  const keys: string[] = []
  for await (const page of bucket.list('files/', 2)) {
    pages.push(page.length)
    keys.push(...page.map(({ key }) => key))
  }
  expect([pages, keys]).toEqual([
    [2, 2, 1],
    ['files/0', 'files/1', 'files/2', 'files/3', 'files/4'],
  ])
})
