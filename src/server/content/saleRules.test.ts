import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { DEFAULT_RULE } from '../../domain/rule.ts'
import { minor } from '../../domain/units.ts'
import { saleRulesOf } from './saleRules.ts'
import type { RulesOf } from './saleRules.ts'

const PLAIN: RulesOf = { rule: DEFAULT_RULE, reservePolicy: 'allowed', deposits: [], depositFactor: 1 }
const FULL: RulesOf = {
  rule: {
    ...DEFAULT_RULE,
    admission: 'operator',
    hardEndSeconds: 1_230,
    staggerSeconds: 45,
    confirmMinutes: 90,
    autoHold: true,
  },
  reservePolicy: 'required',
  deposits: [
    { currency: 'CNY', amount: minor(12_500_000) },
    { currency: 'USD', amount: minor(2_000_000) },
  ],
  depositFactor: 5,
}
const template = (locale: string) => readFileSync(join(import.meta.dirname, `texts/sale-rules.${locale}.md`), 'utf8')

describe('the rules of a session', () => {
  it.each([
    ['plain', PLAIN],
    ['full', FULL],
  ] as const)('have no open gap (%s)', (_, session) => {
    const { text } = saleRulesOf(session)
    for (const { body } of [text.zh, text.en]) expect(body).not.toMatch(/[{}]/)
  })
  it('hold the numbers of the session', () => {
    const { en, zh } = saleRulesOf(FULL).text
    for (const said of [
      'beyond 20 minutes 30 seconds after',
      'open 45 seconds apart',
      'For 1 hour 30 minutes after the close',
      'CNY 125,000.00 or USD 20,000.00',
      'times 5',
      'is held for 1 minute',
      'Every lot of this session has a reserve',
      'The operator decides on each application',
      'later than 72 hours after the session was sealed',
      'above 1,000 times the start price',
    ])
      expect(en.body).toContain(said)
    for (const said of ['20分钟30秒', '封存满72小时后', '起拍价的 1,000 倍']) expect(zh.body).toContain(said)
    expect(saleRulesOf(PLAIN).text.en.body).toContain('There is no hard end')
  })
  it('number their sentences alike in both languages', () => {
    const numbers = (body: string) =>
      body
        .split('\n')
        .filter((line) => /^(?:#|\d+\.)/.test(line))
        .map((line) => line.slice(0, 4))
    for (const session of [PLAIN, FULL]) {
      const { zh, en } = saleRulesOf(session).text
      expect(numbers(zh.body).length).toBe(numbers(en.body).length)
    }
  })
  it('have another hash when a number differs', () => {
    const { hash } = saleRulesOf(PLAIN)
    expect(saleRulesOf(PLAIN).hash).toBe(hash)
    expect(saleRulesOf({ ...PLAIN, rule: { ...DEFAULT_RULE, extensionSeconds: 31 } }).hash).not.toBe(hash)
  })
})

// Every number comes from the rule or the law's constants, so that the page cannot say another.
test.each(['zh', 'en'])('the template in %s writes no number itself', (locale) => {
  const bare = template(locale)
    .replaceAll(/^(?:# )?\d+\. /gm, '')
    .replaceAll(/\{\{.*?\}\}/g, '')
  expect(bare).not.toMatch(/\d/)
})
test('both languages have the same gaps', () => {
  const gaps = (locale: string) => [...template(locale).matchAll(/\{\{\W?\w*\}\}/g)].map(([gap]) => gap).toSorted()
  expect(gaps('zh')).toEqual(gaps('en'))
})

// The general rules send readers to the session's own for its numbers.
test.each(['zh', 'en'])('the general rules in %s name no number of a session', (locale) => {
  const rules = readFileSync(join(import.meta.dirname, `texts/rules.${locale}.md`), 'utf8')
  expect(rules.replaceAll(/^\d+\. /gm, '')).not.toMatch(/\d/)
})
