import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useScreenTitle } from '../../lib/screenTitle.ts'
import { formatMoment } from '../../lib/format/index.ts'
import { Button } from '../../ui/Button.tsx'
import { AccountMark, AgreementMark } from '../../ui/company/marks.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import type { TableColumn } from '../../ui/table/Table.tsx'
import { ListPage } from '../../ui/table/ListPage.tsx'
import { usersQuery, type UserRow } from './queries.ts'
import { USER_STATUSES, userSearch, type UserSearch } from './search.ts'
import { AccountActs } from './people/AccountActs.tsx'
import { rolesQuery } from './people/queries.ts'
import { useClient } from '../../lib/client.ts'
import { rebased } from '../../lib/rebased.ts'

export function UsersPage() {
  const search = useSearch({ from: '/_signedIn/_centre/desk/users' })
  const navigate = useNavigate({ from: '/desk/users' })
  const list = useQuery(usersQuery(search))
  const applySearch = (next: UserSearch): void =>
    void navigate({ search: (newest) => rebased(userSearch, newest, search, next), replace: true })
  return (
    <ListPage
      title={useScreenTitle('DeskUsers')}
      sub={
        <Trans>A bidder is a company: suspending an account suspends its whole company, in open sessions too.</Trans>
      }
      list={list}
      dataKey="userId"
      columns={useColumns()}
      search={search}
      onTurn={(turn) => applySearch(userSearch({ ...search, ...turn }))}
      filters={<Filters search={search} onChange={applySearch} />}
      empty={
        <Empty
          title={<Trans>No matching people.</Trans>}
          action={
            <Button variant="line" onClick={() => applySearch({})}>
              <Trans>Show all</Trans>
            </Button>
          }
        />
      }
    />
  )
}

function useColumns(): readonly TableColumn<UserRow>[] {
  const client = useClient()
  const { t } = useLingui()
  return [
    {
      key: 'name',
      header: t`User`,
      main: true,
      body: ({ name, account }) => (
        <>
          <strong>{name === '' ? <Trans>Erased</Trans> : name}</strong>
          <small>{account}</small>
        </>
      ),
    },
    { key: 'company', header: t`Company`, body: ({ companyName }) => companyName ?? '–' },
    {
      key: 'contact',
      header: t`Contact`,
      body: ({ phone, email }) => (
        <>
          {phone ?? '–'}
          {email && <small>{email}</small>}
        </>
      ),
    },
    { key: 'status', header: t`Account status`, body: ({ status }) => <AccountMark status={status} /> },
    {
      key: 'agreement',
      header: t`Service agreement`,
      body: ({ agreementStatus }) => <AgreementMark status={agreementStatus} />,
    },
    { key: 'roles', header: t`Roles`, body: ({ roles }) => <RoleNames codes={roles} /> },
    {
      key: 'createdAt',
      header: t`Registered`,
      body: ({ createdAt }) => (
        <time translate="no" dateTime={createdAt}>
          {formatMoment(createdAt, client.locale)}
        </time>
      ),
    },
    { key: 'acts', header: t`Actions`, acts: true, body: (user) => <AccountActs user={user} /> },
  ]
}

/** Names of roles; their codes until the names are loaded. */
function RoleNames({ codes }: { readonly codes: readonly string[] }) {
  const { locale } = useClient()
  const { data } = useQuery(rolesQuery)
  const names = codes.map((code) => {
    const role = data?.rows.find((one) => one.code === code)
    return (locale === 'zh' ? role?.nameZh : role?.nameEn) ?? code
  })
  return names.join(locale === 'zh' ? '、' : ', ') || '–'
}

function Filters({ search, onChange }: { readonly search: UserSearch; readonly onChange: (next: UserSearch) => void }) {
  const { t } = useLingui()
  const names = { 0: t`Suspended`, 2: t`New user`, 3: t`To be certified`, 4: t`Certified` }
  const change = (part: object): void => onChange(userSearch({ ...search, page: undefined, ...part }))
  return (
    <search>
      <SearchField
        value={search.keyword ?? ''}
        placeholder={t`Name, account, company, phone`}
        onSearch={(keyword) => change({ keyword })}
      />
      <SelectField
        label={<Trans>Account status</Trans>}
        value={search.status ?? ''}
        onChange={({ target }) => change({ status: target.value })}
      >
        <option value="">{t`All`}</option>
        {USER_STATUSES.map((status) => (
          <option key={status} value={status}>
            {names[status]}
          </option>
        ))}
      </SelectField>
    </search>
  )
}
