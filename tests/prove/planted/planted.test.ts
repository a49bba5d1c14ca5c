import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROOFS } from '../proofs.ts'
import { replaced } from './copy.ts'
import { PLANTED } from './list.ts'

const ROOT = join(import.meta.dirname, '../../..')

test('each list is of a proof', () => {
  expect(Object.keys(PLANTED).filter((name) => !PROOFS.some((proof) => proof.name === name))).toEqual([])
})

test.each(Object.values(PLANTED).flat())('a planted fault still fits the sources: $fault', ({ changes, finds }) => {
  expect(finds.length).toBeGreaterThan(0)
  const texts = new Map<string, string>()
  for (const change of changes) {
    const text = texts.get(change.file) ?? readFileSync(join(ROOT, change.file), 'utf8')
    const after = replaced(text, change)
    expect(after).not.toBe(text)
    texts.set(change.file, after)
  }
})

test('a replacement that does not fit is an error', () => {
  const change = { file: 'a.ts', from: 'one', to: 'two' }
  expect(replaced('one', change)).toBe('two')
  expect(() => replaced('none of it', { ...change, from: 'other' })).toThrow('0 times')
  expect(() => replaced('one one', change)).toThrow('2 times')
})
