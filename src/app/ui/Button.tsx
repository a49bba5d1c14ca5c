import type { ButtonHTMLAttributes, ReactNode } from 'react'
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

interface ButtonProps extends ButtonLook, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  /** A busy button stays focusable, ignores presses, and announces its state. */
  readonly busy?: boolean
  readonly children: ReactNode
}

export function Button({
  variant,
  size,
  wide,
  icon,
  busy = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const look = { ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }), ...(icon && { icon }) }
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- passed on
      type={type}
      className={classes(buttonClass(look), busy && css.busy)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {children}
    </button>
  )
}
