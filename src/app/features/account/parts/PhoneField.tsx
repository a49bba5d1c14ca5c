import { useLingui } from '@lingui/react/macro'
import { useId, useState, type InputHTMLAttributes } from 'react'
import { callingCodeOf, COUNTRIES } from '../../../../contract/countries.ts'
import { countries } from '../../../lib/countries.ts'
import { describedBy, Frame, type Labelled } from '../../../ui/Field.tsx'
import field from '../../../ui/Field.module.css'
import { Icon } from '../../../ui/Icon.tsx'
import { dialledAs, joined, partsOf } from './phone.ts'
import css from './PhoneField.module.css'
import { useClient } from '../../../lib/client.ts'

interface Props extends Labelled, Pick<InputHTMLAttributes<HTMLInputElement>, 'name' | 'required' | 'onBlur'> {
  /** The number with its calling code, `+86 138 0000 0000`. */
  readonly value: string
  readonly onChange: (phone: string) => void
  /** Country whose calling code is shown before the reader chooses one. */
  readonly country: string
}

export function PhoneField({ value, onChange, country, label, hint, error, className, onBlur, ...input }: Props) {
  const client = useClient()
  const { t } = useLingui()
  const id = useId()
  const frame = { label, hint, error, ...(className && { className }) }
  const parts = partsOf(value)
  /** Country of the chosen code: several share one, and the reader may choose it before typing a number. */
  const [chosen, setChosen] = useState<string | null>(null)
  const calling = parts.calling ?? callingCodeOf(chosen ?? country) ?? '+86'
  const fits = (code: string | null): code is string => code !== null && callingCodeOf(code) === calling
  const shown = fits(chosen)
    ? chosen
    : fits(country)
      ? country
      : (COUNTRIES.find((one) => one.calling === calling)?.code ?? 'CN')
  /** Naming two hundred countries takes a slow phone a tenth of a second, so it waits until the field is used. */
  const [named, setNamed] = useState(false)
  const name = (): void => setNamed(true)
  return (
    <Frame {...frame} id={id}>
      <div className={css.row}>
        <span className={css.code}>
          <span aria-hidden="true">{calling}</span>
          <Icon name="down" size={14} />
          <select
            aria-label={t`Country code`}
            autoComplete="tel-country-code"
            value={shown}
            onFocus={name}
            onPointerDown={name}
            onChange={({ target }) => {
              setChosen(target.value)
              onChange(joined(callingCodeOf(target.value) ?? calling, parts.number))
            }}
          >
            {named ? (
              countries(client).map((one) => (
                <option key={one.code} value={one.code}>{`${one.name} ${one.calling}`}</option>
              ))
            ) : (
              <option value={shown}>{calling}</option>
            )}
          </select>
        </span>
        <input
          {...input}
          id={id}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          className={field.control}
          value={parts.number}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, frame)}
          onChange={({ target }) => onChange(joined(calling, target.value))}
          onBlur={(event) => {
            // The number is shown as it will be dialled.
            if (parts.number !== '') onChange(dialledAs(value))
            onBlur?.(event)
          }}
        />
      </div>
    </Frame>
  )
}
