import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { filesOf } from '../../../client/calls/files.ts'
import { dayOf } from '../../../domain/trade/money.ts'
import { instant } from '../../../domain/units.ts'
import { saveBlob } from '../../lib/saveBlob.ts'
import { ActButton } from '../../ui/ActButton.tsx'
import { DayRangeFields } from '../../ui/DayRangeFields.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { notifyError } from '../../ui/notifyError.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { auditActsQuery } from './queries.ts'
import { AUDIT_OUTCOMES, auditAsked, auditSearch, type AuditSearch } from './search.ts'
import { useClient } from '../../lib/client.ts'

interface Props {
  readonly search: AuditSearch
  readonly onChange: (next: AuditSearch) => void
}

/** Filters of the audit trail, and its export as a file. */
export function AuditFilters({ search, onChange }: Props) {
  const { t } = useLingui()
  const acts = useQuery(auditActsQuery)
  const outcomes = {
    done: t({ context: 'audit', message: 'Done' }),
    refused: t({ context: 'audit', message: 'Refused' }),
    failed: t({ context: 'audit', message: 'System error' }),
  }
  const change = (part: object): void => onChange(auditSearch({ ...search, page: undefined, ...part }))
  return (
    <>
      <search>
        <SearchField
          value={search.keyword ?? ''}
          placeholder={t`Account, name, address, lot`}
          onSearch={(keyword) => change({ keyword })}
        />
        <SelectField
          label={<Trans context="audit">Act</Trans>}
          value={search.act ?? ''}
          onChange={({ target }) => change({ act: target.value })}
        >
          <option value="">{t`All`}</option>
          {acts.data?.rows.map(({ act, name }) => (
            <option key={act} value={act}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={<Trans context="audit">Outcome</Trans>}
          value={search.outcome ?? ''}
          onChange={({ target }) => change({ outcome: target.value })}
        >
          <option value="">{t`All`}</option>
          {AUDIT_OUTCOMES.map((outcome) => (
            <option key={outcome} value={outcome}>
              {outcomes[outcome]}
            </option>
          ))}
        </SelectField>
        <DayRangeFields range={search} onChange={change} />
      </search>
      <ExportButton search={search} />
    </>
  )
}

function ExportButton({ search }: { readonly search: AuditSearch }) {
  const client = useClient()
  const download = useMutation({
    mutationFn: () =>
      filesOf(client).fetchFile(`/operator/audit/export?${new URLSearchParams(auditAsked(search)).toString()}`),
    onSuccess: (file) => saveBlob(`audit-${dayOf(instant(Date.now()))}.csv`, file),
    onError: (error) => notifyError(client, error),
  })
  return (
    <ActButton
      variant="line"
      busy={download.isPending}
      onClick={() => download.mutate()}
      working={<Trans>Exporting…</Trans>}
    >
      <Trans>Export as CSV</Trans>
    </ActButton>
  )
}
