import { Trans } from '@lingui/react/macro'
import { groupThousands } from '../lib/format/index.ts'

// These components choose plurals: the message format's plurals load the platform's number formats, which block a slow
// phone for a tenth of a second while the home page hydrates.

interface Props {
  readonly count: number
}

export function Lots({ count }: Props) {
  const many = groupThousands(count)
  return count === 1 ? <Trans>1 lot</Trans> : <Trans>{many} lots</Trans>
}

export function Days({ count }: Props) {
  const many = groupThousands(count)
  return count === 1 ? <Trans>1 day</Trans> : <Trans>{many} days</Trans>
}
