import { once } from 'node:events'
import { IncomingMessage, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { instant, later } from '../../src/domain/units.ts'
import { RATE_LIMITS } from '../../src/contract/limits.ts'
import { hashPassword } from '../../src/server/auth/password.ts'
import { CAPTCHA_MS } from '../../src/server/auth/captcha.ts'
import { CODES } from '../../src/server/auth/codes.ts'
import { QUEUE_MS } from '../../src/server/http/limits.ts'
import { THROTTLE } from '../../src/server/auth/throttle.ts'
import { accountByLogin } from '../../src/server/store/accounts.ts'
import { listMails } from '../../src/server/store/outbox.ts'
import {
  account as accountTable,
  captcha,
  outbox,
  token as tokenTable,
  verificationCode,
} from '../../src/server/store/schema.ts'
import { forget } from '../../src/server/upkeep.ts'
import { wipeSecrets } from '../../src/server/store/outbox.ts'
import { solved } from '../support/http/captcha.ts'
import { askCode, codeFor, messagesTo, pathFor, registrant } from '../support/http/codes.ts'
import type { Asked } from '../support/http/codes.ts'
import { openHouse } from '../support/http/house.ts'
import type { Asking, House } from '../support/http/house.ts'
import { sellerToken, textIn } from '../support/http/people.ts'
import { addPeople, mailOf, PASSWORD, phone } from '../support/http/world.ts'
import { NO_FILES } from '../support/store/sweeps.ts'

/** Attacks on accounts, each from its own address, as the proxy reports it. */
let house: House
const lines: string[] = []
beforeAll(async () => {
  house = await openHouse({
    config: { trustProxy: 1, logLevel: 'trace' },
    logTo: { write: (line) => void lines.push(line) },
    // The clock is stopped, so no attempt waits in line.
    sleep: () => Promise.resolve(),
  })
  // The clock is stopped unless a test advances it: refilling allowances would make counts depend on the machine.
  const start = house.clock.now()
  house.clock.now = () => later(start, house.clock.offset)
  await addPeople(house)
})
afterAll(() => house.close())

let next = 0
const anAddress = () => {
  next += 1
  return `198.51.${Math.floor(next / 250)}.${(next % 250) + 1}`
}
const from = (address: string) => ({ 'x-forwarded-for': address })
const ask = (method: 'GET' | 'POST', path: string, address: string, asking: Asking = {}) =>
  house.ask(method, path, { ...asking, headers: { ...asking.headers, ...from(address) } })
const login = (account: string, password: string, address: string) =>
  ask('POST', '/auth/login', address, { body: { account, password } })
const check = (by: Asked, number: string, address: string) =>
  ask('POST', '/user/sysUser/checkVerificationCode', address, {
    body: { channel: 'phone', phone: number, codeId: by.codeId, code: by.code },
  })
const wrongOf = ({ codeId, code }: Asked, by = 1): Asked => ({
  codeId,
  code: String((Number(code) + by) % 1_000_000).padStart(6, '0'),
})
/** Sorted, for outcomes of things that happen at the same time. */
const inOrder = (all: readonly (string | number)[]) => all.map(String).toSorted((a, b) => a.localeCompare(b))
const outcome = ({ code, reason }: { code: number; reason?: string | undefined }) => reason ?? code
const pass = (ms: number) => {
  house.clock.offset += ms
}

describe('guessing a password', () => {
  test('from one address at one account: ten are free, then each costs twice the wait of the one before; many at once are no more', async () => {
    const burglar = anAddress()
    const guesses = await Promise.all(Array.from({ length: 40 }, (_, i) => login('buyer1', `guess${i}`, burglar)))
    expect(guesses.filter(({ reason }) => reason === 'auth.wrong_credentials')).toHaveLength(THROTTLE.freeFailures)
    expect(guesses.filter(({ code, reason }) => code === 429 && reason === 'auth.too_many_attempts')).toHaveLength(30)
    // In this phase even the right password does not help the attacker.
    expect(await login('buyer1', PASSWORD, burglar)).toMatchObject({ code: 429 })
    expect(await login('buyer1', PASSWORD, anAddress())).toMatchObject({ code: 200 })
  })

  test('from many addresses at one account: it runs dry for unknown callers; the owner gets in on a known device', async () => {
    const home = anAddress()
    expect(await login('buyer2', PASSWORD, home)).toMatchObject({ code: 200 })
    const outcomes = new Set<string | number>()
    for (let i = 0; i < THROTTLE.ofAccount.most + 20; i += 20)
      for (const guess of await Promise.all(
        Array.from({ length: 20 }, () => login('buyer2', `guess${i}`, anAddress())),
      ))
        outcomes.add(outcome(guess))
    expect([...outcomes]).toEqual(['auth.wrong_credentials', 'auth.too_many_attempts'])
    expect(await login('buyer2', PASSWORD, anAddress())).toMatchObject({ code: 429 })
    expect(await login('buyer2', PASSWORD, home)).toMatchObject({ code: 200 })
    // Unknown callers are not locked out forever either: the allowance grows back.
    pass(THROTTLE.ofAccount.oneEveryMs)
    expect(await login('buyer2', PASSWORD, anAddress())).toMatchObject({ code: 200 })
  })

  test('an owner who recovered the password gets in on that device, however many guess meanwhile', async () => {
    const abroad = anAddress()
    for (let i = 0; i < THROTTLE.ofAccount.most + 20; i += 20)
      await Promise.all(Array.from({ length: 20 }, () => login('buyer3', `guess${i}`, anAddress())))
    expect(await login('buyer3', PASSWORD, abroad)).toMatchObject({ code: 429 })
    const by = await codeFor(house, 'recovery', { phone: phone('buyer3') }, from(abroad))
    const resetToken = textIn(await check(by, phone('buyer3'), abroad), 'resetToken')
    expect(
      await ask('POST', '/user/sysUser/resetPassword', abroad, {
        body: { resetToken, password: 'fjord7reh', confirmPassword: 'fjord7reh' },
      }),
    ).toMatchObject({ code: 200 })
    expect(await login('buyer3', 'fjord7reh', abroad)).toMatchObject({ code: 200 })
  })

  test('from one address at many accounts: it runs dry, for accounts that do not exist as well', async () => {
    const burglar = anAddress()
    const outcomes = []
    // The line is full: time stands still.
    const most = THROTTLE.ofAddress.most + THROTTLE.lineMs / THROTTLE.ofAddress.oneEveryMs
    for (let i = 0; i < most; i += 10)
      outcomes.push(
        ...(await Promise.all(Array.from({ length: 10 }, (_, j) => login(`nobody${i + j}`, 'Kiefer77x', burglar)))),
      )
    expect(outcomes.map(outcome).every((one) => one === 'auth.wrong_credentials')).toBe(true)
    expect(await login('nobody', 'Kiefer77x', burglar)).toMatchObject({ code: 429, reason: 'auth.too_many_attempts' })
  })

  test('with a session that is not one’s own, at the old password: no better', async () => {
    const stolen = await sellerToken(house, 'audience1')
    const burglar = anAddress()
    const change = (oldPassword: string) =>
      ask('POST', '/user/sysUser/changePassword', burglar, {
        token: stolen,
        body: { oldPassword, password: 'fjord7reh', confirmPassword: 'fjord7reh' },
      })
    for (let i = 0; i < THROTTLE.freeFailures; i += 1)
      expect(await change(`guess${i}`)).toMatchObject({ reason: 'account.wrong_password' })
    expect(await change(PASSWORD)).toMatchObject({ code: 429, reason: 'auth.too_many_attempts' })
  })
})

/** A code that is none of these. */
const otherThan = (...codes: readonly Asked[]): string =>
  ['111111', '222222', '333333'].find((code) => codes.every((one) => one.code !== code))!

describe('guessing a code', () => {
  test('five of a million, then it is spent, the right one too; many at once are no more', async () => {
    const number = phone('newbie')
    const by = await codeFor(house, 'recovery', { phone: number }, from(anAddress()))
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, i) => check(wrongOf(by, i + 1), number, anAddress())),
    )
    expect(guesses.filter(({ reason }) => reason === 'code.wrong')).toHaveLength(CODES.guesses)
    expect(guesses.filter(({ reason }) => reason === 'code.spent')).toHaveLength(25)
    expect(await check(by, number, anAddress())).toMatchObject({ code: 601, reason: 'code.spent' })
  })

  test('a browser that did not ask for it can neither try it nor use its tries up: the owner gets in', async () => {
    const number = phone('host')
    const by = await codeFor(house, 'recovery', { phone: number }, from(anAddress()))
    for (const codeId of ['', 'x', crypto.randomUUID(), by.codeId.slice(0, -1)]) {
      const answer = await check({ codeId, code: by.code }, number, anAddress())
      expect(['code.spent', 'input.invalid']).toContain(answer.reason)
    }
    // The attacker's own code does not work for another number either.
    const own = await codeFor(house, 'recovery', { phone: phone('suspended') }, from(anAddress()))
    for (let i = 0; i < 10; i += 1)
      expect(await check(own, number, anAddress())).toMatchObject({ reason: 'code.spent' })
    expect(await check(by, number, anAddress())).toMatchObject({ code: 200 })
  })

  describe('of several under way', () => {
    const asked = async (number: string, address: string) => {
      const by = await codeFor(house, 'recovery', { phone: number }, from(address))
      pass(CODES.resendMs)
      return by
    }
    /** The browser knows the id of its newest code, and sends it with whatever its reader types. */
    const late = (newest: Asked, earlier: Asked): Asked => ({ codeId: newest.codeId, code: earlier.code })

    test('a late one fits, and uses the others up', async () => {
      const number = phone('colleague1')
      const home = anAddress()
      const [first, second] = [await asked(number, home), await asked(number, home)]
      expect(await check(late(second, first), number, home)).toMatchObject({ code: 200 })
      expect(await check(second, number, home)).toMatchObject({ reason: 'code.spent' })
      expect(await check(first, number, home)).toMatchObject({ reason: 'code.spent' })
    })

    test('a wrong one says when the newest was sent', async () => {
      const number = phone('pending')
      const home = anAddress()
      const first = await asked(number, home)
      const sentAt = house.clock.now()
      const second = await asked(number, home)
      const wrong = { codeId: second.codeId, code: otherThan(first, second) }
      const answer = await check(wrong, number, home)
      expect(answer).toMatchObject({ reason: 'code.wrong', data: { numbers: { sentAt } } })
      expect(answer.msg).toMatch(/最新的验证码于.+发送/)
    })

    test('all have five guesses together: a new code brings none', async () => {
      const number = phone('unsigned')
      const home = anAddress()
      const first = await asked(number, home)
      const guess = async (by: Asked) => (await check({ ...by, code: otherThan(first) }, number, home)).reason
      expect([await guess(first), await guess(first), await guess(first)]).toEqual(Array(3).fill('code.wrong'))
      const second = await asked(number, home)
      const wrong = { codeId: second.codeId, code: otherThan(first, second) }
      expect(await check(wrong, number, home)).toMatchObject({ reason: 'code.wrong' })
      expect(await check({ ...wrong, codeId: first.codeId }, number, home)).toMatchObject({ reason: 'code.wrong' })
      expect(await check(second, number, home)).toMatchObject({ reason: 'code.spent' })
      expect(await check(late(second, first), number, home)).toMatchObject({ reason: 'code.spent' })
    })

    test('many guesses at once count at each code that they are compared with', async () => {
      const number = phone('seller1')
      const home = anAddress()
      const [first, second] = [await asked(number, home), await asked(number, home)]
      const wrong = otherThan(first, second)
      const guesses = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          check({ codeId: [first, second][i % 2]!.codeId, code: wrong }, number, home),
        ),
      )
      expect(guesses.filter(({ reason }) => reason === 'code.wrong')).toHaveLength(CODES.guesses)
    })

    test('another device neither fits nor spends them', async () => {
      const number = phone('seller2')
      const [home, abroad] = [anAddress(), anAddress()]
      const own = await asked(number, home)
      const theirs = await asked(number, abroad)
      expect(await check(late(theirs, own), number, abroad)).toMatchObject({
        reason: own.code === theirs.code ? undefined : 'code.wrong',
      })
      for (let i = 0; i < CODES.guesses; i += 1)
        await check({ ...theirs, code: otherThan(own, theirs) }, number, abroad)
      expect(await check(theirs, number, abroad)).toMatchObject({ reason: 'code.spent' })
      expect(await check(own, number, home)).toMatchObject({ code: 200 })
    })
  })

  test('another code can be asked for after a minute, and ten a day: fifty guesses a day at one number', async () => {
    const way = { phone: '+8613700000011' }
    const first = await askCode(house, 'recovery', way, from(anAddress()))
    expect(first).toMatchObject({ code: 200 })
    const soon = await askCode(house, 'recovery', way, { ...from(anAddress()), 'accept-language': 'en_US' })
    expect(soon).toMatchObject({
      code: 601,
      reason: 'code.too_soon',
      msg: expect.stringContaining('in 60 seconds') as string,
    })
    expect(soon.http.headers['retry-after']).toBe('60')
    for (let i = 1; i < CODES.perDay.recovery; i += 1) {
      pass(CODES.resendMs)
      expect(await askCode(house, 'recovery', way, from(anAddress()))).toMatchObject({
        code: 200,
      })
    }
    pass(CODES.resendMs)
    expect(await askCode(house, 'recovery', way, from(anAddress()))).toMatchObject({
      code: 429,
      reason: 'code.too_many',
    })
    pass(CODES.dayMs - CODES.perDay.recovery * CODES.resendMs)
    expect(await askCode(house, 'recovery', way, from(anAddress()))).toMatchObject({ code: 200 })
  })

  test('of many who ask for one number at the same time one is sent', async () => {
    const way = { phone: '+8613700000012' }
    const asked = await Promise.all(Array.from({ length: 8 }, () => askCode(house, 'recovery', way, from(anAddress()))))
    expect(inOrder(asked.map(outcome))).toEqual(['200', ...Array.from({ length: 7 }, () => 'code.too_soon')])
    expect(await messagesTo(house, way.phone)).toHaveLength(1)
  })

  test('one address gets its images, its codes and its tries from an allowance, whatever numbers it names', async () => {
    const burglar = anAddress()
    const runsDry = async (
      most: number,
      right: number | string,
      again: (i: number) => Promise<{ code: number; reason?: string | undefined }>,
      refusal = 'call.too_many',
    ) => {
      for (let i = 0; i < most; i += 1) expect([i, outcome(await again(i))]).toEqual([i, right])
      expect(outcome(await again(most))).toBe(refusal)
    }
    await runsDry(
      RATE_LIMITS.send.most,
      200,
      (i) => askCode(house, 'register', { phone: `+8613700001${String(i).padStart(3, '0')}` }, from(burglar)),
      'code.queue',
    )
    await runsDry(RATE_LIMITS.recovery.most, 'code.spent', () =>
      check({ codeId: 'x', code: '000000' }, '+8613700001000', burglar),
    )
    await runsDry(RATE_LIMITS.captcha.most, 200, () => ask('GET', '/code', burglar))
    await runsDry(RATE_LIMITS.question.most, 200, () => ask('GET', '/code/question', burglar))
    expect(await askCode(house, 'register', { phone: '+8613700002000' }, from(anAddress()))).toMatchObject({
      code: 200,
    })
  })
})

