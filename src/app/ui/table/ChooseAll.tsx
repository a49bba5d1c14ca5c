import { Trans } from '@lingui/react/macro'
import css from './Table.module.css'

interface Props {
  /** Of the rows shown. */
  readonly ids: readonly string[]
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
}

/** Beside the table, once: a heading would stand again on each card of a phone. */
export function ChooseAll({ ids, chosen, onChange }: Props) {
  const count = ids.filter((id) => chosen.has(id)).length
  const all = ids.length > 0 && count === ids.length
  return (
    <label className={css.all}>
      <input
        type="checkbox"
        checked={all}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !all
        }}
        onChange={() => onChange(new Set(all ? [] : ids))}
      />
      <Trans>Choose all on this page</Trans>
    </label>
  )
}
