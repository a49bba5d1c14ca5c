import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The law of the room, and that of contracts. */
const text = ['LAW.md', 'trade/TRADE.md']
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  .join('\n')
const rules = [...text.matchAll(/^- \*\*([A-Z][a-z]?\d+)\*\* /gm)].map((match) => match[1] ?? '')

/** Rules about other layers, tested in those layers. */
const ELSEWHERE = new Map([
  ['A7', 'what waits for the operator is not in the log'],
  ['A14', 'standing.test.ts, roles.test.ts: the law sees no persons'],
  ['B11', 'takenIn.test.ts: the law sees no screen'],
  ['C11', 'redact.test.ts'],
  ['D9', 'contracts.test.ts: the law sees no contract'],
  ['X10', 'calls-limits.test.ts: the law sees one sale'],
  ['Mo3', 'payments.test.ts: the store only adds'],
  ['Mo10', 'payments.test.ts: no party records its own'],
  ['Bl4', 'bank-lines.test.ts: the store takes lines back'],
  ['In7', 'invoices.test.ts: calls show an invoice to its sides'],
  ...['Sm1', 'Sm2', 'Sm3', 'Sm4'].map((rule) => [rule, 'invoices.test.ts: the store adds up'] as const),
])

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.test.ts'),
)
const titles = files.flatMap((file) =>
  [
    ...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(
      /(?:test|describe|inAnySale)(?:\.each[^\n]*?\))?\(\s*(['`])(.*?)\1,/g,
    ),
  ].map((match) => match[2] ?? ''),
)
const quoted = new Set(
  titles.flatMap((title) =>
    [...(title.split(':')[0] ?? '').matchAll(/\b([A-Z][a-z]?\d+)\b/g)].map((match) => match[1] ?? ''),
  ),
)

test('every rule of the law has a number of its own', () => {
  expect(rules.length).toBeGreaterThan(100)
  expect(rules.filter((rule, i) => rules.indexOf(rule) !== i)).toEqual([])
})

test('every rule is quoted by a test', () => {
  expect(rules.filter((rule) => !quoted.has(rule) && !ELSEWHERE.has(rule))).toEqual([])
})

test('tests quote no rule that is not there', () => {
  expect(
    [...quoted].filter(
      (rule) => /^(R|A|S|St|L|B|C|X|P|W|D|M|V|K|T|O|H|N|F|Ct|Mo|In|Sm)\d+$/.test(rule) && !rules.includes(rule),
    ),
  ).toEqual([])
})
