import { expect, test } from 'vitest'
import type { AccountStatus } from './caller.ts'
import { hasRole, may } from './permissions.ts'

const rights = (roles: readonly string[], permissions: readonly string[] = [], status: AccountStatus = 4) => ({
  roles,
  permissions,
  status,
})

test('the role admin and the wildcard pass everything', () => {
  expect(may(rights(['admin']), 'user:account:suspend')).toBe(true)
  expect(may(rights([], ['*:*:*']), 'user:account:suspend')).toBe(true)
})

test('otherwise one of the permissions asked for is needed, letter by letter', () => {
  const reviewer = rights(['reviewer'], ['user:certification:review'])
  expect(may(reviewer, 'user:certification:review')).toBe(true)
  expect(may(reviewer, 'user:account:list', 'user:certification:review')).toBe(true)
  expect(may(reviewer, 'user:account:list')).toBe(false)
  expect(may(rights(['buyer', 'Admin'], ['user:*:*', '*', 'user:account']), 'user:account:list')).toBe(false)
  expect(may(rights([]), 'user:account:list')).toBe(false)
})

test('a role passes what names it, admin what names any', () => {
  expect(hasRole(rights(['host']), 'host', 'seller')).toBe(true)
  expect(hasRole(rights(['admin']), 'seller')).toBe(true)
  expect(hasRole(rights(['buyer'], ['*:*:*']), 'seller')).toBe(false)
})

test('a suspended operator may nothing', () => {
  expect(may(rights(['admin'], ['*:*:*'], 0), 'user:account:list')).toBe(false)
  expect(may(rights(['admin'], ['*:*:*'], 2), 'user:account:list')).toBe(true)
})
