import { expect, test } from 'vitest'
import { DEFAULT_RULE } from '../../../../domain/rule.ts'
import { meantSession, newContent, sessionSchema, typedSession } from './sessionForm.ts'

const content = {
  ...newContent({ startTime: '2026-11-30T06:00:00.000Z', signUpDeadline: '2026-11-29T06:00:00.000Z' }),
  hostAccountId: 'host',
  rule: { ...DEFAULT_RULE, hardEndSeconds: 600, autoHold: true },
  deposits: [{ currency: 'USD' as const, amount: '15000.00' }],
}
const errors = (over: object) =>
  sessionSchema
    .safeParse({ ...typedSession(content), ...over })
    .error?.issues.map(({ path, message }) => [path[0], message]) ?? []

test('what is typed is what was meant', () => {
  expect(meantSession(typedSession(content))).toEqual(content)
  expect(errors({})).toEqual([])
})
test('an empty number is none where the rule allows it, an empty deposit is none', () =>
  expect(meantSession({ ...typedSession(content), hardEndSeconds: ' ', depositUSD: '' })).toMatchObject({
    rule: { hardEndSeconds: null },
    deposits: [],
  }))
test('amounts are read as people type them', () =>
  expect(meantSession({ ...typedSession(content), depositCNY: '¥100,000' }).deposits).toEqual([
    { currency: 'CNY', amount: '100000.00' },
    { currency: 'USD', amount: '15000.00' },
  ]))
test.each([
  [{ startTime: '' }, 'startTime', 'timeWrong'],
  [{ signUpDeadline: '2026-12-01T00:00' }, 'signUpDeadline', 'deadlineWrong'],
  [{ biddingSeconds: '5' }, 'biddingSeconds', 'numberWrong'],
  [{ extensionSeconds: '' }, 'extensionSeconds', 'numberWrong'],
  [{ hardEndSeconds: '10.5' }, 'hardEndSeconds', 'figureWhole'],
  [{ adjustPercent: '101' }, 'adjustPercent', 'numberWrong'],
  [{ depositFactor: '0' }, 'depositFactor', 'numberWrong'],
  [{ depositUSD: 'much' }, 'depositUSD', 'figureText'],
  [{ depositEUR: '0' }, 'depositEUR', 'amountWrong'],
])('%j is reported at its field', (over, field, text) => expect(errors(over)).toContainEqual([field, text]))
