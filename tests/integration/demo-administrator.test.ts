import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { instant } from '../../src/domain/units.ts'
import { AdminError, createAdministrator } from '../../src/server/admin/create-administrator.ts'
import { accountByLogin } from '../../src/server/store/accounts.ts'
import { ADMIN } from '../support/commands.ts'
import { temporaryStore } from '../support/store/temporary.ts'

let store: Awaited<ReturnType<typeof temporaryStore>>
beforeAll(async () => {
  store = await temporaryStore()
})
afterAll(() => store.close())

/** The command as an operator gives it, with the database of a running server. */
async function command(args: readonly string[], input: string) {
  const child = spawn(process.execPath, [...ADMIN, ...args], {
    env: { ...process.env, DATA_DIR: store.dataDir },
  })
  child.stdin.end(input)
  const [code, out, err] = await Promise.all([
    new Promise<number | null>((done) => child.once('close', done)),
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, out, err }
}

test('an empty world gets its first administrator by a command, its password hashed with argon2id', async () => {
  const made = await command(['create-administrator', '--login', 'chief', '--name', '周启明'], 'Kiefer77x\n')
  expect(made).toMatchObject({ code: 0, err: '' })
  expect(made.out).toContain('"chief"')
  const found = await accountByLogin(store.db, 'chief')
  expect(found?.account).toMatchObject({
    name: '周启明',
    status: 4,
    roles: ['admin'],
    permissions: ['*:*:*'],
    robot: false,
  })
  expect(found?.account.passwordHash).toMatch(/^\$argon2id\$/)
  expect(await verify(found?.account.passwordHash ?? '', 'Kiefer77x')).toBe(true)
})

test.each([
  ['no password', ['create-administrator', '--login', 'other'], '', 'No password'],
  ['another command', ['drop-everything', '--login', 'other'], 'Kiefer77x\n', 'Usage'],
  ['an option that is none', ['create-administrator', '--password', 'x'], 'Kiefer77x\n', 'Usage'],
])('%s is refused in words', async (_what, args, input, says) => {
  const refused = await command(args, input)
  expect(refused.code).toBe(1)
  expect(refused.err).toContain(says)
  expect(refused.err).not.toContain('    at ')
})

test.each([
  ['a login that exists', { login: 'chief', password: 'Kiefer77x' }, 'exists already'],
  ['a password that is too short', { login: 'other', password: 'Sp1ce' }, '6 to 20 characters'],
  ['a password without a digit', { login: 'other', password: 'SpruceLarch' }, '6 to 20 characters'],
  ['a password that is guessed first', { login: 'other', password: 'Admin2026' }, 'easily guessed'],
  ['a login that is none', { login: 'a b', password: 'Kiefer77x' }, 'A login takes'],
])('%s is refused, and nothing is made', async (_what, wanted, says) => {
  const made = createAdministrator(store.db, { id: 'other', name: 'x', now: instant(0), ...wanted })
  await expect(made).rejects.toThrow(AdminError)
  await expect(made).rejects.toThrow(says)
  expect(await accountByLogin(store.db, 'other')).toBeNull()
})
