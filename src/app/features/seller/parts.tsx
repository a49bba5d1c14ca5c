import { Trans, useLingui } from '@lingui/react/macro'
import { useId, type ReactNode } from 'react'
import { TERM_COLUMNS } from '../../../contract/lot-terms.ts'
import { amountOf, formatMinor, minor } from '../../../domain/units.ts'
import type { Form } from '../../lib/form/useForm.ts'
import { formatMoney } from '../../lib/format/index.ts'
import { readMoney } from '../../lib/format/typed.ts'
import { AreaField } from '../../ui/AreaField.tsx'
import { Field, SelectField } from '../../ui/Field.tsx'
import { bandOf, readQuantity, TRADE_CLAUSES, type TypedLot } from './lotForm.ts'
import css from './LotForm.module.css'
import { useTerms } from './useTerms.ts'
import { FIELDS, type FieldName } from './words.ts'

export type LotFormOf = Form<TypedLot>
interface Props {
  readonly form: LotFormOf
}
type TextName = Exclude<FieldName, 'pictures' | 'papers'>

export function Part({
  title,
  about,
  children,
}: {
  readonly title: ReactNode
  readonly about?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section className={css.part}>
      <header>
        <h2>{title}</h2>
        {about !== undefined && <p>{about}</p>}
      </header>
      <div className={css.fields}>{children}</div>
    </section>
  )
}

function TextField({
  form,
  name,
  required = false,
  hint,
  ...input
}: Props & {
  readonly name: TextName
  readonly required?: boolean
  readonly hint?: ReactNode
  readonly inputMode?: 'decimal' | 'numeric'
  readonly type?: 'date'
  readonly maxLength?: number
}) {
  const { i18n } = useLingui()
  return (
    <Field
      {...form.field(name)}
      {...input}
      label={i18n._(FIELDS[name])}
      required={required}
      {...(hint !== undefined && { hint })}
    />
  )
}

/** A term of the vocabulary. */
function TermField({ form, name }: Props & { readonly name: keyof typeof TERM_COLUMNS }) {
  const { t, i18n } = useLingui()
  const { of } = useTerms()
  return (
    <SelectField {...form.field(name)} label={i18n._(FIELDS[name])} required>
      <option value="">{t`Please choose`}</option>
      {of(TERM_COLUMNS[name]).map(({ code, name: shown }) => (
        <option key={code} value={code}>
          {shown}
        </option>
      ))}
    </SelectField>
  )
}

/** A term of the vocabulary, or words of one's own. */
function OpenField({ form, name }: Props & { readonly name: keyof typeof TERM_COLUMNS }) {
  const { i18n } = useLingui()
  const { of } = useTerms()
  const list = useId()
  const options = of(TERM_COLUMNS[name])
  const { value, onChange, ...bound } = form.field(name)
  return (
    <>
      <Field
        {...bound}
        label={i18n._(FIELDS[name])}
        required
        list={list}
        maxLength={80}
        value={options.find(({ code }) => code === value)?.name ?? value}
        onChange={({ target }) =>
          onChange({ target: { value: options.find((one) => one.name === target.value.trim())?.code ?? target.value } })
        }
        hint={<Trans>From the list, or in words of your own.</Trans>}
      />
      <datalist id={list}>
        {options.map(({ code, name: shown }) => (
          <option key={code} value={shown}>
            {shown}
          </option>
        ))}
      </datalist>
    </>
  )
}

export const GoodsPart = ({ form }: Props) => (
  <Part title={<Trans>Goods</Trans>} about={<Trans>One name is enough: it then stands in both languages.</Trans>}>
    <div className={css.pair}>
      <TextField form={form} name="nameZh" maxLength={120} required />
      <TextField form={form} name="nameEn" maxLength={120} />
    </div>
    <div className={css.pair}>
      <TermField form={form} name="species" />
      <TermField form={form} name="origin" />
      <TermField form={form} name="grade" />
      <TermField form={form} name="category" />
    </div>
  </Part>
)

export const SizesPart = ({ form }: Props) => (
  <Part
    title={<Trans>Dimensions</Trans>}
    about={<Trans>In millimetres; a range as 2500–5800. Boards have a thickness, logs a diameter.</Trans>}
  >
    <div className={css.pair}>
      <TextField form={form} name="length" maxLength={40} required />
      <TextField form={form} name="thickness" maxLength={40} />
      <TextField form={form} name="width" maxLength={40} />
      <TextField form={form} name="diameter" maxLength={40} />
      <TextField form={form} name="humidity" maxLength={40} hint={<Trans>For example 10–12 %</Trans>} />
    </div>
  </Part>
)

