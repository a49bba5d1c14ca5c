import { expect, test } from 'vitest'
import { createPasswords, hashPassword } from './password.ts'
import { TooBusy } from '../work/turns.ts'

test('a password fits its own hash and no other', async () => {
  const hash = await hashPassword('Timber2026')
  const passwords = createPasswords()
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.fits('Timber2026', hash, 'known')).toBe(true)
  expect(await passwords.fits('timber2026', hash, 'known')).toBe(false)
})

test('an unknown account costs a verification too, and never fits', async () => {
  expect(await createPasswords().fits('\0nobody\0', null, 'known')).toBe(false)
})

test('a flood from one address is refused instead of queued without end, and holds up neither others nor the known', async () => {
  const hash = await hashPassword('x')
  const passwords = createPasswords()
  const done: string[] = []
  const flood = Array.from({ length: 78 }, () =>
    passwords.fits('y', hash, { unknown: 'a' }).then(() => void done.push('flood')),
  )
  const settled = Promise.allSettled(flood)
  const other = passwords.fits('x', hash, { unknown: 'b' }).then((fits) => void done.push(`other ${fits}`))
  const known = passwords.fits('x', hash, 'known').then((fits) => void done.push(`known ${fits}`))
  await Promise.all([other, known])
  // Four were at it already, and four places go on while the other's is worked on.
  expect(done.filter((one) => one === 'flood').length).toBeLessThan(16)
  expect(done).toEqual(expect.arrayContaining(['known true', 'other true']))
  const refused = (await settled).filter((one) => one.status === 'rejected')
  expect(refused).toHaveLength(10)
  expect(refused.every((one) => one.reason instanceof TooBusy)).toBe(true)
}, 60_000)
