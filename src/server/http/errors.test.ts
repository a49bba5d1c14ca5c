import { expect, test } from 'vitest'
import { StoreUnavailable } from '../store/errors.ts'
import { failureOf } from './errors.ts'

test("a body that broke off is the request's fault, though its error looks like a lost database", () => {
  const aborted = Object.assign(new Error('aborted'), { code: 'ECONNRESET', statusCode: 400 })
  expect(failureOf(aborted)).toMatchObject({ code: 400, reason: 'input.invalid' })
})

test('a lost database is ours', () => {
  const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  expect(failureOf(lost)).toMatchObject({ code: 503, reason: 'system.unavailable' })
  expect(failureOf(new StoreUnavailable('away'))).toMatchObject({ code: 503 })
})
