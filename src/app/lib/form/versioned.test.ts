import { expect, test } from 'vitest'
import { afterSave, based, changesOf, isSaved, keptMine, type Based } from './versioned.ts'

interface Fields {
  readonly name: string
  readonly venue: string
  readonly host: string
  readonly lots: readonly string[]
}
const saved: Fields = { name: 'Spring sale', venue: 'Taicang', host: 'a', lots: ['1', '2'] }
const form: Fields & Based = { ...based({ typed: saved, version: 3 }), name: 'Spring timber sale', host: 'b' }
const theirs: Fields = { name: 'Sale of spring', venue: 'Ningbo', host: 'b', lots: ['1', '2', '3'] }

test('fields that another person changed are named, and those changed by both', () =>
  expect(changesOf<Fields>(form, { typed: theirs, version: 4 })).toEqual([
    { key: 'name', by: 'both' },
    { key: 'venue', by: 'them' },
    { key: 'lots', by: 'them' },
  ]))

test('a merge keeps the fields changed here, takes those that only they changed, and begins from their version', () => {
  const kept = keptMine<Fields>(form, { typed: theirs, version: 4 })
  expect(kept).toMatchObject({ name: 'Spring timber sale', venue: 'Ningbo', lots: ['1', '2', '3'], version: '4' })
  expect(changesOf<Fields>(kept, { typed: theirs, version: 4 })).toEqual([])
  expect(isSaved<Fields>(kept)).toBe(false)
})

test('a restored draft is compared with the version that it began from', () => {
  const restored: Fields & Based = JSON.parse(JSON.stringify(form)) as Fields & Based
  expect(restored.version).toBe('3')
  expect(changesOf<Fields>(restored, { typed: saved, version: 3 })).toEqual([])
  expect(changesOf<Fields>(restored, { typed: theirs, version: 4 })).toHaveLength(3)
})

test('fields typed in during a save keep what was typed; the others hold what was saved', () => {
  const typedOn = { ...form, venue: 'Zhangjiagang' }
  const after = afterSave<Fields>(typedOn, form, {
    typed: { ...saved, name: 'Spring timber sale', host: 'b' },
    version: 4,
  })
  expect(after).toMatchObject({ name: 'Spring timber sale', venue: 'Zhangjiagang', host: 'b', version: '4' })
  expect(isSaved<Fields>(after)).toBe(false)
  expect(isSaved<Fields>(based({ typed: saved, version: 1 }))).toBe(true)
})
