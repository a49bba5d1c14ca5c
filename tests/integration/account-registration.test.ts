import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { accountByLogin } from '../../src/server/store/accounts.ts'
import { readCaptcha } from '../support/http/captcha.ts'
import { askCode, codeFor, codeIn, messagesTo, registrant } from '../support/http/codes.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken, textIn } from '../support/http/people.ts'
import { addPeople, mailOf, phone } from '../support/http/world.ts'

const EN = { 'accept-language': 'en_US' }
const ZH = { 'accept-language': 'zh_CN' }
const PLENTY = { most: 10_000, oneEveryMs: 1 }
let house: House
beforeAll(async () => {
  house = await openHouse({ limits: { captcha: PLENTY, send: PLENTY, recovery: PLENTY } })
  await addPeople(house)
})
afterAll(() => house.close())

const register = (body: object, headers = ZH) => house.ask('POST', '/user/sysUser/register', { body, headers })
const outcomes = (answers: readonly { code: number; reason?: string | undefined }[]) =>
  answers.map(({ code, reason }) => reason ?? String(code)).toSorted((a, b) => a.localeCompare(b))
const profile = (token: string) => house.ask('GET', '/user/sysUser/profile', { token })
/** An unused number. */
let count = 0
const fresh = () => {
  count += 1
  return {
    account: `person${count}`,
    phone: `+86139${String(10_000_000 + count)}`,
    email: `person${count}@example.com`,
  }
}

describe('registering with a mainland number', () => {
  test('takes a code by short message, makes a new user without any role, and signs it in', async () => {
    const { codeId, code } = await codeFor(house, 'register', { phone: '139 1234-5678' })
    const made = await register(registrant({ codeId, verificationCode: code }))
    expect(made).toMatchObject({ code: 200, msg: '操作成功', data: { expires_in: 604_800 } })
    const token = textIn(made, 'access_token')
    expect(await house.ask('GET', '/user/sysUser/getUserInfo', { token })).toMatchObject({
      code: 200,
      data: {
        account: 'hanmeimei',
        name: '韩梅梅',
        appellationName: 'Mrs.',
        status: 2,
        roles: [],
        permissions: [],
        company: null,
        agreementStatus: 0,
      },
    })
    expect(await profile(token)).toMatchObject({
      data: {
        account: 'hanmeimei',
        sex: 'woman',
        phone: '+8613912345678',
        email: 'hanmeimei@example.com',
        country: 'CN',
        accountTypes: ['buyer'],
        companyName: '江南木业有限公司',
        phoneProven: true,
        emailProven: false,
        complete: false,
        position: null,
        preferredContact: null,
      },
    })
    const kept = (await accountByLogin(house.store.db, 'hanmeimei'))!.account
    expect(kept.passwordHash).toMatch(/^\$argon2id\$/)
    expect(kept.agreedAt).not.toBeNull()
    expect(
      await house.ask('POST', '/auth/login', { body: { account: ' HanMeimei ', password: 'Kiefer77x' } }),
    ).toMatchObject({ code: 200 })
  })

  test.each([
    ['zh', ZH, /^【木材竞价采购平台】注册验证码 \d{6}，10 分钟内有效，请勿告知他人。$/],
    ['en', EN, /^Timber Sale Room: \d{6} is your code to register, good for 10 minutes\. Tell it to nobody\.$/],
  ] as const)('the message is in the language of who asks: %s', async (_locale, headers, text) => {
    const { phone: number } = fresh()
    await askCode(house, 'register', { phone: number }, headers)
    const [message] = await messagesTo(house, number)
    expect(message).toMatchObject({ channel: 'sms', recipient: number, body: expect.stringMatching(text) as string })
    // One text message is billed once: 70 characters with any Chinese, else 160.
    expect(message!.body.length).toBeLessThanOrEqual(headers === ZH ? 70 : 160)
  })
})

