import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BID_NOT_AFTER_MS } from '../../contract/constants.ts'
import { LAW } from '../../domain/rule.ts'

const textOf = (name: string, locale: string) =>
  readFileSync(join(import.meta.dirname, `texts/${name}.${locale}.md`), 'utf8')

/** What the general texts say in figures of their own. A session's numbers stand in its own rules alone. */
test.each([
  ['help-ceilings', '八秒没有应答', 'not answered for eight seconds', LAW.linkLostMs, 8_000],
  ['help-weak-links', '十秒的有效期', 'valid for ten seconds', BID_NOT_AFTER_MS, 10_000],
])('%s says %s, and so does the code', (name, zh, en, constant, said) => {
  expect(textOf(name, 'zh')).toContain(zh)
  expect(textOf(name, 'en')).toContain(en)
  expect(constant).toBe(said)
})

// The numbers of clauses and of headings are none of the law's.
const bare = (text: string) => text.replaceAll(/^(?:#+ )?\d+\. /gm, '').replaceAll(/\{\{\w+\}\}/g, '')

test.each(['rules', 'company-agreement'].flatMap((name) => ['zh', 'en'].map((locale) => [name, locale])))(
  '%s in %s names no number of the law',
  (name = '', locale = '') => {
    expect(bare(textOf(name, locale))).not.toMatch(/\d|\d ?%|[一二三四五六七八九十百千]+(?:秒|小时|天|倍)/)
  },
)
