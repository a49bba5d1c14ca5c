import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Mark } from '../../ui/Mark.tsx'
import type { AuditRow } from './queries.ts'

type Part = AuditRow['actedAs']
type Outcome = AuditRow['outcome']

const PARTS: Readonly<Record<Part, MessageDescriptor>> = {
  visitor: msg({ context: 'audit', message: 'not signed in' }),
  user: msg({ context: 'audit', message: 'user' }),
  operator: msg({ context: 'audit', message: 'operator' }),
  applicant: msg({ context: 'audit', message: 'applicant' }),
  buyer: msg({ context: 'audit', message: 'buyer' }),
  seller: msg({ context: 'audit', message: 'seller' }),
  host: msg({ context: 'audit', message: 'host' }),
  audience: msg({ context: 'audit', message: 'audience' }),
  console: msg({ context: 'audit', message: 'command line' }),
}

/** Name of the role in which the person acted. */
export function PartName({ part }: { readonly part: Part }) {
  const { i18n } = useLingui()
  return i18n._(PARTS[part])
}

export function OutcomeMark({ outcome }: { readonly outcome: Outcome }) {
  switch (outcome) {
    case 'done':
      return (
        <Mark tone="good" icon="check">
          <Trans context="audit">Done</Trans>
        </Mark>
      )
    case 'refused':
      return (
        <Mark tone="warn" icon="stop">
          <Trans context="audit">Refused</Trans>
        </Mark>
      )
    case 'failed':
      return (
        <Mark tone="bad" icon="alert">
          <Trans context="audit">System error</Trans>
        </Mark>
      )
  }
}
