import { and, eq } from 'drizzle-orm'
import { CODE } from '../../../contract/codes.ts'
import type { Person } from '../../auth/caller.ts'
import type { Passwords } from '../../auth/password.ts'
import type { Line } from '../../work/turns.ts'
import { newDeviceSecret } from '../../auth/device.ts'
import { isClockFault } from '../../factors/factors.ts'
import { networkOf } from '../../auth/network.ts'
import type { Attempt, Origin, Throttle } from '../../auth/throttle.ts'
import type { Brought, Factors } from '../../factors/factors.ts'
import { personOf } from '../../auth/tokens.ts'
import { accountByLogin } from '../../store/accounts.ts'
import type { Account, Member } from '../../store/accounts.ts'
import type { Db } from '../../store/open.ts'
import { account } from '../../store/schema.ts'
import { fail, refuse } from '../answer.ts'
import type { Failure } from '../answer.ts'

export interface SignInNeeds {
  readonly db: Db
  readonly passwords: Passwords
  readonly throttle: Throttle
  readonly factors: Pick<Factors, 'confirm'>
}
export interface SignedIn {
  readonly kind: 'signedIn'
  readonly person: Person
  readonly account: Account
  /** The hash that the password was checked against. */
  readonly passwordHash: string
  /** The device's own secret, or a new one for it. */
  readonly deviceSecret: string
}

/**
 * Checks account, password and, where there is one, the second factor. An account that does not exist, or is not
 * accepted by `asWell`, gets the same answer in the same time.
 */
export async function signIn(
  { db, passwords, throttle, factors }: SignInNeeds,
  login: string,
  password: string,
  brought: Brought,
  asWell: (member: Member) => boolean = () => true,
): Promise<SignedIn | Failure> {
  const { from } = brought
  const attempt = await throttle.attempt(login, from)
  if (attempt.kind === 'wait') return tooMany(attempt.ms)
  const found = await accountByLogin(db, login)
  if (
    !(await passwords.fits(password, found?.account.passwordHash ?? null, lineOf(attempt, from))) ||
    !found ||
    !asWell(found)
  )
    return refuse('auth.wrong_credentials')
  const person = personOf(found.account)
  const unproven = await factors.confirm(person, brought)
  if (unproven && isClockFault(unproven)) await attempt.uncounted()
  if (unproven) return unproven
  const deviceSecret = from.secret ?? newDeviceSecret()
  await attempt.succeeded(deviceSecret)
  const { passwordHash } = found.account
  return { kind: 'signedIn', person, account: found.account, passwordHash, deviceSecret }
}

/**
 * Before acts that an unattended device must not be able to do: asks for the password again, and the second factor if
 * there is one.
 */
export async function confirmPassword(
  needs: SignInNeeds,
  { login }: Person,
  password: string,
  brought: Brought,
): Promise<Failure | null> {
  const who = await signIn(needs, login, password, brought)
  if (who.kind !== 'failed') return null
  return who.reason === 'auth.wrong_credentials' ? refuse('account.wrong_password') : who
}

export const lineOf = ({ known }: Pick<Attempt, 'known'>, { address }: Origin): Line =>
  known ? 'known' : { unknown: networkOf(address).nearest }

/**
 * Creates the session, unless the password was changed during the check: a session begun with the old one would outlive
 * the change. The lock serialises both.
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
