import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Form } from '../../lib/form/useForm.ts'
import {
  COMPANY_LABEL,
  COMPANY_PARTS,
  type CompanyKey,
  type CompanyValues,
  type PartKey,
} from '../../ui/company/labels.ts'
import { CountryField } from '../../ui/CountryField.tsx'
import { Field, type FieldProps } from '../../ui/Field.tsx'
import { hasWrongCheckDigit } from '../../../contract/creditCode.ts'
import { CheckDigitHint } from '../../ui/CheckDigitHint.tsx'
import css from './CompanyForm.module.css'
import { LicenceField } from './LicenceField.tsx'

interface Props {
  readonly form: Form<CompanyValues>
}

/** A group of questions, with the reason for asking them. */
function Part({
  part,
  about,
  children,
}: {
  readonly part: PartKey
  readonly about: ReactNode
  readonly children: ReactNode
}) {
  const { i18n } = useLingui()
  const title = COMPANY_PARTS.find(({ key }) => key === part)?.title
  return (
    <section className={css.part} id={`part-${part}`}>
      <header>
        <h2>{title && i18n._(title)}</h2>
        <p>{about}</p>
      </header>
      <div className={css.fields}>{children}</div>
    </section>
  )
}

function Text({ form, of, ...rest }: Props & { readonly of: CompanyKey } & Omit<FieldProps, 'label' | 'form'>) {
  const { i18n } = useLingui()
  return <Field label={i18n._(COMPANY_LABEL[of])} required {...form.field(of)} {...rest} />
}

export function CompanyPart({ form }: Props) {
  const { t } = useLingui()
  const inChina = form.value.country === 'CN'
  return (
    <Part part="company" about={<Trans>As in the company’s register and on its licence.</Trans>}>
      <Text form={form} of="name" autoComplete="organization" hint={<Trans>Full name, as on the licence.</Trans>} />
      <div className={css.pair}>
        <CountryField
          name="country"
          required
          value={form.value.country}
          error={form.errorOf('country')}
          onChange={(country) => form.set({ country })}
          onBlur={() => form.leave('country')}
        />
        <Text
          form={form}
          of="creditCode"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint={
            hasWrongCheckDigit(form.value.country, form.value.creditCode) ? (
              <CheckDigitHint />
            ) : inChina ? (
              <Trans>18 digits and letters.</Trans>
            ) : (
              <Trans>The number in your own country’s register.</Trans>
            )
          }
        />
      </div>
      <Text
        form={form}
        of="address"
        autoComplete="address-level1"
        placeholder={inChina ? t`Province, city, district` : ''}
        hint={inChina ? undefined : <Trans>State or province, and city.</Trans>}
      />
      <Text
        form={form}
        of="detailedAddress"
        autoComplete="street-address"
        hint={<Trans>Street, number, building. Contracts and invoices go there.</Trans>}
      />
      <div className={css.pair}>
        <Text form={form} of="zipCode" autoComplete="postal-code" inputMode={inChina ? 'numeric' : 'text'} />
        <Text
          form={form}
          of="phone"
          type="tel"
          autoComplete="tel"
          hint={<Trans>A landline with its area code, or a mobile.</Trans>}
        />
      </div>
    </Part>
  )
}

export const LegalPart = ({ form }: Props) => (
  <Part part="legal" about={<Trans>The person who may sign for the company, as on the licence.</Trans>}>
    <div className={css.pair}>
      <Text form={form} of="legalPerson" autoComplete="off" />
      <Text form={form} of="legalPersonPhone" type="tel" autoComplete="off" />
    </div>
  </Part>
)

export const BankPart = ({ form }: Props) => (
  <Part
    part="bank"
    about={<Trans>Deposits go back there, and contracts name it. It must be the company’s own account.</Trans>}
  >
    <Text form={form} of="bank" autoComplete="off" hint={<Trans>With its branch.</Trans>} />
    <Text
      form={form}
      of="bankAccount"
      autoComplete="off"
      inputMode={form.value.country === 'CN' ? 'numeric' : 'text'}
      spellCheck={false}
      hint={<Trans>Spaces are fine; an IBAN too.</Trans>}
    />
  </Part>
)

export const LicencePart = ({ form }: Props) => (
  <Part
    part="licence"
    about={<Trans>It proves that the company exists and who represents it. Only the operator sees the picture.</Trans>}
  >
    <LicenceField
      ready={form.ready}
      value={form.value.businessLicense}
      error={form.errorOf('businessLicense')}
      onChange={(businessLicense) => form.set({ businessLicense })}
    />
  </Part>
)
