import { PDF } from '../support/pdf.ts'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { later } from '../../src/domain/units.ts'
import { file } from '../../src/server/store/schema.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken, venueToken } from '../support/http/people.ts'
import { download, pictureOf, upload } from '../support/http/upload.ts'
import { addPeople, addSale } from '../support/http/world.ts'
import { sweep } from '../support/store/sweeps.ts'
import { zipOf } from '../support/zip.ts'

const DAY_MS = 86_400_000
const OFFICE = { '[Content_Types].xml': '<Types/>' }

let house: House
let newbie: string
let buyer: string
let photo: Buffer

beforeAll(async () => {
  house = await openHouse({ limits: { upload: { most: 1_000, oneEveryMs: 1 } } })
  await addPeople(house)
  ;[newbie, buyer] = [await sellerToken(house, 'newbie'), await sellerToken(house, 'buyer1')]
  photo = await pictureOf('jpeg')
})
afterAll(() => house.close())

const idOf = (path: string | undefined): string => path?.split('/').at(-1) ?? ''
const rowOf = async (path: string | undefined) =>
  (
    await house.store.db
      .select()
      .from(file)
      .where(eq(file.id, idOf(path)))
  )[0]
/** A file system in a file, as Word wrote it: its head, and a directory entry with the name of the main stream. */
function compound(stream: string): Buffer {
  const bytes = Buffer.alloc(2048)
  bytes.write('d0cf11e0a1b11ae1', 'hex')
  bytes.write(stream, 1024, 'utf16le')
  bytes.writeUInt16LE((stream.length + 1) * 2, 1024 + 64)
  return bytes
}

describe('an upload (spec §3, §5, §7)', () => {
  test('is answered with code, msg and fileName, and can be had again by that path', async () => {
    const answer = await upload(house, newbie, [{ name: '说明.txt', bytes: '木材' }])
    expect(answer).toMatchObject({ code: 200, msg: '操作成功' })
    expect(answer.fileName).toMatch(/^\/common\/files\/[\w-]{32}$/)
    expect(answer.fileNames).toBeUndefined()
    const got = await download(house, newbie, answer.fileName ?? '')
    expect([got.statusCode, got.body]).toEqual([200, '木材'])
    expect(await rowOf(answer.fileName)).toMatchObject({
      ownerId: 'newbie',
      name: '说明.txt',
      type: 'text/plain; charset=utf-8',
      size: 6,
    })
  })

  test('takes every kind of the spec, the newer forms of Office too, each as what it is', async () => {
    const kinds: readonly [string, Buffer | string, string][] = [
      ['a.pdf', PDF, 'application/pdf'],
      ['a.TXT', 'text', 'text/plain; charset=utf-8'],
      ['gbk.txt', Buffer.from('c4beb2c4', 'hex'), 'text/plain; charset=gb18030'],
      ['a.doc', compound('WordDocument'), 'application/msword'],
      ['a.xls', compound('Workbook'), 'application/vnd.ms-excel'],
      ['a.ppt', compound('PowerPoint Document'), 'application/vnd.ms-powerpoint'],
      [
        'a.docx',
        zipOf({ ...OFFICE, 'word/document.xml': '<w/>' }),
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      ],
      [
        'a.xlsx',
        zipOf({ ...OFFICE, 'xl/workbook.xml': '<w/>' }),
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      ],
      [
        'a.pptx',
        zipOf({ ...OFFICE, 'ppt/presentation.xml': '<p/>' }),
        'application/vnd.openxmlformats-officedocument.presentationml.presentation',
      ],
    ]
    for (const [name, bytes, type] of kinds) {
      const { code, fileName } = await upload(house, newbie, [{ name, bytes }])
      expect([name, code, (await rowOf(fileName))?.type]).toEqual([name, 200, type])
    }
  })

  test('of five files names all, in their order; of six none is taken', async () => {
    const parts = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `${i}.txt`, bytes: `text ${i}` }))
    const five = await upload(house, newbie, parts(5))
    expect(five.fileNames).toHaveLength(5)
    expect(five.fileName).toBe(five.fileNames?.[0])
    expect(
      await Promise.all((five.fileNames ?? []).map(async (path) => (await download(house, newbie, path)).body)),
    ).toEqual(parts(5).map(({ bytes }) => bytes))
    const before = (await house.store.db.select().from(file)).length
    expect(await upload(house, newbie, parts(6))).toMatchObject({
      code: 601,
      reason: 'file.too_many',
      msg: '上传文件数量不能超过 5 个!',
    })
    expect((await house.store.db.select().from(file)).length).toBe(before)
  })

  test('is all or nothing: one wrong file, and none is kept', async () => {
    const before = (await house.store.db.select().from(file)).length
    const answer = await upload(house, newbie, [
      { name: 'a.txt', bytes: 'fine' },
      { name: 'b.exe', bytes: 'MZ' },
    ])
    expect(answer).toMatchObject({
      code: 601,
      reason: 'file.type',
      msg: '文件格式不正确, 请上传doc/xls/ppt/txt/pdf格式文件!',
    })
    expect((await house.store.db.select().from(file)).length).toBe(before)
    expect(
      await upload(house, newbie, [{ name: 'b.exe', bytes: 'MZ' }], { headers: { 'accept-language': 'en_US' } }),
    ).toMatchObject({ msg: 'Wrong file format, please upload a doc/xls/ppt/txt/pdf file!' })
  })

  test('of more than 5 MB is refused, of exactly 5 MB taken; an empty one is none', async () => {
    const most = 5 * 1024 * 1024
    expect((await upload(house, newbie, [{ name: 'a.txt', bytes: Buffer.alloc(most, 'a') }])).code).toBe(200)
    expect(await upload(house, newbie, [{ name: 'a.txt', bytes: Buffer.alloc(most + 1, 'a') }])).toMatchObject({
      code: 601,
      reason: 'file.too_large',
      msg: '上传文件大小不能超过 5 MB!',
    })
    expect(await upload(house, newbie, [{ name: 'a.txt', bytes: '' }])).toMatchObject({
      code: 601,
      reason: 'file.empty',
    })
  })

  test('takes either token', async () => {
    const sale = await addSale(house, { stand: 'running', bidders: ['c1'] })
    const venue = await venueToken(house, 'buyer1', sale)
    const { fileName } = await upload(house, venue, [{ name: 'a.txt', bytes: 'from the room' }])
    expect((await download(house, buyer, fileName ?? '')).body).toBe('from the room')
  })
})

