import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import css from './Differences.module.css'

export interface Difference {
  readonly key: string
  readonly label: ReactNode
  readonly mine: ReactNode
  readonly theirs: ReactNode
}

/** Fields that another person saved meanwhile, beside the values typed here. */
export const Differences = ({ rows }: { readonly rows: readonly Difference[] }) => (
  <table className={css.table}>
    <thead>
      <tr>
        <th scope="col">
          <Trans>Field</Trans>
        </th>
        <th scope="col">
          <Trans>Yours</Trans>
        </th>
        <th scope="col">
          <Trans>Theirs</Trans>
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, label, mine, theirs }) => (
        <tr key={key}>
          <th scope="row">{label}</th>
          <td>{mine === '' ? '–' : mine}</td>
          <td>{theirs === '' ? '–' : theirs}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
