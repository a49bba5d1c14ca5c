import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useScreenTitle } from '../../lib/screenTitle.ts'
import { formatMoment } from '../../lib/format/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { AuditDetails } from './AuditDetails.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { OutcomeMark, PartName } from './auditWords.tsx'
import type { TableColumn } from '../../ui/table/Table.tsx'
import { ListPage } from '../../ui/table/ListPage.tsx'
import { auditQuery, type AuditRow } from './queries.ts'
import { auditSearch, type AuditSearch } from './search.ts'
import { useClient } from '../../lib/client.ts'
import { rebased } from '../../lib/rebased.ts'

/** The audit trail: actor, act, object, time and address. */
export function AuditPage() {
  const search = useSearch({ from: '/_signedIn/_centre/desk/audit' })
  const navigate = useNavigate({ from: '/desk/audit' })
  const [open, setOpen] = useState<AuditRow | null>(null)
  const applySearch = (next: AuditSearch): void =>
    void navigate({ search: (newest) => rebased(auditSearch, newest, search, next), replace: true })
  return (
    <>
      <ListPage
        title={useScreenTitle('DeskAudit')}
        sub={
          <Trans>Sign-ins, resets, keys, exports and every act of operators, hosts and sellers, newest first.</Trans>
        }
        list={useQuery(auditQuery(search))}
        dataKey="auditId"
        columns={useColumns(setOpen)}
        search={search}
        onTurn={(turn) => applySearch(auditSearch({ ...search, ...turn }))}
        filters={<AuditFilters search={search} onChange={applySearch} />}
        empty={
          <Empty
            title={<Trans>No matching records.</Trans>}
            action={
              <Button variant="line" onClick={() => applySearch({})}>
                <Trans>Show all</Trans>
              </Button>
            }
          />
        }
      />
      {open && <AuditDetails line={open} onClose={() => setOpen(null)} />}
    </>
  )
}

function useColumns(onOpen: (row: AuditRow) => void): readonly TableColumn<AuditRow>[] {
  const { locale } = useClient()
  const { t } = useLingui()
  return [
    {
      key: 'act',
      header: t({ context: 'audit', message: 'Act' }),
      main: true,
      body: ({ actName, outcome, reasonText }) => (
        <>
          <strong>{actName}</strong>
          {outcome !== 'done' && <OutcomeMark outcome={outcome} />}
          {reasonText !== null && <small>{reasonText}</small>}
        </>
      ),
    },
    {
      key: 'at',
      header: t({ context: 'audit', message: 'When' }),
      body: ({ at }) => (
        <time translate="no" dateTime={at}>
          {formatMoment(at, locale)}
        </time>
      ),
    },
    {
      key: 'actor',
      header: t({ context: 'audit', message: 'Who' }),
      body: ({ actor, actedAs }) => (
        <>
          {actor?.name ?? <PartName part={actedAs} />}
          {actor && (
            <small>
              {actor.account} · <PartName part={actedAs} />
            </small>
          )}
        </>
      ),
    },
    {
      key: 'subject',
      header: t({ context: 'audit', message: 'Subject' }),
      body: ({ subject }) => subject?.name ?? '–',
    },
    { key: 'address', header: t`Address`, body: ({ address }) => address || '–' },
    {
      key: 'acts',
      header: t`Actions`,
      acts: true,
      body: (row) => (
        <Button
          variant="line"
          size="small"
          aria-label={t`Details: ${row.actName}, ${formatMoment(row.at, locale)}`}
          onClick={() => onOpen(row)}
        >
          <Trans>Details</Trans>
        </Button>
      ),
    },
  ]
}
