import { createHash, randomBytes } from 'node:crypto'

/**
 * The secret of a device on which an account has signed in: it tells that device from others behind the same address,
 * and grants nothing. It goes to the calls that sign in and send codes alone.
 */
export const DEVICE_COOKIE = 'Timber-Device'
const PATHS = ['/auth', '/user/sysUser'] as const
const KEPT_S = 180 * 24 * 3_600
/** 256 bits, base64url. */
const SECRET = /^[\w-]{43}$/

export const newDeviceSecret = (): string => randomBytes(32).toString('base64url')
export const deviceHash = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** The secret in a `Cookie` header; `null`: none, or a malformed one. */
export function deviceSecretOf(cookies: string | undefined): string | null {
  for (const cookie of (cookies ?? '').split(';')) {
    const [name = '', value = ''] = cookie.trim().split('=')
    if (name === DEVICE_COOKIE && SECRET.test(value)) return value
  }
  return null
}

/** One `Set-Cookie` per path that the secret is sent to. Scripts cannot read it, other sites' pages do not send it. */
export const deviceCookies = (secret: string, base: string, secure: boolean): string[] =>
  PATHS.map(
    (path) =>
      `${DEVICE_COOKIE}=${secret}; Path=${base}${path}; Max-Age=${KEPT_S}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`,
  )
