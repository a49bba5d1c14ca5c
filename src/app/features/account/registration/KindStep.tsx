import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ACCOUNT_TYPES } from '../../../../contract/constants.ts'
import type { Form } from '../../../lib/form/useForm.ts'
import { Button } from '../../../ui/Button.tsx'
import { ChoicesField } from '../../../ui/ChoiceField.tsx'
import { CountryField } from '../../../ui/CountryField.tsx'
import { DraftNotice } from '../../../ui/DraftNotice.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import css from '../parts/Flow.module.css'
import type { KindFields } from './forms.ts'

interface Props {
  readonly form: Form<KindFields>
  readonly onNext: () => void
}

const LABEL = { buyer: <Trans>Buyer</Trans>, seller: <Trans>Seller</Trans> } as const
const ABOUT = {
  buyer: <Trans>I bid for timber.</Trans>,
  seller: <Trans>I put my own lots up for sale.</Trans>,
} as const

export function KindStep({ form, onNext }: Props) {
  return (
    <form method="post" className={css.form} onSubmit={form.submit(onNext)} noValidate>
      <ErrorSummary form={form} />
      <DraftNotice draft={form.draft} />
      <CountryField
        name="country"
        value={form.value.country}
        error={form.errorOf('country')}
        hint={<Trans>Where your company is registered. Type a few letters to find it.</Trans>}
        onChange={(country) => form.set({ country })}
        onBlur={() => form.leave('country')}
        required
      />
      <ChoicesField
        name="accountTypes"
        label={<Trans>Account type</Trans>}
        hint={<Trans>One or both.</Trans>}
        choices={ACCOUNT_TYPES.map((key) => ({ key, label: LABEL[key], about: ABOUT[key] }))}
        value={ACCOUNT_TYPES.filter((key) => form.value.accountTypes.includes(key))}
        error={form.errorOf('accountTypes')}
        onChange={(accountTypes) => form.set({ accountTypes })}
        onBlur={() => form.leave('accountTypes')}
      />
      <div className={css.acts}>
        <Button type="submit" wide>
          <Trans>Next</Trans>
        </Button>
      </div>
      <p className={css.foot}>
        <Trans>
          Registered already? <Link to="/login">Log in</Link>
        </Trans>
      </p>
    </form>
  )
}
