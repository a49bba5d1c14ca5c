import { generate } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { CallWire } from '../../src/contract/wire.ts'
import { wire } from '../../src/contract/wire.ts'
import { later } from '../../src/domain/units.ts'
import { liveTokens } from '../../src/server/auth/authenticate.ts'
import type { Standpoint } from '../../src/server/auth/caller.ts'
import { hashPassword } from '../../src/server/auth/password.ts'
import { openTokens } from '../../src/server/auth/tokens.ts'
import { accountByLogin, addAccount } from '../../src/server/store/accounts.ts'
import * as schema from '../../src/server/store/schema.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken, textIn } from '../support/http/people.ts'
import { addPeople, addSale, PASSWORD } from '../support/http/world.ts'
import type { Login, Sale } from '../support/http/world.ts'
import { someAccount } from '../support/store/rows.ts'

let house: House
let sale: Sale
beforeAll(async () => {
  house = await openHouse({ secondFactor: 'required' })
  await addPeople(house)
  sale = await addSale(house, { stand: 'running', bidders: ['c1'] })
  const phone = { phone: null, phoneProvenAt: null, email: null, emailProvenAt: null }
  await addAccount(
    house.store.db,
    someAccount({
      ...phone,
      id: 'admin2',
      login: 'admin2',
      passwordHash: await hashPassword(PASSWORD),
      permissions: ['user:account:list'],
    }),
  )
})
afterAll(() => house.close())

const Codes = z.object({ recoveryCodes: z.array(z.string()) })
const login = (account: string, second?: string) =>
  house.ask('POST', '/auth/login', {
    body: { account, password: PASSWORD },
    ...(second !== undefined && { headers: { 'second-factor': second } }),
  })
const codeAt = (secret: string, offsetMs = 0): Promise<string> =>
  generate({ secret, epoch: Math.floor((house.clock.now() + offsetMs) / 1000) })

/** Sets up an authenticator app; returns its secret and the recovery codes. */
async function setUp(account: Login) {
  const token = await sellerToken(house, account)
  const begun = await house.ask('POST', '/user/factor/authenticator/begin', { token, body: { password: PASSWORD } })
  const secret = textIn(begun, 'secret')
  const confirmed = await house.ask('POST', '/user/factor/authenticator/confirm', {
    token,
    body: { code: await codeAt(secret, -30_000) },
  })
  return { token, secret, codes: Codes.parse(confirmed.data).recoveryCodes }
}

test('a code of the app lets in, 25 s off either way, each once; without one the password alone lets no account in', async () => {
  const { secret } = await setUp('buyer1')
  expect((await login('buyer1')).reason).toBe('auth.second_factor')
  expect((await login('buyer1', 'totp 000000')).reason).toBe('auth.second_factor_wrong')
  house.clock.offset += 60_000
  const behind = await codeAt(secret, -25_000)
  expect((await login('buyer1', `totp ${behind}`)).code).toBe(200)
  expect((await login('buyer1', `totp ${behind}`)).reason).toBe('auth.second_factor_wrong')
  house.clock.offset += 60_000
  expect((await login('buyer1', `totp ${await codeAt(secret, 25_000)}`)).code).toBe(200)
  house.clock.offset += 900_000
  expect((await login('buyer1', `totp ${await codeAt(secret, -400_000)}`)).reason).toBe('auth.second_factor_wrong')
})