describe('registering with a number from elsewhere', () => {
  test('short messages are refused, in words; a code by mail proves who it is', async () => {
    const { account, email } = fresh()
    const abroad = '+358401234567'
    expect(await askCode(house, 'register', { phone: abroad }, EN)).toMatchObject({
      code: 601,
      reason: 'sms.overseas',
      msg: expect.stringContaining('outside mainland China') as string,
    })
    expect(await askCode(house, 'recovery', { phone: abroad }, ZH)).toMatchObject({
      code: 601,
      reason: 'sms.overseas',
      msg: expect.stringContaining('大陆') as string,
    })
    const { codeId, code } = await codeFor(house, 'register', { email }, EN)
    const [mail] = await messagesTo(house, email)
    expect(mail).toMatchObject({
      channel: 'mail',
      subject: 'Your code to register',
      body: expect.stringContaining('ten minutes') as string,
    })
    const made = await register(
      registrant({
        account,
        email: ` ${email.toUpperCase()} `,
        phone: abroad,
        country: 'FI',
        accountTypes: ['seller', 'buyer'],
        codeId,
        verificationCode: code,
      }),
      EN,
    )
    expect(made).toMatchObject({ code: 200, msg: 'Done' })
    expect(await profile(textIn(made, 'access_token'))).toMatchObject({
      data: {
        country: 'FI',
        accountTypes: ['seller', 'buyer'],
        email,
        phone: abroad,
        phoneProven: false,
        emailProven: true,
      },
    })
  })

  test('the code sent to a phone does not prove the mail address of a person from elsewhere, and the other way round', async () => {
    const person = fresh()
    const bySms = await codeFor(house, 'register', { phone: person.phone })
    expect(
      await register(
        registrant({ ...person, phone: '+358401234567', codeId: bySms.codeId, verificationCode: bySms.code }),
      ),
    ).toMatchObject({ reason: 'code.spent' })
    const byMail = await codeFor(house, 'register', { email: person.email })
    expect(
      await register(registrant({ ...person, codeId: byMail.codeId, verificationCode: byMail.code })),
    ).toMatchObject({ reason: 'code.spent' })
  })
})

describe('what is refused', () => {
  const tried = async (of: Record<string, unknown>, headers = ZH) => {
    const person = fresh()
    const { codeId, code } = await codeFor(house, 'register', { phone: person.phone })
    return register(registrant({ ...person, codeId, verificationCode: code, ...of }), headers)
  }

  test.each<[string, Record<string, unknown>, string]>([
    ['passwords that differ', { confirmPassword: 'Kiefer77y' }, 'body.confirmPassword'],
    ['a password without a digit', { password: 'KieferLarch', confirmPassword: 'KieferLarch' }, 'body.password'],
    ['a password of five', { password: 'Kie7x', confirmPassword: 'Kie7x' }, 'body.password'],
    [
      'a password of twenty-one',
      { password: 'Kiefer77xKiefer77xKie', confirmPassword: 'Kiefer77xKiefer77xKie' },
      'body.password',
    ],
    ['a mail address that is none', { email: 'nobody' }, 'body.email'],
    ['a mobile number that is none', { phone: '+8612345678901' }, 'body.phone'],
    ['a number of five digits', { phone: '+35812' }, 'body.phone'],
    ['terms not agreed to', { agreed: false }, 'body.agreed'],
    ['no type', { accountTypes: [] }, 'body.accountTypes'],
    ['a type twice', { accountTypes: ['buyer', 'buyer'] }, 'body.accountTypes'],
    ['a title that is none', { appellationName: 'Dr.' }, 'body.appellationName'],
    ['a name over two lines', { name: 'a\nb' }, 'body.name'],
  ])('%s', async (_what, of, path) => {
    expect(await tried(of)).toMatchObject({ code: 400, reason: 'input.invalid', errors: [{ path }] })
  })

  test('a password that is easily guessed, or that is made of known facts of the person; the code is still good then', async () => {
    const person = fresh()
    const { codeId, code } = await codeFor(house, 'register', { phone: person.phone })
    const withPassword = (password: string) =>
      register(
        registrant({
          ...person,
          companyName: 'Nordkiefer GmbH',
          codeId,
          verificationCode: code,
          password,
          confirmPassword: password,
        }),
        EN,
      )
    for (const password of [
      'trustno1',
      'Woaini1314',
      'abc123456',
      'Timber2026',
      `${person.account}x`,
      'nordkiefer7',
      `x${person.phone.slice(-8)}`,
    ]) {
      expect([password, await withPassword(password)]).toMatchObject([
        password,
        { code: 601, reason: 'password.breached', msg: expect.stringContaining('easily guessed') as string },
      ])
    }
    expect(await withPassword('fjord7reh')).toMatchObject({ code: 200 })
  })

  test('an account name that is taken, whatever its case; another one is good with the same code', async () => {
    const person = fresh()
    const { codeId, code } = await codeFor(house, 'register', { phone: person.phone })
    const named = (account: string) => register(registrant({ ...person, account, codeId, verificationCode: code }))
    expect(await named('BUYER1')).toMatchObject({ code: 601, reason: 'account.taken' })
    expect(await named(person.account)).toMatchObject({ code: 200 })
    expect(
      await register(registrant({ ...fresh(), phone: person.phone, codeId, verificationCode: code })),
    ).toMatchObject({ reason: 'code.spent' })
  })

  test('a code for something else, of another person, or used', async () => {
    const [person, other] = [fresh(), fresh()]
    const recovery = await codeFor(house, 'recovery', { phone: phone('buyer1') })
    expect(
      await register(
        registrant({ ...person, phone: phone('buyer1'), codeId: recovery.codeId, verificationCode: recovery.code }),
      ),
    ).toMatchObject({ code: 601, reason: 'code.spent' })
    const theirs = await codeFor(house, 'register', { phone: other.phone })
    expect(
      await register(registrant({ ...person, codeId: theirs.codeId, verificationCode: theirs.code })),
    ).toMatchObject({ code: 601, reason: 'code.spent' })
    expect(await register(registrant({ ...person, codeId: 'never-was', verificationCode: theirs.code }))).toMatchObject(
      { code: 601, reason: 'code.spent' },
    )
  })

  test('a code that is ten minutes old', async () => {
    const person = fresh()
    const { codeId, code } = await codeFor(house, 'register', { phone: person.phone })
    house.clock.offset += 10 * 60_000
    expect(await register(registrant({ ...person, codeId, verificationCode: code }), EN)).toMatchObject({
      code: 601,
      reason: 'code.spent',
      msg: expect.stringContaining('ask for a new one') as string,
    })
  })
})

