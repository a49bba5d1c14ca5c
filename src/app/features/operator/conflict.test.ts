import { expect, test } from 'vitest'
import { based, changesOf, keptMine } from './conflict.tsx'

const saved = { name: 'Spring sale', venue: 'Taicang', host: 'a' }
const form = { ...based(saved, 3), name: 'Spring timber sale', host: 'b' }
const theirs = { name: 'Sale of spring', venue: 'Ningbo', host: 'b' }

test('what another changed is named, with what was typed here where both changed it', () =>
  expect(changesOf<keyof typeof saved>(form, theirs)).toEqual([
    { key: 'name', theirs: 'Sale of spring', mine: 'Spring timber sale' },
    { key: 'venue', theirs: 'Ningbo', mine: null },
  ]))

test('mine is kept with what they alone changed, from their version on', () => {
  const kept = keptMine<keyof typeof saved>(form, theirs, 4)
  expect(kept).toMatchObject({ name: 'Spring timber sale', venue: 'Ningbo', host: 'b', version: '4' })
  expect(changesOf<keyof typeof saved>(kept, theirs)).toEqual([])
})

test('a draft that was restored compares with the version that it began from', () => {
  const restored = structuredClone(form)
  expect(changesOf<keyof typeof saved>(restored, saved)).toEqual([])
  expect(changesOf<keyof typeof saved>(restored, theirs)).toHaveLength(2)
})
