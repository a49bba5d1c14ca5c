import type * as z from 'zod'
import type { AnyReason } from '../../../contract/codes.ts'
import * as calls from '../../../contract/calls/index.ts'
import { isMainland } from '../../../contract/contacts.ts'
import type { Instant } from '../../../domain/units.ts'
import { meetDevice } from '../../auth/devices.ts'
import { newDeviceSecret } from '../../auth/device.ts'
import { networkOf } from '../../auth/network.ts'
import type { Guess } from '../../auth/codes.ts'
import { isGuessable } from '../../auth/guessable/guessable.ts'
import { data, refuse } from '../answer.ts'
import { addAccount } from '../../store/accounts.ts'
import { violated } from '../../store/errors.ts'
import { anyone } from '../route.ts'
import type { AccountNeeds } from './needs.ts'
import { sessionFor } from './session.ts'

type Registrant = z.output<typeof calls.register.body>

export function registerRoutes({
  db,
  tokens,
  throttle,
  passwords,
  codes,
  newId,
}: Pick<AccountNeeds, 'db' | 'tokens' | 'throttle' | 'passwords' | 'codes' | 'newId'>) {
  /** Creates the account and uses its code up; or returns the conflict. */
  const add = (row: Parameters<typeof addAccount>[1], guess: Guess): Promise<AnyReason | null> =>
    db
      .transaction(async (tx) => {
        if (!(await codes.use(tx, guess))) return 'code.spent' as const
        await addAccount(tx, row)
        return null
      })
      .catch((error: unknown) => {
        const reason = TAKEN[violated(error) ?? '']
        if (reason === undefined) throw error
        return reason
      })

  return {
    register: anyone(calls.register, async ({ body, ...about }) => {
      const { at, from } = about
      const { account: login, password } = body
      if (isGuessable(password, { ...body, login })) return refuse('password.breached')
      const guess: Guess = {
        purpose: 'register',
        target: isMainland(body.phone) ? body.phone : body.email,
        codeId: body.codeId,
        code: body.verificationCode,
        at,
      }
      // The code is checked before account conflicts: only the owner of the number or address may learn whether a name
      // is taken, five times per code.
      const wrong = await codes.check(guess)
      if (wrong) return wrong
      const id = newId()
      const account = newAccount(id, body, at)
      const passwordHash = await passwords.hash(password, { unknown: networkOf(from.address).nearest })
      const taken = await add({ ...account, passwordHash }, guess)
      if (taken) return refuse(taken)
      const deviceSecret = from.secret ?? newDeviceSecret()
      await throttle.knows(login, { ...from, secret: deviceSecret })
      // Stores the device; an account's first device causes no mail.
      const met = { id, login, email: null, emailProvenAt: null, robot: false }
      await meetDevice(db, { account: met, from, agent: about.device, deviceSecret, locale: about.locale, at })
      return { ...data(await sessionFor(tokens, id, at, about)), deviceSecret }
    }),
  }
}

const TAKEN: Readonly<Record<string, AnyReason>> = {
  account_login: 'account.taken',
  account_phone: 'account.phone_taken',
  account_email: 'account.email_taken',
}

/** Copied field by field, so that other members of a body are ignored. */
const newAccount = (
  id: string,
  { account, name, appellationName, email, phone, country, accountTypes, companyName }: Registrant,
  at: Instant,
) => ({
  id,
  login: account,
  name,
  appellationName,
  email,
  phone,
  country,
  accountTypes,
  companyName,
  status: 2,
  roles: [],
  permissions: [],
  createdAt: at,
  agreedAt: at,
  ...(isMainland(phone) ? { phoneProvenAt: at } : { emailProvenAt: at }),
})
