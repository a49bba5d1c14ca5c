import type { Client } from '../../../client/client.ts'

/**
 * The key of an external link, if the address has one. It is removed from the address bar at once, even if the sign-in
 * fails.
 */
export function takeKey(): string | null {
  const url = new URL(location.href)
  const key = url.searchParams.get('key')
  if (key === null) return null
  url.searchParams.delete('key')
  history.replaceState(history.state, '', url)
  return key === '' ? null : key
}

/**
 * Signs in by the key of an external link (design §2). A signed-in account stays: a link must not switch the person to
 * another account.
 */
export async function signInByKey({ calls: { send }, session }: Client, key: string): Promise<'signedIn' | 'kept'> {
  if (session.token.get() !== null) return 'kept'
  const { access_token, expires_in } = await send('autoLoginDefault', { query: { key } })
  session.signedIn(access_token, expires_in, '')
  try {
    const { account } = await send('getUserInfo', {})
    session.signedIn(access_token, expires_in, account)
    return 'signedIn'
  } catch (error) {
    // Data stored on this device without an account's name must not be shown to any account.
    session.end()
    throw error
  }
}
