import { expect, test } from 'vitest'
import type { Verdict } from '../../contract/verdict.ts'
import { Keys } from './keys.ts'

const verdict: Verdict = { verdict: 'accepted', reason: null, seq: 1, price: null, at: null, receipt: null }
const key = (bidKey: string, account = 'anna') => ({ account, bidKey, fingerprint: 'f' })

test("a key is its account's, whatever either is called", () => {
  const keys = new Keys()
  keys.decide(key('k', 'anna'), verdict)
  expect(keys.get(key('k', 'bert'))).toBeNull()
  expect(keys.get(key('k', 'anna'))).toMatchObject({ state: 'decided', verdict })
})

test('of many decided keys the oldest are forgotten, those that wait never', () => {
  const keys = new Keys()
  keys.wait(key('waits'), Promise.resolve(verdict))
  for (let i = 0; i < 2_001; i++) keys.decide(key(`k${i}`), verdict)
  expect(keys.get(key('k0'))).toBeNull()
  expect(keys.get(key('k1'))).not.toBeNull()
  expect(keys.get(key('waits'))).toMatchObject({ state: 'waiting' })
})

test('a key whose outcome is unknown is forgotten; a decided one is not', () => {
  const keys = new Keys()
  keys.wait(key('a'), Promise.resolve(verdict))
  keys.forget(key('a'))
  expect(keys.get(key('a'))).toBeNull()
  keys.decide(key('a'), verdict)
  keys.forget(key('a'))
  expect(keys.get(key('a'))).not.toBeNull()
})
