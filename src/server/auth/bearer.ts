/**
 * The content of the `Authorization` header. No cookie and no query is ever read, so cross-site requests cannot be
 * forged.
 */
export type Bearer =
  | { readonly kind: 'none' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'token'; readonly token: string }

/** 256 bits in base64url. */
const TOKEN = /^[\w-]{43}$/

export function bearerOf(header: string | undefined): Bearer {
  if (header === undefined || header.trim() === '') return { kind: 'none' }
  const token = /^bearer +(\S+)\s*$/i.exec(header)?.[1]
  return token !== undefined && TOKEN.test(token) ? { kind: 'token', token } : { kind: 'malformed' }
}
