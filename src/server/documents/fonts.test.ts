import { afterAll, expect, test } from 'vitest'
import { glyphsOf } from '../../../tests/support/glyphs.ts'
import { RefusalError } from '../failure.ts'
import type { Failure } from '../failure.ts'
import { coverageOf } from './coverage.ts'
import { FACES, uncovered } from './fonts.ts'
import { openPress } from './press.ts'
import { receiptPaper } from './receipt-paper.ts'

const press = openPress()
afterAll(() => press.close())

const both = (text: string) => ({ zh: text, en: text })
const body = {
  scheduleTimelineId: 's',
  contractObjectId: 'l',
  biddingNumber: 1,
  price: '1.00',
  currency: 'CNY',
  seq: 1,
  hash: 'a'.repeat(64),
  at: '2026-11-20T06:00:00.000Z',
} as const
const receiptOf = (text: string) =>
  receiptPaper({
    receipt: { body, keyId: 'k', signature: 's' } as unknown as Parameters<typeof receiptPaper>[0]['receipt'],
    company: text,
    session: both(text),
    lotNo: '1',
    lot: both(text),
    timber: { species: both(text), origin: both(text), grade: both(text), specification: both(''), humidity: '' },
    quantity: '1.000',
    unit: 'm3',
    struck: false,
  })
const glyphsIn = async (text: string) => glyphsOf(await press.print(receiptOf(text).printing))

function refusalOf(make: () => unknown): Failure | null {
  try {
    make()
    return null
  } catch (error) {
    if (error instanceof RefusalError) return error.failure
    throw error
  }
}

const NAMES = ['𠮷田木业', '한국목재', 'บริษัทไม้', 'שלום עצים', 'شركة الخشب', 'हिन्दी', 'Đặng Łukasz', '👍🏽🌲🇨🇳']

test.for(NAMES)('names in PDFs: every character of %s is shown', async (name) => {
  expect(uncovered(name)).toEqual([])
  const { shown, boxes } = await glyphsIn(name)
  expect(shown).toBeGreaterThan(100)
  expect(boxes).toBe(0)
})

test('names in PDFs: a character that no font has is named, and nothing is printed of it', () => {
  expect(uncovered('𠀀木业\ue000')).toEqual(['𠀀', '\ue000'])
  // Each has a font, but no font has both.
  expect(uncovered('ก\u05b0')).toEqual(['ก\u05b0'])
  expect(refusalOf(() => receiptOf('𠀀木业'))).toMatchObject({
    reason: 'document.letters',
    quoted: { text: '𠀀木业', letters: '𠀀' },
  })
})

test('a box is found in a PDF that has one', async () => {
  const { printing } = receiptOf('x')
  const given = JSON.parse(printing.data) as object
  const missing = JSON.stringify({ ...given, company: '𠀀' })
  await expect(press.print({ ...printing, data: missing })).rejects.toMatchObject({ name: 'DocumentCut', text: '𠀀' })
  // A watermark is no text that is read back.
  const data = JSON.stringify({ ...given, watermark: '𠀀' })
  expect((await glyphsOf(await press.print({ ...printing, data }))).boxes).toBe(1)
})

test('a covered character is shown: samples of all planes', async () => {
  const every: string[] = []
  for (let code = 1; code < 0x32000; code += code < 0x3000 ? 11 : 173) {
    const character = String.fromCodePoint(code)
    if (character.isWellFormed() && uncovered(character).length === 0) every.push(character)
  }
  expect(every.length).toBeGreaterThan(600)
  expect((await glyphsIn(every.join(' '))).boxes).toBe(0)
})

test('all weights of a typeface have the same characters', () => {
  for (const { files } of FACES)
    for (const file of files) expect([file, coverageOf(file)]).toEqual([file, coverageOf(files[0])])
})
