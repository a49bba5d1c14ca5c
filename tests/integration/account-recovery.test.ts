import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLOSE } from '../../src/contract/constants.ts'
import { liveTokens } from '../../src/server/auth/authenticate.ts'
import { openTokens } from '../../src/server/auth/tokens.ts'
import { quiet } from '../../src/server/logger.ts'
import { startMail } from '../../src/server/mail/index.ts'
import { carrierOf } from '../../src/server/room/carried.ts'
import { randomSalt, sha256 } from '../../src/server/room/hashing.ts'
import { recordsOf } from '../../src/server/room/records.ts'
import { openRooms } from '../../src/server/room/rooms.ts'
import type { RoomService } from '../../src/server/room/rooms.ts'
import { systemTimers } from '../../src/server/room/timers.ts'
import { attachLive } from '../../src/server/socket/live.ts'
import { solved } from '../support/http/captcha.ts'
import { askCode, codeIn, messagesTo } from '../support/http/codes.ts'
import type { Asked } from '../support/http/codes.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken, textIn, venueToken } from '../support/http/people.ts'
import { startSmsServer } from '../support/http/sms-server.ts'
import type { SmsServer } from '../support/http/sms-server.ts'
import { until } from '../support/http/until.ts'
import { addPeople, addSale, mailOf, PASSWORD, phone } from '../support/http/world.ts'
import type { Login, Sale } from '../support/http/world.ts'
import { LiveConnection } from '../support/live.ts'
import { mailText, startSmtpServer } from '../support/store/smtp-server.ts'
import type { SmtpServer } from '../support/store/smtp-server.ts'

const EN = { 'accept-language': 'en_US' }
const PLENTY = { most: 10_000, oneEveryMs: 1 }
const NEW = 'fjord7reh'
let house: House
let sale: Sale
let smtp: SmtpServer
let sms: SmsServer
let mail: ReturnType<typeof startMail>
const lines: string[] = []

beforeAll(async () => {
  ;[smtp, sms] = await Promise.all([startSmtpServer(), startSmsServer()])
  house = await openHouse({
    config: { trustProxy: false, logLevel: 'trace' },
    logTo: { write: (line) => void lines.push(line) },
    limits: { captcha: PLENTY, send: PLENTY, recovery: PLENTY },
    outboxFilled: () => mail.wake(),
  })
  const say = (what: object | string, message?: string) => void lines.push(JSON.stringify([what, message]))
  mail = startMail(
    { smtpUrl: smtp.url, mailFrom: 'Timber <sale@example.cn>', smsUrl: sms.url, smsToken: 'provider-token' },
    house.store.db,
    house.clock,
    { info: say, warn: say, error: say },
  )
  await addPeople(house)
  sale = await addSale(house, { stand: 'running', bidders: ['c1', 'c2'] })
})
afterAll(async () => {
  await mail.stop()
  await house.close()
  await Promise.all([smtp.close(), sms.close()])
})

const check = (by: Asked, target: object, headers = {}) =>
  house.ask('POST', '/user/sysUser/checkVerificationCode', {
    body: { ...target, codeId: by.codeId, code: by.code },
    headers,
  })
const reset = (resetToken: string, password = NEW, confirmPassword = password) =>
  house.ask('POST', '/user/sysUser/resetPassword', { body: { resetToken, password, confirmPassword } })
const login = (account: string, password: string) => house.ask('POST', '/auth/login', { body: { account, password } })
const me = (token: string) => house.ask('GET', '/user/sysUser/getUserInfo', { token })
const rule = (token: string) =>
  house.ask('GET', '/auction/scheduleTimelineRule/getInfo', { token, query: { scheduleTimelineId: sale.id } })
const mailsTo = (address: string) =>
  smtp.accepted.filter((raw) => raw.includes(`To: ${address}`)).map((raw) => ({ raw, text: mailText(raw) }))
