import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openEasel } from '../demo/drawing/easel.ts'
import { LARGE, THUMB } from './encode.ts'
import { uploadedStem } from './names.ts'
import { openWork } from '../work/work.ts'
import { openPictures, type Pictures } from './store.ts'

const NAME = 'sapele-sawn-5.avif'
const THUMBNAIL = 'sapele-sawn-5.thumb.avif'
const PUBLIC = '_-_-AAAAzzzz00009999_-abcdefABCD'
/** Noise, the hardest picture to compress. */
const NOISE = { width: 800, height: 600, data: randomBytes(800 * 600 * 3) }
let dir: string
let pictures: Pictures

beforeEach(async () => {
  dir = join(await mkdtemp(join(tmpdir(), 'pictures-')), 'below', 'data')
  pictures = openPictures({
    easel: openEasel(),
    dir,
    known: (name) => Promise.resolve(name === NAME),
    uploaded: (fileId) => Promise.resolve(fileId === PUBLIC ? NOISE : null),
    work: openWork(),
  })
})
afterEach(async () => {
  await pictures.close()
  await rm(join(dir, '..', '..'), { recursive: true, force: true })
})

test('a picture is drawn when it is first asked for, at its size and within its budget', async () => {
  for (const [name, size] of [
    [NAME, LARGE],
    [THUMBNAIL, THUMB],
  ] as const) {
    const file = await pictures.find(name)
    expect(file).toMatchObject({ type: 'image/avif', path: join(dir, name) })
    expect(file?.size).toBeLessThanOrEqual(size.limit)
    expect((await stat(join(dir, name))).size).toBe(file?.size)
    expect(await sharp(await readFile(join(dir, name))).metadata()).toMatchObject({
      width: size.width,
      height: size.height,
    })
  }
})

test('those who ask together get one drawing, those who ask later get the file, and no part of one is left', async () => {
  const together = await Promise.all([1, 2, 3].map(() => pictures.find(THUMBNAIL)))
  expect(new Set(together).size).toBe(1)
  const { mtimeMs } = await stat(join(dir, THUMBNAIL))
  expect((await pictures.find(THUMBNAIL))?.size).toBe(together[0]?.size)
  expect((await stat(join(dir, THUMBNAIL))).mtimeMs).toBe(mtimeMs)
  expect(await readdir(dir)).toEqual([THUMBNAIL])
})

test('a drawing that no lot has is not made, nor a name that is none', async () => {
  for (const name of ['sapele-sawn-6.avif', '../data/secret.avif', 'sapele-sawn-5.png', 'photo.webp']) {
    expect(await pictures.find(name)).toBeNull()
  }
  expect(existsSync(dir)).toBe(false)
})

test('an uploaded picture that is public is made within the same budgets, and any other is not there', async () => {
  const stem = uploadedStem(PUBLIC)
  for (const format of ['avif', 'webp']) {
    expect((await pictures.find(`${stem}.${format}`))?.size).toBeLessThanOrEqual(LARGE.limit)
    expect((await pictures.find(`${stem}.thumb.${format}`))?.size).toBeLessThanOrEqual(THUMB.limit)
  }
  expect(await pictures.find(`${uploadedStem('A'.repeat(32))}.avif`)).toBeNull()
})

test('thumbnails are warmed, and warming ends when the store closes', async () => {
  await pictures.warm([THUMBNAIL, 'photo.webp'])
  expect(await readdir(dir)).toEqual([THUMBNAIL])
  await pictures.close()
  await pictures.warm([NAME])
  expect(await readdir(dir)).toEqual([THUMBNAIL])
  expect(await pictures.find(THUMBNAIL)).not.toBeNull()
})
