import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import type { Described } from '../../client/calls/describe.ts'
import { classes } from './classes.ts'
import { useClient } from '../lib/client.ts'
import { Icon } from './Icon.tsx'
import { KINDS } from './kinds.ts'
import { notify } from './toast.ts'
import css from './ProblemLine.module.css'
import { usePassing } from './usePassing.ts'

interface Props {
  readonly problem: Described
  /**
   * A live region around it or a notice says the same: with a second one a screen reader would read the line twice.
   */
  readonly silent?: boolean
}

/**
 * A failed call, shown where the reader pressed: a line with the shape and the word of its kind. What link or system
 * failed at is told by a notice of 5 seconds besides (spec §8), which is what a screen reader hears.
 */
export function ProblemLine({ problem, silent = false }: Props) {
  const { kind, title, text } = problem
  const passing = usePassing(problem)
  const client = useClient()
  const { i18n } = useLingui()
  useEffect(() => {
    if (passing) notify(client, { kind, tone: 'bad', title, key: title })
  }, [client, passing, kind, title])
  const { icon, word, role } = KINDS[kind]
  return (
    <div className={classes(css.problem, css[kind])} data-problem={kind} role={silent || passing ? undefined : role}>
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