describe('45 newcomers on one network', () => {
  const hall = anAddress()
  const send = (i: number, image: { readonly uuid: string; readonly inputCodeText: string }) =>
    ask('GET', pathFor('register', { phone: '' }), hall, {
      query: { ...image, phone: `137010100${String(i).padStart(2, '0')}` },
    })

  test('all get in, each at the time it was told, with the image code that it has solved', async () => {
    const people = await Promise.all(Array.from({ length: 45 }, async (_, i) => ({ i, image: await solved(house) })))
    const waits: number[] = []
    for (const { i, image } of people) {
      const answer = await send(i, image)
      waits.push(answer.code === 200 ? 0 : Number(answer.http.headers['retry-after']))
      if (answer.code !== 200) expect(answer.reason).toBe('code.queue')
    }
    const { most, oneEveryMs } = RATE_LIMITS.send
    expect(waits).toEqual(people.map(({ i }) => Math.max(0, ((i + 1 - most) * oneEveryMs) / 1000)))
    // Asking early keeps the place and tells the same time.
    expect(await send(44, people[44]!.image)).toMatchObject({
      reason: 'code.queue',
      data: { numbers: { seconds: waits[44] } },
    })
    let passed = 0
    for (const { i, image } of people.slice(most)) {
      pass(waits[i]! * 1000 - passed)
      passed = waits[i]! * 1000
      expect([i, (await send(i, image)).code]).toEqual([i, 200])
    }
    // A place is taken up once.
    pass(CODES.resendMs)
    expect(await send(40, await solved(house))).toMatchObject({ code: 200 })
  })

  test('whom the queue would keep longer than an image code lives is told when to come', async () => {
    const crowd = anAddress()
    const { most, oneEveryMs } = RATE_LIMITS.send
    const places = QUEUE_MS / oneEveryMs
    const asked = (i: number) =>
      ask('GET', pathFor('register', { phone: '' }), crowd, {
        query: { uuid: 'x', inputCodeText: 'x', phone: `137020200${String(i).padStart(2, '0')}` },
      })
    for (let i = 0; i < most + places; i += 1) await asked(i)
    const answer = await asked(most + places)
    expect(answer).toMatchObject({ code: 429, reason: 'call.too_many' })
    expect(answer.http.headers['retry-after']).toBe(String((QUEUE_MS + oneEveryMs) / 1000))
  })
})

