import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react'
import { classes } from './classes.ts'
import css from './Button.module.css'

export interface ButtonLook {
  /** At most one `fill` per view, for the reader's next step. */
  readonly variant?: 'fill' | 'line' | 'quiet' | 'danger'
  readonly size?: 'normal' | 'small'
  readonly wide?: boolean
  /** An icon without a text; the button needs an `aria-label`. */
  readonly icon?: boolean
}

/** Classes for a link that looks like a button: `<Link className={buttonClass()}>`. */
export const buttonClass = ({
  variant = 'fill',
  size = 'normal',
  wide = false,
  icon = false,
}: ButtonLook = {}): string =>
  classes(css.button, css[variant], size === 'small' && css.small, wide && css.wide, icon && css.icon)

interface PlainButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** A busy button ignores presses, and announces its state. */
  readonly busy?: boolean
  /** Announced and shown; a press, or Enter in a field of its form, does nothing. */
  readonly disabled?: boolean | undefined
  /** A press while `disabled`, to say why. */
  readonly onRefused?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined
  /** `disabled` sets it, and takes no press. */
  readonly 'aria-disabled'?: never
  readonly children: ReactNode
}

/**
 * A button without a look. It is never natively disabled: a browser takes the focus from such a button, and keyboard
 * and screen reader users could not reach it to learn why.
 */
export function PlainButton({
  busy = false,
  disabled = false,
  onRefused,
  type = 'button',
  onClick,
  ...rest
}: PlainButtonProps) {
  const refuse = (event: MouseEvent<HTMLButtonElement>): void => {
    event.preventDefault()
    if (!busy) onRefused?.(event)
  }
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- passed on
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || disabled || undefined}
      onClick={busy || disabled ? refuse : onClick}
    />
  )
}

interface ButtonProps extends ButtonLook, Omit<PlainButtonProps, 'className'> {}

export function Button({ variant, size, wide, icon, ...rest }: ButtonProps) {
  const look = { ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }), ...(icon && { icon }) }
  return <PlainButton {...rest} className={classes(buttonClass(look), rest.busy && css.busy)} />
}