describe('an app whose clock is wrong', () => {
  const EN = { 'accept-language': 'en_US' }
  const failures = async () => {
    const rows = await house.store.db.select().from(schema.guess)
    return rows.reduce((sum, { failures: count }) => sum + count, 0)
  }

  test('is told by how much, which lets no account in and costs no attempt', async () => {
    const { secret } = await setUp('audience1')
    house.clock.offset += 900_000
    const tells = async (offsetMs: number) => {
      const code = await codeAt(secret, offsetMs)
      const before = await failures()
      const answer = await house.ask('POST', '/auth/login', {
        body: { account: 'audience1', password: PASSWORD },
        headers: { ...EN, 'second-factor': `totp ${code}` },
      })
      expect(await failures()).toBe(before)
      return answer
    }
    const slow = await tells(-240_000)
    expect(slow).toMatchObject({ reason: 'auth.second_factor_slow', data: { numbers: { minutes: 4 } } })
    expect(slow.msg).toMatch(/is 4 minutes slow/)
    const fast = await tells(180_000)
    expect(fast).toMatchObject({ reason: 'auth.second_factor_fast', data: { numbers: { minutes: 3 } } })
    // The clock is set right.
    expect((await login('audience1', `totp ${await codeAt(secret)}`)).code).toBe(200)
  })

  test('without the password nothing is told', async () => {
    const { secret } = await setUp('pending')
    house.clock.offset += 900_000
    const answer = await house.ask('POST', '/auth/login', {
      body: { account: 'pending', password: 'wrong7word' },
      headers: { 'second-factor': `totp ${await codeAt(secret, -240_000)}` },
    })
    expect(answer.reason).toBe('auth.wrong_credentials')
  })

  test('a code that was told as too early is not valid when its time comes, others before it are', async () => {
    const { secret } = await setUp('newbie')
    house.clock.offset += 900_000
    const [early, after] = [await codeAt(secret, 150_000), await codeAt(secret, 180_000)]
    expect((await login('newbie', `totp ${early}`)).reason).toBe('auth.second_factor_fast')
    expect((await login('newbie', `totp ${after}`)).reason).toBe('auth.second_factor_fast')
    // Of the password and of the second factor.
    const before = await failures()
    expect((await login('newbie', `totp ${early}`)).reason).toBe('auth.second_factor_wrong')
    expect(await failures()).toBe(before + 2)
    house.clock.offset += 60_000
    expect((await login('newbie', `totp ${await codeAt(secret)}`)).code).toBe(200)
    house.clock.offset += 90_000
    for (const told of [early, after])
      expect((await login('newbie', `totp ${told}`)).reason).toBe('auth.second_factor_wrong')
    house.clock.offset += 60_000
    expect((await login('newbie', `totp ${await codeAt(secret)}`)).code).toBe(200)
  })

  test('is told when the app is set up, too', async () => {
    const buyer = await sellerToken(house, 'unsigned')
    const begun = await house.ask('POST', '/user/factor/authenticator/begin', {
      token: buyer,
      body: { password: PASSWORD },
    })
    const confirmed = await house.ask('POST', '/user/factor/authenticator/confirm', {
      token: buyer,
      body: { code: await codeAt(textIn(begun, 'secret'), -120_000) },
    })
    expect(confirmed).toMatchObject({ reason: 'auth.second_factor_slow', data: { numbers: { minutes: 2 } } })
  })
})

