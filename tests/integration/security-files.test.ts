import { request as httpRequest } from 'node:http'
import { crc32, deflateSync } from 'node:zlib'
import type { AddressInfo } from 'node:net'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as schema from '../../src/server/store/schema.ts'
import { apply, approve, creditCodeFor } from '../support/http/company.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken } from '../support/http/people.ts'
import { download, formOf, licenseOf, pictureOf, upload } from '../support/http/upload.ts'
import { addPeople } from '../support/http/world.ts'
import type { Login } from '../support/http/world.ts'
import { embedding, packed, zipBombs, zipOf } from '../support/zip.ts'

let house: House
let newbie: string
let admin: string
let photo: Buffer
const token = (who: Login) => sellerToken(house, who)
const picture = { query: { kind: 'picture' } }

beforeAll(async () => {
  house = await openHouse({ limits: { upload: { most: 1_000, oneEveryMs: 1 } } })
  await addPeople(house)
  ;[newbie, admin] = [await token('newbie'), await token('admin')]
  photo = await pictureOf('jpeg')
})
afterAll(() => house.close())

const licenseIn = async (certificationId: string) => {
  const [row] = await house.store.db
    .select()
    .from(schema.certification)
    .where(eq(schema.certification.id, certificationId))
  return row?.form.businessLicense ?? ''
}

describe('who may see a file', () => {
  test('its owner; who reviews what it was submitted with; the company whose license it is. To all others it is not there', async () => {
    const unused = await licenseOf(house, newbie)
    const waiting = await licenseIn(await apply(house, 'pending'))
    const approved = await apply(house, 'buyer1', { creditCode: creditCodeFor(9) })
    await approve(house, admin, approved)
    const license = await licenseIn(approved)
    const own = (await upload(house, newbie, [{ name: 'notes.txt', bytes: 'mine' }])).fileName ?? ''
    await house.store.db
      .update(schema.account)
      .set({ permissions: ['user:certification:review'] })
      .where(eq(schema.account.id, 'host'))

    const readers: Record<string, readonly Login[]> = {
      [unused]: ['newbie'],
      [own]: ['newbie'],
      [waiting]: ['pending', 'admin', 'host'],
      [license]: ['buyer1', 'colleague1', 'admin', 'host'],
    }
    const missing = await download(house, newbie, `/common/files/${'A'.repeat(32)}`)
    expect(missing.json()).toMatchObject({ code: 404, reason: 'resource.not_found' })
    for (const who of [
      'newbie',
      'pending',
      'admin',
      'host',
      'buyer1',
      'colleague1',
      'buyer2',
      'seller1',
      'audience1',
      'suspended',
    ] as const) {
      const bearer = await token(who)
      for (const [path, allowed] of Object.entries(readers)) {
        const got = await download(house, bearer, path)
        if (allowed.includes(who))
          expect([who, got.headers['content-type']?.toString().startsWith('application/json')]).toEqual([who, false])
        // The same answer as for a file that never existed.
        else expect([who, got.body]).toEqual([who, missing.body])
      }
    }
    for (const bearer of [undefined, 'x', 'A'.repeat(43)])
      expect((await download(house, bearer, license)).json()).toMatchObject({ code: 401 })
    const cookie = await house.app.inject({
      method: 'GET',
      url: `/prod-api${own}`,
      headers: { cookie: `Seller-Token=${newbie}` },
    })
    expect(cookie.json()).toMatchObject({ code: 401 })
    const query = await house.app.inject({ method: 'GET', url: `/prod-api${own}?access_token=${newbie}` })
    expect(query.json()).toMatchObject({ code: 401 })
  })

  test('a reviewer who was suspended sees no more of others', async () => {
    const license = await licenseIn(await apply(house, 'audience1'))
    const reviewer = await token('host')
    expect((await download(house, reviewer, license)).statusCode).toBe(200)
    await house.store.db.update(schema.account).set({ status: 0 }).where(eq(schema.account.id, 'host'))
    expect((await download(house, reviewer, license)).json()).toMatchObject({ code: 404 })
  })

  test('it leaves as nothing that a browser runs, stores or lets another site have', async () => {
    const { fileName } = await upload(house, newbie, [
      { name: "pa;ge'(1)%0d%0aX-Evil: 1 页.html.txt", bytes: '<script>alert(1)</script>' },
    ])
    const { headers, body } = await download(house, newbie, fileName ?? '')
    expect(body).toBe('<script>alert(1)</script>')
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+"; filename\*=UTF-8''[\w.%-]+$/)
    expect(headers['x-evil']).toBeUndefined()
  })
})

