import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Post } from '../../../src/server/notify/post.ts'

export interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

export interface PushService {
  readonly received: readonly Received[]
  /** Status of the answers. */
  answer: (path: string) => number
  /** Sends to this service instead of the host that the browser named. */
  readonly post: Post
  close(): Promise<void>
}

/** A push service that takes everything in. */
export async function startPushService(): Promise<PushService> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const path = request.url ?? ''
      const status = self.answer(path)
      if (status < 300) received.push({ path, headers: request.headers, body: Buffer.concat(parts) })
      response.writeHead(status).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const self: PushService = {
    received,
    answer: () => 201,
    post: async ({ endpoint, headers, body }) => {
      const response = await fetch(`http://127.0.0.1:${port}${new URL(endpoint).pathname}`, {
        method: 'POST',
        headers: { ...headers },
        body: new Uint8Array(body),
      })
      await response.body?.cancel()
      return response.status
    },
    async close() {
      server.close()
      await once(server, 'close')
    },
  }
  return self
}

const hmac = (key: Buffer, ...parts: readonly (Buffer | string)[]): Buffer => {
  const mac = createHmac('sha256', key)
  for (const part of parts) mac.update(part)
  return mac.digest()
}

/** A browser with keys of its own: it alone reads its messages (RFC 8291, 8188). */
export function pushBrowser(name: string) {
  const keys = createECDH('prime256v1')
  const own = keys.generateKeys()
  const auth = randomBytes(16)
  return {
    path: `/send/${name}`,
    subscription: {
      endpoint: `https://push.example/send/${name}`,
      keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
    },
    read(body: Buffer): unknown {
      const salt = body.subarray(0, 16)
      const length = body[20] ?? 0
      const sender = body.subarray(21, 21 + length)
      const sealed = body.subarray(21 + length)
      const shared = hmac(hmac(auth, keys.computeSecret(sender)), 'WebPush: info\0', own, sender, '\x01')
      const base = hmac(salt, shared)
      const key = hmac(base, 'Content-Encoding: aes128gcm\0\x01').subarray(0, 16)
      const nonce = hmac(base, 'Content-Encoding: nonce\0\x01').subarray(0, 12)
      const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
      const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString('utf8'))
    },
  }
}

/** The sender's claims, checked by its signature (RFC 8292). */
export function claimsIn(authorization: string, publicKey: string): unknown {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const raw = Buffer.from(key, 'base64url')
  const verifier = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: raw.subarray(1, 33).toString('base64url'),
      y: raw.subarray(33).toString('base64url'),
    },
  })
  const isTrue = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: verifier, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (key !== publicKey || !isTrue) throw new Error('not signed with that key')
  return JSON.parse(Buffer.from(claims, 'base64url').toString())
}
