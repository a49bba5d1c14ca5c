import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { blocksOf } from './blocks.ts'

test('every word of the clauses and of the agreement is in their blocks, and both languages are built alike', () => {
  for (const [folder, name] of [
    ['../trade', 'clauses'],
    ['../content/texts', 'company-agreement'],
  ] as const) {
    const [zh = [], en = []] = ['zh', 'en'].map((locale) => {
      const text = readFileSync(new URL(`${folder}/${name}.${locale}.md`, import.meta.url), 'utf8')
      const blocks = blocksOf(text)
      const words = blocks
        .flatMap((block) => (block.kind === 'list' ? block.items.flat() : block.runs))
        .map((run) => run.text)
        .join('')
      const written = text.replaceAll(/^(#+|-|\d+\.) /gm, '').replaceAll(/\*\*|\s/g, '')
      expect(words.replaceAll(/\s/g, '')).toBe(written)
      return blocks
    })
    expect(zh.map(({ kind }) => kind)).toEqual(en.map(({ kind }) => kind))
  }
})

test('what was escaped is plain, what was strong is strong, and a list begins where it begins', () => {
  expect(blocksOf(String.raw`**a\*b** \<c> & "d"`)).toEqual([
    {
      kind: 'paragraph',
      runs: [
        { text: 'a', strong: true },
        { text: '*', strong: true },
        { text: 'b', strong: true },
        { text: ' ', strong: false },
        { text: '<', strong: false },
        { text: 'c> & "d"', strong: false },
      ],
    },
  ])
  expect(blocksOf('3. x\n4. y')).toMatchObject([{ kind: 'list', ordered: true, start: 3 }])
})
