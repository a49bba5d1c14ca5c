import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/Button.tsx'
import { Failed } from '../../ui/Empty.tsx'
import { useProblem } from '../../ui/useProblem.ts'

/** A list that was never read here and is out of reach. */
export function Unread({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const problem = useProblem()
  return (
    <Failed
      title={problem(error)}
      action={
        <Button onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      <Trans>It has not been read on this device before. It will be fetched as soon as the link is back.</Trans>
    </Failed>
  )
}
