import { i18n } from '@lingui/core'
import { describe, expect, it } from 'vitest'
import {
  hasPermission,
  hasPermissionAnd,
  hasPermissionOr,
  hasRole,
  hasRoleAnd,
  hasRoleOr,
  isAllowed,
} from '../../../src/app/lib/permissions.ts'
import { askedRange } from '../../../src/contract/dayRange.ts'
import { groupThousands } from '../../../src/app/lib/format/index.ts'
import { rowsOf } from './rows.ts'

// The specification's helpers, which no screen shows by themselves.

const row = rowsOf('permissions')
const catalogue = rowsOf('catalogue')

i18n.loadAndActivate({ locale: 'en', messages: {} })

const admin = { roles: ['admin'], permissions: [] }
const wildcard = { roles: [], permissions: ['*:*:*'] }
const clerk = { roles: ['clerk', 'host'], permissions: ['user:account:list', 'system:outbox:list'] }
const roleless = { roles: [], permissions: [] }

describe(row('admin'), () => {
  it('the admin role passes everything', () => {
    expect(hasRole(admin, 'host')).toBe(true)
    expect(hasRoleOr(admin, ['host', 'seller'])).toBe(true)
    expect(hasRoleAnd(admin, ['host', 'seller'])).toBe(true)
  })
  it('otherwise the user needs one of the listed roles', () => {
    expect(hasRoleOr(clerk, ['seller', 'host'])).toBe(true)
    expect(hasRoleOr(clerk, ['seller', 'buyer'])).toBe(false)
    expect(hasRoleOr(roleless, ['seller'])).toBe(false)
  })
})

describe(row('wildcard'), () => {
  it('the wildcard *:*:* passes everything', () => {
    expect(hasPermission(wildcard, 'system:settings:edit')).toBe(true)
    expect(hasPermissionAnd(wildcard, ['a:b:c', 'd:e:f'])).toBe(true)
  })
  it('otherwise one of the listed permissions is needed; part of one is none', () => {
    expect(hasPermissionOr(clerk, ['system:settings:edit', 'user:account:list'])).toBe(true)
    expect(hasPermissionOr(clerk, ['system:settings:edit'])).toBe(false)
    expect(hasPermission(clerk, 'user:account')).toBe(false)
  })
  it('the admin role passes here as it does on the server; a wildcard is no role', () => {
    expect(hasPermission(admin, 'system:settings:edit')).toBe(true)
    expect(hasRole(wildcard, 'host')).toBe(false)
  })
})

it(row('single'), () => {
  expect(hasRole(clerk, 'host')).toBe(true)
  expect(hasRole(clerk, 'seller')).toBe(false)
  expect(hasRoleOr(clerk, ['seller', 'host'])).toBe(true)
  expect(hasRoleAnd(clerk, ['clerk', 'host'])).toBe(true)
  expect(hasRoleAnd(clerk, ['clerk', 'seller'])).toBe(false)
  expect(hasPermission(clerk, 'user:account:list')).toBe(true)
  expect(hasPermissionOr(clerk, ['system:settings:edit', 'user:account:list'])).toBe(true)
  expect(hasPermissionAnd(clerk, ['user:account:list', 'system:outbox:list'])).toBe(true)
  expect(hasPermissionAnd(clerk, ['user:account:list', 'system:settings:edit'])).toBe(false)
})

describe('elements failing the check are removed (spec §6)', () => {
  it('shown to who has one of them', () =>
    expect(isAllowed(i18n, clerk, { permissions: ['user:account:list', 'x:y:z'] })).toBe(true))
  it('not to others, nor to a visitor', () => {
    expect(isAllowed(i18n, roleless, { permissions: ['user:account:list'] })).toBe(false)
    expect(isAllowed(i18n, null, { roles: ['host'] })).toBe(false)
  })
})

describe(row('empty'), () => {
  it('an empty array asks to set the tag value', () => {
    expect(() => isAllowed(i18n, clerk, { roles: [] })).toThrow('Please set the role tag value')
    expect(() => isAllowed(i18n, clerk, { permissions: [] })).toThrow('Please set the permission tag value')
    expect(() => isAllowed(i18n, clerk, {})).toThrow(/tag value/)
  })
})

it(row('dateRange'), () => {
  const range = { beginTime: '2026-11-01', endTime: '2026-11-27' }
  expect(askedRange(range)).toEqual(range)
  expect(askedRange(range, 'SignTime')).toEqual({ beginSignTime: '2026-11-01', endSignTime: '2026-11-27' })
  expect(askedRange({ endTime: '2026-11-27' })).toEqual({ endTime: '2026-11-27' })
})

it.each([
  [null, '0'],
  [undefined, '0'],
  ['', '0'],
  ['0', '0'],
  ['999', '999'],
  ['1000', '1,000'],
  ['-1234567.5', '-1,234,567.5'],
  [1234567, '1,234,567'],
  ['n/a', 'n/a'],
])(`${catalogue('zero')}: %j`, (value, shown) => expect(groupThousands(value)).toBe(shown))
