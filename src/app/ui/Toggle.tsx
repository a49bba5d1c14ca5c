import type { IconName } from './Icon.tsx'
import { Icon } from './Icon.tsx'
import css from './Toggle.module.css'

interface Props<K extends string> {
  readonly label: string
  readonly items: readonly { readonly key: K; readonly icon: IconName; readonly label: string }[]
  readonly value: K
  readonly onChange: (key: K) => void
}

/** A choice of one among a few options, shown as icons. */
export function Toggle<K extends string>({ label, items, value, onChange }: Props<K>) {
  return (
    <fieldset className={css.group}>
      <legend className="visually-hidden">{label}</legend>
      {items.map(({ key, icon, label: name }) => (
        <button
          key={key}
          type="button"
          className={css.item}
          aria-pressed={key === value}
          aria-label={name}
          title={name}
          onClick={() => onChange(key)}
        >
          <Icon name={icon} />
        </button>
      ))}
    </fieldset>
  )
}
