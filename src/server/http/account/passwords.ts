import { CODE } from '../../../contract/codes.ts'
import * as calls from '../../../contract/calls/index.ts'
import { later } from '../../../domain/units.ts'
import { isClockFault } from '../../factors/factors.ts'
import { isGuessable } from '../../auth/guessable/guessable.ts'
import { secondsUntil } from '../../auth/token-lifetimes.ts'
import { setPassword } from '../../auth/new-password.ts'
import { passwordNotices } from '../../auth/password-notice.ts'
import { accountById, accountByProven } from '../../store/accounts.ts'
import { data, done, fail, refuse } from '../answer.ts'
import type { Done } from '../answer.ts'
import { anyone, signedIn } from '../route.ts'
import { newDeviceSecret } from '../../auth/device.ts'
import type { Origin } from '../../auth/throttle.ts'
import { lineOf, tooMany } from '../sign-in/sign-in.ts'
import type { AccountNeeds } from './needs.ts'

const PASS_MS = 10 * 60_000

/** Sets a new password, by a recovery pass or by the old password. */
export function passwordRoutes({ db, tokens, rooms, throttle, passwords, factors, codes, newId }: AccountNeeds) {
  /** After a new password the account is known only on the device and address that set it. */
  async function stayKnown(login: string, from: Origin): Promise<Done> {
    const deviceSecret = from.secret ?? newDeviceSecret()
    await throttle.forget(login)
    await throttle.knows(login, { ...from, secret: deviceSecret })
    return { ...done, deviceSecret }
  }

  return {
    checkVerificationCode: anyone(calls.checkVerificationCode, async ({ body, at, note }) => {
      const [channel, target] = body.channel === 'phone' ? ['sms' as const, body.phone] : ['mail' as const, body.email]
      const guess = { purpose: 'recovery' as const, target, codeId: body.codeId, code: body.code, at }
      const wrong = await codes.check(guess)
      if (wrong) return wrong
      const owner = await accountByProven(db, channel, target)
      // Without an account no code was sent, so a matching code is a guess.
      if (!owner) return codes.wrong(guess)
      if (!(await codes.use(db, guess))) return refuse('code.spent')
      const end = later(at, PASS_MS)
      note({ actor: owner.account, subjectId: owner.account.id })
      const { token } = await tokens.issueReset(owner.account.id, at, end)
      return data({ resetToken: token, expires_in: secondsUntil(end, at) })
    }),

    resetPassword: anyone(calls.resetPassword, async ({ body, note, ...about }) => {
      const { at, from } = about
      const pass = await tokens.find(body.resetToken)
      const owner =
        pass?.kind === 'reset' && !pass.ended && pass.expiresAt > at ? await accountById(db, pass.person.id) : null
      if (!pass || !owner) return refuse('account.reset_invalid')
      const { account } = owner
      note({ actor: account, subjectId: account.id })
      if (isGuessable(body.password, account)) return refuse('password.breached')
      // A phone or a mailbox alone takes no account over that has a second factor.
      const unproven = await factors.confirm(pass.person, about)
      if (unproven) return unproven
      const passwordHash = await passwords.hash(body.password, 'known')
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
      return stayKnown(account.login, from)
    }),

    changePassword: signedIn(calls.changePassword, async ({ body, ...about }, { person, token }) => {
      const { at, from } = about
      const own = await accountById(db, person.id)
      if (!own) return fail(CODE.unauthorised, 'auth.token_invalid')
      const { account } = own
      // Throttled like a sign-in: the holder of a stolen session must not guess the password either.
      const attempt = await throttle.attempt(account.login, from)
      if (attempt.kind === 'wait') return tooMany(attempt.ms)
      if (!(await passwords.fits(body.oldPassword, account.passwordHash, lineOf(attempt, from))))
        return refuse('account.wrong_password')
      const unproven = await factors.confirm(person, about)
      if (unproven && isClockFault(unproven)) await attempt.uncounted()
      if (unproven) return unproven
      await attempt.succeeded(from.secret ?? newDeviceSecret())
      if (isGuessable(body.password, account)) return refuse('password.breached')
      await setPassword(db, {
        of: account,
        passwordHash: await passwords.hash(body.password, 'known'),
        pass: null,
        keeps: token,
        notices: passwordNotices(account, newId),
        at,
      })
      await rooms.expel(account.id, 'signed_out')
      return stayKnown(account.login, from)
    }),
  }
}
