import { lexer } from 'marked'
import { expect, test } from 'vitest'
import { WrittenContent } from './editing.ts'

const written = (body: string) =>
  WrittenContent.safeParse({
    titleZh: '标题',
    titleEn: 'Title',
    summaryZh: '摘要',
    summaryEn: 'Summary',
    bodyZh: body,
    bodyEn: 'Body',
  })

test.each([
  ['quotes', '>'.repeat(9_999)],
  ['quotes apart', '> '.repeat(4_000)],
  ['emphasis', `${'**'.repeat(2_400)}a${'**'.repeat(2_400)}`],
])('a text of %s one in another is refused before it is saved, in words', (_, body) => {
  expect(written(body).error?.issues).toMatchObject([{ path: ['bodyZh'], message: 'markupRepeats' }])
})

test.each([
  ['quotes', `${'>'.repeat(300)}a`],
  ['emphasis', `${'**'.repeat(150)}a${'**'.repeat(150)}`],
  ['blanks to be filled in', `${'_'.repeat(120)}\n\n`.repeat(60)],
])('%s up to the limit are taken, and every reader’s parser reads them', (_, body) => {
  const read = written(body)
  expect(read.success).toBe(true)
  expect(lexer(read.data?.bodyZh ?? '').length).toBeGreaterThan(0)
})