describe('a number or an address that belongs to an account', () => {
  test.each([
    ['number', { phone: phone('buyer1') }, '已绑定账号'],
    ['address', { email: mailOf('buyer1') }, '已绑定账号'],
  ] as const)('%s: its owner is told so instead of a code, and the asker is not', async (_what, way, says) => {
    const known = await askCode(house, 'register', way)
    const unknown = await askCode(
      house,
      'register',
      'phone' in way ? { phone: fresh().phone } : { email: fresh().email },
    )
    expect(known).toMatchObject({ code: 200, data: { resendAfter: 60, expires_in: 600, demoCode: null } })
    expect({ ...known, data: null, http: null }).toEqual({ ...unknown, data: null, http: null })
    const last = (await messagesTo(house, Object.values(way)[0]!)).at(-1)!
    expect(last.body).toContain(says)
    expect(last.body).not.toMatch(/\d{6}/)
  })

  test('one that was given and never proven holds no account up: the one that proves it has it', async () => {
    const [first, second] = [fresh(), fresh()]
    const a = await codeFor(house, 'register', { phone: first.phone })
    expect(
      await register(registrant({ ...first, email: second.email, codeId: a.codeId, verificationCode: a.code })),
    ).toMatchObject({ code: 200 })
    const b = await codeFor(house, 'register', { email: second.email })
    expect(
      await register(registrant({ ...second, phone: '+4940123456', codeId: b.codeId, verificationCode: b.code })),
    ).toMatchObject({ code: 200 })
  })

  test('of two who register at the same time with one code, one name or one number, one gets it and the other is told which', async () => {
    const person = fresh()
    const code = await codeFor(house, 'register', { phone: person.phone })
    const again = () => register(registrant({ ...person, codeId: code.codeId, verificationCode: code.code }))
    const both = await Promise.all([again(), again()])
    expect(outcomes(both)).toEqual([
      '200',
      expect.stringMatching(/^(code\.spent|account\.taken|account\.phone_taken)$/) as string,
    ])

    const [one, two] = [fresh(), fresh()]
    const codes = await Promise.all(
      [one, two].map(({ phone: number }) => codeFor(house, 'register', { phone: number })),
    )
    const same = await Promise.all(
      [one, two].map((who, i) =>
        register(
          registrant({ ...who, account: 'TheSame', codeId: codes[i]!.codeId, verificationCode: codes[i]!.code }),
        ),
      ),
    )
    expect(outcomes(same)).toEqual(['200', 'account.taken'])

    const number = fresh().phone
    const early = await codeFor(house, 'register', { phone: number })
    house.clock.offset += 61_000
    // Another device: one device's codes are used up together.
    const late = await codeFor(house, 'register', { phone: number }, { 'user-agent': 'another browser' })
    const sent = await Promise.all(
      [early, late].map(({ codeId, code: verificationCode }) =>
        register(registrant({ ...fresh(), phone: number, codeId, verificationCode })),
      ),
    )
    expect(outcomes(sent)).toEqual(['200', 'account.phone_taken'])
  })
})

