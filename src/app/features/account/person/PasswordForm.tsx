import { Trans } from '@lingui/react/macro'
import { useForm } from '../../../lib/form/useForm.ts'
import { resolved } from '../../../boot/deferred.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { withSecondFactor } from '../../../ui/secondFactor.ts'
import { SubmitButton } from '../../../ui/SubmitButton.tsx'
import css from '../parts/Flow.module.css'
import { PasswordPair } from '../parts/PasswordPair.tsx'
import { placeOf } from '../parts/placeOf.ts'
import { PasswordChange } from '../parts/schema.ts'
import { useClient } from '../../../lib/client.ts'

const RULES = resolved(PasswordChange)
const EMPTY = { oldPassword: '', password: '', confirmPassword: '' }

interface Props {
  readonly account: string
  readonly onDone: () => void
  readonly onCancel: () => void
}

export function PasswordForm({ account, onDone, onCancel }: Props) {
  const client = useClient()
  const form = useForm({ name: 'password', version: 1, initial: EMPTY, schema: RULES, draft: false })
  const [busy, change] = useOnce(async (body: typeof EMPTY) => {
    try {
      await withSecondFactor(client, (second) => client.calls.send('changePassword', { body }, { second }))
      onDone()
    } catch (error) {
      form.showErrorAt(placeOf(error, form.value), error)
    }
  })
  return (
    <form className={css.form} onSubmit={form.submit(change)} noValidate>
      <ErrorSummary form={form} />
      {/* Tells password managers the account whose password changes. */}
      <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
      <PasswordField
        label={<Trans>Current password</Trans>}
        {...form.field('oldPassword')}
        autoComplete="current-password"
        required
      />
      <PasswordPair anew form={form} known={[account]} />
      <div className={css.acts}>
        <SubmitButton wide busy={busy} working={<Trans>Changing…</Trans>}>
          <Trans>Change password</Trans>
        </SubmitButton>
        <Button variant="quiet" wide onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}
