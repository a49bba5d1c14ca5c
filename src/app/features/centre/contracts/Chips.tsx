import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import css from './Chips.module.css'

interface Props<K extends string> {
  readonly label: string
  readonly chips: readonly { readonly key: K; readonly name: ReactNode }[]
  readonly value: K
  readonly onChange: (key: K) => void
}

/** One filter of a list: all of its values in sight, on a phone in one line that scrolls. */
export function Chips<K extends string>({ label, chips, value, onChange }: Props<K>) {
  return (
    <fieldset className={css.chips}>
      <legend className="visually-hidden">{label}</legend>
      {chips.map(({ key, name }) => (
        <Button
          key={key}
          size="small"
          variant={key === value ? 'fill' : 'line'}
          aria-pressed={key === value}
          onClick={() => onChange(key)}
        >
          {name}
        </Button>
      ))}
    </fieldset>
  )
}
