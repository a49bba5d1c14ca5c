import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import css from './Empty.module.css'
import { EndGrain } from './EndGrain.tsx'
import { Icon } from './Icon.tsx'

interface Props {
  readonly title: ReactNode
  /** It is all there is on the page: its title is the page's heading. */
  readonly alone?: boolean
  /** What will be here, and what to do. */
  readonly children?: ReactNode
  readonly action?: ReactNode
}

const Title = ({ title, alone = false }: Pick<Props, 'title' | 'alone'>) =>
  alone ? <h1 className={css.title}>{title}</h1> : <p className={css.title}>{title}</p>

export function Empty({ title, alone = false, children, action }: Props) {
  return (
    <div className={css.empty}>
      <EndGrain size={72} />
      <Title title={title} alone={alone} />
      {children === undefined ? null : <p className={css.text}>{children}</p>}
      {action === undefined ? null : <div className={css.act}>{action}</div>}
    </div>
  )
}

/** What happened, what was kept, what to do next. */
export function Failed({ title, alone = false, children, action }: Props) {
  return (
    <div className={classes(css.empty, css.bad)} role="alert">
      <Icon name="alert" size={32} />
      <Title title={title} alone={alone} />
      {children === undefined ? null : <p className={css.text}>{children}</p>}
      {action === undefined ? null : <div className={css.act}>{action}</div>}
    </div>
  )
}
