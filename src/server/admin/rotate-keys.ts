import type { Config } from '../config.ts'
import { newSigningKey } from '../receipt.ts'
import { addKey, dropOldKeys, openKeyring } from '../secrets/keyring.ts'
import { sealAll, sealKey } from '../secrets/sealed-rows.ts'
import { keepSigningKey } from '../store/keys.ts'
import type { Db } from '../store/open.ts'

type Keys = Pick<Config, 'dataDir' | 'secretKey'>

/**
 * Seals all secrets with the newest key, a new one if keys are in the file, and deletes the others from the file; keys
 * of the environment are left to the operator.
 */
export async function rotateSecretKey(db: Db, keys: Keys): Promise<string> {
  if (keys.secretKey === null) addKey(keys.dataDir)
  const count = await sealAll(db, openKeyring(keys), 'open and old')
  if (keys.secretKey === null) dropOldKeys(keys.dataDir)
  return keys.secretKey === null
    ? `${count} secrets stand under a new key now. Copy secret.key to where its copy is kept.`
    : `${count} secrets stand under the first key of SECRET_KEY now. The others can be taken out of it.`
}

export async function rotateReceiptKey(db: Db, keys: Keys): Promise<string> {
  const key = newSigningKey(new Date())
  await keepSigningKey(db, sealKey(openKeyring(keys), key))
  return `Receipt key ${key.keyId} is made. A node signs with it from its next start on.`
}
