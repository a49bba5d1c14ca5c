import { send } from '../../../client/calls/index.ts'
import { endSession, sellerToken, signedIn } from '../../../client/session/index.ts'

/** The key of an external link, if the address holds one; it leaves the address bar at once, whatever becomes of it. */
export function takeKey(): string | null {
  const url = new URL(location.href)
  const key = url.searchParams.get('key')
  if (key === null) return null
  url.searchParams.delete('key')
  history.replaceState(history.state, '', url)
  return key === '' ? null : key
}

/**
 * Signs in by the key of an external link (design §2). Whoever works here already stays who he is: a link must not put
 * somebody into another's account.
 */
export async function signInByKey(key: string): Promise<'signedIn' | 'kept'> {
  if (sellerToken.get() !== null) return 'kept'
  const { access_token, expires_in } = await send('autoLoginDefault', { query: { key } })
  signedIn(access_token, expires_in, '')
  try {
    const { account } = await send('getUserInfo', {})
    signedIn(access_token, expires_in, account)
    return 'signedIn'
  } catch (error) {
    // Nobody knows whose things are kept on this device under no name.
    endSession()
    throw error
  }
}
