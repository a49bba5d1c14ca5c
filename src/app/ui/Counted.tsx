import { Trans } from '@lingui/react/macro'
import { groupThousands } from '../lib/format/index.ts'

// One and many are told apart here: the message format's plurals bring the platform's number formats, which take a
// phone a tenth of a second to make the first of, while the home page comes to life.

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
