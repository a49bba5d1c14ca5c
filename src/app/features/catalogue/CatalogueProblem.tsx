import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ApiError } from '../../../client/calls/index.ts'
import { useWho } from '../../lib/user.ts'
import { wayIn } from '../../lib/wayIn.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { ReadProblem, type Read } from '../../ui/read/index.ts'
import { Certification } from './Certification.tsx'

interface Props {
  readonly read: Read
  /** The page has no heading of its own. */
  readonly alone?: boolean
}

/** Why there is no catalogue to read: not allowed to, not there, or not fetched. */
export function CatalogueProblem({ read, alone = false }: Props) {
  const who = useWho()
  if (read.error instanceof ApiError && read.error.reason === 'catalogue.not_certified') {
    return <Certification alone={alone} way={who.kind === 'user' ? wayIn(who.user) : 'certify'} />
  }
  return (
    <ReadProblem
      alone={alone}
      read={read}
      action={
        <Link to="/index" className={buttonClass({ variant: 'line' })}>
          <Trans>Back to home</Trans>
        </Link>
      }
    />
  )
}
