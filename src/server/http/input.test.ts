import { describe, expect, test } from 'vitest'
import { assemblyLogin, login } from '../../contract/calls/auth.ts'
import { bidOrCounteroffer } from '../../contract/calls/bidding.ts'
import { lotList } from '../../contract/calls/lots.ts'
import { parseInput } from './input.ts'

const body = (value: unknown) => ({ params: {}, query: {}, body: value })
const query = (value: unknown) => ({ params: {}, query: value, body: undefined })

describe('input', () => {
  test('arrives decoded, trimmed and with its defaults', () => {
    expect(parseInput(login, body({ account: ' buyer1 ', password: ' as typed ' }))).toEqual({
      ok: true,
      value: { params: undefined, query: undefined, body: { account: 'buyer1', password: ' as typed ' } },
    })
    expect(parseInput(lotList, query({ scheduleTimelineId: 't', minPrice: '10.5' }))).toMatchObject({
      value: { query: { pageNum: 1, pageSize: 20, minPrice: 1050 } },
    })
  })

  test.each<[string, unknown, string, string]>([
    ['nothing', undefined, 'body', 'invalid_type'],
    ['a list for an object', [], 'body', 'invalid_type'],
    ['text for an object', 'x', 'body', 'invalid_type'],
    ['a missing field', { account: 'a' }, 'body.password', 'invalid_type'],
    ['a number for text', { account: 1, password: 'x' }, 'body.account', 'invalid_type'],
    ['spaces alone', { account: '  ', password: 'x' }, 'body.account', 'too_small'],
    ['a NUL', { account: 'a\0', password: 'x' }, 'body.account', 'not_text'],
    ['half a surrogate pair', { account: '\ud83d', password: 'x' }, 'body.account', 'not_text'],
    ['a NUL in a key', { 'a\0': 1, account: 'a', password: 'x' }, 'body', 'not_text'],
    [
      'a key of the prototype',
      JSON.parse('{"__proto__":{"admin":true},"account":"a","password":"x"}'),
      'body.__proto__',
      'forbidden_key',
    ],
    [
      'a nested key of the prototype',
      { account: { constructor: 1 }, password: 'x' },
      'body.account.constructor',
      'forbidden_key',
    ],
    [
      'a well of brackets',
      JSON.parse(`{"account":${'['.repeat(5000)}${']'.repeat(5000)},"password":"x"}`),
      `body.account${'.0'.repeat(7)}`,
      'too_deep',
    ],
  ])('%s is told where it is', (_what, value, path, code) => {
    expect(parseInput(login, body(value))).toEqual({ ok: false, errors: [{ path, code }] })
  })

  test('a query given twice is refused, whatever it would become', () => {
    expect(parseInput(lotList, query({ scheduleTimelineId: 't', pageNum: ['1', '2'] }))).toEqual({
      ok: false,
      errors: [{ path: 'query.pageNum', code: 'duplicate' }],
    })
  })

  test('of two ways the nearer one says what is wrong', () => {
    expect(parseInput(assemblyLogin, body({ scheduleTimelineId: 't', account: 'a' }))).toMatchObject({
      errors: [{ path: 'body.password', code: 'invalid_type' }],
    })
    expect(parseInput(bidOrCounteroffer, body({ type: '3' }))).toMatchObject({ errors: [{ path: 'body.type' }] })
  })

  test('at most twenty errors are told', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`k${n}`, '\0']))
    const parsed = parseInput(login, body(many))
    expect(parsed.ok ? 0 : parsed.errors.length).toBe(20)
  })
})