describe('paths', () => {
  test('lead nowhere else', async () => {
    for (const id of [
      '..%2f..%2f..%2fetc%2fpasswd',
      '%2e%2e%2f%2e%2e%2fpostgres',
      '..%5c..%5cx',
      'parts',
      'parts%2fx',
      `${'A'.repeat(30)}%00`,
      'A'.repeat(500),
      '%F0%28%8C%28',
    ]) {
      const got = await download(house, newbie, `/common/files/${id}`)
      expect([id, got.statusCode]).toEqual([id, 200])
      expect([id, [404, 400].includes(Number(got.json<{ code: number }>().code))]).toEqual([id, true])
    }
  })

  test('in the name of an upload are dropped, and what deceives the eye with them', async () => {
    const names: readonly [string, string][] = [
      ['../../etc/cron.d/evil.txt', 'evil.txt'],
      ['C:\\\\windows\\\\evil.txt', 'evil.txt'],
      ['‮txt.exe.txt', 'txt.exe.txt'],
      ['.htaccess.txt', 'htaccess.txt'],
      [`${'长'.repeat(300)}.txt`, `${'长'.repeat(120)}.txt`],
      ['<img src=x onerror=1>.txt', 'img src=x onerror=1.txt'],
    ]
    for (const [given, kept] of names) {
      const { fileName } = await upload(house, newbie, [{ name: given, bytes: 'x' }])
      const [row] = await house.store.db
        .select()
        .from(schema.file)
        .where(eq(schema.file.id, fileName?.split('/').at(-1) ?? ''))
      expect(row?.name).toBe(kept)
    }
    const folders = await readdir(join(house.store.dataDir, 'files'))
    expect(folders.every((name) => /^([\w-]{2}|parts)$/.test(name))).toBe(true)
  })
})

