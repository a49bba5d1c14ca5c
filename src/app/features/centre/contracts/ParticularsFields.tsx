import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Form } from '../../../lib/form/useForm.ts'
import { AreaField } from '../../../ui/AreaField.tsx'
import { Field, type FieldProps } from '../../../ui/Field.tsx'
import { LABEL, PARTICULARS, type ContractValues } from './contractForm.ts'
import type { Particulars } from './queries.ts'
import css from './Signing.module.css'

interface Props {
  readonly form: Form<ContractValues>
}

function Part({
  title,
  about,
  children,
}: {
  readonly title: ReactNode
  readonly about: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section className={css.part}>
      <header>
        <h2>{title}</h2>
        <p>{about}</p>
      </header>
      <div className={css.fields}>{children}</div>
    </section>
  )
}

function Text({ form, of, ...rest }: Props & { readonly of: keyof Particulars } & Omit<FieldProps, 'label' | 'form'>) {
  const { i18n } = useLingui()
  return <Field label={i18n._(LABEL[of])} required {...form.field(of)} {...rest} />
}

const titleOf = (key: (typeof PARTICULARS)[number]['key']) => PARTICULARS.find((part) => part.key === key)?.title

/** The company's own particulars, as the contract names them. */
export function ParticularsFields({ form }: Props) {
  const { i18n } = useLingui()
  const heading = (key: (typeof PARTICULARS)[number]['key']) => {
    const title = titleOf(key)
    return title && i18n._(title)
  }
  const account = { autoComplete: 'off', spellCheck: false, required: false } as const
  return (
    <>
      <Part title={heading('party')} about={<Trans>As certified; the contract names your company like this.</Trans>}>
        <Text form={form} of="companyName" autoComplete="organization" />
        <Text form={form} of="creditCode" autoComplete="off" spellCheck={false} />
        <Text form={form} of="address" autoComplete="street-address" />
        <Text
          form={form}
          of="funder"
          autoComplete="off"
          hint={<Trans>Who pays or is paid: your company, or another one that funds the deal.</Trans>}
        />
      </Part>
      <Part title={heading('contact')} about={<Trans>Who answers for this deal.</Trans>}>
        <Text form={form} of="contacts" autoComplete="name" />
        <div className={css.pair}>
          <Text form={form} of="phone" type="tel" autoComplete="tel" />
          <Text form={form} of="email" type="email" autoComplete="email" />
        </div>
      </Part>
      <Part
        title={heading('bank')}
        about={<Trans>One account at least. Only the other party and the platform see it.</Trans>}
      >
        <Text form={form} of="bankName" autoComplete="off" hint={<Trans>With its branch.</Trans>} />
        <Text form={form} of="bankAddress" autoComplete="off" required={false} />
        <div className={css.pair}>
          <Text form={form} of="accountCNY" {...account} />
          <Text form={form} of="accountUSD" {...account} />
        </div>
        <Text
          form={form}
          of="swift"
          {...account}
          autoCapitalize="characters"
          hint={<Trans>For payments from abroad.</Trans>}
        />
      </Part>
    </>
  )
}

/** Fields that only the buyer fills in. */
export function DeliveryFields({ form }: Props) {
  return (
    <Part
      title={<Trans>Delivery</Trans>}
      about={<Trans>Incoterm, ports, dates and payment terms come from the sale and cannot be changed.</Trans>}
    >
      <Field
        label={<Trans>Target port</Trans>}
        required
        autoComplete="off"
        hint={<Trans>Where the goods are to arrive.</Trans>}
        {...form.field('targetPort')}
      />
      <AreaField
        label={<Trans>Note</Trans>}
        hint={<Trans>Optional. It becomes part of the contract.</Trans>}
        maxLength={2000}
        {...form.field('note')}
      />
    </Part>
  )
}
