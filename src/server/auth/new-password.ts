import { and, eq, gt, inArray, isNull, TransactionRollbackError } from 'drizzle-orm'
import type { AccountId } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'
import type { Account } from '../store/accounts.ts'
import type { Db } from '../store/open.ts'
import { putMails } from '../store/outbox.ts'
import type { NewMail } from '../store/outbox.ts'
import { endOthers } from './devices.ts'
import { account, token, verificationCode } from '../store/schema.ts'

export interface NewPassword {
  readonly of: Account
  readonly passwordHash: string
  /** Hash of the recovery pass, which is used up. `null`: the old password was given. */
  readonly pass: string | null
  /** Hash of the seller token whose sign-in stays. */
  readonly keeps: string | null
  readonly notices: readonly NewMail[]
  readonly at: Instant
}

/**
 * In one transaction: sets the password, ends the sessions begun with the old one, voids open recovery passes, and
 * notifies the owner. `false`: the pass was no longer valid.
 */
export function setPassword(db: Db, { of, passwordHash, pass, keeps, notices, at }: NewPassword): Promise<boolean> {
  return db
    .transaction(async (tx) => {
      // The update comes first, so that a concurrent sign-in with the old password is either found below or fails.
      await tx.update(account).set({ passwordHash }).where(eq(account.id, of.id))
      if (pass !== null && !(await usePass(tx, of.id, pass, at))) return tx.rollback()
      await endOthers(tx, of.id, keeps, at)
      const targets = [of.phoneProvenAt === null ? null : of.phone, of.emailProvenAt === null ? null : of.email].filter(
        (target) => target !== null,
      )
      await tx
        .update(verificationCode)
        .set({ usedAt: at })
        .where(
          and(
            inArray(verificationCode.target, targets),
            eq(verificationCode.purpose, 'recovery'),
            isNull(verificationCode.usedAt),
          ),
        )
      await putMails(tx, notices, at)
      return true
    })
    .catch((error: unknown) => {
      if (error instanceof TransactionRollbackError) return false
      throw error
    })
}

async function usePass(tx: Db, accountId: AccountId, hash: string, at: Instant): Promise<boolean> {
  const good = and(
    eq(token.hash, hash),
    eq(token.kind, 'reset'),
    eq(token.accountId, accountId),
    isNull(token.usedAt),
    gt(token.expiresAt, at),
  )
  return (await tx.update(token).set({ usedAt: at }).where(good).returning({ hash: token.hash })).length > 0
}