describe('the image code', () => {
  const send = async (of: Record<string, string>) =>
    ask('GET', pathFor('recovery', { email: 'x' }), anAddress(), { query: { ...of, email: `x${next}@example.org` } })

  test('is good once, right or wrong, for two at the same time too', async () => {
    const right = await solved(house)
    expect(await send(right)).toMatchObject({ code: 200 })
    expect(await send(right)).toMatchObject({ code: 601, reason: 'captcha.wrong' })
    const wrong = await solved(house)
    expect(await send({ ...wrong, inputCodeText: 'NOPE' })).toMatchObject({ code: 601, reason: 'captcha.wrong' })
    expect(await send(wrong)).toMatchObject({ code: 601, reason: 'captcha.wrong' })
    const shared = await solved(house)
    expect(inOrder((await Promise.all(Array.from({ length: 5 }, () => send(shared)))).map(outcome))).toEqual([
      '200',
      ...Array.from({ length: 4 }, () => 'captcha.wrong'),
    ])
  })

  test('has a question in its place, of fewer tries and the same worth', async () => {
    const question = async (address = anAddress()) => {
      const { data } = await ask('GET', '/code/question', address, { headers: { 'accept-language': 'en_US' } })
      const { uuid, question: text } = z.object({ uuid: z.string(), question: z.string() }).parse(data)
      expect(text).toMatch(/^Which of these numbers is the largest: \d+, \d+, \d+\?$/)
      return { uuid, numbers: (text.match(/\d+/g) ?? []).map(Number) }
    }
    const { uuid, numbers } = await question()
    const right = { uuid, inputCodeText: String(Math.max(...numbers)) }
    expect(await send(right)).toMatchObject({ code: 200 })
    expect(await send(right)).toMatchObject({ reason: 'captcha.wrong' })
    const other = await question()
    const wrong = { uuid: other.uuid, inputCodeText: String(Math.min(...other.numbers)) }
    expect(await send(wrong)).toMatchObject({ reason: 'captcha.wrong' })
  })

  test('is good for five minutes, and for nothing that was never drawn', async () => {
    const old = await solved(house)
    pass(CAPTCHA_MS)
    expect(await send(old)).toMatchObject({ reason: 'captcha.wrong' })
    expect(await send({ uuid: crypto.randomUUID(), inputCodeText: 'TEAK' })).toMatchObject({ reason: 'captcha.wrong' })
    expect(await send({ uuid: (await solved(house)).uuid, inputCodeText: '' })).toMatchObject({ code: 400 })
  })
})

