import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ApiError } from '../../../client/calls/index.ts'
import { Button } from '../../ui/Button.tsx'
import css from './Conflict.module.css'

/** Someone else saved first (409): nothing was overwritten. */
export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.reason === 'edit.changed'

/** The fields in which another saved version differs from the one that this form began from. */
export const changedFields = <T extends object>(base: T, theirs: T): readonly (keyof T & string)[] =>
  Object.entries(theirs).flatMap(([key, value]) => {
    const known = key as keyof T & string
    return base[known] === value ? [] : [known]
  })

interface Props {
  /** Label and value of each field that was changed. */
  readonly changes: readonly { readonly key: string; readonly label: ReactNode; readonly value: string }[]
  readonly onTake: () => void
  readonly onKeep: () => void
}

/** What was changed meanwhile, and the choice between that and what is typed here. */
export function Conflict({ changes, onTake, onKeep }: Props) {
  return (
    <div className={css.conflict} role="alert">
      <p>
        <strong>
          <Trans>It was changed meanwhile, by another operator or in another tab.</Trans>
        </strong>{' '}
        <Trans>Nothing was overwritten. What you typed is still here.</Trans>
      </p>
      <dl>
        {changes.map(({ key, label, value }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{value === '' ? '–' : value}</dd>
          </div>
        ))}
      </dl>
      <div className={css.acts}>
        <Button variant="line" onClick={onTake}>
          <Trans>Take these, drop mine</Trans>
        </Button>
        <Button variant="line" onClick={onKeep}>
          <Trans>Keep mine: the next save replaces these</Trans>
        </Button>
      </div>
    </div>
  )
}
