import { readFileSync } from 'node:fs'
import { setupI18n } from '@lingui/core'
import { formatter } from '@lingui/format-po'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { describe, expect, it } from 'vitest'
import { describedAs, describeError } from './describe.ts'
import { ApiError, HttpStatusError, isTransport, NetworkError, OfflineError, TimeoutError } from './errors.ts'

/** The texts in the given language, as a reader sees them. */
async function speaking(locale: 'zh' | 'en') {
  const text = readFileSync(new URL(`../../app/locales/${locale}.po`, import.meta.url), 'utf8')
  const parsed = await formatter().parse(text, { locale, sourceLocale: 'en', filename: `${locale}.po` })
  const i18n = setupI18n({
    locale,
    messages: {
      [locale]: Object.fromEntries(Object.entries(parsed).map(([id, { translation }]) => [id, translation ?? ''])),
    },
  })
  i18n.setMessagesCompiler(compileMessage)
  return (error: unknown) => describeError(error, i18n)
}
const [zh, en] = await Promise.all([speaking('zh'), speaking('en')])
const api = (code: ApiError['code'], more: Partial<ApiError> = {}, msg = 'from the server') =>
  new ApiError({ code, msg, ...more })

describe('the error catalogue (spec §8), in both languages', () => {
  it.each([
    [
      '401: the session is invalid or has expired, sign in again',
      api(401, { reason: 'auth.token_expired' }),
      'error',
      '无效的会话，或者会话已过期，请重新登录。',
      'The session is invalid or has expired. Please sign in again.',
    ],
    [
      'network error: the connection is abnormal',
      new NetworkError(),
      'error',
      '网络连接异常，服务器没有应答。',
      'Connection problem: no answer from the server.',
    ],
    [
      'no link: nothing was sent',
      new OfflineError(),
      'warning',
      '当前离线，什么也没有提交。网络恢复后请再试。',
      'You are offline: nothing was sent. Try again when the link is back.',
    ],
    [
      'timeout: the system interface request timed out',
      new TimeoutError(),
      'error',
      '系统接口请求超时。',
      'The system interface request timed out.',
    ],
    [
      'HTTP status: the system interface, the status, exception',
      new HttpStatusError(502),
      'error',
      '系统接口 502 异常。',
      'System interface 502 exception.',
    ],
    [
      'full disk of the device: nothing was sent, and what was typed stays',
      new DOMException('full', 'QuotaExceededError'),
      'warning',
      '设备存储空间已满，尚未发送；填写的内容仍在此页。请清理空间后重试。',
      'This device is out of storage: nothing was sent, and what you typed stays here. Free up space and try again.',
    ],
  ] as const)('%s', (_, error, kind, chinese, english) => {
    // 23 What link or system failed at is told for 5 seconds, also where a form shows it.
    const passing = isTransport(error) ? { passing: true } : {}
    expect(zh(error)).toEqual({ ...describedAs(kind, chinese), ...passing })
    expect(en(error)).toEqual({ ...describedAs(kind, english), ...passing })
  })

  it('401 for a wrong password says what the server says', () =>
    expect(en(api(401, { reason: 'auth.wrong_credentials' }))).toEqual(describedAs('error', 'from the server')))
  it('500: an error message in the server’s words', () =>
    expect(en(api(500))).toEqual({ ...describedAs('error', 'from the server'), passing: true }))
  it('601: a warning message in the server’s words', () =>
    expect(en(api(601))).toEqual(describedAs('warning', 'from the server')))
  it('200002: an error message, in the seller client only', () => {
    expect(en(api(200002))).toEqual(describedAs('error', 'from the server'))
    expect(en(api(200002, { client: 'venue' }))).toEqual({
      kind: 'notification',
      tone: 'bad',
      title: 'from the server',
      text: 'Code 200002',
    })
  })
  it.each([400, 403, 404, 409, 429, 503] as const)(
    'any other code, %i: an error notification titled with the server’s message',
    (code) => {
      expect(zh(api(code))).toEqual({
        kind: 'notification',
        tone: 'bad',
        title: 'from the server',
        text: `错误码 ${code}`,
      })
      // A reason explains itself.
      expect(zh(api(code, { reason: 'auth.account_suspended' }))).toEqual({
        kind: 'notification',
        tone: 'bad',
        title: 'from the server',
      })
      expect(en(api(code))).toEqual({
        kind: 'notification',
        tone: 'bad',
        title: 'from the server',
        text: `Code ${code}`,
      })
    },
  )
  it('never leaves a person without words', () => {
    expect(en(api(500, {}, '')).title).not.toBe('')
    expect(zh(new RangeError('x')).title).not.toBe('')
  })
})
