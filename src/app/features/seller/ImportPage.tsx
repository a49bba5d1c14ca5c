import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useClient } from '../../lib/client.ts'
import { groupThousands } from '../../lib/format/index.ts'
import { useOutbox } from '../../lib/useOutbox.ts'
import { useScreenTitle } from '../../lib/screenTitle.ts'
import { ActButton } from '../../ui/ActButton.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Sheets } from '../../ui/files/Sheets.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Page } from '../../ui/Page.tsx'
import { ReadProblem } from '../../ui/read/index.ts'
import { Skeleton, SkeletonLine } from '../../ui/Skeleton.tsx'
import css from './ImportPage.module.css'
import { importsKey, lotsKey, newestImportQuery, type ImportInfo } from './queries.ts'
import { ImportNotes } from './ImportNotes.tsx'
import { ImportSamples } from './ImportSamples.tsx'
import { SheetField } from './SheetField.tsx'
import { SheetRows } from './SheetRows.tsx'
import { FIELDS, isField, SHEETS } from './words.ts'

/**
 * Imports a sheet of lots: it is uploaded, read, checked, and made into drafts. The server holds the state, so a reload
 * loses nothing.
 */
export function ImportPage() {
  const title = useScreenTitle('SellerImport')
  const newest = useQuery(newestImportQuery)
  const { view, failed } = useOutbox()
  const one = newest.data?.[0]
  const open = one && (one.state === 'reading' || one.state === 'read')
  return (
    <Page
      title={title}
      heading={title}
      sub={<Trans>Up to 5,000 lots in one sheet. Nothing becomes a lot before you have looked through it.</Trans>}
    >
      <nav className={css.back}>
        <Link to="/seller/lots">
          <Icon name="left" size={18} />
          <Trans>My lots</Trans>
        </Link>
      </nav>
      {newest.isError && newest.data === undefined ? (
        <ReadProblem read={newest} />
      ) : newest.data === undefined || !(view.ready || failed) ? (
        <Skeleton className={css.card}>
          <SkeletonLine block height="180px" />
        </Skeleton>
      ) : (
        <>
          {one && one.state !== 'cancelled' && <Import one={one} />}
          {!open && <Begin />}
        </>
      )}
    </Page>
  )
}

function Begin() {
  return (
    <section className={css.card}>
      <h2>
        <Trans>Choose a sheet</Trans>
      </h2>
      <ol className={css.steps}>
        <li>
          <Trans>Take the template: its second sheet lists the terms, its third shows a lot.</Trans>{' '}
          <Sheets path="/seller/lot/sheet" name="lot-template" query={{ template: 'true' }} />
        </li>
        <li>
          <Trans>Fill in a row for each lot. Cells take a code or a name, in Chinese or English.</Trans>
        </li>
        <li>
          <Trans>
            Choose the file, .xlsx or .csv, up to 5 MB. It goes up even over a weak link, and continues after a break.
          </Trans>
        </li>
      </ol>
      <SheetField />
    </section>
  )
}

function Import({ one }: { readonly one: ImportInfo }) {
  const { i18n } = useLingui()
  const { fileName, reason, rowsApplied } = one
  switch (one.state) {
    case 'reading':
      return <Reading one={one} />
    case 'read':
    case 'applying':
      return <Preview one={one} />
    case 'applied':
      return (
        <section className={css.card} aria-live="polite">
          <Mark tone="good" icon="check">
            <Trans>Done</Trans>
          </Mark>
          <p>
            <Plural
              value={rowsApplied}
              one={`One lot of “${fileName}” is a draft now.`}
              other={`${groupThousands(rowsApplied)} lots of “${fileName}” are drafts now.`}
            />
          </p>
          <p>
            <Link to="/seller/lots" className={buttonClass()}>
              <Trans>See the lots</Trans>
            </Link>
          </p>
        </section>
      )
    case 'failed':
      return (
        <section className={css.card} role="alert">
          <Mark tone="bad" icon="stop">
            <Trans>Not read</Trans>
          </Mark>
          <p>
            <strong>{fileName}</strong>: {i18n._(SHEETS[reason ?? 'unreadable'])}
          </p>
          {one.columns.length > 0 && (
            <ul>
              {one.columns.map(columnOf).map(({ field, unit }) => (
                <li key={field}>
                  {field === 'row' ? (
                    <Trans>Row {unit}</Trans>
                  ) : (
                    <>
                      {isField(field) ? i18n._(FIELDS[field]) : field}
                      {unit !== null && <>: {unit}</>}
                    </>
                  )}
                </li>
              ))}
            </ul>
          )}
          <ImportNotes one={one} />
          <p>
            <Trans>No lot was made. Mend the sheet and choose it again.</Trans>
          </p>
        </section>
      )
    case 'cancelled':
      return null
  }
}

