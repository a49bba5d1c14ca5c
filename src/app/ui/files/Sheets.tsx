import { Trans } from '@lingui/react/macro'
import { FileButton } from './FileButton.tsx'
import css from './Sheets.module.css'

/**
 * Whether the reader's spreadsheet writes decimal commas, by the first language of the browser: it then takes semicolons
 * between the cells of a CSV file.
 */
const hasCommas = (): boolean =>
  new Intl.NumberFormat(navigator.languages[0])
    .formatToParts(1.5)
    .some(({ type, value }) => type === 'decimal' && value === ',')

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
  const of = (format: string) =>
    `${path}?${new URLSearchParams({ ...query, format, ...(format === 'csv' && hasCommas() && { decimal: 'comma' }) }).toString()}`
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
