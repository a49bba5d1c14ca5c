import type { Instant } from '../../domain/units.ts'
import { isGuessable } from '../auth/guessable/guessable.ts'
import { hashPassword } from '../auth/password.ts'
import { accountByLogin, addAccount } from '../store/accounts.ts'
import type { Db } from '../store/open.ts'

/** An operator's mistake, as a message. */
export class AdminError extends Error {
  override name = 'AdminError'
}

interface NewAdministrator {
  readonly id: string
  readonly login: string
  readonly name: string
  readonly password: string
  readonly now: Instant
}

/** The rule for every password (specification §5). */
const PASSWORD = /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{6,20}$/
const LOGIN = /^[\w.@-]{1,64}$/

export async function createAdministrator(db: Db, { id, login, name, password, now }: NewAdministrator): Promise<void> {
  if (!LOGIN.test(login)) throw new AdminError('A login takes up to 64 letters, digits and . _ @ -.')
  if (!PASSWORD.test(password))
    throw new AdminError('A password takes 6 to 20 characters: letters and digits, at least one of each.')
  if (isGuessable(password, { login, name, companyName: null, phone: null, email: null }))
    throw new AdminError('This password is too common and easily guessed. Please choose another one.')
  if (await accountByLogin(db, login)) throw new AdminError(`The login "${login}" exists already.`)
  await addAccount(db, {
    id,
    login,
    name,
    passwordHash: await hashPassword(password),
    status: 4,
    roles: ['admin'],
    permissions: ['*:*:*'],
    createdAt: now,
  })
}
