import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { DEFAULT_RULE } from '../../domain/rule.ts'
import { minor } from '../../domain/units.ts'
import { editionsOf, saleRulesOf } from './saleRules.ts'
import type { RulesOf } from './saleRules.ts'

const PLAIN: RulesOf = { rule: DEFAULT_RULE, reservePolicy: 'allowed', deposits: [], depositFactor: 1, depositHours: 0 }
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
  depositHours: 24,
}
const template = (locale: string) => readFileSync(join(import.meta.dirname, `texts/sale-rules.${locale}.md`), 'utf8')

describe('the rules of a session', () => {
  it.each([
    ['plain', PLAIN],
    ['full', FULL],
  ] as const)('have no open gap (%s)', (_, session) => {
    for (const { text } of editionsOf(session))
      for (const { body } of [text.zh, text.en]) expect(body).not.toMatch(/[{}]|NaN|undefined/)
  })
  it('hold the numbers of the session', () => {
    const { en, zh } = saleRulesOf(FULL).text
    for (const said of [
      'beyond 20 minutes 30 seconds after',
      'open 45 seconds apart',
      'For 1 hour 30 minutes after the close',
      'CNY 125,000.00 or USD 20,000.00, due 24 hours before the start',
      'times 5',
      'is held for 1 minute',
      'Every lot of this session has a reserve',
      'The operator decides on each application',
      'later than 72 hours after the session was sealed',
      'above 1,000 times the start price',
      'another time, from 1 second to 24 hours',
      'or the announced end of its round if that is later',
      'to 1 to 99 minutes, not below 30 seconds and not beyond the latest end.',
      'the time left to 1 to 99 minutes. Buyers',
      'A deal whose contract is complete is not cancelled',
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
  it('are found in the edition with which the sale was published', () => {
    const [newest, before] = editionsOf(FULL)
    expect(saleRulesOf(FULL)).toEqual(newest)
    expect(before?.hash).not.toBe(newest?.hash)
    expect(saleRulesOf(FULL, before?.hash)).toEqual(before)
    expect(saleRulesOf(FULL, 'f'.repeat(64))).toEqual(newest)
  })
  // Logs name these hashes: a text that has to change is kept as an older edition, and its hash is added here.
  it('stay as they were published', () => {
    const hashes = (session: RulesOf) => editionsOf(session).map(({ hash }) => hash)
    expect(hashes({ ...PLAIN, deposits: FULL.deposits })).toEqual([
      '48e9d8730458a2a126514e6f82fd7250cbd9f04d5ba06d046d44d3b2a742c1e8',
      'e7c1312fb8c2a95e71e24df95d175395b23106c97c212597b2a5f3b97ef6fdfb',
      '7125b3006a7370ceb321d9b01271e5869b421e54a57185acafa749a94560c2b9',
      '23fc141e692213c4c3da72ce9f5e7baa6a046cf175396a9c6e33fd85d17923df',
    ])
    // The two newest editions differ for sales with a deposit alone.
    expect(hashes(PLAIN)).toEqual([
      'c0f3c68e0b427eb38992cac5ee2fdf418d0f4e9205b8bde333091c8f2cc3859b',
      'c0f3c68e0b427eb38992cac5ee2fdf418d0f4e9205b8bde333091c8f2cc3859b',
      'c0f3c68e0b427eb38992cac5ee2fdf418d0f4e9205b8bde333091c8f2cc3859b',
      'f97f0ff778faeb9ce9faf5a805ecb57b74d01c4acf72c5144da0516409b15344',
    ])
  })
  it('give numbers that were not stored their defaults', () => {
    const { confirmMinutes: _, ...stored } = PLAIN.rule
    expect(saleRulesOf({ ...PLAIN, rule: stored as RulesOf['rule'] })).toEqual(saleRulesOf(PLAIN))
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
