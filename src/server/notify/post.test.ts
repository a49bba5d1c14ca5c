import { expect, test } from 'vitest'
import { isPublic, isPushEndpoint, postPublicly } from './post.ts'

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://web.push.apple.com/QOx',
])('%s may be a push service', (endpoint) => expect(isPushEndpoint(endpoint)).toBe(true))

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/',
  'https://user:secret@push.example/',
  'https://localhost/',
  'https://printer.local/',
  'https://127.0.0.1/',
  'https://10.0.0.7/',
  'https://192.168.1.1/admin',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/',
  'https://[fd00::1]/',
  'https://[::ffff:127.0.0.1]/',
  `https://push.example/${'x'.repeat(1_000)}`,
  'not an address',
])('%s is never asked', async (endpoint) => {
  expect(isPushEndpoint(endpoint)).toBe(false)
  await expect(postPublicly({ endpoint, headers: {}, body: Buffer.from('') })).rejects.toThrow('not a push service')
})

test('an address of the own network is not public, whatever names it', () => {
  expect(['10.1.2.3', '::ffff:10.1.2.3', 'fe80::1', '100.64.0.1'].filter(isPublic)).toEqual([])
  expect(['8.8.8.8', '2001:4860:4860::8888'].filter(isPublic)).toHaveLength(2)
})
