import { useId, type TextareaHTMLAttributes } from 'react'
import { classes } from './classes.ts'
import { describedBy, Frame, type Labelled } from './Field.tsx'
import css from './Field.module.css'

interface AreaFieldProps
  extends Labelled, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'disabled'> {}

/** Several lines. */
export function AreaField({ label, hint, error, className, id, rows = 3, ...area }: AreaFieldProps) {
  const made = useId()
  const own = id ?? made
  const frame = { label, hint, error, ...(className && { className }) }
  return (
    <Frame {...frame} id={own}>
      <textarea
        {...area}
        id={own}
        rows={rows}
        className={classes(css.control, css.area)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(own, frame)}
      />
    </Frame>
  )
}
