import { PLATFORM } from '../../contract/constants.ts'

/** The key in an external link (spec §2): base64url of `platform=1007&token=…`. */
export const encodeKey = (token: string): string =>
  Buffer.from(new URLSearchParams({ platform: PLATFORM, token }).toString()).toString('base64url')

/** The token in a key; `null`: not a key made here. */
export function decodeKey(key: string): string | null {
  if (!/^[\w-]+$/.test(key)) return null
  const fields = new URLSearchParams(Buffer.from(key, 'base64url').toString())
  return fields.get('platform') === PLATFORM ? fields.get('token') : null
}
