import { Trans } from '@lingui/react/macro'
import { emailIn, isMainland, phoneIn } from '../../../../contract/contacts.ts'
import type { Form } from '../../../lib/form/useForm.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { CodeField } from '../parts/CodeField.tsx'
import css from '../parts/Flow.module.css'
import type { RegistrantFields } from './forms.ts'
import { useClient } from '../../../lib/client.ts'

interface Props {
  readonly form: Form<RegistrantFields>
  readonly country: string
}

/** A mainland number is proven by SMS. For any other number the reader proves the mail address, and is told why. */
export function Proof({ form, country }: Props) {
  const client = useClient()
  const phone = phoneIn(form.value.phone)
  const byPhone = phone === null ? country === 'CN' : isMainland(phone)
  const to = byPhone ? phone : emailIn(form.value.email)
  return (
    <>
      {byPhone ? null : (
        <div className={css.note}>
          <Icon name="alert" size={18} />
          <p>
            <Trans>Text messages reach mainland China numbers only, so your code goes to your email address.</Trans>
          </p>
        </div>
      )}
      <CodeField
        form={form}
        place="register"
        by={byPhone ? 'phone' : 'email'}
        to={to}
        ask={(captcha, address) =>
          byPhone
            ? client.calls.send('registerSmsCode', { query: { ...captcha, phone: address } })
            : client.calls.send('sendSmsEmail', { query: { ...captcha, email: address, purpose: 'register' } })
        }
        onNoAddress={() => {
          const name = byPhone ? 'phone' : 'email'
          form.leave(name)
          document.querySelector<HTMLInputElement>(`form [name=${name}]`)?.focus()
        }}
      />
    </>
  )
}
