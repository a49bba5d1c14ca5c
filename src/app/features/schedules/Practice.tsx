import { Trans } from '@lingui/react/macro'
import { useNow } from '../../lib/clock/useNow.ts'
import { mayEnter, participationOf, type Entry } from '../../lib/sale/index.ts'
import type { Who } from '../../lib/user.ts'
import { pathTo } from '../../boot/navigation/index.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { PracticeMark } from '../../ui/marks.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import { Actions } from '../../ui/sale/Actions.tsx'
import css from './Practice.module.css'

interface Props {
  readonly entry: Entry
  readonly who: Who
  /** The reader has never bid, so the practice sale is shown large. */
  readonly first: boolean
  /** The sale at the page's top: if the reader can act there, its button is the filled one. */
  readonly beside: Entry | undefined
}

export function Practice({ entry, who, first, beside }: Props) {
  const now = useNow()
  const part = participationOf(entry.schedule, entry.timeline, who, now)
  const other = beside && participationOf(beside.schedule, beside.timeline, who, now)
  const second = other && (other.kind === 'canSignUp' || mayEnter(other, beside.timeline))
  return (
    <section className={classes(css.practice, first && css.first)} id="practice" aria-labelledby="practice-name">
      <div className={css.text}>
        <PracticeMark />
        <h2 id="practice-name">
          {first ? <Trans>Place your first bid within a minute</Trans> : <Trans>Practise against robots</Trans>}
        </h2>
        {first && (
          <p>
            <Trans>Real room, robot host, robot rivals. Nothing here becomes an order or a contract.</Trans>
          </p>
        )}
      </div>
      <div className={css.acts}>
        {part.kind === 'visitor' ? (
          <PathLink href={pathTo('/login', { redirect: '/index#practice' })} className={buttonClass()}>
            <Trans>Start practising</Trans>
          </PathLink>
        ) : (
          <Actions entry={entry} part={part} current="catalogue" quiet={!first || !!second} />
        )}
      </div>
    </section>
  )
}
