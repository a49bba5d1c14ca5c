import type * as z from 'zod'
import { CODE } from '../../../contract/codes.ts'
import * as calls from '../../../contract/calls/index.ts'
import { statusOf } from '../../auth/tokens.ts'
import { evidenceOf, signAgreement } from '../../company/agreement.ts'
import { confirmBank } from '../../company/bank.ts'
import { submit } from '../../company/submit.ts'
import { accountById, accountsById } from '../../store/accounts.ts'
import { agreementOf } from '../../store/agreements.ts'
import { newestOf } from '../../store/certifications.ts'
import type { Certification } from '../../store/certifications.ts'
import type { Envelopes } from '../../secrets/envelopes.ts'
import { sealedFor } from '../../../contract/sealedFor.ts'
import { data, done, fail, forbid, refuse } from '../answer.ts'
import { signedIn } from '../route.ts'
import { openPassword } from '../sign-in/sealed.ts'
import { confirmPassword } from '../sign-in/sign-in.ts'
import type { SignInNeeds } from '../sign-in/sign-in.ts'
import { agreementStatusOf } from './status.ts'

interface Needs extends SignInNeeds {
  readonly envelopes: Envelopes
  readonly newId: () => string
}

/** Calls about the caller's own company: its certification and its service agreement. */
export const companyRoutes = ({ newId, envelopes, ...needs }: Needs) => ({
  companyInfo: signedIn(calls.companyInfo, async (_given, { person }) => {
    const [member, newest] = await Promise.all([accountById(needs.db, person.id), newestOf(needs.db, person.id)])
    if (!member) return fail(CODE.unauthorised, 'auth.token_invalid')
    const { account, company } = member
    return data({
      status: statusOf(account.status),
      agreementStatus: agreementStatusOf(company),
      form: newest?.form ?? company?.form ?? null,
      certification: newest && certificationOf(newest),
      bank: company?.form ? { bank: company.form.bank, bankAccount: company.form.bankAccount } : null,
    })
  }),

  bankConfirm: signedIn(calls.bankConfirm, async ({ body: { password, ...bank }, ...about }, { person }) => {
    const unsure = await confirmPassword(needs, person, password, about)
    if (unsure) return unsure
    await confirmBank(needs.db, person.id, bank, about.at)
    return done
  }),

  certificationSubmit: signedIn(calls.certificationSubmit, async ({ body, ...about }, { person }) => {
    const { at, onceKey } = about
    const made = await submit(needs.db, { applicant: person.id, form: body, id: newId(), onceKey, at })
    return typeof made === 'string' ? refuse(made) : data(certificationOf(made))
  }),

  agreementInfo: signedIn(calls.agreementInfo, async ({ locale }, { person }) => {
    const member = await accountById(needs.db, person.id)
    const agreement = member?.company ? await agreementOf(needs.db, member.company.id) : null
    const status = agreementStatusOf(member?.company ?? null)
    const passwordKey = envelopes.publicKey()
    if (!agreement)
      return data({
        status,
        version: null,
        hash: null,
        text: null,
        generatedAt: null,
        signedAt: null,
        signedBy: null,
        passwordKey,
      })
    const { version, hash, textZh, textEn, generatedAt, signedAt, signedBy } = agreement
    const [signer] = signedBy === null ? [] : await accountsById(needs.db, [signedBy])
    return data({
      status,
      version,
      hash,
      text: locale === 'zh' ? textZh : textEn,
      generatedAt,
      signedAt,
      signedBy: signer?.account.name ?? null,
      passwordKey,
    })
  }),

  agreementSign: signedIn(calls.agreementSign, async ({ body, ...about }, { person }) => {
    const { at, from, device, locale } = about
    if (person.status === 0) return forbid('auth.account_suspended')
    const member = await accountById(needs.db, person.id)
    const agreement = member?.company && person.status === 4 ? await agreementOf(needs.db, member.company.id) : null
    if (!member?.company || !agreement) return refuse('agreement.none')
    // Sent again under a key, it is the signature that stands.
    if (agreement.signedBy === person.id && agreement.hash === body.hash && about.onceKey !== null) return done
    if (agreement.signedAt !== null) return refuse('agreement.signed')
    if (agreement.hash !== body.hash) return refuse('agreement.changed')

    const opened = openPassword(envelopes, body.password, sealedFor('agreementSign', body.hash), at)
    if (opened === null) return refuse('account.password_again')
    const unsure = await confirmPassword(needs, person, opened.password, about)
    if (unsure) return unsure
    const company = locale === 'zh' ? member.company.nameZh : member.company.nameEn
    const signed = await signAgreement(needs.db, agreement, {
      by: person.id,
      at,
      evidence: {
        ...evidenceOf({ agreement, signer: person, company, locale, at, address: from.address, device }),
        ...(opened.pressedAt !== null && { pressedAt: opened.pressedAt }),
      },
    })
    switch (signed) {
      case 'signed':
        return { kind: 'done' }
      case 'changed':
        return refuse('agreement.changed')
      case 'alreadySigned':
        return refuse('agreement.signed')
    }
  }),
})

export const certificationOf = ({
  id,
  state,
  submittedAt,
  reviewedAt,
  reason,
}: Certification): NonNullable<z.output<typeof calls.companyInfo.data>['certification']> => ({
  certificationId: id,
  state,
  submittedAt,
  reviewedAt,
  reason,
})
