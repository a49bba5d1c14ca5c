import { setupI18n } from '@lingui/core'
import { describe, expect, it } from 'vitest'
import { describeError } from './describe.ts'
import { ApiError, HttpStatusError, NetworkError, TimeoutError } from './errors.ts'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const said = (error: unknown) => describeError(error, i18n)
const api = (code: 401 | 500 | 601 | 200002 | 404, reason: ApiError['reason'] = null, msg = 'from the server') => new ApiError({ code, msg, reason })

describe('the error catalogue (spec §8)', () => {
  it('401: the session is invalid or has expired', () => expect(said(api(401, 'auth.token_expired')).title).toMatch(/session is invalid or has expired/))
  it('401 for a wrong password says what the server says', () => expect(said(api(401, 'auth.wrong_credentials')).title).toBe('from the server'))
  it.each([500, 200002, 404] as const)('%i: an error in the server’s words', (code) => {
    expect(said(api(code))).toEqual({ tone: 'bad', title: 'from the server' })
  })
  it('601: a warning in the server’s words', () => expect(said(api(601))).toEqual({ tone: 'warn', title: 'from the server' }))
  it('network: the connection is abnormal', () => expect(said(new NetworkError()).title).toMatch(/Connection problem/))
  it('timeout: the system interface request timed out', () => expect(said(new TimeoutError()).title).toMatch(/interface request timed out/))
  it('HTTP status: the system interface, the status, exception', () => expect(said(new HttpStatusError(502)).title).toBe('System interface: exception 502.'))
  it('never leaves a person without words', () => {
    expect(said(api(500, null, '')).title).not.toBe('')
    expect(said(new RangeError('x')).title).not.toBe('')
  })
})