test('each of ten recovery codes lets in once; neither they nor the secret stand readable in the database', async () => {
  const { secret, codes } = await setUp('buyer2')
  expect(codes).toHaveLength(10)
  for (const code of codes) expect((await login('buyer2', `recovery ${code}`)).code).toBe(200)
  for (const code of codes.slice(0, 2))
    expect((await login('buyer2', `recovery ${code}`)).reason).toBe('auth.second_factor_wrong')
  const { db } = house.store
  const kept = JSON.stringify([
    await db.select().from(schema.authenticator),
    await db.select().from(schema.recoveryCode),
    await db.select().from(schema.audit),
  ])
  for (const clear of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', '').slice(-10))])
    expect(kept).not.toContain(clear)
})

test('operators and hosts do nothing before they have one, others as they like', async () => {
  const [admin, host, buyer] = [
    await sellerToken(house, 'admin'),
    await sellerToken(house, 'host'),
    await sellerToken(house, 'buyer3'),
  ]
  const users = (token: string) => house.ask('GET', '/operator/user/list', { token })
  expect((await users(admin)).reason).toBe('auth.second_factor_required')
  expect((await house.ask('GET', '/user/company/getInfo', { token: host })).reason).toBe('auth.second_factor_required')
  expect((await house.ask('GET', '/user/company/getInfo', { token: buyer })).code).toBe(200)
  for (const path of ['/user/factor/getInfo', '/user/sysUser/getUserInfo', '/getRouters'])
    expect((await house.ask('GET', path, { token: admin })).code).toBe(200)
  const { token } = await setUp('admin')
  expect((await users(token)).code).toBe(200)
})

test('every call but those of one’s own account is closed to an operator without one, by either token', async () => {
  const admin = textIn(await login('admin2'), 'access_token')
  const open = new Set<string>()
  for (const [name, { method, path, token }] of Object.entries<CallWire>(wire)) {
    if (token !== 'seller' && token !== 'either') continue
    const { reason } = await house.ask(method, path.replaceAll(/\{\w+\}/g, 'none'), {
      token: name === 'logout' ? 'none' : admin,
      ...(method === 'POST' && { body: {} }),
    })
    if (reason !== 'auth.second_factor_required') open.add(path.split('/').slice(1, 3).join('/'))
  }
  expect([...open].toSorted()).toEqual(['auth/logout', 'getRouters', 'user/device', 'user/factor', 'user/sysUser'])
})

test('a room is closed too, over the live connection, to operators, hosts and who hosts this very sale', async () => {
  const tokens = openTokens(house.store.db)
  const live = liveTokens(tokens, house.rooms, { secondFactor: 'required' })
  const now = house.clock.now()
  const seat = async (account: string, standpoint: Standpoint) => {
    const { token } = await tokens.issueVenue(account, null, sale.id, standpoint, now, later(now, 60_000))
    const held = await live.holderOf(token, now)
    const { reason } = await house.ask('GET', '/auction/venue/people', {
      token,
      query: { scheduleTimelineId: sale.id },
    })
    return ['reason' in held ? held.reason : 'in', reason ?? 'in']
  }
  const closed = ['auth.second_factor_required', 'auth.second_factor_required']
  expect(await seat('admin2', { identity: 4 })).toEqual(closed)
  expect(await seat('host', { identity: 3 })).toEqual(closed)
  expect(await seat('seller1', { identity: 3 })).toEqual(closed)
  expect(await seat('seller1', { identity: 2, seller: 'S1' })).toEqual(['in', 'auth.not_permitted'])
})

test('of one recovery code sent ten times at once, one is taken', async () => {
  const { codes } = await setUp('seller2')
  const [code = ''] = codes
  const answers = await Promise.all(Array.from({ length: 8 }, () => login('seller2', `recovery ${code}`)))
  expect(answers.filter(({ code: verdict }) => verdict === 200)).toHaveLength(1)
})

test('of one code of an app sent ten times at once, one is taken', async () => {
  const { secret } = await setUp('buyer3')
  house.clock.offset += 60_000
  const code = await codeAt(secret)
  const answers = await Promise.all(Array.from({ length: 8 }, () => login('buyer3', `totp ${code}`)))
  expect(answers.filter(({ code: verdict }) => verdict === 200)).toHaveLength(1)
})

test('it is taken away, and codes are renewed, only with it', async () => {
  const { token, codes } = { token: await sellerToken(house, 'colleague1'), codes: [] as string[] }
  const begun = await house.ask('POST', '/user/factor/authenticator/begin', { token, body: { password: PASSWORD } })
  const secret = textIn(begun, 'secret')
  const wrong = await house.ask('POST', '/user/factor/authenticator/begin', { token, body: { password: 'Wrong2026' } })
  expect(wrong.reason).toBe('account.wrong_password')
  const confirmed = await house.ask('POST', '/user/factor/authenticator/confirm', {
    token,
    body: { code: await codeAt(secret) },
  })
  codes.push(...Codes.parse(confirmed.data).recoveryCodes)
  const ask = (path: string, second?: string) =>
    house.ask('POST', `/user/factor/${path}`, { token, ...(second && { headers: { 'second-factor': second } }) })
  expect((await ask('authenticator/remove')).reason).toBe('auth.second_factor')
  const renewed = await ask('recoveryCodes/renew', `recovery ${codes[0]}`)
  const [fresh] = Codes.parse(renewed.data).recoveryCodes
  expect((await ask('authenticator/remove', `recovery ${codes[1]}`)).reason).toBe('auth.second_factor_wrong')
  expect((await ask('authenticator/remove', `recovery ${fresh}`)).code).toBe(200)
  expect((await login('colleague1')).code).toBe(200)
})

test('a new password takes it too: changed with the old one, and reset by a proven mailbox', async () => {
  const { token, codes } = await setUp('seller1')
  const change = (second?: string) =>
    house.ask('POST', '/user/sysUser/changePassword', {
      token,
      body: { oldPassword: PASSWORD, password: 'fjord7reh', confirmPassword: 'fjord7reh' },
      ...(second !== undefined && { headers: { 'second-factor': second } }),
    })
  expect((await change()).reason).toBe('auth.second_factor')
  expect((await change('recovery wrong')).reason).toBe('auth.second_factor_wrong')
  expect((await change(`recovery ${codes[0]}`)).code).toBe(200)
  const id = (await accountByLogin(house.store.db, 'seller1'))?.account.id ?? ''
  const now = house.clock.now()
  const pass = await openTokens(house.store.db).issueReset(id, now, later(now, 60_000))
  const reset = (second?: string) =>
    house.ask('POST', '/user/sysUser/resetPassword', {
      body: { resetToken: pass.token, password: 'glade4pru', confirmPassword: 'glade4pru' },
      ...(second !== undefined && { headers: { 'second-factor': second } }),
    })
  expect((await reset()).reason).toBe('auth.second_factor')
  expect((await reset(`recovery ${codes[1]}`)).code).toBe(200)
})

test('guessing is held off, even with the password', async () => {
  const answers: (string | undefined)[] = []
  for (let i = 0; i < 14; i++) answers.push((await login('buyer1', `totp ${String(i).padStart(6, '0')}`)).reason)
  expect(answers).toContain('auth.too_many_attempts')
})
