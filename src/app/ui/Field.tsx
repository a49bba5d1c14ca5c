import { useId, type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes } from 'react'
import { classes } from './classes.ts'
import css from './Field.module.css'
import { Icon } from './Icon.tsx'

export interface Labelled {
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** The error and its remedy; shown at the field and announced with it. */
  readonly error?: ReactNode
  readonly className?: string
}

export interface Described extends Labelled {
  readonly id: string
  readonly children: ReactNode
}

/** Ids in the `Frame` of a custom control, for its `aria-describedby`. */
export const describedBy = (id: string, { hint, error }: Labelled): string | undefined =>
  classes(hint !== undefined && `${id}-hint`, Boolean(error) && `${id}-error`) || undefined

/** Label, hint and error around a control. */
export function Frame({ id, label, hint, error, className, children }: Described) {
  return (
    <div className={classes(css.field, className)}>
      <label className={css.label} htmlFor={id} id={`${id}-label`}>
        {label}
      </label>
      {children}
      {hint !== undefined && (
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
    </div>
  )
}

export interface FieldProps extends Labelled, Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'disabled'> {
  /** A button at the field's end, e.g. to show a password. */
  readonly beside?: ReactNode
}

export function Field({ label, hint, error, className, beside, id, ...input }: FieldProps) {
  const made = useId()
  const own = id ?? made
  const frame = { label, hint, error, ...(className && { className }) }
  const control = (
    <input
      {...input}
      id={own}
      className={css.control}
      aria-invalid={error ? true : undefined}
      aria-describedby={classes(input['aria-describedby'], describedBy(own, frame)) || undefined}
    />
  )
  return (
    <Frame {...frame} id={own}>
      {beside === undefined ? (
        control
      ) : (
        <div className={css.wrap}>
          {control}
          <div className={css.beside}>{beside}</div>
        </div>
      )}
    </Frame>
  )
}

interface SelectFieldProps extends Labelled, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'disabled'> {
  readonly children: ReactNode
}

export function SelectField({ label, hint, error, className, id, children, ...select }: SelectFieldProps) {
  const made = useId()
  const own = id ?? made
  const frame = { label, hint, error, ...(className && { className }) }
  return (
    <Frame {...frame} id={own}>
      <select
        {...select}
        id={own}
        className={classes(css.control, css.select)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(own, frame)}
      >
        {children}
      </select>
    </Frame>
  )
}
