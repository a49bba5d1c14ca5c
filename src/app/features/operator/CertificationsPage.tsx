import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useScreenTitle } from '../../lib/screenTitle.ts'
import { countryName } from '../../lib/countries.ts'
import { formatMoment } from '../../lib/format/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { hasWrongCheckDigit } from '../../../contract/creditCode.ts'
import { CheckDigitMark } from './CheckDigitMark.tsx'
import { CertificationMark } from './CertificationMark.tsx'
import type { TableColumn } from '../../ui/table/Table.tsx'
import { ListPage } from '../../ui/table/ListPage.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { certificationsQuery, type CertificationRow } from './queries.ts'
import { CERTIFICATION_STATES, certificationSearch, type CertificationSearch } from './search.ts'
import { useClient } from '../../lib/client.ts'
import { rebased } from '../../lib/rebased.ts'

export function CertificationsPage() {
  const search = useSearch({ from: '/_signedIn/_centre/desk/certification/' })
  const navigate = useNavigate({ from: '/desk/certification/' })
  const list = useQuery(certificationsQuery(search))
  const applySearch = (next: CertificationSearch): void =>
    void navigate({ search: (newest) => rebased(certificationSearch, newest, search, next), replace: true })
  return (
    <ListPage
      title={useScreenTitle('DeskCertification')}
      sub={<Trans>Applications for certification, longest waiting first.</Trans>}
      above={<FirstSteps />}
      list={list}
      dataKey="certificationId"
      columns={useColumns()}
      search={search}
      onTurn={(turn) => applySearch(certificationSearch({ ...search, ...turn }))}
      filters={<Filters search={search} onChange={applySearch} />}
      empty={<Nothing search={search} onReset={() => applySearch({})} />}
    />
  )
}

function useColumns(): readonly TableColumn<CertificationRow>[] {
  const client = useClient()
  const { t } = useLingui()
  return [
    {
      key: 'company',
      header: t`Company`,
      main: true,
      body: ({ certificationId, companyName, country }) => (
        <>
          <Link to="/desk/certification/$certificationId" params={{ certificationId }}>
            {companyName}
          </Link>
          <small>{countryName(client, country)}</small>
        </>
      ),
    },
    {
      key: 'creditCode',
      header: t`Credit code`,
      body: ({ creditCode, country }) => (
        <>
          {creditCode}
          {hasWrongCheckDigit(country, creditCode) && (
            <small>
              <CheckDigitMark />
            </small>
          )}
        </>
      ),
    },
    {
      key: 'applicant',
      header: t`Applicant`,
      body: ({ applicant }) => (
        <>
          {applicant.name}
          <small>{applicant.account}</small>
        </>
      ),
    },
    {
      key: 'submittedAt',
      header: t`Submitted`,
      body: ({ submittedAt }) => (
        <time translate="no" dateTime={submittedAt}>
          {formatMoment(submittedAt, client.locale)}
        </time>
      ),
    },
    {
      key: 'state',
      header: t`Status`,
      body: ({ state, reason }) => (
        <>
          <CertificationMark state={state} />
          {reason && <small>{reason}</small>}
        </>
      ),
    },
  ]
}

function Filters({
  search,
  onChange,
}: {
  readonly search: CertificationSearch
  readonly onChange: (next: CertificationSearch) => void
}) {
  const { t } = useLingui()
  const names = { pending: t`Pending`, approved: t`Approved`, refused: t`Refused`, all: t`All` }
  const change = (part: object): void => onChange(certificationSearch({ ...search, page: undefined, ...part }))
  return (
    <search>
      <SearchField
        value={search.keyword ?? ''}
        placeholder={t`Company, credit code, account`}
        onSearch={(keyword) => change({ keyword })}
      />
      <SelectField
        label={<Trans>Status</Trans>}
        value={search.state ?? 'pending'}
        onChange={({ target }) => change({ state: target.value })}
      >
        {CERTIFICATION_STATES.map((state) => (
          <option key={state} value={state}>
            {names[state]}
          </option>
        ))}
      </SelectField>
    </search>
  )
}

function Nothing({ search, onReset }: { readonly search: CertificationSearch; readonly onReset: () => void }) {
  if (search.keyword === undefined && search.state === undefined) {
    return (
      <Empty title={<Trans>No application is waiting.</Trans>}>
        <Trans>Applications appear here with the business licence beside the form.</Trans>
      </Empty>
    )
  }
  return (
    <Empty
      title={<Trans>No matches.</Trans>}
      action={
        <Button variant="line" onClick={onReset}>
          <Trans>View pending</Trans>
        </Button>
      }
    >
      <Trans>Try another word, or another status.</Trans>
    </Empty>
  )
}
