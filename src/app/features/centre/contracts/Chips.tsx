import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import css from './Chips.module.css'

interface Props<K extends string> {
  readonly label: string
  readonly chips: readonly { readonly key: K; readonly name: ReactNode }[]
  readonly value: K
  readonly onChange: (key: K) => void
}

/** A filter of a list, with all values visible; on a phone in one scrollable line. */
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
