import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { withSecondFactor } from '../../ui/secondFactor.ts'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import css from './CompanyForm.module.css'
import { useClient } from '../../lib/client.ts'

interface Props {
  readonly bank: { readonly bank: string; readonly bankAccount: string }
  readonly onConfirmed: () => void
  readonly onClose: () => void
}

/** Confirms new bank details by password and second factor, before the form is sent. */
export function BankDialog({ bank: { bank, bankAccount }, onConfirmed, onClose }: Props) {
  const client = useClient()
  const [password, setPassword] = useState('')
  const confirm = useMutation({
    mutationFn: () =>
      withSecondFactor(client, (second) =>
        client.calls.send('bankConfirm', { body: { bank, bankAccount, password } }, { second }),
      ),
    onSuccess: onConfirmed,
  })
  return (
    <Dialog title={<Trans>Confirm the new bank details</Trans>} onClose={onClose}>
      <form
        className={css.confirm}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          confirm.mutate()
        }}
      >
        <p>
          <Trans>
            Money would go to {bank}, account {bankAccount}.
          </Trans>
        </p>
        <PasswordField
          label={<Trans>Your password</Trans>}
          autoComplete="current-password"
          required
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          hint={<Trans>Asked again to protect a device left unattended.</Trans>}
        />
        <SubmitButton wide busy={confirm.isPending} working={<Trans>Checking…</Trans>}>
          <Trans>Confirm and submit</Trans>
        </SubmitButton>
      </form>
    </Dialog>
  )
}
