import { expect, test } from 'vitest'
import { misdirected } from './hosts.ts'

const asked = (headers: Record<string, string>, url = '/', httpVersion = '1.1') => ({
  headers,
  rawHeaders: Object.entries(headers).flat(),
  url,
  httpVersion,
})
const demo = (...request: Parameters<typeof asked>) =>
  misdirected(asked(...request), request[0]['host'], { demo: true })

test.each([
  [{ host: 'localhost:8007' }],
  [{ host: '[::1]:8007' }],
  [{ host: '127.0.0.1', origin: 'http://localhost:5173' }],
  // A sandboxed page sends the origin `null`.
  [{ host: 'localhost', origin: 'null' }],
  [{ host: 'localhost', referer: 'https://elsewhere.example/a-link-to-it' }],
])('15.1 the demo answers %j', (headers: Record<string, string>) => {
  expect(demo(headers)).toBeNull()
})

test.each([
  [{ host: 'sale.example' }],
  [{ host: 'localhost', via: '1.1 proxy' }],
  [{ host: 'localhost', forwarded: 'for=198.51.100.7' }],
  [{ host: 'localhost', 'x-forwarded-port': '443' }],
  [{ host: 'localhost', origin: 'https://sale.example' }],
])('15.1 the demo refuses %j', (headers: Record<string, string>) => {
  expect(demo(headers)).toBe('host.demo')
})

test('15.1 the demo refuses HTTP/1.0, as proxies speak it that were set up with one line', () => {
  expect(demo({ host: '127.0.0.1:8007' }, '/', '1.0')).toBe('host.demo')
})

test('15.9 an address with a host of its own must not name another', () => {
  const rules = { demo: false, publicUrls: ['https://sale.example'] }
  const at = (url: string) => misdirected(asked({ host: 'sale.example' }, url), 'sale.example', rules)
  expect([at('/index'), at('http://sale.example/index')]).toEqual([null, null])
  expect([at('http://evil.example/index'), at('https://sale.example.evil/')]).toEqual(['host.unknown', 'host.unknown'])
})
