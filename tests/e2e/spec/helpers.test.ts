import { i18n } from '@lingui/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  hasPermission,
  hasPermissionAnd,
  hasPermissionOr,
  hasRole,
  hasRoleAnd,
  hasRoleOr,
  isAllowed,
} from '../../../src/app/lib/permissions.ts'
import { createLink } from '../../../src/client/room/link.ts'
import { filesOf } from '../../../src/client/calls/files.ts'
import { nodeClient } from '../../support/client.tsx'
import { FakeNet } from '../../support/fake-sockets.ts'
import { FakeTime } from '../../support/fake-time.ts'
import { askedRange } from '../../../src/contract/dayRange.ts'
import { groupThousands } from '../../../src/app/lib/format/index.ts'
import { rowsOf } from './rows.ts'

// The specification's helpers, which no screen shows by themselves.

const row = rowsOf('permissions')
const catalogue = rowsOf('catalogue')
const calls = rowsOf('calls')
const live = rowsOf('live')

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

describe('answers', () => {
  afterEach(() => vi.unstubAllGlobals())
  const answering = (response: () => Response) => vi.stubGlobal('fetch', () => Promise.resolve(response()))

  it(calls('missingCode'), async () => {
    const { send } = nodeClient().calls
    for (const envelope of [{ code: 200 }, {}]) {
      answering(() => Response.json({ ...envelope, data: { name: '李雷' } }))
      expect(await send('getUserInfo', {})).toEqual({ name: '李雷' })
    }
    answering(() => Response.json({ code: 201, msg: 'not this' }))
    await expect(send('getUserInfo', {})).rejects.toMatchObject({ code: 201 })
  })

  it(calls('bytes'), async () => {
    const bytes = new Uint8Array([0x7b, 0x00, 0xff])
    answering(() => new Response(bytes, { headers: { 'content-type': 'application/pdf' } }))
    const blob = await filesOf(nodeClient()).fetchFile('/common/files/abc')
    expect(blob.type).toBe('application/pdf')
    expect(new Uint8Array(await blob.arrayBuffer())).toEqual(bytes)
  })
})

it(live('errorStops'), () => {
  const time = new FakeTime()
  const net = new FakeNet(time)
  const link = createLink(net.ports(), { heard: () => 'welcome', beat: () => 'beat', reached: () => {} })
  const beats = () => net.last.sent.filter((frame) => frame === 'beat').length
  /** The room speaks all the while, so that silence is not what ends it. */
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second += 4) {
      time.pass(4_000)
      net.last.frame('tick')
    }
  }
  link.start()
  net.last.open()
  pass(64)
  const before = beats()
  expect(before).toBeGreaterThanOrEqual(3)
  net.last.events.errored()
  pass(64)
  expect(beats()).toBe(before)
})
