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
  /** The message is the whole page, so it needs a heading. */
  readonly alone?: boolean
}

/** The reason why the catalogue cannot be shown: not certified, no such sale, or a failed fetch. */
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
