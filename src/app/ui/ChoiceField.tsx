import { useId, type FocusEvent, type ReactNode } from 'react'
import css from './ChoiceField.module.css'
import { classes } from './classes.ts'
import { describedBy, type Labelled } from './Field.tsx'
import { Icon } from './Icon.tsx'

export interface Choice<K extends string> {
  readonly key: K
  readonly label: ReactNode
  /** The meaning of the choice, in one line. */
  readonly about?: ReactNode
}

interface Shared<K extends string> extends Labelled {
  readonly name: string
  readonly choices: readonly Choice<K>[]
  /** Choices side by side even on a phone, for a few short words. */
  readonly row?: boolean
  /** Called when the cursor leaves the whole group. */
  readonly onBlur?: () => void
}

interface One<K extends string> extends Shared<K> {
  readonly value: K | ''
  readonly onChange: (key: K) => void
}

interface Several<K extends string> extends Shared<K> {
  readonly value: readonly K[]
  readonly onChange: (keys: readonly K[]) => void
}

/** A choice of one among a few options, all visible. */
export function ChoiceField<K extends string>({ value, onChange, ...shared }: One<K>) {
  return <Group {...shared} type="radio" chosen={(key) => key === value} onChoose={onChange} />
}

/** A choice of any number among a few options, all visible. */
export function ChoicesField<K extends string>({ value, onChange, ...shared }: Several<K>) {
  const { choices } = shared
  const turn = (key: K): void => {
    const has = value.includes(key)
    // Keys stay in display order, whichever was pressed first.
    onChange(choices.map((choice) => choice.key).filter((one) => (one === key ? !has : value.includes(one))))
  }
  return <Group {...shared} type="checkbox" chosen={(key) => value.includes(key)} onChoose={turn} />
}

interface GroupProps<K extends string> extends Shared<K> {
  readonly type: 'radio' | 'checkbox'
  readonly chosen: (key: K) => boolean
  readonly onChoose: (key: K) => void
}

function Group<K extends string>({
  label,
  hint,
  error,
  className,
  name,
  choices,
  row = false,
  type,
  chosen,
  onChoose,
  onBlur,
}: GroupProps<K>) {
  const id = useId()
  const tall = choices.some(({ about }) => about !== undefined)
  const left = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) onBlur?.()
  }
  return (
    // The fieldset handles nothing itself: it only listens for the cursor leaving.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset
      className={classes(css.group, className)}
      aria-describedby={describedBy(id, { label, hint, error })}
      data-wrong={error ? true : undefined}
      onBlur={left}
    >
      <legend>{label}</legend>
      <div className={classes(css.items, row && css.row, tall && css.pair)}>
        {choices.map(({ key, label: text, about }) => (
          <label key={key} className={classes(css.item, tall && css.tall)}>
            <input type={type} name={name} value={key} checked={chosen(key)} onChange={() => onChoose(key)} />
            <span className={css.name}>{text}</span>
            {about === undefined ? null : <span className={css.about}>{about}</span>}
          </label>
        ))}
      </div>
      {hint === undefined ? null : (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error ? (
        <p className={css.error} id={`${id}-error`}>
          <Icon name="alert" size={16} />
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
