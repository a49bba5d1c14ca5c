import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../lib/client.ts'
import { groupThousands } from '../../lib/format/index.ts'
import { SelectField } from '../../ui/Field.tsx'
import css from './ImportPage.module.css'
import { importsKey, type ImportInfo } from './queries.ts'

type Found = NonNullable<ImportInfo['found']>

interface ReadAs {
  readonly sheet?: string
  readonly decimal?: Found['decimal']
}

/** What was left out of the file, and how it was read; another sheet or decimal sign reads it again. */
export function ImportNotes({ one }: { readonly one: ImportInfo }) {
  const client = useClient()
  const { t } = useLingui()
  const queries = useQueryClient()
  const again = useMutation({
    mutationFn: (asked: ReadAs) => client.calls.send('lotImportBegin', { body: { file: one.file, ...asked } }),
    onSettled: () => queries.invalidateQueries({ queryKey: importsKey }),
  })
  // The fields keep the focus while the file is read again, so a choice made meanwhile is left out here.
  const readAgain = (asked: ReadAs): void => {
    if (!again.isPending) again.mutate(asked)
  }
  const { found } = one
  if (!found) return null
  const { sheet, sheets, decimal, separator } = found
  return (
    <div className={css.notes}>
      <LeftOut found={found} />
      <div className={css.acts}>
        {sheets.length > 1 && sheet !== null && (
          <SelectField
            label={<Trans>Sheet</Trans>}
            value={sheet}
            aria-disabled={again.isPending}
            onChange={({ target }) => readAgain({ sheet: target.value })}
          >
            {sheets.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        {separator !== null && (
          <SelectField
            label={<Trans>Decimal sign of the file</Trans>}
            value={decimal}
            aria-disabled={again.isPending}
            onChange={({ target }) => readAgain({ decimal: target.value === 'comma' ? 'comma' : 'point' })}
            hint={
              separator === ';' ? (
                <Trans>Cells are separated by semicolons.</Trans>
              ) : separator === ',' ? (
                <Trans>Cells are separated by commas.</Trans>
              ) : (
                <Trans>Cells are separated by tabs.</Trans>
              )
            }
          >
            <option value="point">{t`Point: 32.45`}</option>
            <option value="comma">{t`Comma: 32,45`}</option>
          </SelectField>
        )}
      </div>
    </div>
  )
}

function LeftOut({
  found: { hiddenRows, hiddenColumns, hiddenSheets, sumRows, unread = [], asShown = 0 },
}: {
  readonly found: Found
}) {
  const names = hiddenSheets.join(', ')
  const headings = unread.map((heading) => `“${heading}”`).join(', ')
  const [rows, columns, sums, cells] = [hiddenRows, hiddenColumns, sumRows, asShown].map(groupThousands)
  if (hiddenRows + hiddenColumns + hiddenSheets.length + sumRows + unread.length + asShown === 0) return null
  return (
    <ul className={css.left}>
      {hiddenRows > 0 && (
        <li>
          <Plural value={hiddenRows} one="One hidden row is left out" other={`${rows} hidden rows are left out`} />
        </li>
      )}
      {hiddenColumns > 0 && (
        <li>
          <Plural
            value={hiddenColumns}
            one="One hidden column is left out"
            other={`${columns} hidden columns are left out`}
          />
        </li>
      )}
      {hiddenSheets.length > 0 && (
        <li>
          <Trans>Hidden sheets are left out: {names}</Trans>
        </li>
      )}
      {sumRows > 0 && (
        <li>
          <Plural value={sumRows} one="One row of sums is left out" other={`${sums} rows of sums are left out`} />
        </li>
      )}
      {asShown > 0 && (
        <li>
          <Plural
            value={asShown}
            one="One computed cell is taken as the sheet shows it, with its decimals"
            other={`${cells} computed cells are taken as the sheet shows them, with their decimals`}
          />
        </li>
      )}
      {unread.length > 0 && (
        <li>
          <Trans>Columns not read: {headings}</Trans>
        </li>
      )}
    </ul>
  )
}