/** A pass for an account, with its code read from the mailbox. */
const passFor = async (who: Login) => {
  const before = mailsTo(mailOf(who)).length
  const sent = await askCode(house, 'recovery', { email: mailOf(who) })
  await until(() => mailsTo(mailOf(who)).length > before)
  const asked = { codeId: textIn(sent, 'codeId'), code: codeIn(mailsTo(mailOf(who)).at(-1)!.text) }
  return textIn(await check(asked, { channel: 'email', email: mailOf(who) }), 'resetToken')
}

describe('recovery by mail', () => {
  test('the code comes by SMTP, buys a pass for ten minutes, and that one new password; the owner is told', async () => {
    const sent = await askCode(house, 'recovery', { email: mailOf('unsigned') }, EN)
    expect(sent).toMatchObject({ code: 200, data: { resendAfter: 60, expires_in: 600, demoCode: null } })
    await until(() => mailsTo(mailOf('unsigned')).length === 1)
    const [{ raw, text }] = mailsTo(mailOf('unsigned')) as [{ raw: string; text: string }]
    expect(raw).toMatch(/^Content-Type: text\/plain/im)
    expect(text).toContain('a new password of the account “unsigned”')

    const by = { codeId: textIn(sent, 'codeId'), code: codeIn(text) }
    const target = { channel: 'email', email: ' Unsigned@Example.com ' }
    const wrong = { ...by, code: by.code === '111111' ? '222222' : '111111' }
    expect(await check(wrong, target)).toMatchObject({
      code: 601,
      reason: 'code.wrong',
      msg: expect.stringMatching(/^验证码错误。最新/) as string,
    })
    expect(await check(wrong, target, EN)).toMatchObject({
      code: 601,
      reason: 'code.wrong',
      msg: expect.stringMatching(/^Wrong verification code. The newest one was sent at /) as string,
    })
    const pass = await check(by, target)
    expect(pass).toMatchObject({
      code: 200,
      data: { expires_in: 600, resetToken: expect.stringMatching(/^[\w-]{43}$/) as string },
    })
    expect(await check(by, target)).toMatchObject({ code: 601, reason: 'code.spent' })

    const resetToken = textIn(pass, 'resetToken')
    expect(await reset(resetToken, NEW, 'other7x9')).toMatchObject({
      code: 400,
      errors: [{ path: 'body.confirmPassword' }],
    })
    expect(await reset(resetToken, 'unsigned1')).toMatchObject({ code: 601, reason: 'password.breached' })
    expect(await reset(resetToken)).toMatchObject({ code: 200, msg: '操作成功' })
    expect(await reset(resetToken, 'an7other9')).toMatchObject({ code: 601, reason: 'account.reset_invalid' })
    expect(await login('unsigned', PASSWORD)).toMatchObject({ reason: 'auth.wrong_credentials' })
    expect(await login('unsigned', NEW)).toMatchObject({ code: 200 })

    // In both languages, to both proven contacts.
    await until(() => mailsTo(mailOf('unsigned')).length === 2 && sms.got.some(({ to }) => to === phone('unsigned')))
    expect(mailsTo(mailOf('unsigned'))[1]!.text).toMatch(/密码已修改[\s\S]*was changed/)
    expect(sms.got.find(({ to }) => to === phone('unsigned'))?.text).toMatch(/密码已修改[\s\S]*was changed/)
  })

  test('an address that no account has proven is answered alike, and its reader told that there is none', async () => {
    const unknown = await askCode(house, 'recovery', { email: 'stranger@example.org' })
    const known = await askCode(house, 'recovery', { email: mailOf('pending') })
    expect({ ...unknown, data: null, http: null }).toEqual({ ...known, data: null, http: null })
    expect(unknown).toMatchObject({ data: { resendAfter: 60, expires_in: 600, demoCode: null } })
    await until(() => mailsTo('stranger@example.org').length === 1)
    expect(mailsTo('stranger@example.org')[0]!.text).toContain('没有账号验证过该邮箱')
    expect(
      await check(
        { codeId: textIn(unknown, 'codeId'), code: '123456' },
        { channel: 'email', email: 'stranger@example.org' },
      ),
    ).toMatchObject({ code: 601, reason: 'code.wrong' })
  })

  test('how it can be recovered is said alike for every account, known or not, once the image was read', async () => {
    const hint = async (account: string) =>
      house.ask('POST', '/user/sysUser/passwordHint', { body: { account, ...(await solved(house)) } })
    const [known, unknown] = [await hint('buyer1'), await hint('nobody-at-all')]
    expect(known).toMatchObject({ code: 200, data: { channels: ['phone', 'email'] } })
    expect(unknown.http.body).toBe(known.http.body)
    expect(
      await house.ask('POST', '/user/sysUser/passwordHint', {
        body: { account: 'buyer1', uuid: randomUUID(), inputCodeText: 'TEAK' },
      }),
    ).toMatchObject({ code: 601, reason: 'captcha.wrong' })
  })
})

