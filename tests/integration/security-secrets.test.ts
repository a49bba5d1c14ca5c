import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newSigningKey, signerOf } from '../../src/server/receipt.ts'
import { addKey, dropOldKeys, newKey, openKeyring } from '../../src/server/secrets/keyring.ts'
import { openKey, sealAll } from '../../src/server/secrets/sealed-rows.ts'
import { keepSigningKey, signingKeys } from '../../src/server/store/keys.ts'
import { ADMIN } from '../support/commands.ts'
import { temporaryStore } from '../support/store/temporary.ts'

describe('15.6 keys from outside the database', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'keys-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true }))

  test('a file is made at the first use, for its owner’s eyes alone, and stays', () => {
    const sealed = openKeyring({ dataDir, secretKey: null }).seal('secret', 'of a')
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
    expect(sealed).not.toContain('secret')
    expect(openKeyring({ dataDir, secretKey: null }).open(sealed, 'of a')).toBe('secret')
  })

  test('what is sealed for one opens for no other, nor changed, nor under another key', () => {
    const keyring = openKeyring({ dataDir, secretKey: newKey() })
    const sealed = keyring.seal('secret', 'of a')
    expect(() => keyring.open(sealed, 'of b')).toThrow()
    const at = sealed.length - 10
    expect(() =>
      keyring.open(sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1), 'of a'),
    ).toThrow()
    expect(() => openKeyring({ dataDir, secretKey: newKey() }).open(sealed, 'of a')).toThrow(/Put that key back/)
    expect(() => openKeyring({ dataDir, secretKey: 'short' })).toThrow(/32 bytes/)
  })

  test('a node that runs on reads a key that was added', () => {
    const running = openKeyring({ dataDir, secretKey: null })
    running.seal('x', 'y')
    addKey(dataDir)
    const sealed = openKeyring({ dataDir, secretKey: null }).seal('secret', 'of a')
    dropOldKeys(dataDir)
    expect(running.open(sealed, 'of a')).toBe('secret')
    writeFileSync(join(dataDir, 'secret.key'), 'nothing\n')
    expect(() => openKeyring({ dataDir, secretKey: null })).toThrow(/32 bytes/)
  })
})

test('15.6 the key of receipts stands sealed in the database, from before too, and is sealed anew by the command', async () => {
  const store = await temporaryStore()
  try {
    const [{ dataDir }, key] = [store, newSigningKey(new Date())]
    await keepSigningKey(store.db, key)
    await sealAll(store.db, openKeyring({ dataDir, secretKey: null }), 'open')
    const stored = async () => (await signingKeys(store.db))[0]!
    const before = await stored()
    expect(before.privateKey).not.toContain('PRIVATE KEY')
    const admin = (command: string) =>
      spawnSync(process.execPath, [...ADMIN, command], {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
      })
    const old = readFileSync(join(dataDir, 'secret.key'), 'utf8')
    expect(admin('rotate-secret-key')).toMatchObject({ status: 0, stderr: '' })
    expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).not.toContain(old.trim())
    const after = await stored()
    expect(after.privateKey).not.toBe(before.privateKey)
    const keyring = openKeyring({ dataDir, secretKey: null })
    expect(openKey(keyring, after).privateKey).toBe(key.privateKey)
    expect(admin('rotate-receipt-key')).toMatchObject({ status: 0, stderr: '' })
    const [newest, ...others] = await signingKeys(store.db)
    expect(others.map(({ keyId }) => keyId)).toEqual([key.keyId])
    expect(signerOf(openKey(keyring, newest!)).keyId).not.toBe(key.keyId)
  } finally {
    await store.close()
  }
})
