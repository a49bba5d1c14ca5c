import { expect, test } from 'vitest'
import { originOf } from './address.ts'
import type { Proxies } from './address.ts'

const from = (remoteAddress: string, forwarded: string | undefined, proxies: Proxies) =>
  originOf(
    { socket: { remoteAddress }, headers: { ...(forwarded && { 'x-forwarded-for': forwarded }) } } as never,
    proxies,
  )

test.each<[string, string | undefined, Proxies, string]>([
  ['198.51.100.7', '203.0.113.1', false, '198.51.100.7'],
  ['10.0.0.1', '6.6.6.6, 203.0.113.1', 1, '203.0.113.1'],
  ['10.0.0.1', '203.0.113.1, 10.0.0.2', 2, '203.0.113.1'],
  ['10.0.0.1', undefined, 1, '10.0.0.1'],
  ['::ffff:10.0.0.1', '6.6.6.6, 203.0.113.1, 10.0.0.9', ['10.0.0.0/8'], '203.0.113.1'],
  ['192.0.2.1', '203.0.113.1', ['10.0.0.1'], '192.0.2.1'],
  ['2001:db8::1', undefined, ['10.0.0.1'], '2001:db8:0:0::/64'],
])('a connection from %s, passed on as %s, where %j are trusted counts as %s', (remote, forwarded, proxies, origin) => {
  expect(from(remote, forwarded, proxies)).toBe(origin)
})
