import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { describeError } from '../../../client/calls/describe.ts'
import { Field } from '../../ui/Field.tsx'
import { OnlineButton } from '../../ui/online/OnlineButton.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { withSecondFactor } from '../../ui/secondFactor.ts'
import css from './LoginPage.module.css'
import { Refused } from './Refused.tsx'
import { useClient } from '../../lib/client.ts'

interface Typed {
  readonly account: string
  readonly password: string
}

interface Props {
  /** The reason for signing in, when another page redirected here. */
  readonly purpose: ReactNode
  readonly onDone: () => void
}

export function LoginForm({ purpose, onDone }: Props) {
  const client = useClient()
  const { t, i18n } = useLingui()
  const [typed, setTyped] = useState<Typed>({ account: '', password: '' })
  const [asked, setAsked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const refusal = useId()
  const login = useMutation({
    // The form shows errors itself, beside the input.
    meta: { quiet: true },
    mutationFn: ({ account, password }: Typed) =>
      withSecondFactor(client, (second) => client.calls.send('login', { body: { account, password } }, { second })),
    onSuccess: ({ access_token, expires_in }, { account }) => {
      client.session.signedIn(access_token, expires_in, account)
      onDone()
    },
  })
  const account = typed.account.trim()
  const missing = {
    account: asked && account === '' ? t`Enter your login account.` : undefined,
    password: asked && typed.password === '' ? t`Enter your password.` : undefined,
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setAsked(true)
    if (account !== '' && typed.password !== '') login.mutate({ account, password: typed.password })
    else form.current?.querySelector<HTMLInputElement>(account === '' ? '[name=account]' : '[name=password]')?.focus()
  }
  return (
    <form method="post" className={css.form} ref={form} onSubmit={submit} noValidate>
      <header>
        <h1>
          <Trans>Log in</Trans>
        </h1>
        <p>{purpose ?? <Trans>With the account of your company.</Trans>}</p>
      </header>
      {login.error ? <Refused id={refusal} problem={describeError(login.error, i18n)} /> : null}
      <Field
        label={<Trans>Login account</Trans>}
        name="account"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={typed.account}
        error={missing.account}
        aria-describedby={login.error ? refusal : undefined}
        onChange={(event) => setTyped({ ...typed, account: event.target.value })}
      />
      <PasswordField
        label={<Trans>Password</Trans>}
        name="password"
        autoComplete="current-password"
        required
        value={typed.password}
        error={missing.password}
        aria-describedby={login.error ? refusal : undefined}
        onChange={(event) => setTyped({ ...typed, password: event.target.value })}
      />
      <OnlineButton type="submit" wide busy={login.isPending} working={<Trans>Logging in…</Trans>}>
        <Trans>Log in</Trans>
      </OnlineButton>
      <p className={css.ways}>
        <Link to="/forgotPassword">
          <Trans>Forgotten your password?</Trans>
        </Link>
        <Link to="/register">
          <Trans>Register</Trans>
        </Link>
      </p>
    </form>
  )
}
