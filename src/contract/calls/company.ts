import * as z from 'zod'
import { call } from '../call.ts'
import { BankFields, CompanyForm } from '../people.ts'
import { PasswordKey, SigningPassword } from '../sealed.ts'
import { dayRange, Id, Keyword, Page, Text, Time } from '../scalars.ts'
import { AccountStatus, AgreementStatus, Password } from './auth.ts'
import { wire } from '../wire.ts'

/** Certification of a company, its service agreement, and the operator's review of both. */

export const CertificationState = z.enum(['pending', 'approved', 'refused'])
/** The company's form as submitted, already checked by `CompanyForm`. */
export const CompanyDetails = z.object({
  name: z.string(),
  country: z.string(),
  address: z.string(),
  detailedAddress: z.string(),
  phone: z.string(),
  zipCode: z.string(),
  legalPerson: z.string(),
  legalPersonPhone: z.string(),
  bank: z.string(),
  bankAccount: z.string(),
  creditCode: z.string(),
  /** Below `/prod-api`. */ businessLicense: z.string(),
})
export type CompanyDetails = z.infer<typeof CompanyDetails>
const Certification = z.object({
  certificationId: Id,
  state: CertificationState,
  submittedAt: Time,
  reviewedAt: Time.nullable(),
  /** Reason of a refusal. */ reason: z.string().nullable(),
})

export const companyInfo = call({
  ...wire.companyInfo,
  about: 'One’s own company as last submitted, and how its certification stands.',
  data: z.object({
    status: AccountStatus,
    agreementStatus: AgreementStatus,
    form: CompanyDetails.nullable(),
    certification: Certification.nullable(),
    /** Bank details in force: other ones must be confirmed before they are submitted (`bankConfirm`). */
    bank: CompanyDetails.pick({ bank: true, bankAccount: true }).nullable(),
  }),
})
export const bankConfirm = call({
  ...wire.bankConfirm,
  about:
    'Confirms new bank details before they are submitted, for seven days: the password is asked again, and the second factor where there is one.',
  body: BankFields.extend({ password: Password }),
})
export const certificationSubmit = call({
  ...wire.certificationSubmit,
  about:
    'Submits the company’s form: a new user is to be certified (3) until the operator has looked at it; who is certified stays so (4) meanwhile. One application at a time. The license is a picture of one’s own uploads.',
  body: CompanyForm,
  data: Certification,
})

// The operator’s (role `admin`, or the permission named)
// ---------------------------------------------------------------

const Applicant = z.object({
  userId: Id,
  account: z.string(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
})
const CertificationRow = Certification.extend({
  applicant: Applicant,
  companyName: z.string(),
  country: z.string(),
  creditCode: z.string(),
})

export const certificationList = call({
  ...wire.certificationList,
  about: 'Applications, oldest pending first. Permission `user:certification:review`.',
  query: Page.extend({ state: CertificationState.optional(), keyword: Keyword.optional() }),
  rows: CertificationRow,
})
export const certificationInfo = call({
  ...wire.certificationInfo,
  about: 'One application as it was submitted. Permission `user:certification:review`.',
  params: z.object({ certificationId: Id }),
  data: CertificationRow.extend({
    form: CompanyDetails,
    /**
     * Warning for the operator: another company has this credit code (approval merges them), legal person or bank
     * account.
     */
    shares: z.array(
      z.object({ companyId: Id, name: z.string(), what: z.enum(['creditCode', 'legalPerson', 'bankAccount']) }),
    ),
  }),
})
export const certificationApprove = call({
  ...wire.certificationApprove,
  about:
    'Certifies: the account becomes 4 and belongs to the company of that number, which is made if there is none; a service agreement is generated where its text is new. Never of one’s own company. Permission `user:certification:review`.',
  body: z.strictObject({ certificationId: Id }),
})
export const certificationRefuse = call({
  ...wire.certificationRefuse,
  about:
    'Sends an application back with a reason: the account is a new user (2) again, or stays certified if it was. Permission `user:certification:review`.',
  body: z.strictObject({ certificationId: Id, reason: Text.trim().min(1).max(500) }),
})

export const UserRow = Applicant.extend({
  companyId: Id.nullable(),
  companyName: z.string().nullable(),
  status: AccountStatus,
  agreementStatus: AgreementStatus,
  roles: z.array(z.string()),
  createdAt: Time,
})
export const userList = call({
  ...wire.userList,
  about: 'Accounts, newest first. Permission `user:account:list`.',
  query: Page.extend({ status: z.stringFormat('status', /^[0234]$/).optional(), keyword: Keyword.optional() }),
  rows: UserRow,
})
export const userSuspend = call({
  ...wire.userSuspend,
  about:
    'Suspends trading (0) of an account and, a bidder being a company, of its whole company: everywhere at once, open sessions included (LAW.md, suspension). Never of oneself; of an operator only by another, so one is always left. Repeating it changes nothing. Permission `user:account:suspend`.',
  body: z.strictObject({ userId: Id, reason: Text.trim().min(1).max(500) }),
})
export const userReinstate = call({
  ...wire.userReinstate,
  about:
    'Gives the account and its company back the status before the suspension, and their numbers in sessions that are not over. Repeating it changes nothing. Permission `user:account:suspend`.',
  body: z.strictObject({ userId: Id }),
})
export const outboxList = call({
  ...wire.outboxList,
  about:
    'Mails and short messages, newest first. A code’s text is shown only while nothing is configured to carry it, and only until it expires, to holders of `system:outbox:codes`. Permission `system:outbox:list`.',
  query: Page.extend(dayRange),
  rows: z.object({
    /** Names the mail's cause, so that it is queued once. */ id: z.string(),
    channel: z.enum(['mail', 'sms']),
    recipient: z.string(),
    subject: z.string(),
    /** null: it held a secret that was deleted. */ body: z.string().nullable(),
    createdAt: Time,
    sentAt: Time.nullable(),
    /**
     * waiting: not tried yet, or nothing is configured to carry it; failing: it will be tried again; givenUp: its address
     * is unknown to the provider, or it has expired. Older releases leave it out.
     */
    state: z.enum(['sent', 'waiting', 'failing', 'givenUp']).optional(),
    /** The provider's last answer. */ error: z.string().nullable(),
    attempts: z.number().int(),
    /** When it is tried next. */ nextAttemptAt: Time.nullable().default(null),
  }),
})
export const outboxSend = call({
  ...wire.outboxSend,
  about:
    'Send a message again now that waits, fails or was given up. One that held a code is not sent again: its person asks for another. Permission `system:outbox:list`.',
  body: z.strictObject({ id: z.string().min(1).max(200) }),
})

// The service agreement
// ------------------------------------------------------------------------------------------------

export const agreementInfo = call({
  ...wire.agreementInfo,
  about: 'The service agreement of one’s own company, in the request’s language.',
  data: z.object({
    status: AgreementStatus,
    version: z.number().int().nullable(),
    /** SHA-256 (hex) of the text in both languages: the content that is signed. */
    hash: z.string().nullable(),
    /** Markdown */ text: z.string().nullable(),
    generatedAt: Time.nullable(),
    signedAt: Time.nullable(),
    signedBy: z.string().nullable(),
    /** The key that the device seals the password to while the signature waits for a link. */
    passwordKey: PasswordKey,
  }),
})
export const agreementSign = call({
  ...wire.agreementSign,
  about:
    'Signs it: the password is asked again, as typed or sealed to `passwordKey`, and the text’s hash, time, address and device are kept with the signature.',
  body: z.strictObject({ hash: Text.regex(/^[\da-f]{64}$/), password: SigningPassword, agreed: z.literal(true) }),
})