describe('the profile', () => {
  test('of a certified company’s person who never gave one names the company, and is saved as it stands', async () => {
    const token = await sellerToken(house, 'buyer1')
    const { data } = await profile(token)
    const { appellationName, name, companyName, position } = z
      .object({
        appellationName: z.string().nullable(),
        name: z.string(),
        companyName: z.string(),
        position: z.string().nullable(),
      })
      .parse(data)
    const body = {
      appellationName: appellationName ?? 'Mr.',
      name,
      companyName,
      position: position ?? '',
      preferredContact: 'phone',
    }
    expect(await house.ask('POST', '/user/sysUser/completeProfile', { token, body })).toMatchObject({ code: 200 })
  })

  test('is completed and changed by its owner; account, phone and mail address stay as they were proven', async () => {
    const person = fresh()
    const { codeId, code } = await codeFor(house, 'register', { phone: person.phone })
    const token = textIn(await register(registrant({ ...person, codeId, verificationCode: code })), 'access_token')
    const body = {
      appellationName: 'Miss',
      name: '李雷',
      companyName: '江北木业',
      position: '采购经理',
      preferredContact: 'email',
    }
    expect(await house.ask('POST', '/user/sysUser/completeProfile', { token, body })).toMatchObject({ code: 200 })
    expect(await profile(token)).toMatchObject({
      data: { ...body, sex: 'miss', complete: true, account: person.account, phone: person.phone },
    })
    for (const more of [{ phone: '+8613900000000' }, { status: 4 }, { roles: ['admin'] }, { account: 'x' }]) {
      expect(
        await house.ask('POST', '/user/sysUser/completeProfile', { token, body: { ...body, ...more } }),
      ).toMatchObject({ code: 400, reason: 'input.invalid' })
    }
    expect(await house.ask('GET', '/user/sysUser/profile')).toMatchObject({ code: 401 })
  })

  test('the mail address is proven by a code; an address that leads to another account is refused', async () => {
    const [person, other] = [fresh(), fresh()]
    const { codeId, code } = await codeFor(house, 'register', { phone: person.phone })
    const token = textIn(await register(registrant({ ...person, codeId, verificationCode: code })), 'access_token')
    const ask = () => house.ask('POST', '/user/sysUser/emailProofCode', { token })
    const prove = async (codeIdGiven: string, given: string, by = token) =>
      house.ask('POST', '/user/sysUser/proveEmail', { token: by, body: { codeId: codeIdGiven, code: given } })
    const proof = textIn(await ask(), 'codeId')
    const sent = codeIn((await messagesTo(house, person.email)).at(-1)!.body)
    expect(await prove(proof, sent, await sellerToken(house, 'buyer2'))).toMatchObject({ reason: 'code.spent' })
    expect(await prove(proof, sent === '000000' ? '000001' : '000000')).toMatchObject({
      code: 601,
      reason: 'code.wrong',
      msg: expect.stringMatching(/^验证码错误。最新的验证码于/) as string,
    })
    expect(await prove(proof, sent)).toMatchObject({ code: 200 })
    expect(await profile(token)).toMatchObject({ data: { emailProven: true } })
    expect(await prove(proof, sent)).toMatchObject({ reason: 'code.spent' })

    const second = await codeFor(house, 'register', { phone: other.phone })
    const theirs = textIn(
      await register(
        registrant({ ...other, email: person.email, codeId: second.codeId, verificationCode: second.code }),
      ),
      'access_token',
    )
    house.clock.offset += 61_000
    const id = textIn(await house.ask('POST', '/user/sysUser/emailProofCode', { token: theirs }), 'codeId')
    expect(await prove(id, codeIn((await messagesTo(house, person.email)).at(-1)!.body), theirs)).toMatchObject({
      code: 601,
      reason: 'account.email_taken',
    })
    expect(await profile(theirs)).toMatchObject({ data: { emailProven: false } })
  })
})

describe('the image code', () => {
  test('is a picture whose text, in any case, is worth one code', async () => {
    const drawn = await house.ask('GET', '/code')
    expect(drawn).toMatchObject({
      code: 200,
      data: { expires_in: 900, img: expect.stringMatching(/^data:image\/png;base64,/) as string },
    })
    const uuid = textIn(drawn, 'uuid')
    const text = await readCaptcha(house.store.db, uuid)
    const asked = () =>
      house.ask('GET', '/user/sysUser/getRegisterSmsCode', {
        query: { uuid, inputCodeText: ` ${text.toLowerCase()} `, phone: fresh().phone },
      })
    expect(await asked()).toMatchObject({ code: 200 })
    expect(await asked()).toMatchObject({ code: 601, reason: 'captcha.wrong' })
  })
})

test('the demo world, which has no carrier, shows the code on screen; nothing else does', async () => {
  const demo = await openHouse({ showsCodes: true })
  const sent = await askCode(demo, 'register', { email: 'x@example.com' })
  expect(textIn(sent, 'demoCode')).toBe(codeIn((await messagesTo(demo, 'x@example.com'))[0]!.body))
  await demo.close()
})
