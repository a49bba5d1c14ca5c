import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import css from './Empty.module.css'
import { EndGrain } from './EndGrain.tsx'
import { Icon } from './Icon.tsx'

interface Props {
  readonly title: ReactNode
  /** What will be here, and what to do. */
  readonly children?: ReactNode
  readonly action?: ReactNode
}

export function Empty({ title, children, action }: Props) {
  return (
    <div className={css.empty}>
      <EndGrain size={72} />
      <p className={css.title}>{title}</p>
      {children === undefined ? null : <p className={css.text}>{children}</p>}
      {action === undefined ? null : <div className={css.act}>{action}</div>}
    </div>
  )
}

/** What happened, what was kept, what to do next. */
export function Failed({ title, children, action }: Props) {
  return (
    <div className={classes(css.empty, css.bad)} role="alert">
      <Icon name="alert" size={32} />
      <p className={css.title}>{title}</p>
      {children === undefined ? null : <p className={css.text}>{children}</p>}
      {action === undefined ? null : <div className={css.act}>{action}</div>}
    </div>
  )
}
