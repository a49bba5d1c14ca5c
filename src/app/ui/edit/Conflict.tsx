import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { FieldChange } from '../../lib/form/versioned.ts'
import { Button } from '../Button.tsx'
import css from './Conflict.module.css'
import { Differences } from './Differences.tsx'

interface Props<K extends string> {
  /** Who saved first, and when, where that is known. */
  readonly title?: ReactNode
  readonly changes: readonly FieldChange<K>[]
  readonly labelOf: (key: K) => ReactNode
  /** A field's value in words: the one typed here, or theirs. */
  readonly valueOf: (key: K, of: 'mine' | 'theirs') => ReactNode
  readonly onTake: () => void
  readonly onKeep: () => void
}

/** Shows what another person saved meanwhile beside what was typed here, and lets the person choose. */
export function Conflict<K extends string>({ title, changes, labelOf, valueOf, onTake, onKeep }: Props<K>) {
  return (
    <section className={css.conflict} role="alert" aria-labelledby="conflict">
      <h3 id="conflict">{title ?? <Trans>It was changed meanwhile, by someone else or in another tab</Trans>}</h3>
      <p>
        <Trans>Nothing was overwritten. What you typed is still here.</Trans>
      </p>
      {changes.length > 0 && (
        <Differences
          rows={changes.map(({ key, by }) => ({
            key,
            label: labelOf(key),
            mine: by === 'both' ? valueOf(key, 'mine') : <Trans>not changed</Trans>,
            theirs: valueOf(key, 'theirs'),
          }))}
        />
      )}
      <div className={css.acts}>
        <Button onClick={onKeep}>
          <Trans>Keep mine, and take what only they changed</Trans>
        </Button>
        <Button variant="line" onClick={onTake}>
          <Trans>Take theirs</Trans>
        </Button>
      </div>
    </section>
  )
}
