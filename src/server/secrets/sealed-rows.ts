import { and, eq } from 'drizzle-orm'
import { aboutAuthenticator } from '../factors/factors.ts'
import type { Db } from '../store/open.ts'
import { authenticator, pushKey, signingKey } from '../store/schema.ts'
import type { SigningKey } from '../store/keys.ts'
import { isSealed } from './keyring.ts'
import type { Keyring } from './keyring.ts'

export const aboutPushKey = (publicKey: string): string => `push_key ${publicKey}`
const aboutKey = (keyId: string): string => `signing_key ${keyId}`

/** The key as it is stored, its private half sealed. */
export const sealKey = (keyring: Keyring, key: SigningKey): SigningKey => ({
  ...key,
  privateKey: keyring.seal(key.privateKey, aboutKey(key.keyId)),
})
/** The key ready to sign. An unsealed one dates from before keys were sealed. */
export const openKey = (keyring: Keyring, key: SigningKey): SigningKey =>
  isSealed(key.privateKey) ? { ...key, privateKey: keyring.open(key.privateKey, aboutKey(key.keyId)) } : key

/**
 * Seals secrets of the database with the newest key: unsealed ones, or also those under older keys. Returns the number
 * of rows.
 */
export async function sealAll(db: Db, keyring: Keyring, which: 'open' | 'open and old'): Promise<number> {
  const keys = (await db.select().from(signingKey)).filter(
    ({ privateKey }) => !isSealed(privateKey) || (which === 'open and old' && !keyring.isCurrent(privateKey)),
  )
  for (const key of keys) {
    const { privateKey } = sealKey(keyring, openKey(keyring, key))
    await db.update(signingKey).set({ privateKey }).where(eq(signingKey.keyId, key.keyId))
  }
  const apps = (await db.select().from(authenticator)).filter(
    ({ secret }) => which === 'open and old' && !keyring.isCurrent(secret),
  )
  for (const { accountId, secret } of apps) {
    const about = aboutAuthenticator(accountId)
    await db
      .update(authenticator)
      .set({ secret: keyring.seal(keyring.open(secret, about), about) })
      .where(and(eq(authenticator.accountId, accountId), eq(authenticator.secret, secret)))
  }
  const push = (await db.select().from(pushKey)).filter(
    ({ privateKey }) => which === 'open and old' && !keyring.isCurrent(privateKey),
  )
  for (const { publicKey, privateKey } of push) {
    const about = aboutPushKey(publicKey)
    await db
      .update(pushKey)
      .set({ privateKey: keyring.seal(keyring.open(privateKey, about), about) })
      .where(eq(pushKey.publicKey, publicKey))
  }
  return keys.length + apps.length + push.length
}
