import { Trans, useLingui } from '@lingui/react/macro'
import { formTexts } from '../../../../texts/forms.ts'
import type { Form } from '../../../lib/form/useForm.ts'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { PasswordStrength } from './Strength.tsx'

interface PairFields {
  readonly password: string
  readonly confirmPassword: string
}

interface Props {
  readonly form: Form<PairFields>
  /** The account already has a password. */
  readonly anew?: boolean
  /** Words that a guesser would try first: names, the account. */
  readonly known?: readonly string[]
}

/** Fields for a new password, typed twice. */
export function PasswordPair({ form, anew = false, known = [] }: Props) {
  const { i18n } = useLingui()
  const bound = form.field('password')
  return (
    <>
      <div>
        <PasswordField
          label={anew ? <Trans context="field">New password</Trans> : <Trans>Password</Trans>}
          hint={bound.error === undefined ? i18n._(formTexts.passwordWrong) : undefined}
          {...bound}
          autoComplete="new-password"

          required
        />
        <PasswordStrength password={form.value.password} known={known} />
      </div>
      <PasswordField
        label={anew ? <Trans>New password again</Trans> : <Trans>Password again</Trans>}
        {...form.field('confirmPassword')}
        autoComplete="new-password"
        required
      />
    </>
  )
}
