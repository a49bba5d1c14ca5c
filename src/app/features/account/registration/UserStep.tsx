import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { register as registerCall } from '../../../../contract/calls/account.ts'
import { formTexts } from '../../../../texts/forms.ts'
import { isTransport } from '../../../../client/calls/index.ts'
import type { Form } from '../../../lib/form/useForm.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { DraftNotice } from '../../../ui/DraftNotice.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { SubmitButton } from '../../../ui/SubmitButton.tsx'
import { Agree } from '../parts/Agree.tsx'
import css from '../parts/Flow.module.css'
import { PasswordPair } from '../parts/PasswordPair.tsx'
import { PhoneField } from '../parts/PhoneField.tsx'
import { placeOf } from '../parts/placeOf.ts'
import { TitleField } from '../parts/TitleField.tsx'
import type { KindFields, RegistrantFields } from './forms.ts'
import { Proof } from './Proof.tsx'
import { createSignUp } from './signUp.ts'
import { useClient } from '../../../lib/client.ts'
import type { Client } from '../../../../client/client.ts'

interface Props {
  readonly kind: Form<KindFields>
  readonly form: Form<RegistrantFields>
}

const newSignUp = ({ calls: { send } }: Client) =>
  createSignUp({ register: (body) => send('register', { body }), login: (body) => send('login', { body }) })

export function UserStep({ kind, form }: Props) {
  const client = useClient()
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const login = form.field('account')
  const [signUp] = useState(() => newSignUp(client))
  const [unsure, setUnsure] = useState(false)
  const { country } = kind.value
  const [busy, register] = useOnce(async ({ inputCodeText: _picture, sent, ...value }: RegistrantFields) => {
    try {
      const body = registerCall.body.parse({ ...value, ...kind.value, codeId: sent?.codeId })
      const { access_token, expires_in } = await signUp(body)
      await Promise.all([form.draft.clear(), kind.draft.clear()])
      client.session.signedIn(access_token, expires_in, body.account)
      await navigate({ to: '/complete', replace: true })
    } catch (error) {
      setUnsure(isTransport(error))
      form.showErrorAt(placeOf(error, form.value), error)
    }
  })
  const { name, account, companyName, email } = form.value
  return (
    <form method="post" className={css.form} onSubmit={form.submit(register)} noValidate>
      <ErrorSummary form={form} />
      {unsure ? <Unsure /> : null}
      <DraftNotice draft={form.draft} />
      <TitleField form={form} />
      <Field label={<Trans>Name</Trans>} {...form.field('name')} autoComplete="name" required />
      <Field label={<Trans>Company name</Trans>} {...form.field('companyName')} autoComplete="organization" required />

      <fieldset className={css.part}>
        <legend>
          <Trans>How we reach you</Trans>
        </legend>
        <Field
          label={<Trans>Email address</Trans>}
          {...form.field('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <PhoneField
          name="phone"
          label={<Trans>Phone</Trans>}
          country={country}
          value={form.value.phone}
          error={form.errorOf('phone')}
          onChange={(phone) => form.set({ phone })}
          onBlur={() => form.leave('phone')}
          required
        />
        <Proof form={form} country={country} />
      </fieldset>

      <fieldset className={css.part}>
        <legend>
          <Trans>How you log in</Trans>
        </legend>
        <Field
          label={<Trans>Login account</Trans>}
          hint={login.error === undefined ? i18n._(formTexts.accountWrong) : undefined}
          {...login}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <PasswordPair form={form} known={[name, account, companyName, email]} />
      </fieldset>

      <div className={css.part}>
        <Agree form={form} />
        <div className={css.acts}>
          <SubmitButton wide busy={busy} working={<Trans>Creating your account…</Trans>}>
            <Trans>Create my account</Trans>
          </SubmitButton>
          <Link to="/register" search={{}} className={buttonClass({ variant: 'quiet', wide: true })}>
            <Trans>Back</Trans>
          </Link>
        </div>
      </div>
    </form>
  )
}

function Unsure() {
  return (
    <div className={css.note}>
      <Icon name="alert" size={18} />
      <p>
        <Trans>
          It is not known yet whether your account was created. Press again: it is never created twice, and if it exists
          you are signed in.
        </Trans>
      </p>
    </div>
  )
}
