import { randomInt } from 'node:crypto'
import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { verify } from 'otplib'
import { isSecondFactor } from '../../contract/second-factor.ts'
import type { AccountId } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'
import type { Passwords } from '../auth/password.ts'
import type { Origin, Throttle } from '../auth/throttle.ts'
import { fail, refuse } from '../failure.ts'
import type { Failure } from '../failure.ts'
import { CODE } from '../../contract/codes.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { changeAccount } from '../store/accounts.ts'
import type { Db } from '../store/open.ts'
import { authenticator, passkey, recoveryCode } from '../store/schema.ts'
import type { Passkeys, Site } from './passkeys.ts'

/** The owner of the factor. */
export interface Owner {
  readonly id: AccountId
  readonly login: string
  readonly secondFactor?: true
}
/** The second factor that a call brought, and the call's origin. */
export interface Brought {
  readonly second: string | null
  readonly site: Site
  readonly from: Origin
  readonly at: Instant
}

export interface Factors {
  /** `null`: the second factor is right, or the account has none. */
  confirm(owner: Owner, brought: Brought): Promise<Failure | null>
  /**
   * After a factor was added or removed: updates the account; returns ten recovery codes when the first factor came.
   */
  settle(owner: Owner, at: Instant): Promise<readonly string[]>
  renewCodes(owner: Owner): Promise<readonly string[]>
  /** `null`: the authenticator's code is right and was not used before. */
  takesCode(owner: Pick<Owner, 'id'>, code: string, at: Instant): Promise<Failure | null>
}

interface Needs {
  readonly db: Db
  readonly keyring: Keyring
  readonly passwords: Passwords
  readonly throttle: Throttle
  readonly passkeys: Pick<Passkeys, 'verify'>
}

/** An authenticator's clock may be wrong by half a minute either way. */
const TOLERANCE_S = 30
/** A code of a clock that is wrong by more, up to this, is answered with the clock's fault. */
const TOLD_S = 300
const STEP_S = 30
export const CODES = 10
/** Letters and digits without look-alikes. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LETTERS = 10

/** The code is right by a wrong clock: no guess, so no attempt counts. */
export const isClockFault = ({ reason }: Failure): boolean =>
  reason === 'auth.second_factor_slow' || reason === 'auth.second_factor_fast'

export const aboutAuthenticator = (id: AccountId): string => `authenticator ${id}`

