import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/Button.tsx'
import { Failed } from '../../ui/Empty.tsx'
import { Bone, Skeleton } from '../../ui/Skeleton.tsx'
import { useProblem } from '../../ui/useProblem.ts'
import css from './DocumentPage.module.css'

/** A text that is not here: on its way, or never read before and out of reach. */
export function Unread({ error, onRetry }: { readonly error: Error | null; readonly onRetry: () => void }) {
  const problem = useProblem()
  if (error === null)
    return (
      <Skeleton className={css.bones}>
        <Bone />
        <Bone />
        <Bone width="70%" />
        <Bone height="1.5rem" width="40%" />
        <Bone />
        <Bone />
      </Skeleton>
    )
  return (
    <Failed
      title={problem(error)}
      action={
        <Button onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      <Trans>It has not been read on this device before, so there is nothing to show without a connection.</Trans>
    </Failed>
  )
}
