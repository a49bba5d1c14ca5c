import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './Icon.tsx'
import css from './Mark.module.css'

export type MarkTone = 'good' | 'bad' | 'warn' | 'calm' | 'brand' | 'practice'

/** A state as a word and a shape; the colour only repeats them. */
export function Mark({
  tone,
  icon,
  children,
}: {
  readonly tone: MarkTone
  readonly icon?: IconName
  readonly children: ReactNode
}) {
  return (
    <span className={classes(css.mark, css[tone])}>
      {icon && <Icon name={icon} size={14} filled={icon === 'play'} />}
      {children}
    </span>
  )
}
