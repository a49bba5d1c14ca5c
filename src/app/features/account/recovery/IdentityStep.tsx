import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { emailIn, isMainland, phoneIn } from '../../../../contract/contacts.ts'
import type { Form } from '../../../lib/form/useForm.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { Button } from '../../../ui/Button.tsx'
import { ChoiceField } from '../../../ui/ChoiceField.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { SubmitButton } from '../../../ui/SubmitButton.tsx'
import type { Channel, CodeFields } from '../parts/code.ts'
import { CodeField } from '../parts/CodeField.tsx'
import css from '../parts/Flow.module.css'
import { PhoneField } from '../parts/PhoneField.tsx'
import { placeOf } from '../parts/placeOf.ts'
import { Hint } from './Hint.tsx'
import { useClient } from '../../../lib/client.ts'

export interface IdentityFields extends CodeFields {
  readonly phone: string
  readonly email: string
}

interface Props {
  readonly form: Form<IdentityFields>
  readonly channel: Channel
  readonly onChannel: (channel: Channel) => void
  /** Called with the pass that allows setting a new password. */
  readonly onProven: (pass: string) => void
}

export function IdentityStep({ form, channel, onChannel, onProven }: Props) {
  const client = useClient()
  const phone = phoneIn(form.value.phone)
  const overseas = channel === 'phone' && phone !== null && !isMainland(phone)
  const to = channel === 'email' ? emailIn(form.value.email) : overseas ? null : phone
  const [busy, check] = useOnce(async ({ verificationCode, sent }: IdentityFields) => {
    if (to === null || sent === null) return
    const proof = { codeId: sent.codeId, code: verificationCode.trim() }
    try {
      const { resetToken } = await client.calls.send('checkVerificationCode', {
        body: channel === 'phone' ? { channel, phone: to, ...proof } : { channel, email: to, ...proof },
      })
      onProven(resetToken)
    } catch (error) {
      form.showErrorAt(placeOf(error, form.value), error)
    }
  })
  return (
    <form method="post" className={css.form} onSubmit={form.submit(check)} noValidate>
      <ErrorSummary form={form} />
      <ChoiceField
        name="channel"
        label={<Trans>Where should the code go?</Trans>}
        choices={[
          { key: 'phone', label: <Trans>By phone</Trans> },
          { key: 'email', label: <Trans>By email</Trans> },
        ]}
        row
        value={channel}
        onChange={onChannel}
      />
      {channel === 'phone' ? (
        <PhoneField
          key="phone"
          name="phone"
          label={<Trans>Phone</Trans>}
          hint={<Trans>The number you proved when you registered.</Trans>}
          country="CN"
          value={form.value.phone}
          error={overseas ? undefined : form.errorOf('phone')}
          onChange={(typed) => form.set({ phone: typed })}
          onBlur={() => form.leave('phone')}
          required
        />
      ) : (
        <Field
          key="email"
          label={<Trans>Email address</Trans>}
          hint={<Trans>An address you have verified by code, at registration or later in your account.</Trans>}
          {...form.field('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      )}
      {overseas ? (
        <Overseas onMail={() => onChannel('email')} />
      ) : (
        <CodeField
          key={`code-${channel}`}
          form={form}
          place="recovery"
          by={channel}
          to={to}
          ask={(captcha, address) =>
            channel === 'phone'
              ? client.calls.send('forgetSmsCode', { query: { ...captcha, phone: address } })
              : client.calls.send('sendSmsEmail', { query: { ...captcha, email: address, purpose: 'recovery' } })
          }
          onNoAddress={() => {
            form.leave(channel)
            document.querySelector<HTMLInputElement>(`form [name=${channel}]`)?.focus()
          }}
        />
      )}
      <div className={css.acts}>
        <SubmitButton wide busy={busy} working={<Trans>Checking…</Trans>}>
          <Trans>Next</Trans>
        </SubmitButton>
      </div>
      <Hint />
      <p className={css.foot}>
        <Trans>
          Remembered it? <Link to="/login">Log in</Link>
        </Trans>
      </p>
    </form>
  )
}

/** The server sends no SMS to overseas numbers (spec §5). */
function Overseas({ onMail }: { readonly onMail: () => void }) {
  return (
    <div className={css.note} role="alert">
      <Icon name="alert" size={18} />
      <div className={css.acts}>
        <p>
          <Trans>SMS is not supported for numbers outside mainland China. Please recover your password by email.</Trans>
        </p>
        <Button variant="line" size="small" onClick={onMail}>
          <Trans>Use email instead</Trans>
        </Button>
      </div>
    </div>
  )
}