describe('recovery by phone', () => {
  test('the code comes through the provider, with its token, once; it says whose account it is', async () => {
    const number = phone('buyer2')
    const sent = await askCode(house, 'recovery', { phone: number.slice(3) })
    await until(() => sms.got.some(({ to }) => to === number))
    const got = sms.got.filter(({ to }) => to === number)
    expect(got).toHaveLength(1)
    expect(got[0]).toMatchObject({
      text: expect.stringMatching(
        /^【木材竞价采购平台】账号 buyer2 重置密码验证码 \d{6}，10 分钟内有效，请勿告知他人。$/,
      ) as string,
      headers: { authorization: 'Bearer provider-token', 'content-type': 'application/json' },
    })
    const pass = await check(
      { codeId: textIn(sent, 'codeId'), code: codeIn(got[0]!.text) },
      { channel: 'phone', phone: number.slice(3) },
    )
    expect(await reset(textIn(pass, 'resetToken'))).toMatchObject({ code: 200 })
    expect(await login('buyer2', NEW)).toMatchObject({ code: 200 })
  })

  test.each([400, 401, 403, 404, 413, 422, 429, 500, 503])(
    'what the provider could not take (%i) is tried again, and is the installation’s matter; the body goes once it is sent',
    async (status) => {
      const again = `+86137000${status}01`
      sms.answers.set(again, [status, status])
      house.clock.offset += 61_000
      await askCode(house, 'recovery', { phone: again })
      await until(async () => {
        house.clock.offset += 2_000
        mail.wake()
        return (await messagesTo(house, again))[0]?.sentAt !== null
      })
      expect((await messagesTo(house, again))[0]).toMatchObject({ body: '', attempts: 3, error: null })
      const ids = sms.got.filter(({ to }) => to === again).map(({ id }) => id)
      expect(ids).toEqual([ids[0], ids[0], ids[0]])
    },
  )

  test('a number that the provider does not know is given up at once, by its own code', async () => {
    const refused = '+8613700000098'
    sms.answers.set(refused, [{ status: 422, body: '{"code":"invalid_number","message":"you said 493817"}' }])
    await askCode(house, 'recovery', { phone: refused })
    await until(async () => (await messagesTo(house, refused))[0]?.error !== null)
    expect((await messagesTo(house, refused))[0]).toMatchObject({
      body: '',
      sentAt: null,
      nextAttemptAt: null,
      error: 'the provider knows no such number (HTTP 422)',
    })
  })
})

