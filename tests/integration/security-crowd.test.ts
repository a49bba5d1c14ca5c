import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { CODE } from '../../src/contract/codes.ts'
import { buildIfStale } from '../../src/server/build.ts'
import { ROOT } from '../../src/server/main.ts'
import { quiet } from '../../src/server/logger.ts'
import { hashPassword } from '../../src/server/auth/password.ts'
import { addAccount } from '../../src/server/store/accounts.ts'
import { openStore } from '../../src/server/store/open.ts'
import { freshDataDir, startServer } from '../support/server.ts'
import type { TestServer } from '../support/server.ts'
import { placeEmptyStore } from '../support/store/empty.ts'
import { someAccount } from '../support/store/rows.ts'

// All callers are unknown: no account has signed in on this server before, from anywhere.
const PASSWORD = 'Kiefer77x'
const PEOPLE = Array.from({ length: 25 }, (_, i) => `person${i}`)
const OPERATORS = ['operator1', 'operator2']
let server: TestServer
beforeAll(async () => {
  await buildIfStale(ROOT, () => undefined)
  const dataDir = freshDataDir()
  await placeEmptyStore(dataDir)
  const store = await openStore({ dataDir, databaseUrl: null }, quiet)
  const passwordHash = await hashPassword(PASSWORD)
  for (const login of [...PEOPLE, ...OPERATORS])
    await addAccount(
      store.db,
      someAccount({ id: login, login, passwordHash, roles: OPERATORS.includes(login) ? ['admin'] : [] }),
    )
  await store.close()
  server = await startServer({ dataDir, env: { DEMO: '0', TRUST_PROXY: '1' } })
}, 300_000)
afterAll(() => server.stop())

const Reply = z.looseObject({ code: z.number() })
async function login(account: string, password: string, address: string): Promise<number> {
  const answer = await fetch(`${server.url}/prod-api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ account, password }),
  })
  return Reply.parse(await answer.json()).code
}

/** Floods until aborted; returns the number of attempts. */
async function flood(guess: (i: number) => Promise<number>, done: AbortSignal, atOnce: number): Promise<number> {
  let sent = 0
  const one = async (): Promise<void> => {
    while (!done.aborted) {
      sent += 1
      // Refusals cost nothing, so the attacker retries soon, leaving this machine some time.
      if ((await guess(sent)) === 429) await wait(20)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return sent
}

describe('15, must show 3', () => {
  test.each([
    ['at one account', (i: number) => login('person0', `guess${i}`, '198.51.100.1')],
    ['at one account after another', (i: number) => login(`nobody${i}`, 'guess', '198.51.100.2')],
  ] as const)(
    '25 people behind one address sign in while one of them guesses %s as fast as the server lets',
    async (_how, guess) => {
      const address = _how === 'at one account' ? '198.51.100.1' : '198.51.100.2'
      const done = new AbortController()
      const flooding = flood(guess, done.signal, 1)
      await wait(500)
      const codes = await Promise.all(PEOPLE.slice(1).map((person) => login(person, PASSWORD, address)))
      done.abort()
      await flooding
      expect(codes.every((code) => code === 200)).toBe(true)
    },
    90_000,
  )

  test.each([
    ['at the operator’s account', () => 'operator1'],
    ['at any account', (i: number) => `victim${i}`],
  ] as const)(
    'an operator does not queue behind 10 addresses that send 100 parallel wrong guesses each, %s',
    async (how, victim) => {
      const operator = how === 'at any account' ? 'operator2' : 'operator1'
      // Guesses whose password was checked. The throttle refuses the others at once, without a turn.
      let checked = 0
      const guesses = Array.from({ length: 1_000 }, async (_, i) => {
        if ((await login(victim(i), `guess${i}`, `203.0.113.${i % 10}`)) === CODE.refused) checked += 1
      })
      const all = Promise.allSettled(guesses)
      await guesses[0]
      const code = await login(operator, PASSWORD, how === 'at any account' ? '192.0.2.8' : '192.0.2.7')
      const before = checked
      await all
      expect(code).toBe(200)
      // In one line for all, every guess that was sent before would be checked before.
      expect(checked).toBeGreaterThan(before)
    },
    120_000,
  )
})