export function ParcelPart({ form }: Props) {
  const { t, i18n } = useLingui()
  const { value } = form
  return (
    <Part
      title={<Trans>Parcel and price</Trans>}
      about={<Trans>Prices are per unit. Reserve and start price are fixed once the session is published.</Trans>}
    >
      <div className={css.pair}>
        <TextField form={form} name="quantity" inputMode="decimal" required />
        <SelectField {...form.field('unit')} label={i18n._(FIELDS.unit)} required>
          <option value="m3">m³</option>
          <option value="piece">{t`piece`}</option>
          <option value="tonne">{t`tonne`}</option>
        </SelectField>
        <TextField form={form} name="pieces" inputMode="numeric" />
        <SelectField {...form.field('currency')} label={i18n._(FIELDS.currency)} required>
          {['CNY', 'USD', 'EUR'].map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </SelectField>
        <TextField form={form} name="startPrice" inputMode="decimal" required hint={<Total value={value} />} />
        <TextField
          form={form}
          name="addRange"
          inputMode="decimal"
          required
          hint={<Trans>Each bid is a whole number of steps above the start price.</Trans>}
        />
        <TextField
          form={form}
          name="reserve"
          inputMode="decimal"
          hint={
            <Trans>
              May be left empty. Below it the lot is not sold. Bidders never see it: only you and the operator do.
            </Trans>
          }
        />
      </div>
      <Band value={value} />
    </Part>
  )
}

function Total({ value: { startPrice, quantity, currency } }: { readonly value: TypedLot }) {
  const [price, milli] = [readMoney(startPrice), readQuantity(quantity)]
  if (price === null || milli === null || BigInt(price) * BigInt(milli) > 10n ** 18n)
    return <Trans>The first bid is at least this.</Trans>
  const total = formatMoney(formatMinor(amountOf(price, milli)), currency)
  return <Trans>The first bid is at least this: {total} for the parcel.</Trans>
}

/** How far the seller may move in the room. */
function Band({ value: { startPrice, reserve, currency } }: { readonly value: TypedLot }) {
  const start = bandOf(startPrice)
  if (!start) return null
  const least = bandOf(reserve)
  const money = (amount: number) => formatMoney(formatMinor(minor(amount)), currency)
  const [from, to] = [money(start.from), money(Math.max(start.to, least?.to ?? 0))]
  return (
    <p className={css.note}>
      <Trans>
        In the room you may adjust the start price between rounds and answer with counter-offers within {from} to {to}:
        10 % below the start price to 10 % above the highest of start price, reserve and highest bid, in total.
      </Trans>
    </p>
  )
}

export function DeliveryPart({ form }: Props) {
  const { t, i18n } = useLingui()
  return (
    <Part title={<Trans>Delivery and trade</Trans>}>
      <div className={css.pair}>
        <TextField form={form} name="deliveryDate" type="date" required />
        <SelectField {...form.field('tradeClause')} label={i18n._(FIELDS.tradeClause)} required>
          <option value="">{t`Please choose`}</option>
          {TRADE_CLAUSES.map((clause) => (
            <option key={clause} value={clause}>
              {clause}
            </option>
          ))}
        </SelectField>
        <TermField form={form} name="tradeArea" />
        <TermField form={form} name="tradeMode" />
        <OpenField form={form} name="departurePort" />
        <OpenField form={form} name="arrivalPort" />
        <OpenField form={form} name="deliveryPlace" />
        <OpenField form={form} name="paymentTerms" />
      </div>
    </Part>
  )
}

export function NotesPart({ form }: Props) {
  const { i18n } = useLingui()
  return (
    <Part title={<Trans>Supplementary information</Trans>}>
      <AreaField {...form.field('supplementaryZh')} label={i18n._(FIELDS.supplementaryZh)} rows={4} maxLength={2_000} />
      <AreaField {...form.field('supplementaryEn')} label={i18n._(FIELDS.supplementaryEn)} rows={4} maxLength={2_000} />
    </Part>
  )
}
