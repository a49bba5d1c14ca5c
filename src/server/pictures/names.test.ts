import { expect, test } from 'vitest'
import { fileName, parseName, parseStem, stemOf, SUBJECTS, thumbnailOf, uploadedFile, uploadedStem } from './names.ts'

test('a drawing is read back from its name', () => {
  for (const subject of SUBJECTS) {
    const drawing = { species: 'okoume', subject, seed: 0xffff_ffff } as const
    expect(parseStem(stemOf(drawing))).toEqual(drawing)
  }
})

test('a thumbnail stands beside its picture', () => {
  expect(thumbnailOf('okoume-pile-1k3f.avif')).toBe('okoume-pile-1k3f.thumb.avif')
  expect(thumbnailOf('okoume-pile-1k3f.thumb.webp')).toBe('okoume-pile-1k3f.thumb.webp')
  expect(thumbnailOf('okoume')).toBeNull()
  const name = { stem: 'dock-photo-7', thumb: true, format: 'webp' } as const
  expect(parseName(fileName(name))).toEqual(name)
})

test.each([
  '../../etc/passwd',
  'a/b.avif',
  '..avif',
  '.avif',
  'okoume-pile-1.avif/..',
  'okoume-pile-1.avif\0',
  'okoume-pile-1.png',
  'okoume-pile-1.avif.part',
  'okoume pile.avif',
  `${'a'.repeat(41)}.avif`,
  '',
  'C:x.webp',
])('%j is no name of the store', (name) => {
  expect(parseName(name)).toBeNull()
})

test.each([
  'unobtainium-pile-1',
  'toString-pile-1',
  '__proto__-end-1',
  'okoume-portrait-1',
  'okoume-pile-',
  'okoume-pile-zzzzzzzz',
  'okoume',
])('%j cannot be drawn', (stem) => {
  expect(parseStem(stem)).toBeNull()
})

test('an uploaded picture names its file, and any id of the disk makes a name of the store', () => {
  for (const id of ['_-_-AAAAzzzz00009999_-abcdefABCD', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA']) {
    const stem = uploadedStem(id)
    expect(uploadedFile(stem)).toBe(id)
    expect(parseName(fileName({ stem, thumb: true, format: 'webp' }))).toEqual({ stem, thumb: true, format: 'webp' })
    expect(parseStem(stem)).toBeNull()
  }
  expect(() => uploadedStem('../../etc/passwd')).toThrow(RangeError)
  expect(uploadedFile('up-okoume-1')).toBeNull()
})
