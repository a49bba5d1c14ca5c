import { useLingui } from '@lingui/react/macro'
import type { Described } from '../../client/calls/describe.ts'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import { KINDS } from './kinds.ts'
import css from './ProblemLine.module.css'

interface Props {
  readonly problem: Described
  /** The surrounding box is a live region already: with a second one a screen reader would read the line twice. */
  readonly silent?: boolean
}

/** A failed call, shown where the reader pressed: a line with the shape and the word of its kind. */
export function ProblemLine({ problem: { kind, title, text }, silent = false }: Props) {
  const { i18n } = useLingui()
  const { icon, word, role } = KINDS[kind]
  return (
    <div className={classes(css.problem, css[kind])} data-problem={kind} role={silent ? undefined : role}>
      <Icon name={icon} />
      <div>
        <p className={css.title}>
          <span className={css.word}>{i18n._(word)}</span> {title}
        </p>
        {text === undefined ? null : <p className={css.text}>{text}</p>}
      </div>
    </div>
  )
}
