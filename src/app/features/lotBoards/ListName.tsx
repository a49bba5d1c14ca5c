import { Trans } from '@lingui/react/macro'
import type { List } from './search.ts'

export function ListName({ list }: { readonly list: List }) {
  switch (list) {
    case 'sales':
      return <Trans>Sales</Trans>
    case 'pending':
      return <Trans>Lots pending</Trans>
    case 'deal':
      return <Trans>Sold</Trans>
    case 'failed':
      return <Trans>Failed to sell</Trans>
  }
}

/** The message of an empty list. */
export function NoneYet({ list }: { readonly list: List }) {
  switch (list) {
    case 'sales':
      return <Trans>No sale is announced at the moment.</Trans>
    case 'pending':
      return <Trans>No lots are waiting for a sale.</Trans>
    case 'deal':
      return <Trans>No lot has been sold yet.</Trans>
    case 'failed':
      return <Trans>No unsold lots.</Trans>
  }
}
