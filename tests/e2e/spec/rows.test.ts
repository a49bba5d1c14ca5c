import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROWS, type Section } from './rows.ts'

const FOLDER = import.meta.dirname
/** The tests of this folder, those of the browser and of helpers that no screen shows, and one of a component. */
const SOURCES = [
  ...readdirSync(FOLDER).filter((name) => name.endsWith('.spec.ts') || name === 'helpers.test.ts'),
  '../../../src/app/lib/useFilePicker.test.tsx',
].map((name) => readFileSync(join(FOLDER, name), 'utf8'))
const shownIn = (source: string, section: Section): string[] =>
  Array.from(source.matchAll(new RegExp(`const (\\w+) = rowsOf\\('${section}'\\)`, 'g')), ([, name]) => name).flatMap(
    (name) => Array.from(source.matchAll(new RegExp(`\\b${name}\\('(\\w+)'\\)`, 'g')), ([, key]) => key ?? ''),
  )

describe('the specification, sentence by sentence', () => {
  for (const section of Object.keys(ROWS) as Section[])
    test(`each sentence of “${section}” is shown once`, () => {
      const shown = SOURCES.flatMap((source) => shownIn(source, section))
      expect(shown.toSorted()).toEqual(Object.keys(ROWS[section]).toSorted())
    })

  test('no sentence is put off', () => {
    for (const source of SOURCES) expect(source).not.toMatch(/\.(skip|fixme|fail|only)\(/)
  })

  test('each sentence names its section, and stands once in the table', () => {
    const sentences = Object.values(ROWS).flatMap((rows) => Object.values(rows))
    for (const sentence of sentences) expect(sentence).toMatch(/^§\d(, §\d)*: \S/)
    expect(new Set(sentences).size).toBe(sentences.length)
  })
})
