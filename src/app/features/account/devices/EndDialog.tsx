import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../../ui/Dialog.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { withSecondFactor } from '../../../ui/secondFactor.ts'
import { SubmitButton } from '../../../ui/SubmitButton.tsx'
import css from './Devices.module.css'
import { useClient } from '../../../lib/client.ts'

interface Props {
  /** `null`: all other devices. */
  readonly device: { readonly id: string; readonly name: string } | null
  readonly onDone: () => Promise<void>
  readonly onClose: () => void
}

/** Asks for the password, because an unattended device must not sign the account out elsewhere. */
export function EndDialog({ device, onDone, onClose }: Props) {
  const client = useClient()
  const [password, setPassword] = useState('')
  const end = useMutation({
    mutationFn: () =>
      withSecondFactor(client, (second) =>
        device === null
          ? client.calls.send('deviceEndOthers', { body: { password } }, { second })
          : client.calls.send('deviceEnd', { body: { deviceId: device.id, password } }, { second }),
      ),
    onSuccess: onDone,
  })
  return (
    <Dialog
      title={device === null ? <Trans>Sign out all other devices?</Trans> : <Trans>Sign out {device.name}?</Trans>}
      onClose={onClose}
    >
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          end.mutate()
        }}
      >
        <p>
          <Trans>What was typed there and not sent stays on that device. A bid that was accepted stands.</Trans>
        </p>
        <PasswordField
          label={<Trans>Your password</Trans>}
          autoComplete="current-password"
          required
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        <SubmitButton wide busy={end.isPending} working={<Trans>Signing out…</Trans>}>
          <Trans>Sign out</Trans>
        </SubmitButton>
      </form>
    </Dialog>
  )
}
