import { Trans } from '@lingui/react/macro'
import css from './Table.module.css'

interface Props {
  /** Ids of the rows shown. */
  readonly ids: readonly string[]
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
}

/** Stands beside the table, not in its heading, which a phone would repeat on each card. */
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
