import { expect, test } from 'vitest'
import { instant, later } from '../../../domain/units.ts'
import { isShown } from './outbox.ts'

const NOW = instant(1_790_000_000_000)
const code = { channel: 'mail', body: '493817', sentAt: null, secretUntil: later(NOW, 1) } as const

test('a secret is shown only where nothing else carries it, until it is sent or no longer good', () => {
  const noCarrier = { mail: false, sms: false }
  expect(isShown(code, noCarrier, NOW)).toBe(true)
  expect(isShown(code, { mail: true, sms: false }, NOW)).toBe(false)
  expect(isShown({ ...code, channel: 'sms' }, { mail: true, sms: false }, NOW)).toBe(true)
  expect(isShown(code, noCarrier, later(NOW, 1))).toBe(false)
  expect(isShown({ ...code, sentAt: NOW }, noCarrier, NOW)).toBe(false)
  expect(isShown({ ...code, body: '' }, noCarrier, NOW)).toBe(false)
})

test('a text without a secret is shown whichever carrier there is', () => {
  expect(isShown({ ...code, secretUntil: null, sentAt: NOW }, { mail: true, sms: true }, NOW)).toBe(true)
})