describe('a session', () => {
  test('is never one that the caller brought along: signing in and registering give a new one each time', async () => {
    const planted = 'A'.repeat(43)
    const theirs = await sellerToken(house, 'seller1')
    const seen = new Set([planted, theirs])
    for (const bearer of [planted, theirs]) {
      const headers = { authorization: `Bearer ${bearer}`, cookie: `Seller-Token=${bearer}` }
      const entered = await ask('POST', '/auth/login', anAddress(), {
        body: { account: 'seller2', password: PASSWORD, access_token: bearer },
        headers,
      })
      seen.add(textIn(entered, 'access_token'))
      const number = `+86136000000${10 + seen.size}`
      const by = await codeFor(house, 'register', { phone: number }, from(anAddress()))
      const made = await ask('POST', '/user/sysUser/register', anAddress(), {
        headers,
        body: registrant({ account: `fixed${seen.size}`, phone: number, codeId: by.codeId, verificationCode: by.code }),
      })
      seen.add(textIn(made, 'access_token'))
    }
    expect(seen.size).toBe(6)
    expect(await house.ask('GET', '/user/sysUser/getUserInfo', { token: planted })).toMatchObject({ code: 401 })
    expect(await house.ask('GET', '/user/sysUser/getUserInfo', { token: theirs })).toMatchObject({
      data: { account: 'seller1' },
    })
  })

  test('no token, pass, code or password stands in the database as it is, in the address of a call, or in the log', async () => {
    const number = phone('admin')
    const by = await codeFor(house, 'recovery', { phone: number }, from(anAddress()))
    const resetToken = textIn(await check(by, number, anAddress()), 'resetToken')
    const session = await sellerToken(house, 'admin')
    // Clients may still send secrets in an address.
    for (const secret of [session, resetToken]) {
      await house.app.inject({ url: `/prod-api/user/sysUser/getUserInfo?access_token=${secret}` })
      await house.app
        .inject({ url: `/prod-api/${secret}?token=${secret}`, headers: { authorization: `Bearer ${secret}` } })
        .catch(() => undefined)
    }
    const kept = JSON.stringify([
      await house.store.db.select().from(tokenTable),
      await house.store.db.select().from(verificationCode),
      await house.store.db.select().from(captcha),
    ])
    expect(kept).toContain(by.codeId)
    for (const secret of [session, resetToken, `"${by.code}"`, 'TEAK']) expect(kept).not.toContain(secret)
    const said = lines.join('\n')
    expect(said).toContain('/user/sysUser/checkVerificationCode')
    for (const secret of [resetToken, session]) expect(said.replaceAll(`/prod-api/${secret}`, '')).not.toContain(secret)
    expect(said).not.toMatch(new RegExp(`(?<!\\d)${by.code}(?!\\d)|${PASSWORD}|inputCodeText|verificationCode`))
  })
})

