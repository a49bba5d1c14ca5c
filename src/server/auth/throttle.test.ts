import { beforeEach, describe, expect, test } from 'vitest'
import { instant, later } from '../../domain/units.ts'
import { createThrottle, THROTTLE } from './throttle.ts'
import type { Throttle } from './throttle.ts'

let now = instant(0)
let throttle: Throttle
const pass = (ms: number) => {
  now = later(now, ms)
}
/** Wrong ones, each after the wait that it is told. */
const fail = (login: string, address: string, times: number) => {
  for (let i = 0; i < times; i += 1) {
    for (let wait = throttle.attempt(login, address); wait > 0; wait = throttle.attempt(login, address)) pass(wait)
    throttle.failed(address)
  }
}

beforeEach(() => {
  now = instant(1_000_000)
  throttle = createThrottle(() => now)
})

describe('signing in', () => {
  test('a few typos cost nothing, then each doubles the wait, up to a minute', () => {
    fail('buyer1', 'a', 9)
    expect(throttle.attempt('buyer1', 'a')).toBe(0)
    expect(throttle.attempt('buyer1', 'a')).toBe(1000)
    pass(1000)
    expect(throttle.attempt('buyer1', 'a')).toBe(0)
    expect(throttle.attempt('buyer1', 'a')).toBe(2000)
    fail('buyer1', 'a', 20)
    expect(throttle.attempt('buyer1', 'a')).toBe(THROTTLE.longestWaitMs)
  })

  test('a hundred at the same moment are no more than one after the other', () => {
    const waits = Array.from({ length: 100 }, () => throttle.attempt('buyer1', 'a'))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(THROTTLE.freeFailures)
  })

  test('success, or ten minutes of rest, forgets the failures', () => {
    fail('buyer1', 'a', 12)
    throttle.succeeded('buyer1', 'a')
    expect(throttle.attempt('buyer1', 'a')).toBe(0)
    fail('buyer1', 'a', 12)
    pass(THROTTLE.forgetMs)
    fail('buyer1', 'a', 1)
    expect(throttle.attempt('buyer1', 'a')).toBe(0)
  })

  test('those who get in use nothing up, however many sit behind one address', () => {
    const accounts = Array.from({ length: 10 * THROTTLE.ofAddress.most }, (_, i) => `account${i}`)
    expect(accounts.map((account) => throttle.attempt(account, 'a')).every((wait) => wait === 0)).toBe(true)
    for (const account of accounts) throttle.succeeded(account, 'a')
    for (let i = 0; i < 2 * THROTTLE.ofAccount.most; i += 1) {
      expect(throttle.attempt('account0', 'a')).toBe(0)
      throttle.succeeded('account0', 'a')
    }
  })

  test('writing an account differently does not start a new count', () => {
    fail('Buyer1', 'a', 10)
    expect(throttle.attempt('bUYER1', 'a')).toBe(1000)
  })

  test('one address that tries many accounts runs out, and its allowance grows back', () => {
    for (let i = 0; i < THROTTLE.ofAddress.most; i += 1) fail(`account${i}`, 'a', 1)
    expect(throttle.attempt('another', 'a')).toBe(10_000)
    expect(throttle.attempt('another', 'b')).toBe(0)
    pass(10_000)
    expect(throttle.attempt('another', 'a')).toBe(0)
  })

  test('many addresses that try one account run out, but its owner does not where he signed in before, or has just recovered', () => {
    throttle.attempt('buyer1', 'home')
    throttle.succeeded('buyer1', 'home')
    for (let i = 0; i < THROTTLE.ofAccount.most; i += 1) fail('buyer1', `bot${i}`, 1)
    expect(throttle.attempt('buyer1', 'another bot')).toBe(10_000)
    expect(throttle.attempt('buyer1', 'home')).toBe(0)
    expect(throttle.attempt('buyer1', 'abroad')).toBe(10_000)
    throttle.knows('buyer1', 'abroad')
    expect(throttle.attempt('buyer1', 'abroad')).toBe(0)
    expect(throttle.attempt('buyer2', 'another bot')).toBe(0)
  })
})
