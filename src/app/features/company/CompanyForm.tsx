import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CompanyForm as Rules } from '../../../contract/people.ts'
import { send } from '../../../client/calls/index.ts'
import { useForm } from '../../lib/form/useForm.ts'
import { already } from '../../boot/deferred.ts'
import { userQuery } from '../../lib/user.ts'
import type { CompanyValues } from '../../ui/company/labels.ts'
import { DraftNotice } from '../../ui/DraftNotice.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import css from './CompanyForm.module.css'
import { BankPart, CompanyPart, LegalPart, LicencePart } from './parts.tsx'
import { PartsLeft } from './PartsLeft.tsx'
import { companyQuery } from './queries.ts'

const RULES = already(Rules)
const EMPTY: CompanyValues = {
  name: '',
  country: 'CN',
  creditCode: '',
  address: '',
  detailedAddress: '',
  zipCode: '',
  phone: '',
  legalPerson: '',
  legalPersonPhone: '',
  bank: '',
  bankAccount: '',
  businessLicense: '',
}

interface CompanyFormProps {
  /** What it begins with: as it was submitted last, or what is known from registering. */
  readonly start?: Partial<CompanyValues>
  readonly onSubmitted?: () => void
}

/** The company's application (spec §3). Used by the account and as the third step of registration. */
export function CompanyForm({ start, onSubmitted }: CompanyFormProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const form = useForm<CompanyValues>({ name: 'company', version: 1, initial: { ...EMPTY, ...start }, schema: RULES })
  const submit = useMutation({
    meta: { quiet: true },
    mutationFn: (body: CompanyValues) => send('certificationSubmit', { body }),
    onError: form.take,
    onSuccess: async () => {
      await form.draft.clear()
      await Promise.all([companyQuery, userQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })))
      onSubmitted?.()
    },
  })
  return (
    <form
      className={css.form}
      aria-label={t`Company information`}
      noValidate
      onSubmit={form.submit((value) => submit.mutate(value))}
      aria-busy={!form.ready}
    >
      <ErrorSummary form={form} />
      <DraftNotice draft={form.draft} />
      <div className={css.columns}>
        <PartsLeft form={form} />
        <div className={css.parts}>
          <CompanyPart form={form} />
          <LegalPart form={form} />
          <BankPart form={form} />
          <LicencePart form={form} />
          <div className={css.end}>
            <p>
              <Trans>
                The operator compares your entries with the licence. No one else sees the licence; in a sale, others see
                only your bidding number.
              </Trans>
            </p>
            <SubmitButton busy={submit.isPending} working={<Trans>Submitting…</Trans>}>
              <Trans>Submit for certification</Trans>
            </SubmitButton>
          </div>
        </div>
      </div>
    </form>
  )
}
