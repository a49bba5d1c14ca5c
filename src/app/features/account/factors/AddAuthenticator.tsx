import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { typedCode } from '../../../../domain/typed/text.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { QrCode } from '../../../ui/QrCode.tsx'
import { withSecondFactor } from '../../../ui/secondFactor.ts'
import { SubmitButton } from '../../../ui/SubmitButton.tsx'
import type { AddProps } from './AddPasskey.tsx'
import css from './Factors.module.css'
import { useClient } from '../../../lib/client.ts'

/** Asks for the password, then shows a secret for the app, which its first code confirms. */
export function AddAuthenticator({ onDone, onClose }: AddProps) {
  const client = useClient()
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const begin = useMutation({
    mutationFn: () =>
      withSecondFactor(client, (second) => client.calls.send('authenticatorBegin', { body: { password } }, { second })),
  })
  const confirm = useMutation({
    mutationFn: () => client.calls.send('authenticatorConfirm', { body: { code: typedCode(code) } }),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  })
  return (
    <Dialog title={<Trans>Set up an authenticator app</Trans>} onClose={onClose}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (begin.data) confirm.mutate()
          else begin.mutate()
        }}
      >
        {begin.data ? (
          <>
            <p>
              <Trans>Scan this with your app, or type the secret into it; then enter the code that it shows.</Trans>
            </p>
            <QrCode text={begin.data.uri} alt={t`QR code for the authenticator app`} className={css.qr} />
            <code className={css.secret}>{begin.data.secret}</code>
            <Field
              label={<Trans>Code</Trans>}
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              value={code}
              onChange={({ target }) => setCode(target.value)}
            />
          </>
        ) : (
          <PasswordField
            label={<Trans>Password now</Trans>}
            autoComplete="current-password"
            required
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        )}
        <SubmitButton wide busy={begin.isPending || confirm.isPending} working={<Trans>Checking…</Trans>}>
          {begin.data ? <Trans>Confirm</Trans> : <Trans>Continue</Trans>}
        </SubmitButton>
      </form>
    </Dialog>
  )
}
