import type * as z from 'zod'
import { CODE } from '../../../contract/codes.ts'
import * as calls from '../../../contract/calls/index.ts'
import { Appellation, SEX_OF } from '../../../contract/people.ts'
import { accountById, changeAccount } from '../../store/accounts.ts'
import type { Account } from '../../store/accounts.ts'
import { violated } from '../../store/errors.ts'
import { data, done, fail, refuse } from '../answer.ts'
import { signedIn } from '../route.ts'
import type { AccountNeeds } from './needs.ts'

/** An account's personal data. */
export function profileRoutes({ db, codes }: Pick<AccountNeeds, 'db' | 'codes'>) {
  const own = async (id: string): Promise<Account | null> => (await accountById(db, id))?.account ?? null
  const gone = fail(CODE.unauthorised, 'auth.token_invalid')

  return {
    profileInfo: signedIn(calls.profileInfo, async ({ locale }, { person }) => {
      const member = await accountById(db, person.id)
      if (!member) return gone
      const { account, company } = member
      const certified = company && (locale === 'zh' ? company.nameZh : company.nameEn)
      return data({ ...profileOf(account), companyName: account.companyName ?? certified })
    }),

    completeProfile: signedIn(calls.completeProfile, async ({ body, at }, { person }) => {
      await changeAccount(db, person.id, { ...body, profileAt: at })
      return done
    }),

    emailProofCode: signedIn(calls.emailProofCode, async ({ at, locale }, { person }) => {
      const account = await own(person.id)
      if (!account?.email) return fail(CODE.notFound, 'resource.not_found')
      const sent = await codes.send({
        purpose: 'proof',
        channel: 'mail',
        target: account.email,
        text: { say: 'proof' },
        // The caller is signed in, so the allowance of unknown callers is not used.
        known: true,
        requester: `account ${person.id}`,
        at,
        locale,
      })
      return sent.kind === 'failed' ? sent : data(sent)
    }),

    proveEmail: signedIn(calls.proveEmail, async ({ body, at }, { person }) => {
      const account = await own(person.id)
      if (!account?.email) return refuse('code.spent')
      const guess = { ...body, purpose: 'proof' as const, target: account.email, at }
      const wrong = await codes.check(guess)
      if (wrong) return wrong
      if (!(await codes.use(db, guess))) return refuse('code.spent')
      try {
        await changeAccount(db, person.id, { emailProvenAt: at })
      } catch (error) {
        // Another account has proven this address already.
        if (violated(error) === 'account_email') return refuse('account.email_taken')
        throw error
      }
      return done
    }),
  }
}

function profileOf(account: Account): z.output<typeof calls.profileInfo.data> {
  const {
    id,
    login,
    name,
    email,
    phone,
    country,
    accountTypes,
    companyName,
    position,
    preferredContact,
    profileAt,
    createdAt,
  } = account
  const appellationName = Appellation.safeParse(account.appellationName).data ?? null
  return {
    userId: id,
    account: login,
    name,
    appellationName,
    sex: appellationName && SEX_OF[appellationName],
    email,
    phone,
    country,
    accountTypes,
    phoneProven: account.phoneProvenAt !== null,
    emailProven: account.emailProvenAt !== null,
    companyName,
    position,
    preferredContact,
    complete: profileAt !== null,
    createdAt,
  }
}
