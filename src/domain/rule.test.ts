import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LAW } from './rule.ts'

const text = readFileSync(join(import.meta.dirname, 'LAW.md'), 'utf8')
/** The text of a rule, on one line. */
const textOf = (rule: string): string =>
  (text.split(`- **${rule}** `)[1]?.split('\n- **')[0] ?? '').replaceAll(/\s+/g, ' ')

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, h: 3_600_000, days: 86_400_000 }
/** `8 s` in milliseconds; a count of anything else as it is. */
function numberOf(words: string): number {
  const [count = '', unit = ''] = words.split(/[ –]/)
  return Number(count.replace(',', '')) * (UNITS[unit] ?? 1)
}

const SAID = [
  ['A10', '500 characters', LAW.messageMax],
  ['B2', '60 s', LAW.notAfterMaxMs],
  ['B10', '1,000 times', LAW.priceTimesMost],
  ['D8', '72 h', LAW.dealsOpenMs],
  ['H1', '10 s', LAW.vanishTogetherMs],
  ['H4', '60 s', LAW.holdMs],
  ['K1', '250 ms', LAW.closeGraceMs],
  ['K4', '100 lots', LAW.closeAtOnce],
  ['M2', '8 s', LAW.linkLostMs],
  ['M6', '4 s', LAW.linkSilentAtCloseMs],
  ['N12', '20 offers', LAW.offersMost],
  ['O1', '3 s', LAW.outageGapMs],
  ['O2', '60 s', LAW.outageFloorMs],
  ['S5', '24 h', LAW.unstartedMs],
  ['S6', '366 days', LAW.postponedMostMs],
  ['St2', '1 s', LAW.roundSecondsMin * 1_000],
  ['St2', '24 h', LAW.roundSecondsMax * 1_000],
  ['St5', '1–99 whole minutes', LAW.adjustMinutesMin],
  ['St5', '99 whole minutes', LAW.adjustMinutesMax],
  ['T4', '30 s', LAW.reopenNoticeMs],
] as const

test.each(SAID)('%s says %s, and so does the code', (rule, words, number) => {
  expect(textOf(rule)).toContain(words)
  expect(number).toBe(numberOf(words))
})

test('every constant of the law is one that LAW.md names', () => {
  const said = new Set(SAID.map(([, , number]) => number))
  expect(Object.entries(LAW).filter(([, number]) => !said.has(number) && !said.has(number * 1_000))).toEqual([])
})
