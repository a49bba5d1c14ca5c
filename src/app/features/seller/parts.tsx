import { Trans, useLingui } from '@lingui/react/macro'
import { useId, type ReactNode } from 'react'
import {
  fieldOf,
  fieldsIn,
  isTermField,
  LOT_FIELDS,
  OPEN_KINDS,
  type LotFieldKey,
  type TermField as TermName,
} from '../../../contract/lot-fields.ts'
import { amountOf, CURRENCIES, formatMinor, minor, type Currency, type Unit } from '../../../domain/units.ts'
import type { Form } from '../../lib/form/useForm.ts'
import { formatMoney } from '../../lib/format/index.ts'
import { moneyIn, quantityIn } from '../../lib/form/figure.ts'
import { AreaField } from '../../ui/AreaField.tsx'
import { Field, SelectField } from '../../ui/Field.tsx'
import { FigureField } from '../../ui/FigureField.tsx'
import { bandOf, figureAt, isSizeName, TRADE_CLAUSES, type TypedLot } from './lotForm.ts'
import css from './LotForm.module.css'
import { SizeField } from './SizeField.tsx'
import { useTerms } from './useTerms.ts'
import { FIELDS } from './words.ts'

export type LotFormOf = Form<TypedLot>
interface Props {
  readonly form: LotFormOf
}
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

/** A field of the list; its kind selects the control. */
function LotField({ form, name }: Props & { readonly name: LotFieldKey }) {
  const { i18n } = useLingui()
  const { kind, optional = false, most = 40, term } = fieldOf(name)
  if (kind === 'choice') return <ChoiceField form={form} name={name} />
  if (isTermField(name))
    return term !== undefined && OPEN_KINDS.includes(term) ? (
      <OpenField form={form} name={name} />
    ) : (
      <TermField form={form} name={name} />
    )
  if (isSizeName(name)) return <SizeField form={form} name={name} />
  const hint = HINTS[name]?.(form.value)
  // One name serves for both languages.
  const required = !optional && name !== 'nameEn'
  const title = i18n._(FIELDS[name])
  const label = required ? title : <Trans>{title} (optional)</Trans>
  const bound = { ...form.field(name), label, ...(hint !== undefined && { hint }) }
  if (kind === 'text' && most > 200) return <AreaField {...bound} rows={4} maxLength={most} />
  const figure = figureAt(name, form.value)
  if (figure)
    return (
      <FigureField
        {...bound}
        figure={figure}
        required={required}
        {...(kind === 'money' && { per: form.value.unit as Unit })}
      />
    )
  return (
    <Field
      {...bound}
      required={required}
      {...(kind === 'day' && { type: 'date', min: '2000-01-01', max: '2099-12-31' })}
      {...(kind === 'text' && { maxLength: most })}
    />
  )
}

const HINTS: Partial<Readonly<Record<LotFieldKey, (value: TypedLot) => ReactNode>>> = {
  startPrice: (value) => <Total value={value} />,
  addRange: () => <Trans>Each bid is a whole number of steps above the start price.</Trans>,
  reserve: () => <Trans>Below it the lot is not sold. Bidders never see it: only you and the operator do.</Trans>,
}

const LotFields = ({ form, names }: Props & { readonly names: readonly LotFieldKey[] }) => (
  <div className={css.pair}>
    {names.map((name) => (
      <LotField key={name} form={form} name={name} />
    ))}
  </div>
)

function ChoiceField({ form, name }: Props & { readonly name: LotFieldKey }) {
  const { t, i18n } = useLingui()
  const choices: Partial<Record<LotFieldKey, readonly (readonly [code: string, shown: string])[]>> = {
    unit: [
      ['m3', 'm³'],
      ['piece', t`piece`],
      ['tonne', t`tonne`],
    ],
    currency: CURRENCIES.map((one) => [one, one]),
    tradeClause: [['', t`Please choose`], ...TRADE_CLAUSES.map((one) => [one, one] as const)],
  }
  return (
    <SelectField {...form.field(name)} label={i18n._(FIELDS[name])} required>
      {choices[name]?.map(([code, shown]) => (
        <option key={code} value={code}>
          {shown}
        </option>
      ))}
    </SelectField>
  )
}

/** A field whose value is a term of the vocabulary. */
function TermField({ form, name }: Props & { readonly name: TermName }) {
  const { t, i18n } = useLingui()
  const { of } = useTerms()
  return (
    <SelectField {...form.field(name)} label={i18n._(FIELDS[name])} required>
      <option value="">{t`Please choose`}</option>
      {of(LOT_FIELDS[name].term).map(({ code, name: shown }) => (
        <option key={code} value={code}>
          {shown}
        </option>
      ))}
    </SelectField>
  )
}

/** A field whose value is a term of the vocabulary, or the seller's own text. */
function OpenField({ form, name }: Props & { readonly name: TermName }) {
  const { i18n } = useLingui()
  const { of } = useTerms()
  const list = useId()
  const options = of(LOT_FIELDS[name].term)
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
    <LotFields form={form} names={fieldsIn('names')} />
    <LotFields form={form} names={fieldsIn('goods')} />
  </Part>
)

export const SizesPart = ({ form }: Props) => (
  <Part
    title={<Trans>Dimensions</Trans>}
    about={
      <Trans>
        In mm, or with the unit: 3.9 m, 32 cm. A range as 2500-5800, and up as 200+. Boards have a thickness, logs a
        diameter.
      </Trans>
    }
  >
    <LotFields form={form} names={fieldsIn('sizes')} />
  </Part>
)

export const ParcelPart = ({ form }: Props) => (
  <Part
    title={<Trans>Parcel and price</Trans>}
    about={<Trans>Prices are per unit. Reserve and start price are fixed once the session is published.</Trans>}
  >
    <LotFields form={form} names={fieldsIn('parcel')} />
    <Band value={form.value} />
  </Part>
)

function Total({ value }: { readonly value: TypedLot }) {
  const { currency } = value
  const price = moneyIn(value.startPrice, currency as Currency)
  const quantity = quantityIn(value.quantity, value.unit as Unit)
  if (price === null || quantity === null || BigInt(price) * BigInt(quantity) > 10n ** 18n)
    return <Trans>The first bid is at least this.</Trans>
  const total = formatMoney(formatMinor(amountOf(price, quantity)), currency)
  return <Trans>The first bid is at least this: {total} for the parcel.</Trans>
}

/** The band in which the seller may move the price in the room. */
function Band({ value: { startPrice, reserve, currency } }: { readonly value: TypedLot }) {
  const start = bandOf(startPrice, currency as Currency)
  if (!start) return null
  const least = bandOf(reserve, currency as Currency)
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

export const DeliveryPart = ({ form }: Props) => (
  <Part title={<Trans>Delivery and trade</Trans>}>
    <LotFields form={form} names={[...fieldsIn('delivery'), ...fieldsIn('trade')]} />
  </Part>
)

export const NotesPart = ({ form }: Props) => (
  <Part title={<Trans>Supplementary information</Trans>}>
    {fieldsIn('notes').map((name) => (
      <LotField key={name} form={form} name={name} />
    ))}
  </Part>
)
