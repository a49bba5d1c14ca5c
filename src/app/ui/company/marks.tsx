import { Trans } from '@lingui/react/macro'
import type { User } from '../../lib/user.ts'
import { Mark } from '../Mark.tsx'

/** Account status (spec §4). */
export function AccountMark({ status }: Pick<User, 'status'>) {
  switch (status) {
    case 0:
      return (
        <Mark tone="bad" icon="pause">
          <Trans>Suspended</Trans>
        </Mark>
      )
    case 2:
      return (
        <Mark tone="calm" icon="ring">
          <Trans>New user</Trans>
        </Mark>
      )
    case 3:
      return (
        <Mark tone="warn" icon="clock">
          <Trans>To be certified</Trans>
        </Mark>
      )
    case 4:
      return (
        <Mark tone="good" icon="check">
          <Trans>Certified</Trans>
        </Mark>
      )
  }
}

/** Service agreement status (spec §4). */
export function AgreementMark({ status }: { readonly status: User['agreementStatus'] }) {
  switch (status) {
    case 0:
      return (
        <Mark tone="calm" icon="ring">
          <Trans>Not generated</Trans>
        </Mark>
      )
    case 1:
      return (
        <Mark tone="good" icon="check">
          <Trans>In effect</Trans>
        </Mark>
      )
    case 2:
      return (
        <Mark tone="warn" icon="doc">
          <Trans>Awaiting signature</Trans>
        </Mark>
      )
  }
}
