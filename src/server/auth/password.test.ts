import { expect, test } from 'vitest'
import { createPasswords, hashPassword, TooBusy } from './password.ts'

test('a password fits its own hash and no other', async () => {
  const hash = await hashPassword('Timber2026')
  const passwords = createPasswords()
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.fits('Timber2026', hash)).toBe(true)
  expect(await passwords.fits('timber2026', hash)).toBe(false)
})

test('an unknown account costs a verification too, and never fits', async () => {
  expect(await createPasswords().fits('\0nobody\0', null)).toBe(false)
})

test('a flood is refused instead of queued without end', async () => {
  const hash = await hashPassword('x')
  const passwords = createPasswords()
  const flood = await Promise.allSettled(Array.from({ length: 270 }, () => passwords.fits('y', hash)))
  const refused = flood.filter((one) => one.status === 'rejected')
  expect(refused).toHaveLength(10)
  expect(refused.every((one) => one.reason instanceof TooBusy)).toBe(true)
  expect(await passwords.fits('x', hash)).toBe(true)
}, 60_000)
