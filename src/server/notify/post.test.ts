import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { exchange, isPublic, isPushEndpoint, postTo, PUSH_HOSTS } from './post.ts'

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://web.push.apple.com/QOx',
  'https://wns2-par02p.notify.windows.com/w/?token=x',
])('%s may be a push service', (endpoint) => expect(isPushEndpoint(endpoint, PUSH_HOSTS)).toBe(true))

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/',
  'https://user:secret@fcm.googleapis.com/',
  // Public hosts that are no push service, and names that look like one.
  'https://push.example/send/abc',
  'https://fcm.googleapis.com.evil.example/',
  'https://evilnotify.windows.com/',
  'https://notify.windows.com/',
  'https://8.8.8.8/',
  'https://localhost/',
  'https://printer.local/',
  'https://127.0.0.1/',
  'https://10.0.0.7/',
  'https://192.168.1.1/admin',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/',
  'https://[fd00::1]/',
  'https://[::ffff:127.0.0.1]/',
  `https://fcm.googleapis.com/${'x'.repeat(1_000)}`,
  'not an address',
])('%s is never asked', async (endpoint) => {
  expect(isPushEndpoint(endpoint, PUSH_HOSTS)).toBe(false)
  await expect(postTo(PUSH_HOSTS)({ endpoint, headers: {}, body: Buffer.from('') })).rejects.toThrow(
    'not a push service',
  )
})

test('an address of the own network is not public, whatever names it', () => {
  expect(
    ['10.1.2.3', '::ffff:10.1.2.3', 'fe80::1', '100.64.0.1', '64:ff9b:1::a01:203', '2002:a01:203::1'].filter(isPublic),
  ).toEqual([])
  expect(['8.8.8.8', '2001:4860:4860::8888'].filter(isPublic)).toHaveLength(2)
})

async function listening(server: Server) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { endpoint: `http://127.0.0.1:${port}/`, headers: {}, body: Buffer.from('sealed') }
}

test('a push service that answers drop by drop is left when its time is up', async () => {
  const service = createSocketServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('HTTP/1.1 201 Created\r\n')
    const drops = setInterval(() => socket.write('x-drop: 1\r\n'), 10)
    socket.on('close', () => clearInterval(drops))
  })
  await expect(exchange(request, await listening(service), 200)).rejects.toThrow('the push service did not answer')
})

test('of an answer nothing but the status is read: the connection ends, however long the body would be', async () => {
  const service = createServer((_request, response) => {
    response.writeHead(201)
    const more = (): void => void (response.destroyed || response.write('x'.repeat(65_536), more))
    more()
  })
  const left = new Promise<void>((resolve) => {
    service.on('connection', (socket) => void socket.on('close', () => resolve()))
  })
  expect(await exchange(request, await listening(service), 5_000)).toBe(201)
  await left
})