/** A column of a refusal: a field's name, with the unit that its heading states. */
function columnOf(column: string): { readonly field: string; readonly unit: string | null } {
  const [field = '', unit] = column.split('=')
  return { field, unit: unit === undefined ? null : decodeURIComponent(unit) }
}

function Reading({ one: { lotImportId, fileName, rowsRead, rowsTotal, rowsBad } }: { readonly one: ImportInfo }) {
  const { t } = useLingui()
  return (
    <section className={css.card} data-testid="import-reading">
      <h2>
        <Trans>Reading “{fileName}”</Trans>
      </h2>
      <progress max={Math.max(rowsTotal ?? 0, rowsRead, 1)} value={rowsRead} aria-label={t`Rows read`} />
      <p>
        {rowsTotal === null ? (
          <Trans>
            Rows read: {rowsRead}, with problems: {rowsBad}
          </Trans>
        ) : (
          <Trans>
            Rows read: {rowsRead} of about {rowsTotal}, with problems: {rowsBad}
          </Trans>
        )}
      </p>
      <p>
        <Trans>You may leave this page: the sheet is read on, and is here when you return.</Trans>
      </p>
      <p>
        <Cancel id={lotImportId} />
      </p>
    </section>
  )
}

function Cancel({ id }: { readonly id: string }) {
  const client = useClient()
  const queries = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => client.calls.send('lotImportCancel', { body: { lotImportId: id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: importsKey }),
  })
  return (
    <ActButton variant="line" busy={cancel.isPending} onClick={() => cancel.mutate()}>
      <Trans>Cancel, and make no lots</Trans>
    </ActButton>
  )
}

function Preview({ one }: { readonly one: ImportInfo }) {
  const client = useClient()
  const queries = useQueryClient()
  const search = useSearch({ from: '/_signedIn/_centre/seller/lots/import' })
  const navigate = useNavigate({ from: '/seller/lots/import' })
  const { lotImportId, fileName, rowsRead, rowsBad } = one
  const good = rowsRead - rowsBad
  const apply = useMutation({
    mutationFn: (rows: 'all' | 'good') => client.calls.send('lotImportApply', { body: { lotImportId, rows } }),
    onSettled: () => Promise.all([importsKey, lotsKey].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
  return (
    <section className={css.card}>
      <h2>{fileName}</h2>
      <p className={css.marks}>
        <Mark tone="good" icon="check">
          <Trans>Good rows: {good}</Trans>
        </Mark>
        {rowsBad > 0 && (
          <Mark tone="bad" icon="alert">
            <Trans>Rows with problems: {rowsBad}</Trans>
          </Mark>
        )}
      </p>
      {rowsBad > 0 && (
        <p>
          <Trans>
            Mend these cells in the sheet and choose it again, or take the good rows now and add the others later.
          </Trans>
        </p>
      )}
      <ImportNotes one={one} />
      {good > 0 && <ImportSamples id={lotImportId} />}
      <p className={css.acts}>
        {rowsBad === 0 ? (
          <ActButton busy={apply.isPending} onClick={() => apply.mutate('all')}>
            <Plural value={good} one="Make one draft" other={`Make ${groupThousands(good)} drafts`} />
          </ActButton>
        ) : (
          good > 0 && (
            <ActButton busy={apply.isPending} onClick={() => apply.mutate('good')}>
              <Trans>Make drafts of the good rows ({good})</Trans>
            </ActButton>
          )
        )}
        <Cancel id={lotImportId} />
        {rowsBad > 0 && (
          <label className={css.all}>
            <input
              type="checkbox"
              checked={search.all === true}
              onChange={({ target }) => void navigate({ search: target.checked ? { all: true } : {}, replace: true })}
            />
            <Trans>Show every row</Trans>
          </label>
        )}
      </p>
      <SheetRows
        id={lotImportId}
        search={rowsBad === 0 ? { ...search, all: true } : search}
        onTurn={(turn) => void navigate({ search: (newest) => ({ ...newest, ...turn }), replace: true })}
      />
    </section>
  )
}
