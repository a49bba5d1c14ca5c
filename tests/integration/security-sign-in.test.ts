import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { instant, later } from '../../src/domain/units.ts'
import { networkOf } from '../../src/server/auth/network.ts'
import { createThrottle, THROTTLE } from '../../src/server/auth/throttle.ts'
import type { Throttle } from '../../src/server/auth/throttle.ts'
import { temporaryStore } from '../support/store/temporary.ts'

let store: Awaited<ReturnType<typeof temporaryStore>>
beforeAll(async () => {
  store = await temporaryStore()
})
afterAll(() => store.close())

let now = instant(1_000_000)
let throttle: Throttle
/** The same rules on another node. */
let elsewhere: Throttle
const pass = (ms: number) => {
  now = later(now, ms)
}
const createHere = () => createThrottle({ db: store.db, now: () => now, sleep: (ms) => Promise.resolve(pass(ms)) })
const at = (address: string, secret: string | null = null) => ({ address, secret })
const wait = async (login: string, address: string, secret: string | null = null, by = throttle): Promise<number> => {
  const attempt = await by.attempt(login, at(address, secret))
  return attempt.kind === 'wait' ? attempt.ms : 0
}
const succeed = async (login: string, address: string, secret: string) => {
  const attempt = await throttle.attempt(login, at(address))
  if (attempt.kind === 'wait') throw new Error(`${login} waits ${attempt.ms} ms at ${address}`)
  await attempt.succeeded(secret)
}
/** Makes wrong attempts, each after the wait that the throttle asks for. */
const fail = async (login: string, address: string, times: number) => {
  for (let i = 0; i < times; i += 1) for (let ms = 1; ms > 0; pass(ms)) ms = await wait(login, address)
}
let fresh = 0
/** A new address for each test, since counters outlive a test. */
let a = ''
let login = ''
beforeEach(() => {
  now = later(now, 24 * 3_600_000)
  fresh += 1
  a = `10.0.0.${fresh}`
  login = `account${fresh}`
  throttle = createHere()
  elsewhere = createHere()
})

