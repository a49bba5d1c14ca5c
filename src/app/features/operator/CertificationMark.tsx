import { Trans } from '@lingui/react/macro'
import { Mark } from '../../ui/Mark.tsx'
import type { CertificationRow } from './queries.ts'

export function CertificationMark({ state }: Pick<CertificationRow, 'state'>) {
  switch (state) {
    case 'pending':
      return (
        <Mark tone="warn" icon="clock">
          <Trans>Pending</Trans>
        </Mark>
      )
    case 'approved':
      return (
        <Mark tone="good" icon="check">
          <Trans>Approved</Trans>
        </Mark>
      )
    case 'refused':
      return (
        <Mark tone="bad" icon="cross">
          <Trans>Refused</Trans>
        </Mark>
      )
  }
}
