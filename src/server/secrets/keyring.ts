import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf, StoreRefused } from '../store/errors.ts'

/** Encrypts secrets of the database with keys that are not in it. */
export interface Keyring {
  /** `about`: the kind of secret and its owner. A secret sealed for one does not open for another. */
  seal(secret: string, about: string): string
  open(sealed: string, about: string): string
  /** Whether the secret is sealed with the newest key. */
  isCurrent(sealed: string): boolean
  /** A secret for a purpose, derived from each key, the newest first. */
  derive(about: string): readonly Buffer[]
}

interface Key {
  readonly id: string
  readonly bytes: Buffer
}

const BYTES = 32
const NONCE = 12
const TAG = 16
const VERSION = 'v1'

class SecretUnreadable extends StoreRefused {
  override name = 'SecretUnreadable'
}

/** Keys from the environment, or from the file below `dataDir`, which is made if missing. */
export function openKeyring({
  dataDir,
  secretKey,
}: {
  readonly dataDir: string
  readonly secretKey: string | null
}): Keyring {
  let keys = secretKey === null ? keysIn(readOrMake(dataDir)) : keysIn(secretKey.replaceAll(',', '\n'))
  const find = (id: string): Key | undefined => keys.find((key) => key.id === id)
  return {
    seal(secret, about) {
      const [{ id, bytes }] = keys
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(Buffer.from(about))
      const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [VERSION, id, sealed.toString('base64url')].join('.')
    },
    open(sealed, about) {
      const [version, id = '', text = ''] = sealed.split('.')
      // Another process may have rotated the file.
      if (!find(id) && secretKey === null) keys = keysIn(readOrMake(dataDir))
      const key = find(id)
      if (version !== VERSION || !key)
        throw new SecretUnreadable(
          `A secret in the database stands under key ${id}, which is neither in SECRET_KEY nor in ${join(dataDir, FILE)}. Put that key back.`,
        )
      const bytes = Buffer.from(text, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, NONCE))
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(-TAG))
      return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString('utf8')
    },
    isCurrent: (sealed) => sealed.startsWith(`${VERSION}.${keys[0].id}.`),
    derive: (about) => keys.map(({ bytes }) => Buffer.from(hkdfSync('sha256', bytes, '', about, BYTES))),
  }
}

export const isSealed = (text: string): boolean => text.startsWith(`${VERSION}.`)

const FILE = 'secret.key'

/** Adds a new key in front of the file's others. */
export function addKey(dataDir: string): void {
  write(dataDir, `${newKey()}\n${readOrMake(dataDir).trim()}\n`)
}

/** Keeps only the newest key. Call once nothing is sealed with the others. */
export function dropOldKeys(dataDir: string): void {
  write(dataDir, `${readOrMake(dataDir).trim().split('\n', 1)[0] ?? ''}\n`)
}

/** All keys, for a backup: the newest first, one a line. */
export const keysText = ({
  dataDir,
  secretKey,
}: {
  readonly dataDir: string
  readonly secretKey: string | null
}): string => (secretKey === null ? readOrMake(dataDir) : `${secretKey.replaceAll(',', '\n')}\n`)

/** Replaces the folder's keys with those of a backup. */
export function putKeys(dataDir: string, text: string): void {
  keysIn(text)
  write(dataDir, text)
}

/** Whether the folder has keys that differ from these. */
export function hasOtherKeys(dataDir: string, text: string): boolean {
  try {
    return readFileSync(join(dataDir, FILE), 'utf8') !== text
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

export const newKey = (): string => randomBytes(BYTES).toString('base64url')

/** Writes the file atomically: a power cut must not leave half a key. */
function write(dataDir: string, text: string): void {
  const draft = join(dataDir, `${FILE}.${process.pid}`)
  writeFileSync(draft, text, { mode: 0o600, flush: true })
  renameSync(draft, join(dataDir, FILE))
}

function readOrMake(dataDir: string): string {
  const path = join(dataDir, FILE)
  try {
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600)
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  mkdirSync(dataDir, { recursive: true })
  const draft = join(dataDir, `${FILE}.${process.pid}`)
  writeFileSync(draft, `${newKey()}\n`, { mode: 0o600, flush: true })
  try {
    // Of two nodes that start at once the first wins, and both use its key.
    linkSync(draft, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(path, 'utf8')
}

function keysIn(text: string): readonly [Key, ...Key[]] {
  const [first, ...others] = text
    .trim()
    .split(/\s+/)
    .map((line) => Buffer.from(line, 'base64url'))
    .map((bytes) => ({ id: hash('sha256', bytes).slice(0, 8), bytes }))
  if (!first || [first, ...others].some(({ bytes }) => bytes.length !== BYTES))
    throw new StoreRefused(`A key of SECRET_KEY or ${FILE} is not ${BYTES} bytes as base64url.`)
  return [first, ...others]
}
