import * as z from 'zod'
import { typed } from '../../domain/typed/text.ts'
import { call } from '../call.ts'
import { Id, IdentityType, Text } from '../scalars.ts'
import { wire } from '../wire.ts'

export const Password = Text.min(1).max(200)
/** Without spaces around it and unseen characters, with plain letters, before it is compared (spec §5). */
export const Account = Text.transform(typed).pipe(z.string().min(1).max(200))
export const Token = z.object({ access_token: z.string(), /** seconds */ expires_in: z.number().int() })

export const login = call({
  ...wire.login,
  about: 'Sign in with account and password.',
  body: z.object({ account: Account, password: Password }),
  data: Token,
})

export const logout = call({
  ...wire.logout,
  about: 'Sign out: the token and the venue tokens that came from it end.',
})

/** 0 suspended trading, 2 new user, 3 to be certified, 4 certified */
export const AccountStatus = z.union([z.literal(0), z.literal(2), z.literal(3), z.literal(4)])
/** 0 not generated, 1 in effect, 2 awaiting signature */
export const AgreementStatus = z.union([z.literal(0), z.literal(1), z.literal(2)])

export const Company = z.object({ companyId: Id, name: z.string(), country: z.string() })

export const getUserInfo = call({
  ...wire.getUserInfo,
  about: 'The current user, with company, roles and permissions.',
  data: z.object({
    userId: Id,
    account: z.string(),
    name: z.string(),
    appellationName: z.enum(['Mr.', 'Mrs.', 'Miss']).nullable(),
    company: Company.nullable(),
    status: AccountStatus,
    agreementStatus: AgreementStatus,
    roles: z.array(z.string()),
    permissions: z.array(z.string()),
  }),
})

export const ticket = call({
  ...wire.ticket,
  about: 'A ticket into one session: one use, one minute.',
  body: z.strictObject({ scheduleTimelineId: Id }),
  data: z.object({ ticket: z.string(), expires_in: z.number().int() }),
})

export const assemblyLogin = call({
  ...wire.assemblyLogin,
  about: 'Enter a session by ticket, or by account and password.',
  body: z.union([
    z.strictObject({ scheduleTimelineId: Id, ticket: Text.min(1).max(200) }),
    z.strictObject({ scheduleTimelineId: Id, account: Account, password: Password }),
  ]),
  data: Token.extend({
    identityType: IdentityType,
    /** Of a buyer, or of an applicant (identity 0) that was dismissed. */
    biddingNumber: z.number().int().nullable(),
    sellerCode: z.string().nullable(),
    /** The operator: may run the session as its host does. */
    operates: z.boolean(),
  }),
})

export const assemblyLogout = call({
  ...wire.assemblyLogout,
  about: 'Leave the session: the venue token ends.',
})
