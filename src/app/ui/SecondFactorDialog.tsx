import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { typed as typedText, typedCode } from '../../domain/typed/text.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Field } from './Field.tsx'
import css from './SecondFactor.module.css'
import { answerWithPasskey } from './passkey.ts'
import { notifyError } from './notifyError.ts'
import { useClient } from '../lib/client.ts'

interface Props {
  /** Why the previous answer was refused. */
  readonly refusal: string | null
  readonly onAnswer: (second: string | null) => void
}

/** A code of the authenticator app or a recovery code in one field; or a passkey. */
export function SecondFactorDialog({ refusal, onAnswer }: Props) {
  const client = useClient()
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState(false)
  const second = secondOf(typed)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setAsked(true)
    if (second !== null) onAnswer(second)
  }
  const usePasskey = (): void =>
    void answerWithPasskey(client).then(onAnswer, (error: unknown) => notifyError(client, error))
  return (
    <Dialog title={<Trans>Confirm that it is you</Trans>} onClose={() => onAnswer(null)}>
      <form className={css.form} onSubmit={submit} noValidate>
        <Field
          label={<Trans>Code</Trans>}
          hint={<Trans>Six digits from your authenticator app, or one of your recovery codes.</Trans>}
          error={
            asked && second === null
              ? t`Enter six digits, or a recovery code such as 3-ABCDE-FGHJK.`
              : (!asked && refusal) || undefined
          }
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" wide>
          <Trans>Confirm</Trans>
        </Button>
        <Button variant="line" wide onClick={usePasskey}>
          <Trans>Use a passkey</Trans>
        </Button>
      </form>
    </Dialog>
  )
}

function secondOf(typed: string): string | null {
  const text = typedText(typed).replaceAll(' ', '').toUpperCase()
  const code = typedCode(typed)
  if (/^\d{6}$/.test(code)) return `totp ${code}`
  return /^\d{1,2}-?[A-Z\d]{5}-?[A-Z\d]{5}$/.test(text)
    ? `recovery ${text.replace(/^(\d{1,2})-?([A-Z\d]{5})-?([A-Z\d]{5})$/, '$1-$2-$3')}`
    : null
}
