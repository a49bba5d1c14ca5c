import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ApiError } from '../../lib/api/index.ts'
import { useWho } from '../../lib/user.ts'
import { wayIn } from '../../lib/wayIn.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Failed } from '../../ui/Empty.tsx'
import { useProblem } from '../../ui/useProblem.ts'
import { Certification } from './Certification.tsx'

interface Props {
  readonly error: unknown
  readonly onRetry: () => void
  /** The page has no heading of its own. */
  readonly alone?: boolean
}

/** Why there is no catalogue to read: not allowed to, not there, or not fetched. */
export function CatalogueProblem({ error, onRetry, alone = false }: Props) {
  const problem = useProblem()
  const who = useWho()
  if (error instanceof ApiError && error.reason === 'catalogue.not_certified') {
    return <Certification alone={alone} way={who.kind === 'user' ? wayIn(who.user) : 'certify'} />
  }
  const home = (
    <Link to="/index" className={buttonClass({ variant: 'line' })}>
      <Trans>Back to home</Trans>
    </Link>
  )
  if (error instanceof ApiError) return <Failed alone={alone} title={problem(error)} action={home} />
  return (
    <Failed
      alone={alone}
      title={problem(error)}
      action={
        <>
          <Button onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
          {home}
        </>
      }
    >
      <Trans>This has not been read on this device before. It will be fetched as soon as the link is back.</Trans>
    </Failed>
  )
}