describe('a pass', () => {
  test('is good for ten minutes and one password, is no bearer, and a bearer is none', async () => {
    const pass = await passFor('colleague1')
    expect(await me(pass)).toMatchObject({ code: 401, reason: 'auth.wrong_token_kind' })
    expect(await reset(await sellerToken(house, 'buyer1'))).toMatchObject({ reason: 'account.reset_invalid' })
    expect(await reset('A'.repeat(43))).toMatchObject({ code: 601, reason: 'account.reset_invalid' })
    house.clock.offset += 10 * 60_000
    expect(await reset(pass)).toMatchObject({ reason: 'account.reset_invalid' })
  })

  test('of two who come with one at the same time one sets a password; another pass of the account, and codes on their way, end with it', async () => {
    const [pass, unused] = [
      await passFor('colleague1'),
      await (async () => {
        house.clock.offset += 61_000
        return passFor('colleague1')
      })(),
    ]
    house.clock.offset += 61_000
    const sent = await askCode(house, 'recovery', { phone: phone('colleague1') })
    await until(() => sms.got.some(({ to }) => to === phone('colleague1')))
    const onItsWay = {
      codeId: textIn(sent, 'codeId'),
      code: codeIn(sms.got.findLast(({ to }) => to === phone('colleague1'))!.text),
    }
    const both = await Promise.all(['first7xq', 'second7xq'].map((password) => reset(pass, password)))
    expect(both.map(({ reason, code }) => reason ?? String(code)).toSorted((a, b) => a.localeCompare(b))).toEqual([
      '200',
      'account.reset_invalid',
    ])
    expect(await reset(unused)).toMatchObject({ reason: 'account.reset_invalid' })
    expect(await check(onItsWay, { channel: 'phone', phone: phone('colleague1') })).toMatchObject({
      reason: 'code.spent',
    })
  })
})