describe('a picture', () => {
  test('is asked for by the query or a field of the form; the query counts', async () => {
    expect((await upload(house, newbie, [{ name: 'a.jpg', bytes: photo }], { query: { kind: 'picture' } })).code).toBe(
      200,
    )
    expect((await upload(house, newbie, [{ name: 'a.jpg', bytes: photo }], { fields: { kind: 'picture' } })).code).toBe(
      200,
    )
    expect((await upload(house, newbie, [{ name: 'a.jpg', bytes: photo }])).reason).toBe('file.type')
    expect(
      (
        await upload(house, newbie, [{ name: 'a.jpg', bytes: photo }], {
          query: { kind: 'picture' },
          fields: { kind: 'document' },
        })
      ).code,
    ).toBe(200)
    expect((await upload(house, newbie, [{ name: 'a.jpg', bytes: photo }], { query: { kind: 'video' } })).code).toBe(
      400,
    )
    expect((await upload(house, newbie, [{ name: 'a.jpg', bytes: photo }], { fields: { kind: 'video' } })).code).toBe(
      400,
    )
  })

  test('is under 2 MB, and png, jpg or jpeg, in the words of the spec', async () => {
    const picture = { query: { kind: 'picture' } }
    const large = Buffer.concat([photo, Buffer.alloc(2 * 1024 * 1024)])
    expect(await upload(house, newbie, [{ name: 'a.jpg', bytes: large }], picture)).toMatchObject({
      code: 601,
      reason: 'file.picture_too_large',
      msg: '上传头像图片大小不能超过 2 MB!',
    })
    expect(await upload(house, newbie, [{ name: 'a.gif', bytes: photo }], picture)).toMatchObject({
      code: 601,
      reason: 'file.picture_type',
      msg: '文件格式不正确, 请上传png/jpg/jpeg图片格式文件!',
    })
    expect((await upload(house, newbie, [{ name: 'a.JPEG', bytes: photo }], picture)).code).toBe(200)
  })

  test('is kept upright, and without what the camera wrote into it', async () => {
    const lying = await sharp({ create: { width: 80, height: 40, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Make: 'Secret camera' }, IFD3: { GPSLatitude: '31/1 0/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(lying.includes('Secret camera')).toBe(true)
    const { fileName } = await upload(house, newbie, [{ name: 'a.jpg', bytes: lying }], { query: { kind: 'picture' } })
    const kept = (await download(house, newbie, fileName ?? '')).rawPayload
    const { width, height, exif, orientation } = await sharp(kept).metadata()
    expect({ width, height, exif, orientation }).toEqual({
      width: 40,
      height: 80,
      exif: undefined,
      orientation: undefined,
    })
  })

  test('of grain stays under 2 MB when it is encoded anew, a drawing in whichever format fits', async () => {
    const grain = (width: number, height: number) =>
      sharp({
        create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
      })
    const jpeg = await grain(2_800, 2_100).jpeg({ quality: 60 }).toBuffer()
    // Few colours, which only a palette encodes well.
    const png = await grain(2_400, 1_600).png({ palette: true, colours: 8, dither: 0 }).toBuffer()
    for (const [name, bytes] of [
      ['grain.jpg', jpeg],
      ['grain.png', png],
    ] as const) {
      expect(bytes.length).toBeLessThan(2 * 1024 * 1024)
      const { fileName } = await upload(house, newbie, [{ name, bytes }], { query: { kind: 'picture' } })
      const kept = (await download(house, newbie, fileName ?? '')).rawPayload
      const { width, height } = await sharp(kept).metadata()
      expect([kept.length < 2 * 1024 * 1024, Math.max(width, height) >= 2_000]).toEqual([true, true])
    }
  })

  test('of the other format under this name is named after what it is', async () => {
    const { fileName } = await upload(house, newbie, [{ name: 'shot.jpg', bytes: await pictureOf('png') }], {
      query: { kind: 'picture' },
    })
    expect(await rowOf(fileName)).toMatchObject({ name: 'shot.png', type: 'image/png' })
  })
})

describe('room', () => {
  test('is 100 MB for each account, for two uploads at once too', async () => {
    await house.store.db.insert(file).values({
      id: 'a-large-one-of-long-ago',
      ownerId: 'buyer2',
      name: 'x',
      type: 'x',
      size: 100 * 1024 * 1024 - 10,
      sha256: '',
      createdAt: house.clock.now(),
    })
    const token = await sellerToken(house, 'buyer2')
    const both = await Promise.all([1, 2].map(() => upload(house, token, [{ name: 'a.txt', bytes: '8 bytes.' }])))
    expect(new Set(both.map(({ code, reason }) => reason ?? code))).toEqual(new Set([200, 'file.quota']))
    expect(await upload(house, token, [{ name: 'a.txt', bytes: 'more' }])).toMatchObject({
      code: 601,
      reason: 'file.quota',
    })
  })

  test('comes back: what nothing refers to is forgotten after seven days, with what broke off and what has no row', async () => {
    const { fileName } = await upload(house, buyer, [{ name: 'a.txt', bytes: 'unused' }])
    const parts = join(house.store.dataDir, 'files', 'parts')
    await writeFile(join(parts, 'broken-off'), 'half')
    await utimes(join(parts, 'broken-off'), new Date(0), new Date(0))
    // A node was killed between a file and its row.
    const orphan = join(house.store.dataDir, 'files', 'or', `or${'p'.repeat(30)}`)
    await mkdir(dirname(orphan), { recursive: true })
    await writeFile(orphan, 'no row')
    await sweep(house.files, later(house.clock.now(), 6 * DAY_MS))
    expect((await download(house, buyer, fileName ?? '')).statusCode).toBe(200)
    expect((await download(house, buyer, fileName ?? '')).body).toBe('unused')
    expect(await readdir(dirname(orphan))).toHaveLength(1)
    await sweep(house.files, later(house.clock.now(), 8 * DAY_MS))
    expect((await download(house, buyer, fileName ?? '')).json()).toMatchObject({ code: 404 })
    expect(await readdir(parts)).toEqual([])
    expect(await readdir(dirname(orphan))).toEqual([])
    expect(
      (await readdir(join(house.store.dataDir, 'files', idOf(fileName).slice(0, 2).toLowerCase()))).includes(
        idOf(fileName),
      ),
    ).toBe(false)
  })
})