/** A PNG whose header claims more than its 1 kB of zeros. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('a picture that is none', () => {
  test('is refused, whatever it is called and says of itself', async () => {
    const png = await pictureOf('png')
    const fakes: readonly [string, string, Buffer | string][] = [
      ['HTML', 'a.jpg', '<html><script>alert(1)</script></html>'],
      ['SVG', 'a.png', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
      ['SVG under its own name', 'a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
      ['GIF', 'a.png', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
      ['WebP', 'a.jpg', await sharp(png).webp().toBuffer()],
      [
        'a head of JPEG before HTML',
        'a.jpg',
        Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from('<script>alert(1)</script>')]),
      ],
      ['a head of PNG and no more', 'a.png', Buffer.from('89504e470d0a1a0a', 'hex')],
      ['half a PNG', 'a.png', png.subarray(0, Math.floor(png.length / 2))],
      ['half a JPEG', 'a.jpg', (await pictureOf('jpeg', 800)).subarray(0, 400)],
      ['a bomb of 900 megapixels', 'a.png', pngOf(30_000, 30_000)],
      ['a strip of 12,001 pixels', 'a.png', pngOf(12_001, 1)],
      ['a head that promises more than there is', 'a.png', pngOf(5_000, 5_000)],
      ['PDF', 'a.jpeg', '%PDF-1.7\n%%EOF'],
      ['no extension', 'license', photo],
      ['two extensions', 'a.jpg.html', photo],
    ]
    const isCutOff = (what: string): boolean => /^(?:a head of|half a) (?:JPEG|PNG)/.test(what)
    for (const [what, name, bytes] of fakes)
      expect([what, (await upload(house, newbie, [{ name, bytes, type: 'image/jpeg' }], picture)).reason]).toEqual([
        what,
        isCutOff(what) ? 'file.picture_damaged' : 'file.picture_type',
      ])
  })

  test('and a picture that is something else besides is only the picture afterwards', async () => {
    const script = '<script>alert(document.cookie)</script>'
    const hidden: readonly [string, Buffer][] = [
      ['a.jpg', Buffer.concat([photo, Buffer.from(script)])],
      ['b.jpg', Buffer.concat([photo, zipOf({ 'evil.js': script })])],
      [
        'c.jpg',
        await sharp(photo)
          .withExif({ IFD0: { ImageDescription: script } })
          .jpeg()
          .toBuffer(),
      ],
      ['d.png', Buffer.concat([await pictureOf('png'), Buffer.from(`<?php system($_GET[1]); ?>${script}`)])],
    ]
    for (const [name, bytes] of hidden) {
      expect(bytes.includes(script)).toBe(true)
      const { code, fileName } = await upload(house, newbie, [{ name, bytes }], picture)
      expect([name, code]).toEqual([name, 200])
      expect((await download(house, newbie, fileName ?? '')).rawPayload.includes('script')).toBe(false)
    }
  })
})

describe('a document that is none', () => {
  test('is refused: the extension and the content must agree', async () => {
    const docx = zipOf({ '[Content_Types].xml': '<T/>', 'word/document.xml': '<w/>' })
    const fakes: readonly [string, string, Buffer | string][] = [
      ['HTML', 'a.pdf', '<html></html>'],
      ['HTML before a PDF', 'a.pdf', '<script>1</script>%PDF-1.7\n%%EOF'],
      ['a program', 'a.doc', 'MZ\x90\x00'],
      ['a program as text', 'a.txt', 'MZ\x90\x00\x03'],
      ['an extension of its own', 'a.html', '<html></html>'],
      ['none', 'README', 'text'],
      ['a zip', 'a.zip', docx],
      ['docx as xlsx', 'a.xlsx', docx],
      ['any zip as docx', 'a.docx', zipOf({ 'a.txt': 'x' })],
      [
        'docx with macros',
        'a.docx',
        zipOf({ '[Content_Types].xml': '', 'word/document.xml': '', 'word/vbaProject.bin': 'x' }),
      ],
      ['docm', 'a.docm', docx],
      ...['../evil.sh', 'a/../../evil.sh', '..\\evil.exe', '/etc/evil', 'C:\\evil.exe'].map((path) => {
        const bytes = zipOf({ '[Content_Types].xml': '', 'word/document.xml': '', [path]: 'x' })
        return [`docx with an entry ${path}`, 'a.docx', bytes] as [string, string, Buffer]
      }),
      ['a PDF as text', 'a.txt', '%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n'],
      ['half a docx', 'a.docx', docx.subarray(0, docx.length - 30)],
      ['HTML before a docx', 'a.docx', Buffer.concat([Buffer.from('<html>'), docx])],
      ['docx as doc', 'a.doc', docx],
      ['a picture', 'a.jpg', photo],
      ['zeros', 'a.xls', Buffer.alloc(5_000)],
      ['a PDF that is a zip as well', 'a.pdf', Buffer.concat([Buffer.from('%PDF-1.7\n'), zipOf({ '%%EOF': 'evil' })])],
      [
        'a docx that is a PDF as well',
        'a.docx',
        zipOf({ 'a.txt': '%PDF-1.7\n%%EOF', '[Content_Types].xml': '', 'word/document.xml': '' }),
      ],
    ]
    for (const [what, name, bytes] of fakes)
      expect([what, (await upload(house, newbie, [{ name, bytes }])).reason]).toEqual([what, 'file.type'])
  })
})

test('a PDF that cannot be read is refused as what it is', async () => {
  const of = async (bytes: string) => (await upload(house, newbie, [{ name: 'a.pdf', bytes }])).reason
  expect(await of('%PDF-1.7\n1 0 obj')).toBe('file.pdf_damaged')
  expect(await of('%PDF-1.7\ntrailer\n<</Root 1 0 R/Encrypt 2 0 R>>\nstartxref\n9\n%%EOF\n')).toBe('file.pdf_encrypted')
  expect(await of('%PDF-1.7\ntrailer\n<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n')).toBe('file.pdf_empty')
})

test('a document that unpacks to more than a memory holds is refused, a large one is not', async () => {
  for (const [what, bytes] of Object.entries(zipBombs()))
    expect([what, (await upload(house, newbie, [{ name: 'a.docx', bytes }])).reason]).toEqual([what, 'file.type'])
  const embedded = embedding(zipOf({ '[Content_Types].xml': '<T/>', 'xl/workbook.xml': '<w/>' }))
  expect(await upload(house, newbie, [{ name: 'a.docx', bytes: embedded }])).toMatchObject({ code: 200 })
  const sheet = packed(Buffer.alloc(20 * 1024 * 1024, '<c>木材</c>'))
  const large = zipOf({ '[Content_Types].xml': '', 'xl/workbook.xml': '', 'xl/sheet.xml': sheet })
  expect((await upload(house, newbie, [{ name: 'a.xlsx', bytes: large }])).code).toBe(200)
})

describe('a form that is none', () => {
  test('is answered with a clear code, and nothing is kept of it', async () => {
    const before = (await house.store.db.select().from(schema.file)).length
    const { payload, headers } = formOf([{ name: 'a.txt', bytes: 'x' }])
    const post = async (body: Buffer | string, more: Record<string, string>) => {
      const answer = await house.app.inject({
        method: 'POST',
        url: '/prod-api/common/upload',
        payload: body,
        headers: { authorization: `Bearer ${newbie}`, ...more },
      })
      expect(answer.statusCode).toBe(200)
      return answer.json<{ code: number }>().code
    }
    expect(await post(payload.subarray(0, payload.length - 30), headers)).toBe(400)
    expect(await post(payload, { 'content-type': 'multipart/form-data' })).toBe(400)
    expect(await post('{}', { 'content-type': 'application/json' })).toBe(415)
    expect(await post('x', { 'content-type': 'text/plain' })).toBe(415)
    expect(await post(formOf([]).payload, headers)).toBe(400)
    expect(await post(formOf([{ name: 'a.txt', bytes: 'x', field: 'avatar' }]).payload, headers)).toBe(400)
    expect(await post(formOf([{ name: 'a.txt', bytes: 'x', field: '__proto__' }]).payload, headers)).toBe(400)
    expect(
      await post(
        formOf(
          [{ name: 'a.txt', bytes: 'x' }],
          Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`f${i}`, 'x'])),
        ).payload,
        headers,
      ),
    ).toBe(400)
    expect((await house.store.db.select().from(schema.file)).length).toBe(before)
    expect(await readdir(join(house.store.dataDir, 'files', 'parts'))).toEqual([])
    // Other calls refuse forms.
    const login = await house.app.inject({ method: 'POST', url: '/prod-api/auth/login', payload, headers })
    expect(login.json()).toMatchObject({ code: 415 })
  })

  test('of 10 MB in one file, or of more than 25 MB, is refused over a real connection, and its sender reads why', async () => {
    await house.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = house.app.server.address() as AddressInfo
    const send = async (megabytes: number, chunked: boolean) => {
      const { payload, headers } = formOf([{ name: 'a.txt', bytes: Buffer.alloc(megabytes * 1024 * 1024, 'a') }])
      return new Promise<unknown>((resolve, reject) => {
        const request = httpRequest(
          {
            port,
            method: 'POST',
            path: '/prod-api/common/upload',
            headers: {
              ...headers,
              authorization: `Bearer ${newbie}`,
              ...(!chunked && { 'content-length': payload.length }),
            },
          },
          (response) => {
            const chunks: Buffer[] = []
            response
              .on('data', (chunk: Buffer) => void chunks.push(chunk))
              .on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())))
              .on('error', reject)
          },
        )
        request.on('error', reject)
        request.end(payload)
      })
    }
    expect(await send(10, false)).toMatchObject({ code: 601, reason: 'file.too_large' })
    expect(await send(30, false)).toMatchObject({ code: 413, reason: 'input.too_large' })
    // The same connection still serves.
    expect(await send(1, false)).toMatchObject({ code: 200 })
  })
})

test('an account cannot keep the server busy with uploads', async () => {
  const slow = await openHouse({ limits: { upload: { most: 3, oneEveryMs: 60_000 } } })
  try {
    await addPeople(slow)
    const bearer = await sellerToken(slow, 'newbie')
    const codes: number[] = []
    for (let i = 0; i < 4; i++) codes.push((await upload(slow, bearer, [{ name: 'a.txt', bytes: 'x' }])).code)
    expect(codes).toEqual([200, 200, 200, 429])
  } finally {
    await slow.close()
  }
})