describe('15.3 guessing passwords', () => {
  test('a few typos cost nothing, then each doubles the wait, up to a minute', async () => {
    await fail(login, a, 9)
    expect(await wait(login, a)).toBe(0)
    expect(await wait(login, a)).toBe(1000)
    pass(1000)
    expect(await wait(login, a)).toBe(0)
    expect(await wait(login, a)).toBe(2000)
    await fail(login, a, 20)
    expect(await wait(login, a)).toBe(THROTTLE.longestWaitMs)
  })

  test('attempts count on entry: a hundred at the same moment, on two nodes, are no more than one after the other', async () => {
    const waits = await Promise.all(
      Array.from({ length: 100 }, (_, i) => wait(login, a, null, i % 2 === 0 ? throttle : elsewhere)),
    )
    expect(waits.filter((ms) => ms === 0)).toHaveLength(THROTTLE.freeFailures)
  })

  test('success, or ten minutes of rest, forgets the failures', async () => {
    await fail(login, a, 12)
    pass(THROTTLE.longestWaitMs)
    await succeed(login, a, 'S'.repeat(43))
    expect(await wait(login, a)).toBe(0)
    await fail(login, a, 12)
    pass(THROTTLE.forgetMs)
    await fail(login, a, 1)
    expect(await wait(login, a)).toBe(0)
  })

  test('those who get in use nothing up, however many sit behind one address', async () => {
    const accounts = Array.from({ length: THROTTLE.ofAddress.most }, (_, i) => `${login}-${i}`)
    for (const account of accounts) await succeed(account, a, 'S'.repeat(43))
    for (const account of accounts) expect(await wait(`another ${account}`, a)).toBe(0)
  })

  test('writing an account differently does not start a new count', async () => {
    await fail(login.toUpperCase(), a, 10)
    expect(await wait(login, a)).toBe(1000)
  })

  test('one address that tries many accounts waits in line, on all nodes together; another does not', async () => {
    const began = now
    for (let i = 0; i < THROTTLE.ofAddress.most + 20; i += 1)
      expect(await wait(`${login}-${i}`, a, null, i % 2 === 0 ? throttle : elsewhere)).toBe(0)
    expect(now - began).toBe(20 * THROTTLE.ofAddress.oneEveryMs)
    const before = now
    expect(await wait(login, '10.9.9.9')).toBe(0)
    expect(now).toBe(before)
  })

  test('an account that was there before, or brings a device that signed in before, does not wait for others behind the address', async () => {
    const secret = 'D'.repeat(43)
    await succeed(login, a, secret)
    for (let i = 0; i < THROTTLE.ofAddress.most + 5; i += 1) await wait(`${login}-${i}`, a)
    const before = now
    expect(await wait(login, a)).toBe(0)
    expect(await wait(login, '10.200.0.1', secret)).toBe(0)
    expect(now).toBe(before)
    // Another account on that device is unknown.
    await wait(`${login}-stranger`, a, secret)
    expect(now).toBeGreaterThan(before)
  })

  test('many addresses that try one account run out; its owner does not where it signed in before, nor on its device, nor where it recovered', async () => {
    const secret = 'E'.repeat(43)
    await succeed(login, a, secret)
    for (let i = 0; i < THROTTLE.ofAccount.most; i += 1) await wait(login, `10.${100 + (i % 100)}.1.${i}`)
    expect(await wait(login, '10.50.0.1')).toBeGreaterThan(0)
    expect(await wait(login, a)).toBe(0)
    expect(await wait(login, '10.50.0.2', secret)).toBe(0)
    await throttle.knows(login, at('10.50.0.3'))
    expect(await wait(login, '10.50.0.3')).toBe(0)
    await throttle.forget(login)
    expect(await wait(login, '10.50.0.4', secret)).toBeGreaterThan(0)
  })

  test('a device secret made up for each guess starts no new count, where the account is known', async () => {
    await succeed(login, a, 'F'.repeat(43))
    const waits: number[] = []
    for (let i = 0; i < 40; i += 1) waits.push(await wait(login, a, String(i).padStart(43, 'x')))
    expect(waits.filter((ms) => ms === 0)).toHaveLength(THROTTLE.freeFailures)
    // The owner's own device does not wait for the guesser at the same address.
    expect(await wait(login, a, 'F'.repeat(43))).toBe(0)
  })

  test('a signed-in caller counts by the sign-in: guesses from the same address hold no confirmation back', async () => {
    await succeed(login, a, 'G'.repeat(43))
    await fail(login, a, 20)
    expect(await wait(login, a)).toBeGreaterThan(0)
    const confirm = async (signIn: string) => {
      const attempt = await throttle.attempt(login, { address: a, secret: null, signIn })
      return attempt.kind === 'wait' ? attempt.ms : 0
    }
    const waits: number[] = []
    for (let i = 0; i < 14; i += 1) waits.push(await confirm('stolen'))
    expect(waits.filter((ms) => ms === 0)).toHaveLength(THROTTLE.freeFailures)
    expect(await confirm('own')).toBe(0)
  })

  test('IPv6 counts by /64, and its /48 more loosely', () => {
    expect(networkOf('2001:db8:1:2:aaaa::1')).toEqual(networkOf('2001:db8:1:2:bbbb:0:0:9'))
    expect(networkOf('2001:db8:1:3::1').nearest).not.toBe(networkOf('2001:db8:1:2::1').nearest)
    expect(networkOf('2001:db8:1:3::1').site).toBe(networkOf('2001:db8:1:ffff::1').site)
    expect(networkOf('::ffff:192.0.2.7')).toEqual(networkOf('192.0.2.7'))
    expect(networkOf('::1').nearest).toBe('0:0:0:0::/64')
  })

  test('an IPv6 customer who changes the /64 with each guess waits as well', async () => {
    const began = now
    for (let i = 0; i < THROTTLE.ofSite.most + 40; i += 1)
      await wait(`${login}-v6-${i}`, `2001:db8:${fresh}:${i.toString(16)}::1`)
    expect(now - began).toBeGreaterThan(2_000)
  })
})
