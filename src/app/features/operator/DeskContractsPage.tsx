import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { isRanged } from '../../../contract/dayRange.ts'
import { useClient } from '../../lib/client.ts'
import { useScreenTitle } from '../../lib/screenTitle.ts'
import { formatMoment } from '../../lib/format/index.ts'
import { Button } from '../../ui/Button.tsx'
import { CONTRACT, ContractMark, HoldMark, MineMark } from '../../ui/contract/marks.tsx'
import { Lots } from '../../ui/Counted.tsx'
import { DayRangeFields } from '../../ui/DayRangeFields.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { Money } from '../../ui/Money.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { ListPage } from '../../ui/table/ListPage.tsx'
import type { TableColumn } from '../../ui/table/Table.tsx'
import { deskContractsQuery, type DeskContractRow } from './queries.ts'
import { CONTRACT_STATUSES, deskContractSearch, type DeskContractSearch } from './search.ts'
import { rebased } from '../../lib/rebased.ts'

/** Contracts of all companies. The operator verifies here those that both parties have signed. */
export function DeskContractsPage() {
  const search = useSearch({ from: '/_signedIn/_centre/desk/contracts' })
  const navigate = useNavigate({ from: '/desk/contracts' })
  const list = useQuery(deskContractsQuery(search))
  const applySearch = (next: DeskContractSearch): void =>
    void navigate({ search: (newest) => rebased(deskContractSearch, newest, search, next), replace: true })
  return (
    <ListPage
      title={useScreenTitle('DeskContracts')}
      sub={<Trans>Contracts of all companies, those to be verified first.</Trans>}
      list={list}
      dataKey="contractId"
      columns={useColumns()}
      search={search}
      onTurn={(turn) => applySearch(deskContractSearch({ ...search, ...turn }))}
      filters={<Filters search={search} onChange={applySearch} />}
      empty={<Nothing search={search} onReset={() => applySearch({})} />}
    />
  )
}

function useColumns(): readonly TableColumn<DeskContractRow>[] {
  const client = useClient()
  const { t } = useLingui()
  return [
    {
      key: 'contractNo',
      header: t`Contract`,
      main: true,
      body: ({ contractId, contractNo, lotCount, version }) => (
        <>
          <Link to="/order/sign/detail" search={{ contractId }}>
            {contractNo}
          </Link>
          <small>
            <Lots count={lotCount} /> · <Trans>Version {version}</Trans>
          </small>
        </>
      ),
    },
    { key: 'buyer', header: t({ context: 'contract', message: 'Buyer' }), body: ({ buyerName }) => buyerName },
    { key: 'seller', header: t({ context: 'contract', message: 'Seller' }), body: ({ sellerName }) => sellerName },
    { key: 'amount', header: t`Amount`, body: ({ amount, currency }) => <Money amount={amount} currency={currency} /> },
    {
      key: 'changedAt',
      header: t`Last change`,
      body: ({ changedAt }) => (
        <time translate="no" dateTime={changedAt}>
          {formatMoment(changedAt, client.locale)}
        </time>
      ),
    },
    {
      key: 'status',
      header: t`Status`,
      body: ({ status, mine, onHold }) => (
        <>
          {mine && <MineMark />} <ContractMark status={status} /> {onHold && <HoldMark />}
        </>
      ),
    },
  ]
}

const STATUS = { 0: 0, 1: 1, 2: 2, 3: 3, 4: 4 } as const

function Filters({
  search,
  onChange,
}: {
  readonly search: DeskContractSearch
  readonly onChange: (next: DeskContractSearch) => void
}) {
  const { t, i18n } = useLingui()
  const change = (part: object): void => onChange(deskContractSearch({ ...search, page: undefined, ...part }))
  return (
    <search>
      <SearchField
        value={search.keyword ?? ''}
        placeholder={t`Contract number, company`}
        onSearch={(keyword) => change({ keyword })}
      />
      <SelectField
        label={<Trans>Status</Trans>}
        value={search.status ?? 'all'}
        onChange={({ target }) => change({ status: target.value })}
      >
        <option value="all">{t`All`}</option>
        {CONTRACT_STATUSES.map((status) => (
          <option key={status} value={status}>
            {i18n._(CONTRACT[STATUS[status]].name)}
          </option>
        ))}
      </SelectField>
      <DayRangeFields range={search} onChange={change} />
    </search>
  )
}

function Nothing({ search, onReset }: { readonly search: DeskContractSearch; readonly onReset: () => void }) {
  if (search.keyword === undefined && search.status === undefined && !isRanged(search))
    return (
      <Empty title={<Trans>No contract has been made yet.</Trans>}>
        <Trans>
          Buyers make contracts of the lots they won. Signed by both parties, they wait here to be verified.
        </Trans>
      </Empty>
    )
  return (
    <Empty
      title={<Trans>No matches.</Trans>}
      action={
        <Button variant="line" onClick={onReset}>
          <Trans>Show all</Trans>
        </Button>
      }
    >
      <Trans>Try another word, another status, or other days.</Trans>
    </Empty>
  )
}