describe('sessions and live connections', () => {
  /** Two nodes on one store: the house and another one, both with live connections. */
  const nodes: { url: string; stop(): Promise<void> }[] = []
  beforeAll(async () => {
    const attach = async (rooms: RoomService, stopRooms: () => Promise<void>) => {
      const server = createServer()
      const tokens = liveTokens(openTokens(house.store.db), rooms)
      const live = attachLive(server, {
        rooms,
        tokens,
        clock: house.clock,
        timers: systemTimers,
        logger: quiet,
        mark: (hash) => hash,
      })
      await new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', resolve)
      })
      nodes.push({
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        async stop() {
          await live.close()
          await new Promise((resolve) => {
            server.close(resolve)
          })
          await stopRooms()
        },
      })
    }
    await attach(house.rooms, () => Promise.resolve())
    const other = openRooms({
      store: house.store,
      records: recordsOf(house.store.db, house.clock),
      clock: house.clock,
      timers: systemTimers,
      newEpoch: randomUUID,
      nodeId: 'other',
      logger: quiet,
      sealing: { sha256, salt: randomSalt },
      carrier: carrierOf(randomBytes(32)),
      sign: () => {
        throw new Error('it signs nothing here')
      },
    })
    await other.start()
    await attach(other, () => other.stop())
  })
  afterAll(async () => {
    for (const node of nodes) await node.stop()
  })
  const enter = (token: string, node: number) =>
    LiveConnection.open({ url: nodes[node]!.url, scheduleTimelineId: sale.id, token })
  const ended = { code: CLOSE.unauthorised, reason: 'auth.token_invalid' }

  test('a reset ends every one of the account, on all nodes, and no other account’s', async () => {
    const pass = await passFor('seller1')
    const sellers = [await sellerToken(house, 'seller1'), await sellerToken(house, 'seller1')]
    const venues = [await venueToken(house, 'seller1', sale), await venueToken(house, 'seller1', sale)]
    const bystander = await sellerToken(house, 'buyer1')
    const visitors = [
      await enter(venues[0]!, 0),
      await enter(venues[1]!, 1),
      await enter(await venueToken(house, 'buyer1', sale), 1),
    ]
    expect(await reset(pass)).toMatchObject({ code: 200 })
    for (const token of sellers) expect(await me(token)).toMatchObject({ code: 401 })
    for (const token of venues) expect(await rule(token)).toMatchObject({ code: 401 })
    await until(() => visitors[0]!.closed !== null && visitors[1]!.closed !== null)
    expect([visitors[0]!.closed, visitors[1]!.closed, visitors[2]!.closed]).toEqual([ended, ended, null])
    expect(await me(bystander)).toMatchObject({ code: 200 })
    visitors[2]!.socket.close()
  })

  test('changing the password takes the old one, and keeps this session with its live connection alone', async () => {
    const first = await sellerToken(house, 'buyer1')
    const second = await sellerToken(house, 'buyer1')
    const ticketOf = async (token: string) =>
      textIn(
        await house.ask('POST', '/auction/venue/ticket', { token, body: { scheduleTimelineId: sale.id } }),
        'ticket',
      )
    const venueOf = async (token: string) =>
      textIn(
        await house.ask('POST', '/auth/assemblyLogin', {
          body: { scheduleTimelineId: sale.id, ticket: await ticketOf(token) },
        }),
        'access_token',
      )
    const byPassword = textIn(
      await house.ask('POST', '/auth/assemblyLogin', {
        body: { scheduleTimelineId: sale.id, account: 'buyer1', password: PASSWORD },
      }),
      'access_token',
    )
    const venues = [await venueOf(first), await venueOf(second), byPassword]
    const unused = await ticketOf(second)
    const visitors = [await enter(venues[0]!, 1), await enter(venues[1]!, 1), await enter(venues[2]!, 0)]
    const change = (oldPassword: string, password: string) =>
      house.ask('POST', '/user/sysUser/changePassword', {
        token: first,
        body: { oldPassword, password, confirmPassword: password },
      })

    expect(await change('wrong7pass', NEW)).toMatchObject({ code: 601, reason: 'account.wrong_password' })
    expect(await change(PASSWORD, 'buyer1234')).toMatchObject({ code: 601, reason: 'password.breached' })
    expect(await change(PASSWORD, NEW)).toMatchObject({ code: 200 })
    expect([(await me(first)).code, (await me(second)).code]).toEqual([200, 401])
    expect((await Promise.all(venues.map(rule))).map(({ code }) => code)).toEqual([200, 401, 401])
    expect(
      await house.ask('POST', '/auth/assemblyLogin', { body: { scheduleTimelineId: sale.id, ticket: unused } }),
    ).toMatchObject({ reason: 'auth.ticket_invalid' })
    await until(() => visitors[1]!.closed !== null && visitors[2]!.closed !== null)
    expect([visitors[0]!.closed, visitors[1]!.closed, visitors[2]!.closed]).toEqual([null, ended, ended])
    expect(await login('buyer1', PASSWORD)).toMatchObject({ reason: 'auth.wrong_credentials' })
    expect(await login('buyer1', NEW)).toMatchObject({ code: 200 })
    await until(() => mailsTo(mailOf('buyer1')).some(({ text }) => /密码已修改/.test(text)))
    visitors[0]!.socket.close()
  })

  test('a sign-in that is under way with the old password does not outlive the change', async () => {
    const token = await sellerToken(house, 'pending')
    const old = PASSWORD
    const change = house.ask('POST', '/user/sysUser/changePassword', {
      token,
      body: { oldPassword: old, password: NEW, confirmPassword: NEW },
    })
    const logins = await Promise.all(Array.from({ length: 6 }, () => login('pending', old)))
    expect(await change).toMatchObject({ code: 200 })
    for (const answer of logins)
      if (answer.code === 200) expect(await me(textIn(answer, 'access_token'))).toMatchObject({ code: 401 })
    expect(logins.every(({ code, reason }) => code === 200 || reason === 'auth.wrong_credentials')).toBe(true)
  })
})

test('no code, no pass and no password was ever logged, though everything is', async () => {
  const number = '+8613700000003'
  sms.answers.set(number, [500])
  await askCode(house, 'recovery', { phone: number })
  await until(() => sms.got.filter(({ to }) => to === number).length > 1)
  const text = lines.join('\n')
  expect(lines.length).toBeGreaterThan(50)
  expect(text).toContain('could not be sent')
  const secrets = [...sms.got.map((got) => got.text), ...smtp.accepted.map(mailText)].flatMap(
    (said) => /(?<!\d)\d{6}(?!\d)/.exec(said)?.[0] ?? [],
  )
  expect(secrets.length).toBeGreaterThan(5)
  // As a number of its own, not six digits of a timestamp.
  for (const secret of secrets) expect(text).not.toMatch(new RegExp(`(?<!\\d)${secret}(?!\\d)`))
  for (const secret of [NEW, PASSWORD, 'provider-token']) expect(text).not.toContain(secret)
  expect(text).not.toMatch(/resetToken|13700000003|example\.org/)
})
