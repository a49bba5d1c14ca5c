import { and, eq } from 'drizzle-orm'
import { CODE } from '../../../contract/codes.ts'
import type { Person } from '../../auth/caller.ts'
import type { Passwords } from '../../auth/password.ts'
import type { Throttle } from '../../auth/throttle.ts'
import { personOf } from '../../auth/tokens.ts'
import { accountByLogin } from '../../store/accounts.ts'
import type { Member } from '../../store/accounts.ts'
import type { Db } from '../../store/open.ts'
import { account } from '../../store/schema.ts'
import { fail, refuse } from '../answer.ts'
import type { Failure } from '../answer.ts'

export interface SignInNeeds {
  readonly db: Db
  readonly passwords: Passwords
  readonly throttle: Throttle
}
export interface SignedIn {
  readonly kind: 'signedIn'
  readonly person: Person
  /** What the password was compared with. */
  readonly passwordHash: string
}

/**
 * Account and password. Alike for an account that does not exist, in words and in time; alike too for one that is not
 * `asWell`.
 */
export async function signIn(
  { db, passwords, throttle }: SignInNeeds,
  login: string,
  password: string,
  address: string,
  asWell: (member: Member) => boolean = () => true,
): Promise<SignedIn | Failure> {
  const wait = throttle.attempt(login, address)
  if (wait > 0) return tooMany(wait)
  const found = await accountByLogin(db, login)
  if (!(await passwords.fits(password, found?.account.passwordHash ?? null)) || !found || !asWell(found)) {
    throttle.failed(address)
    return refuse('auth.wrong_credentials')
  }
  throttle.succeeded(login, address)
  return { kind: 'signedIn', person: personOf(found.account), passwordHash: found.account.passwordHash }
}

/**
 * Lets him in, unless his password was changed while it was being looked at: a session that begins with the old one
 * would outlive the change. The lock makes one wait for the other.
 */
export const letIn = <T>(
  db: Db,
  { person, passwordHash }: SignedIn,
  issue: (tx: Db) => Promise<T>,
): Promise<T | Failure> =>
  db.transaction(async (tx) => {
    const [same] = await tx
      .select({ id: account.id })
      .from(account)
      .where(and(eq(account.id, person.id), eq(account.passwordHash, passwordHash)))
      .for('share')
    return same ? issue(tx) : refuse('auth.wrong_credentials')
  })

export function tooMany(waitMs: number): Failure {
  const seconds = Math.ceil(waitMs / 1000)
  return fail(CODE.tooMany, 'auth.too_many_attempts', { numbers: { seconds }, retryAfter: seconds })
}
