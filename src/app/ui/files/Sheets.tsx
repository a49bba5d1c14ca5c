import { Trans } from '@lingui/react/macro'
import { FileButton } from './FileButton.tsx'
import css from './Sheets.module.css'

/** Downloads of the same figures, as an Excel sheet and as CSV. */
export function Sheets({
  path,
  name,
  query = {},
}: {
  readonly path: string
  readonly name: string
  readonly query?: Readonly<Record<string, string>>
}) {
  const of = (format: string) => `${path}?${new URLSearchParams({ ...query, format }).toString()}`
  return (
    <span className={css.sheets}>
      <FileButton icon="table" variant="quiet" size="small" path={of('xlsx')} name={`${name}.xlsx`} keep={false}>
        <Trans>Excel</Trans>
      </FileButton>
      <FileButton icon="table" variant="quiet" size="small" path={of('csv')} name={`${name}.csv`} keep={false}>
        <Trans>CSV</Trans>
      </FileButton>
    </span>
  )
}
