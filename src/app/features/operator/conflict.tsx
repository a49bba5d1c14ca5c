import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ApiError } from '../../../client/calls/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Differences } from '../../ui/Differences.tsx'
import css from './Conflict.module.css'

/** True if another person saved first (409): nothing was overwritten. */
export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.reason === 'edit.changed'

/**
 * The saved version that a form's changes start from. It is kept with the draft, so that a reload does not mistake a
 * newer version for it.
 */
export interface Based {
  readonly version: string
  /** Content of that version as JSON, to find another person's changes later. */
  readonly base: string
}

export const based = <T extends object>(content: T, version: number): T & Based => ({
  ...content,
  version: String(version),
  base: JSON.stringify(content),
})

/** Fields as typed: all are texts. */
type Fields<K extends string> = Readonly<Record<K, string>>

const baseOf = <K extends string>({ base }: Based): Fields<K> => JSON.parse(base) as Fields<K>
const keysOf = <K extends string>(fields: Fields<K>): readonly K[] => Object.keys(fields) as K[]

interface Change<K extends string> {
  readonly key: K
  readonly theirs: string
  /** The value typed here if the field was changed here too, else null. */
  readonly mine: string | null
}

/** Fields that another person changed, and whose value differs from the one typed here. */
export function changesOf<K extends string>(form: Fields<K> & Based, theirs: Fields<K>): readonly Change<K>[] {
  const base = baseOf<K>(form)
  return keysOf(theirs)
    .filter((key) => base[key] !== theirs[key] && form[key] !== theirs[key])
    .map((key) => ({ key, theirs: theirs[key], mine: form[key] === base[key] ? null : form[key] }))
}

/** The form with the other person's changes in all fields that are unchanged here. */
export function keptMine<K extends string>(
  form: Fields<K> & Based,
  theirs: Fields<K>,
  version: number,
): Fields<K> & Based {
  const base = baseOf<K>(form)
  const taken = Object.fromEntries(
    keysOf(theirs).flatMap((key) => (form[key] === base[key] ? [[key, theirs[key]]] : [])),
  ) as Partial<Fields<K>>
  return { ...form, ...taken, version: String(version), base: JSON.stringify(theirs) }
}

interface Props {
  readonly changes: readonly {
    readonly key: string
    readonly label: ReactNode
    readonly theirs: string
    readonly mine: string | null
  }[]
  readonly onTake: () => void
  readonly onKeep: () => void
}

/** Shows another person's changes beside the values typed here, and lets the operator choose. */
export function Conflict({ changes, onTake, onKeep }: Props) {
  return (
    <section className={css.conflict} role="alert" aria-labelledby="conflict">
      <h3 id="conflict">
        <Trans>It was changed meanwhile, by another operator or in another tab</Trans>
      </h3>
      <p>
        <Trans>Nothing was overwritten. What you typed is still here.</Trans>
      </p>
      {changes.length > 0 && (
        <Differences
          rows={changes.map(({ key, label, theirs, mine }) => ({
            key,
            label,
            mine: mine ?? <Trans>not changed</Trans>,
            theirs,
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
