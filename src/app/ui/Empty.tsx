import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Described } from '../../client/calls/describe.ts'
import { classes } from './classes.ts'
import css from './Empty.module.css'
import { EndGrain } from './EndGrain.tsx'
import { Icon } from './Icon.tsx'
import { KINDS } from './kinds.ts'

interface Props {
  readonly title: ReactNode
  /** The message is the whole page, so its title is the page's heading. */
  readonly alone?: boolean
  /** Announces the future content, and how to get it. */
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

/** Shows a failed call, or a title of its own. */
type FailedProps = Omit<Props, 'title'> &
  ({ readonly problem: Described; readonly title?: never } | { readonly problem?: never; readonly title: ReactNode })

/** An error in three parts: the event, the saved data, the next step. */
export function Failed({ problem, title = problem?.title, alone = false, children, action }: FailedProps) {
  const { i18n } = useLingui()
  const kind = problem?.kind ?? 'error'
  const { icon, word, role } = KINDS[kind]
  return (
    <div className={classes(css.empty, css.failed, css[kind])} role={role} data-problem={kind}>
      <Icon name={icon} size={32} />
      <p className={css.word}>{i18n._(word)}</p>
      <Title title={title} alone={alone} />
      {problem?.text === undefined ? null : <p className={css.text}>{problem.text}</p>}
      {!children ? null : <p className={css.text}>{children}</p>}
      {action === undefined ? null : <div className={css.act}>{action}</div>}
    </div>
  )
}
