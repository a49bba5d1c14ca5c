import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { makePasskey } from '../../../ui/passkey.ts'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { withSecondFactor } from '../../../ui/secondFactor.ts'
import { SubmitButton } from '../../../ui/SubmitButton.tsx'
import css from './Factors.module.css'
import { useClient } from '../../../lib/client.ts'

export interface AddProps {
  readonly onDone: (codes: readonly string[]) => Promise<void>
  readonly onClose: () => void
}

/** Asks for the password and a name for the passkey; the device then asks its own questions. */
export function AddPasskey({ onDone, onClose }: AddProps) {
  const client = useClient()
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const [name, setName] = useState(t`This device`)
  const add = useMutation({
    mutationFn: () =>
      withSecondFactor(client, (second) => makePasskey(client, password, name.trim() || t`This device`, second)),
    onSuccess: onDone,
  })
  return (
    <Dialog title={<Trans>Add a passkey</Trans>} onClose={onClose}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          add.mutate()
        }}
      >
        <p>
          <Trans>Your device keeps it and opens it by fingerprint, face or PIN. It is good for this site alone.</Trans>
        </p>
        <Field
          label={<Trans>Name of the device</Trans>}
          maxLength={60}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <PasswordField
          label={<Trans>Password now</Trans>}
          autoComplete="current-password"
          required
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        <SubmitButton wide busy={add.isPending} working={<Trans>Adding…</Trans>}>
          <Trans>Add</Trans>
        </SubmitButton>
      </form>
    </Dialog>
  )
}
