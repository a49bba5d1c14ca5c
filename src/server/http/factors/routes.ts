import { and, eq, isNull } from 'drizzle-orm'
import { generateSecret, generateURI } from 'otplib'
import * as calls from '../../../contract/calls/index.ts'
import type { SellerCaller } from '../../auth/caller.ts'
import { aboutAuthenticator } from '../../factors/factors.ts'
import type { Factors } from '../../factors/factors.ts'
import type { Passkeys } from '../../factors/passkeys.ts'
import type { Keyring } from '../../secrets/keyring.ts'
import { authenticator, passkey, recoveryCode } from '../../store/schema.ts'
import { data, done, missing, refuse } from '../answer.ts'
import { anyone, signedIn } from '../route.ts'
import { confirmPassword } from '../sign-in/sign-in.ts'
import type { SignInNeeds } from '../sign-in/sign-in.ts'

interface Needs extends SignInNeeds {
  readonly factors: Factors
  readonly keyring: Keyring
  readonly passkeys: Passkeys
  /** Whether the account must set up a factor before any other call. */
  readonly required: (caller: SellerCaller) => boolean
}

/** The caller's own second factor. */
export function factorRoutes(needs: Needs) {
  const { db, factors, keyring, passkeys, required } = needs
  const own = (id: string) => eq(passkey.accountId, id)

  return {
    factorInfo: signedIn(calls.factorInfo, async (_given, caller) => {
      const { id } = caller.person
      const [[app], passkeys_, codes] = await Promise.all([
        db.select().from(authenticator).where(eq(authenticator.accountId, id)),
        db.select().from(passkey).where(own(id)).orderBy(passkey.createdAt),
        db
          .select()
          .from(recoveryCode)
          .where(and(eq(recoveryCode.accountId, id), isNull(recoveryCode.usedAt))),
      ])
      return data({
        required: required(caller),
        authenticatorSince: app?.confirmedAt ?? null,
        passkeys: passkeys_.map(({ id: passkeyId, name, createdAt, lastUsedAt }) => ({
          passkeyId,
          name,
          createdAt,
          lastUsedAt,
        })),
        recoveryCodesLeft: codes.length,
      })
    }),

    authenticatorBegin: signedIn(calls.authenticatorBegin, async ({ body, ...about }, caller) => {
      const unsure = await confirmPassword(needs, caller.person, body.password, about)
      if (unsure) return unsure
      const { id, login } = caller.person
      const secret = generateSecret()
      const row = { secret: keyring.seal(secret, aboutAuthenticator(id)), createdAt: about.at, confirmedAt: null }
      const [existing] = await db.select().from(authenticator).where(eq(authenticator.accountId, id))
      // A confirmed authenticator must be removed before another is set up.
      if (existing?.confirmedAt) return refuse('factor.exists')
      await db
        .insert(authenticator)
        .values({ accountId: id, ...row })
        .onConflictDoUpdate({ target: authenticator.accountId, set: row })
      return data({ secret, uri: generateURI({ issuer: 'Timber Sale Room', label: login, secret }) })
    }),

    authenticatorConfirm: signedIn(calls.authenticatorConfirm, async ({ body, at }, { person }) => {
      const wrong = await factors.takesCode(person, body.code, at)
      if (wrong) return wrong
      await db.update(authenticator).set({ confirmedAt: at }).where(eq(authenticator.accountId, person.id))
      return data({ recoveryCodes: [...(await factors.settle(person, at))] })
    }),

    authenticatorRemove: signedIn(calls.authenticatorRemove, async (about, { person }) => {
      const wrong = await factors.confirm(person, about)
      if (wrong) return wrong
      await db.delete(authenticator).where(eq(authenticator.accountId, person.id))
      await factors.settle(person, about.at)
      return done
    }),

    passkeyBegin: signedIn(calls.passkeyBegin, async ({ body, ...about }, caller) => {
      const unsure = await confirmPassword(needs, caller.person, body.password, about)
      return unsure ?? data({ options: { ...(await passkeys.beginNew(caller.person, about.site, about.at)) } })
    }),

    passkeyAdd: signedIn(calls.passkeyAdd, async ({ body, at, site }, { person }) => {
      if (!(await passkeys.add(person.id, body.name, body.response, site, at)))
        return refuse('auth.second_factor_wrong')
      return data({ recoveryCodes: [...(await factors.settle(person, at))] })
    }),

    passkeyRemove: signedIn(calls.passkeyRemove, async ({ body, ...about }, { person }) => {
      const wrong = await factors.confirm(person, about)
      if (wrong) return wrong
      const gone = await db
        .delete(passkey)
        .where(and(own(person.id), eq(passkey.id, body.passkeyId)))
        .returning()
      if (gone.length === 0) return missing()
      await factors.settle(person, about.at)
      return done
    }),

    recoveryCodesRenew: signedIn(calls.recoveryCodesRenew, async (about, { person }) => {
      if (person.secondFactor !== true) return refuse('auth.second_factor_required')
      const wrong = await factors.confirm(person, about)
      return wrong ?? data({ recoveryCodes: [...(await factors.renewCodes(person))] })
    }),

    passkeyAsk: anyone(calls.passkeyAsk, async ({ site, at }) =>
      data({ options: { ...(await passkeys.ask(site, at)) } }),
    ),
  }
}