describe('a registration that asks for more than it may', () => {
  const tried = async (more: Record<string, unknown>, raw?: string) => {
    const number = `+86135${String(10_000_000 + (next += 1))}`
    const by = await codeFor(house, 'register', { phone: number }, from(anAddress()))
    const body = registrant({
      account: `greedy${next}`,
      phone: number,
      codeId: by.codeId,
      verificationCode: by.code,
      ...more,
    })
    if (raw === undefined) return ask('POST', '/user/sysUser/register', anAddress(), { body })
    const http = await house.app.inject({
      method: 'POST',
      url: '/prod-api/user/sysUser/register',
      headers: { 'content-type': 'application/json', ...from(anAddress()) },
      payload: `${JSON.stringify(body).slice(0, -1)},${raw}}`,
    })
    return z.looseObject({ code: z.number(), reason: z.string() }).parse(http.json())
  }

  test.each<[string, unknown]>([
    ['status', 4],
    ['roles', ['admin']],
    ['permissions', ['*:*:*']],
    ['companyId', 'c1'],
    ['id', 'admin'],
    ['userId', 'admin'],
    ['robot', true],
    ['emailProvenAt', '2026-01-01T00:00:00.000Z'],
    ['passwordHash', '$argon2id$x'],
    ['agreementStatus', 1],
    ['createdAt', 0],
  ])('%s is refused, and no account made', async (field, value) => {
    expect(await tried({ [field]: value })).toMatchObject({
      code: 400,
      reason: 'input.invalid',
      errors: [{ path: `body.${field}`, code: 'unrecognized_keys' }],
    })
    expect(await accountByLogin(house.store.db, `greedy${next}`)).toBeNull()
  })

  test('by the language’s own back doors neither', async () => {
    for (const raw of ['"__proto__":{"status":4}', '"constructor":{"prototype":{"status":4}}'])
      expect(await tried({}, raw)).toMatchObject({ code: 400, reason: 'input.invalid' })
    expect(Object.hasOwn(Object.prototype, 'status')).toBe(false)
  })

  test('a field given twice is the last one, which is checked like any', async () => {
    expect(await tried({}, '"accountTypes":["admin"]')).toMatchObject({ code: 400, reason: 'input.invalid' })
  })
})

