import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { newKey } from '../../../client/ports/newKey.ts'
import { useClient } from '../../lib/client.ts'
import { groupThousands } from '../../lib/format/index.ts'
import { useScreenTitle } from '../../lib/screenTitle.ts'
import { ActButton } from '../../ui/ActButton.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { confirm } from '../../ui/confirm.ts'
import { Empty } from '../../ui/Empty.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { Sheets } from '../../ui/files/Sheets.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { ChooseAll } from '../../ui/table/ChooseAll.tsx'
import { ListPage } from '../../ui/table/ListPage.tsx'
import { notify } from '../../ui/toast.ts'
import { AfterSale } from './AfterSale.tsx'
import css from './LotsPage.module.css'
import { keepListPlace } from './listPlace.ts'
import { lotsKey, lotsQuery, type LotRow } from './queries.ts'
import { lotsSearch, type LotsSearch } from './search.ts'
import { LOT_STATES } from './states.ts'
import { SubmitDialog } from './SubmitDialog.tsx'
import { useLotColumns } from './useLotColumns.tsx'
import { STATES } from './words.ts'
import { rebased } from '../../lib/rebased.ts'

/** The seller's lots before a sale: drafts, submitted lots, and the operator's remarks. */
export function LotsPage() {
  const search = useSearch({ from: '/_signedIn/_centre/seller/lots/' })
  const navigate = useNavigate({ from: '/seller/lots/' })
  const { tabStorage } = useClient().ports
  useEffect(() => keepListPlace(tabStorage, search), [tabStorage, search])
  const list = useQuery(lotsQuery(search))
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const rows = list.data?.rows ?? []
  useRowInView(useLocation().hash, rows.length > 0)
  const chosen = rows.filter(({ lotDraftId }) => picked.has(lotDraftId))
  const applySearch = (next: LotsSearch): void => {
    setPicked(new Set())
    void navigate({ search: (newest) => rebased(lotsSearch, newest, search, next), replace: true })
  }
  return (
    <ListPage
      title={useScreenTitle('SellerLots')}
      sub={<Trans>Prepare lots here, then submit them to a session.</Trans>}
      actions={<Ways />}
      list={list}
      dataKey="lotDraftId"
      columns={useLotColumns(rows, picked, setPicked)}
      name="seller-lots"
      search={search}
      onTurn={(turn) => applySearch(lotsSearch({ ...search, ...turn }))}
      filters={
        <>
          <Filters search={search} onChange={applySearch} />
          <AfterSale />
        </>
      }
      tools={
        <>
          <ChooseAll ids={rows.map(({ lotDraftId }) => lotDraftId)} chosen={picked} onChange={setPicked} />
          <PickedActs chosen={chosen} onDone={() => setPicked(new Set())} />
        </>
      }
      empty={<NoLots search={search} onAll={() => applySearch({})} />}
    />
  )
}

/** Scrolls to the row of the draft that the reader comes back from, which is the address's hash. */
function useRowInView(id: string, ready: boolean): void {
  useEffect(() => {
    if (ready && id !== '') document.getElementById(id)?.scrollIntoView({ block: 'center' })
  }, [id, ready])
}

/** Buttons for adding lots: a sheet, or a single one. */
function Ways() {
  return (
    <span className={css.ways}>
      <Link to="/seller/lots/import" className={buttonClass({ variant: 'line' })}>
        <Icon name="table" size={18} />
        <Trans>Import a sheet</Trans>
      </Link>
      <NewLot />
    </span>
  )
}

function NewLot() {
  const [id] = useState(newKey)
  return (
    <Link to="/seller/lots/$lotDraftId" params={{ lotDraftId: id }} search={{ new: true }} className={buttonClass()}>
      <Icon name="plus" size={18} />
      <Trans>New lot</Trans>
    </Link>
  )
}

function NoLots({ search, onAll }: { readonly search: LotsSearch; readonly onAll: () => void }) {
  if (search.keyword !== undefined || search.state !== undefined)
    return (
      <Empty
        title={<Trans>No matching lots.</Trans>}
        action={
          <Button variant="line" onClick={onAll}>
            <Trans>Show all</Trans>
          </Button>
        }
      />
    )
  return (
    <Empty title={<Trans>You have no lots yet.</Trans>} action={<Ways />}>
      <Trans>Enter a lot with its photographs and papers, or read in a sheet with hundreds of them.</Trans>
    </Empty>
  )
}

