import { CODE } from '../../../contract/codes.ts'
import * as calls from '../../../contract/calls/index.ts'
import { later } from '../../../domain/units.ts'
import { isGuessable } from '../../auth/guessable/guessable.ts'
import { secondsUntil } from '../../auth/token-lifetimes.ts'
import { setPassword } from '../../auth/new-password.ts'
import { passwordNotices } from '../../auth/password-notice.ts'
import { accountById, accountByProven } from '../../store/accounts.ts'
import { data, done, fail, refuse } from '../answer.ts'
import { anyone, signedIn } from '../route.ts'
import { tooMany } from '../sign-in/sign-in.ts'
import type { AccountNeeds } from './needs.ts'

const PASS_MS = 10 * 60_000

/** A new password, by a pass for a code, or by the old one. */
export function passwordRoutes({ db, tokens, rooms, throttle, passwords, codes, newId }: AccountNeeds) {
  return {
    checkVerificationCode: anyone(calls.checkVerificationCode, async ({ body, at }) => {
      const [channel, target] = body.channel === 'phone' ? ['sms' as const, body.phone] : ['mail' as const, body.email]
      const guess = { purpose: 'recovery' as const, target, codeId: body.codeId, code: body.code, at }
      const wrong = await codes.check(guess)
      if (wrong) return wrong
      const owner = await accountByProven(db, channel, target)
      // A code that was sent to nobody cannot be known: whoever hit it has guessed.
      if (!owner) return refuse('code.wrong')
      if (!(await codes.use(db, guess))) return refuse('code.spent')
      const end = later(at, PASS_MS)
      const { token } = await tokens.issueReset(owner.account.id, at, end)
      return data({ resetToken: token, expires_in: secondsUntil(end, at) })
    }),

    resetPassword: anyone(calls.resetPassword, async ({ body, at, address }) => {
      const pass = await tokens.find(body.resetToken)
      const owner =
        pass?.kind === 'reset' && !pass.ended && pass.expiresAt > at ? await accountById(db, pass.person.id) : null
      if (!pass || !owner) return refuse('account.reset_invalid')
      const { account } = owner
      if (isGuessable(body.password, account)) return refuse('password.breached')
      const passwordHash = await passwords.hash(body.password)
      const changed = await setPassword(db, {
        of: account,
        passwordHash,
        pass: pass.hash,
        keeps: null,
        notices: passwordNotices(account, newId),
        at,
      })
      if (!changed) return refuse('account.reset_invalid')
      await rooms.expel(account.id, 'signed_out')
      // He has shown who he is: guesses of others at his account do not hold him up here.
      throttle.knows(account.login, address)
      return done
    }),

    changePassword: signedIn(calls.changePassword, async ({ body, at, address }, { person, token }) => {
      const own = await accountById(db, person.id)
      if (!own) return fail(CODE.unauthorised, 'auth.token_invalid')
      const { account } = own
      // Who holds a session that is not his own must not get to guess at the password either.
      const wait = throttle.attempt(account.login, address)
      if (wait > 0) return tooMany(wait)
      if (!(await passwords.fits(body.oldPassword, account.passwordHash))) {
        throttle.failed(address)
        return refuse('account.wrong_password')
      }
      throttle.succeeded(account.login, address)
      if (isGuessable(body.password, account)) return refuse('password.breached')
      await setPassword(db, {
        of: account,
        passwordHash: await passwords.hash(body.password),
        pass: null,
        keeps: token,
        notices: passwordNotices(account, newId),
        at,
      })
      await rooms.expel(account.id, 'signed_out')
      return done
    }),
  }
}