describe('HTML and worse in every field', () => {
  const HTML = '<img src=x onerror=alert(1)>"\'&{{7*7}}${7*7}'
  test('is text: kept and given back as it was, never in a mail', async () => {
    const email = `html${next}@example.com`
    const by = await codeFor(house, 'register', { email }, from(anAddress()))
    const made = await ask('POST', '/user/sysUser/register', anAddress(), {
      body: registrant({
        account: 'html-fan',
        email,
        phone: '+358401234568',
        name: HTML,
        companyName: `<b>${HTML}</b>`,
        codeId: by.codeId,
        verificationCode: by.code,
      }),
    })
    const token = textIn(made, 'access_token')
    const body = {
      appellationName: 'Miss',
      name: HTML,
      companyName: `<script>${HTML}</script>`,
      position: HTML,
      preferredContact: 'email',
    }
    expect(await house.ask('POST', '/user/sysUser/completeProfile', { token, body })).toMatchObject({ code: 200 })
    const shown = await house.ask('GET', '/user/sysUser/profile', { token })
    expect(shown).toMatchObject({ data: body })
    expect(shown.http.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    pass(CODES.resendMs)
    await askCode(house, 'recovery', { email }, from(anAddress()))
    await house.ask('POST', '/user/sysUser/changePassword', {
      token,
      body: { oldPassword: 'Kiefer77x', password: 'fjord7reh', confirmPassword: 'fjord7reh' },
    })
    const mails = await messagesTo(house, email)
    expect(mails).toHaveLength(3)
    for (const mail of mails) expect(`${mail.subject}${mail.body}`).not.toMatch(/[<>{}]|onerror/)
  })

  test('where a field has a form of its own, it is refused', async () => {
    for (const field of [
      'account',
      'email',
      'phone',
      'country',
      'codeId',
      'verificationCode',
      'password',
      'appellationName',
    ] as const) {
      const answer = await ask('POST', '/user/sysUser/register', anAddress(), { body: registrant({ [field]: HTML }) })
      expect([field, outcome(answer)]).toEqual([field, field === 'codeId' ? 'code.spent' : 'input.invalid'])
      expect(answer.http.body).not.toContain('onerror')
    }
  })

  test('a mail address is one address: no second recipient, no header', async () => {
    const before = (await listMails(house.store.db, { offset: 0, limit: 1 })).total
    for (const email of [
      'a@example.com,b@example.com',
      'a@example.com\r\nBcc: b@example.com',
      'a@example.com b@example.com',
      '<a@example.com><b@example.com>',
      'a@example.com <b@example.com>',
      'a@example.com, b <b@example.com>',
      'a <a@example.com>, b <b@example.com>',
      'a\r\nBcc: a@example.com <b@example.com>',
      '"a b"@example.com',
      'a@example.com\0',
    ]) {
      expect([
        email,
        await ask('GET', '/user/sysUser/sendSmsEmail', anAddress(), { query: { ...(await solved(house)), email } }),
      ]).toMatchObject([email, { code: 400 }])
    }
    expect((await listMails(house.store.db, { offset: 0, limit: 1 })).total).toBe(before)
  })
})

describe('a body of 10 MB', () => {
  test('is refused before it is read to its end', async () => {
    await house.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = house.app.server.address() as AddressInfo
    const request = httpRequest({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/prod-api/user/sysUser/register',
      headers: { 'content-type': 'application/json', 'content-length': String(10 * 1024 * 1024), ...from(anAddress()) },
    })
    request.on('error', () => undefined)
    request.write('{"account":"')
    // The answer arrives before the rest of the body is sent.
    const [response] = z.tuple([z.instanceof(IncomingMessage)]).parse(await once(request, 'response'))
    let text = ''
    for await (const chunk of response) text += String(chunk)
    request.destroy()
    expect([response.statusCode, JSON.parse(text)]).toMatchObject([200, { code: 413, reason: 'input.too_large' }])
  })
})

describe('finding out who has an account', () => {
  const KNOWN = { phone: phone('buyer1'), email: mailOf('buyer1') }

  test.each(['register', 'recovery'] as const)(
    'by asking for a code (%s): the same answer, and the same is kept and sent, other words apart',
    async (purpose) => {
      for (const channel of ['phone', 'email'] as const) {
        pass(CODES.resendMs)
        const way = (of: string) => (channel === 'phone' ? { phone: of } : { email: of })
        const stranger =
          channel === 'phone' ? `+86134${String(10_000_000 + (next += 1))}` : `stranger${(next += 1)}@example.org`
        const [known, unknown] = [
          await askCode(house, purpose, way(KNOWN[channel]), from(anAddress())),
          await askCode(house, purpose, way(stranger), from(anAddress())),
        ]
        const bare = ({ http, data, ...rest }: typeof known) => ({
          ...rest,
          status: http.statusCode,
          keys: Object.keys(z.looseObject({}).parse(data)),
          data: { ...z.looseObject({}).parse(data), codeId: null },
        })
        expect(bare(known)).toEqual(bare(unknown))
        const kept = async (to: string) => {
          const codes = await house.store.db
            .select()
            .from(verificationCode)
            .where(eq(verificationCode.target, to))
            .orderBy(verificationCode.createdAt)
          return [
            codes.at(-1)?.purpose,
            codes.at(-1)?.usedAt,
            (await messagesTo(house, to)).at(-1)?.secretUntil === codes.at(-1)?.expiresAt,
          ]
        }
        expect(await kept(KNOWN[channel])).toEqual([purpose, null, true])
        expect(await kept(stranger)).toEqual([purpose, null, true])
      }
    },
  )

  test('by time: signing in and asking for a code take as much work for those who have none', async () => {
    // Processor time in µs, so that other load does not count.
    const took = async (work: () => Promise<unknown>) => {
      const start = process.cpuUsage()
      await work()
      const { user, system } = process.cpuUsage(start)
      return user + system
    }
    // The people of these tests have cheap hashes; this account's is the server's own.
    await house.store.db
      .update(accountTable)
      .set({ passwordHash: await hashPassword(PASSWORD) })
      .where(eq(accountTable.id, 'seller1'))
    const [known, unknown, asksKnown, asksUnknown]: [number[], number[], number[], number[]] = [[], [], [], []]
    // Alternating, and the minimum of each: disturbances can only add.
    for (let i = 0; i < 12; i += 1) {
      pass(CODES.resendMs)
      known.push(await took(() => login('seller1', 'Kiefer77x', anAddress())))
      unknown.push(await took(() => login(`nobody-${i}`, 'Kiefer77x', anAddress())))
      const [image, other] = [await solved(house), await solved(house)]
      if (i < CODES.perDay.recovery - 2)
        asksKnown.push(
          await took(() =>
            ask('GET', '/user/sysUser/sendSmsEmail', anAddress(), { query: { ...image, email: mailOf('seller2') } }),
          ),
        )
      asksUnknown.push(
        await took(() =>
          ask('GET', '/user/sysUser/sendSmsEmail', anAddress(), {
            query: { ...other, email: `nobody-${i}@example.org` },
          }),
        ),
      )
    }
    // Without equal effort an unknown account would take a tenth of the time.
    for (const ratio of [
      Math.min(...unknown) / Math.min(...known),
      Math.min(...asksUnknown) / Math.min(...asksKnown),
    ]) {
      expect(ratio).toBeGreaterThan(0.4)
      expect(ratio).toBeLessThan(2.5)
    }
  })

  test('by registering: names are told to an owner of a proven number, five a code; numbers and addresses of others to no caller', async () => {
    const number = `+86133${String(10_000_000 + (next += 1))}`
    const by = await codeFor(house, 'register', { phone: number }, from(anAddress()))
    const probe = (account: string, verificationCode = by.code) =>
      ask('POST', '/user/sysUser/register', anAddress(), {
        body: registrant({ account, phone: number, email: KNOWN.email, codeId: by.codeId, verificationCode }),
      })
    expect(await probe('buyer1', wrongOf(by).code)).toMatchObject({ reason: 'code.wrong' })
    for (let i = 1; i < CODES.guesses; i += 1) expect(await probe('buyer1')).toMatchObject({ reason: 'account.taken' })
    expect(await probe('buyer1')).toMatchObject({ reason: 'code.spent' })
    expect(await probe('nobody-has-it')).toMatchObject({ reason: 'code.spent' })
  })
})

describe('what is left behind', () => {
  test('codes in the outbox go when their time is over, unsent; images and codes are forgotten', async () => {
    const email = `left${next}@example.org`
    await askCode(house, 'register', { email }, from(anAddress()))
    expect((await messagesTo(house, email))[0]?.body).toMatch(/\d{6}/)
    await wipeSecrets(house.store.db, house.clock.now())
    expect((await messagesTo(house, email))[0]?.body).toMatch(/\d{6}/)
    pass(CODES.lifeMs)
    await wipeSecrets(house.store.db, house.clock.now())
    expect((await messagesTo(house, email))[0]).toMatchObject({ body: '', nextAttemptAt: null, sentAt: null })
    const plain = { id: 'plain', recipient: 'y@example.org', subject: 's', body: 'stays', createdAt: instant(0) }
    await house.store.db.insert(outbox).values(plain)
    await wipeSecrets(house.store.db, house.clock.now())
    expect((await messagesTo(house, 'y@example.org'))[0]?.body).toBe('stays')

    pass(3 * CODES.dayMs)
    await forget(house.store.db, NO_FILES, house.clock)
    expect([await house.store.db.$count(captcha), await house.store.db.$count(verificationCode)]).toEqual([0, 0])
  })
})
