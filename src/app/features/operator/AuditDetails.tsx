import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatMoment } from '../../lib/format/index.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import css from './AuditDetails.module.css'
import { OutcomeMark, PartName } from './auditWords.tsx'
import type { AuditRow } from './queries.ts'
import { useClient } from '../../lib/client.ts'

/** One line of the audit trail, with all its recorded details. */
export function AuditDetails({ line, onClose }: { readonly line: AuditRow; readonly onClose: () => void }) {
  const { locale } = useClient()
  const { actor, subject } = line
  const changed = Object.keys({ ...line.before, ...line.after })
  return (
    <Dialog title={line.actName} onClose={onClose}>
      <dl className={css.facts}>
        <Fact name={<Trans context="audit">Outcome</Trans>}>
          <OutcomeMark outcome={line.outcome} /> {line.reasonText}
        </Fact>
        <Fact name={<Trans context="audit">When</Trans>}>
          <time translate="no" dateTime={line.at}>
            {formatMoment(line.at, locale)}
          </time>
        </Fact>
        <Fact name={<Trans context="audit">Who</Trans>}>
          {actor && `${actor.name} (${actor.account}) · `}
          <PartName part={line.actedAs} />
        </Fact>
        {subject && <Fact name={<Trans context="audit">Subject</Trans>}>{subject.name ?? subject.id}</Fact>}
        <Fact name={<Trans>Address</Trans>}>{line.address || '–'}</Fact>
        <Fact name={<Trans>Device</Trans>}>{line.device || '–'}</Fact>
        {Object.entries(line.asked).map(([key, value]) => (
          <Fact key={key} name={key}>
            {shown(value)}
          </Fact>
        ))}
        <Fact name={<Trans>Request</Trans>}>
          <code>{line.requestId}</code>
        </Fact>
      </dl>
      {changed.length > 0 && (
        <table className={css.changes}>
          <caption>
            <Trans>Changes</Trans>
          </caption>
          <thead>
            <tr>
              <th scope="col">
                <Trans context="audit">What</Trans>
              </th>
              <th scope="col">
                <Trans context="audit">Before</Trans>
              </th>
              <th scope="col">
                <Trans context="audit">After</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {changed.map((key) => (
              <tr key={key}>
                <th scope="row">{key}</th>
                <td>{shown(line.before[key])}</td>
                <td>{shown(line.after[key])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  )
}

function Fact({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const shown = (value: unknown): string =>
  value === undefined || value === null ? '–' : typeof value === 'string' ? value : JSON.stringify(value)