function Filters({ search, onChange }: { readonly search: LotsSearch; readonly onChange: (next: LotsSearch) => void }) {
  const { t, i18n } = useLingui()
  const change = (part: object): void => onChange(lotsSearch({ ...search, page: undefined, ...part }))
  return (
    <search>
      <SearchField
        value={search.keyword ?? ''}
        placeholder={t`Name, species`}
        onSearch={(keyword) => change({ keyword })}
      />
      <SelectField
        label={<Trans>Status</Trans>}
        value={search.state ?? ''}
        onChange={({ target }) => change({ state: target.value })}
      >
        <option value="">{t`All`}</option>
        {LOT_STATES.map((state) => (
          <option key={state} value={state}>
            {i18n._(STATES[state])}
          </option>
        ))}
      </SelectField>
      <span className={css.export}>
        <Trans>Export</Trans>
        <Sheets
          path="/seller/lot/sheet"
          name="lots"
          query={search.state === undefined ? {} : { state: search.state }}
        />
      </span>
    </search>
  )
}

/** Actions on the ticked lots. Without any ticked, every draft can be submitted at once. */
function PickedActs({ chosen, onDone }: { readonly chosen: readonly LotRow[]; readonly onDone: () => void }) {
  const client = useClient()
  const { t } = useLingui()
  const queries = useQueryClient()
  const [submitting, setSubmitting] = useState<readonly string[] | null | undefined>()
  const act = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSettled: () => queries.invalidateQueries({ queryKey: lotsKey }),
    onSuccess: onDone,
  })
  const open = chosen.filter(({ state }) => state === 'draft' || state === 'returned')
  const submitted = chosen.filter(({ state }) => state === 'submitted')
  const ids = (rows: readonly LotRow[]) => rows.map(({ lotDraftId }) => lotDraftId)
  const remove = async (): Promise<void> => {
    const count = open.length
    const many = groupThousands(count)
    const sure = await confirm(client, {
      title: t`${plural(count, { one: 'Delete one lot?', other: `Delete ${many} lots?` })}`,
      text: t`They are gone for good, with their photographs and papers.`,
      confirmLabel: t`Delete`,
      danger: true,
    })
    if (sure) act.mutate(() => client.calls.send('lotDraftDelete', { body: { lotDraftIds: ids(open) } }))
  }
  return (
    <p className={css.acts}>
      <output className={chosen.length > 0 ? undefined : 'visually-hidden'}>
        {chosen.length > 0 && <Trans>{chosen.length} chosen</Trans>}
      </output>
      {chosen.length === 0 && (
        <Button variant="line" size="small" onClick={() => setSubmitting(null)}>
          <Trans>Submit all drafts…</Trans>
        </Button>
      )}
      {open.length > 0 && (
        <>
          <Button size="small" onClick={() => setSubmitting(ids(open))}>
            <Trans>Submit {open.length}…</Trans>
          </Button>
          <ActButton variant="line" size="small" busy={act.isPending} onClick={() => void remove()}>
            <Trans>Delete {open.length}…</Trans>
          </ActButton>
        </>
      )}
      {submitted.length > 0 && (
        <ActButton
          variant="line"
          size="small"
          busy={act.isPending}
          onClick={() =>
            act.mutate(() => client.calls.send('lotDraftRecall', { body: { lotDraftIds: ids(submitted) } }))
          }
        >
          <Trans>Take {submitted.length} back</Trans>
        </ActButton>
      )}
      {submitting !== undefined && (
        <SubmitDialog
          ids={submitting}
          onClose={() => setSubmitting(undefined)}
          onSubmitted={(count) => {
            setSubmitting(undefined)
            onDone()
            const many = groupThousands(count)
            notify(client, {
              tone: 'good',
              title: t`${plural(count, {
                one: 'Submitted: one lot. The operator looks at it.',
                other: `Submitted: ${many} lots. The operator looks at them.`,
              })}`,
            })
          }}
        />
      )}
    </p>
  )
}
