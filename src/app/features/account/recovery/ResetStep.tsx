import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { ApiError } from '../../../../client/calls/index.ts'
import { useForm } from '../../../lib/form/useForm.ts'
import { resolved } from '../../../boot/deferred.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { withSecondFactor } from '../../../ui/secondFactor.ts'
import { SubmitButton } from '../../../ui/SubmitButton.tsx'
import css from '../parts/Flow.module.css'
import { PasswordPair } from '../parts/PasswordPair.tsx'
import { placeOf } from '../parts/placeOf.ts'
import { NewPair } from '../parts/schema.ts'
import { useClient } from '../../../lib/client.ts'

const RULES = resolved(NewPair)
const EMPTY = { password: '', confirmPassword: '' }

interface Props {
  /** Proves the identity check to the server: valid once, for ten minutes. */
  readonly pass: string
  readonly onDone: () => void
  readonly onRestart: () => void
}

export function ResetStep({ pass, onDone, onRestart }: Props) {
  const client = useClient()
  const form = useForm({ name: 'reset', version: 1, initial: EMPTY, schema: RULES, draft: false })
  const [over, setOver] = useState(false)
  const [busy, reset] = useOnce(async (value: typeof EMPTY) => {
    try {
      const body = { ...value, resetToken: pass }
      await withSecondFactor(client, (second) => client.calls.send('resetPassword', { body }, { second }))
      onDone()
    } catch (error) {
      setOver(error instanceof ApiError && error.reason === 'account.reset_invalid')
      form.showErrorAt(placeOf(error, form.value), error)
    }
  })
  return (
    <form className={css.form} onSubmit={form.submit(reset)} noValidate>
      <ErrorSummary form={form} />
      <PasswordPair anew form={form} />
      <div className={css.acts}>
        <SubmitButton wide busy={busy} working={<Trans>Changing…</Trans>}>
          <Trans>Change password</Trans>
        </SubmitButton>
        {over ? (
          <Button variant="line" wide onClick={onRestart}>
            <Trans>Start again</Trans>
          </Button>
        ) : null}
      </div>
    </form>
  )
}
