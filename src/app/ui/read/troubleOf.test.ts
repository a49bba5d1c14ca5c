import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '../../../client/calls/index.ts'
import { troubleOf } from './troubleOf.ts'

test('a role that lacks its second factor is led to it: another try would be refused again', () => {
  expect(troubleOf(new ApiError({ code: 403, reason: 'auth.second_factor_required', msg: '' }))).toBe('secondFactor')
  expect(troubleOf(new ApiError({ code: 403, reason: 'auth.not_permitted', msg: '' }))).toBe('answer')
  expect(troubleOf(new ApiError({ code: 401, reason: 'auth.token_expired', msg: '' }))).toBe('signIn')
  expect(troubleOf(new NetworkError())).toBe('link')
})
