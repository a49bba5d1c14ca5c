import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { NewPassword } from '../../../contract/people.ts'
import { isGuessable } from './guessable.ts'

const about = {
  login: 'zhang.wei',
  companyName: 'Nordkiefer Handels GmbH',
  phone: '+8613912345678',
  email: 'z.weimin88@example.com',
  name: '张伟',
}
const list = readFileSync(new URL('passwords.txt', import.meta.url), 'utf8')
  .split('\n---\n')[1]!
  .trim()
  .split('\n')

test('the list has far more than three thousand passwords that the rule would allow, each once, with its source and licence', () => {
  expect(list.length).toBeGreaterThan(9_000)
  expect(new Set(list).size).toBe(list.length)
  expect(
    list.filter((password) => !NewPassword.safeParse(password).success || password !== password.toLowerCase()),
  ).toEqual([])
  expect(readFileSync(new URL('passwords.txt', import.meta.url), 'utf8')).toMatch(
    /^[\s\S]*zxcvbn 4\.4\.2[\s\S]*Permission is hereby granted[\s\S]*\n---\n/,
  )
})

test.each([
  ['leaked', 'passw0rd'],
  ['leaked, in capitals', 'TrustNo1'],
  ['leaked in China', 'woaini1314'],
  ['leaked in China', 'a123456'],
  ['a run', 'abc123456'],
  ['a run backwards', 'x987654321'],
  ['one letter', 'aaaaaaa1'],
  ['a row of keys', 'Qwertyui9'],
  ['a slanted row', '1qaz2wsx3edc'],
  ['a year', 'ab2026'],
  ['a birthday', 'zw19880608'],
  ['our name and a year', 'Timber2026'],
  ['our trade', 'Mucai888'],
  ['a part and a number', 'buyer123456'],
  ['his account', 'zhang1988'],
  ['his account and a run', 'Wei12345zhang'],
  ['his company', 'nordkiefer26'],
  ['his number', 'w13912345678'],
  ['its end', 'a345678b'],
  ['his mailbox', 'Weimin88x1'],
])('%s is refused: %s', (_why, password) => {
  expect(NewPassword.safeParse(password).success).toBe(true)
  expect(isGuessable(password, about)).toBe(true)
})

test.each(['x7k2p9', 'Woodpecker41', 'KieferT8r', 'mYcat8fish', 'h4nd8all99x', 'gu1tarre7', 'Spr9u7ce2k'])(
  '%s is let through',
  (password) => {
    expect(isGuessable(password, about)).toBe(false)
  },
)

test('it knows no person where there is nothing to know', () => {
  expect(isGuessable('nordkiefer26', { login: 'x', companyName: null, phone: null, email: null, name: '' })).toBe(false)
})
