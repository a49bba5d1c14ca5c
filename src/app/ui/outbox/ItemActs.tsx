import { Trans } from '@lingui/react/macro'
import type { OutboxItem } from '../../../client/outbox/items.ts'
import { Button } from '../Button.tsx'

interface Props {
  readonly item: OutboxItem
  readonly onRetry: () => void
  readonly onCancel: () => void
}

/** What can be done with an item on its way: taken back, and sent again once it stands. */
export function ItemActs({ item, onRetry, onCancel }: Props) {
  return (
    <>
      {(item.state === 'refused' || item.error !== null) && (
        <Button variant="line" size="small" onClick={onRetry}>
          <Trans>Send again</Trans>
        </Button>
      )}
      <Button variant="quiet" size="small" onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
    </>
  )
}
