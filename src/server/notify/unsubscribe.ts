import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AccountId } from '../../domain/lot.ts'
import type { Keyring } from '../secrets/keyring.ts'

export const UNSUBSCRIBE_PATH = '/unsubscribe'
const ABOUT = 'mail that is declined in one step'

export interface Unsubscribe {
  /** The address in a person's mails (RFC 8058); `null`: the site has no address over TLS, which mail programs ask for. */
  addressFor(account: AccountId): string | null
  /** The account that such an address is of; `null`: it was not made here. */
  accountIn(query: { readonly account?: unknown; readonly key?: unknown }): AccountId | null
}

/** Addresses that turn an account's mails off: whoever holds one can do that, and nothing else. */
export function openUnsubscribe({ derive }: Pick<Keyring, 'derive'>, publicUrl: string | null): Unsubscribe {
  const keys = derive(ABOUT)
  const keyOf = (secret: Buffer, account: AccountId): Buffer => createHmac('sha256', secret).update(account).digest()
  return {
    addressFor(account) {
      const [newest] = keys
      if (newest === undefined || !publicUrl?.startsWith('https:')) return null
      const query = new URLSearchParams({ account, key: keyOf(newest, account).toString('base64url') })
      return `${publicUrl}${UNSUBSCRIBE_PATH}?${query.toString()}`
    },
    accountIn({ account, key }) {
      if (typeof account !== 'string' || typeof key !== 'string') return null
      const given = Buffer.from(key, 'base64url')
      const fits = keys.some((secret) => {
        const own = keyOf(secret, account)
        return own.length === given.length && timingSafeEqual(own, given)
      })
      return fits ? account : null
    },
  }
}