export function openFactors({ db, keyring, passwords, throttle, passkeys }: Needs): Factors {
  const wrong = refuse('auth.second_factor_wrong')

  async function takesCode({ id }: Pick<Owner, 'id'>, token: string, at: Instant): Promise<Failure | null> {
    const [row] = await db.select().from(authenticator).where(eq(authenticator.accountId, id))
    if (!row) return wrong
    const secret = keyring.open(row.secret, aboutAuthenticator(id))
    const epoch = Math.floor(at / 1000)
    const found = await verify({ secret, token, epoch, epochTolerance: TOLERANCE_S })
    if (!found.valid || !('timeStep' in found)) return clockFault(id, secret, token, epoch)
    const step = found.timeStep
    const used = await db
      .update(authenticator)
      .set({ lastStep: step })
      .where(and(eq(authenticator.accountId, id), lt(authenticator.lastStep, step), isUntold(step)))
      .returning({ id: authenticator.accountId })
    return used.length > 0 ? null : wrong
  }

  /**
   * Tells a right code of a wrong clock from a wrong code. Its step is kept and never valid: else one who guesses would
   * learn codes of the next minutes. It is told once, so that repeating it costs attempts like any wrong code.
   */
  async function clockFault(id: AccountId, secret: string, token: string, epoch: number): Promise<Failure> {
    const found = await verify({ secret, token, epoch, epochTolerance: TOLD_S })
    if (!found.valid || !('timeStep' in found)) return wrong
    const step = found.timeStep
    const now = Math.floor(epoch / STEP_S)
    const oldest = now - (2 * TOLD_S) / STEP_S
    const told = await db
      .update(authenticator)
      .set({
        toldSteps: sql`array_append(array(SELECT s FROM unnest(${authenticator.toldSteps}) s WHERE s > ${oldest}), ${step}::bigint)`,
      })
      .where(and(eq(authenticator.accountId, id), lt(authenticator.lastStep, step), isUntold(step)))
      .returning({ id: authenticator.accountId })
    if (told.length === 0) return wrong
    const minutes = Math.max(1, Math.round((Math.abs(step - now) * STEP_S) / 60))
    return refuse(step < now ? 'auth.second_factor_slow' : 'auth.second_factor_fast', { minutes })
  }

  async function takesRecovery({ id }: Owner, typed: string, at: Instant): Promise<boolean> {
    const [position = '', ...letters] = typed.toUpperCase().split('-')
    const one = and(
      eq(recoveryCode.accountId, id),
      eq(recoveryCode.position, Number(position) || 0),
      isNull(recoveryCode.usedAt),
    )
    const [row] = await db.select().from(recoveryCode).where(one)
    if (!(await passwords.fits(letters.join(''), row?.hash ?? null, 'known')) || !row) return false
    return (await db.update(recoveryCode).set({ usedAt: at }).where(one).returning()).length > 0
  }

  /** `null`: the factor is right. */
  async function flaw(owner: Owner, { second, site, at }: Brought): Promise<Failure | null> {
    const [way, proof = ''] = second?.split(' ') ?? []
    switch (way) {
      case 'totp':
        return (await hasAuthenticator(db, owner.id)) ? takesCode(owner, proof, at) : wrong
      case 'recovery':
        return (await takesRecovery(owner, proof, at)) ? null : wrong
      case 'passkey':
        return (await passkeys.verify(owner.id, proof, site, at)) ? null : wrong
      default:
        return wrong
    }
  }

  async function renewCodes({ id }: Owner): Promise<readonly string[]> {
    const codes = Array.from({ length: CODES }, () =>
      Array.from({ length: LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
    )
    const rows: (typeof recoveryCode.$inferInsert)[] = []
    for (const [at, code] of codes.entries())
      rows.push({ accountId: id, position: at + 1, hash: await passwords.hash(code, 'known') })
    await db.transaction(async (tx) => {
      await tx.delete(recoveryCode).where(eq(recoveryCode.accountId, id))
      await tx.insert(recoveryCode).values(rows)
    })
    return codes.map((code, at) => `${at + 1}-${code.slice(0, 5)}-${code.slice(5)}`)
  }

  return {
    takesCode,
    renewCodes,
    async confirm(owner, brought) {
      if (owner.secondFactor !== true) return null
      if (brought.second === null) return refuse('auth.second_factor')
      // Counted apart from password attempts: a thief of the password must not get to guess the second factor.
      const guessed = `${owner.login} second`
      const attempt = await throttle.attempt(guessed, brought.from)
      if (attempt.kind === 'wait') {
        const seconds = Math.ceil(attempt.ms / 1000)
        return fail(CODE.tooMany, 'auth.too_many_attempts', { numbers: { seconds }, retryAfter: seconds })
      }
      const refused = isSecondFactor(brought.second) ? await flaw(owner, brought) : wrong
      if (refused && isClockFault(refused)) await attempt.uncounted()
      if (refused) return refused
      await attempt.succeeded(brought.from.secret)
      return null
    },
    async settle(owner, at) {
      const has = (await hasAuthenticator(db, owner.id)) || (await hasPasskey(db, owner.id))
      await changeAccount(db, owner.id, { secondFactorAt: has ? at : null })
      if (!has) await db.delete(recoveryCode).where(eq(recoveryCode.accountId, owner.id))
      return has && owner.secondFactor !== true ? renewCodes(owner) : []
    },
  }
}

const isUntold = (step: number) => sql`NOT ${step}::bigint = ANY(${authenticator.toldSteps})`

const hasAuthenticator = async (db: Db, id: AccountId): Promise<boolean> =>
  (
    await db
      .select({ id: authenticator.accountId })
      .from(authenticator)
      .where(and(eq(authenticator.accountId, id), isNotNull(authenticator.confirmedAt)))
  ).length > 0
const hasPasskey = async (db: Db, id: AccountId): Promise<boolean> =>
  (await db.select({ id: passkey.id }).from(passkey).where(eq(passkey.accountId, id)).limit(1)).length > 0
