import { Trans } from '@lingui/react/macro'
import { useStore } from '../lib/useStore.ts'
import { Button } from './Button.tsx'
import { questionOf } from './confirm.ts'
import { Dialog } from './Dialog.tsx'
import { useClient } from '../lib/client.ts'

export function ConfirmHost() {
  const client = useClient()
  const question = useStore(questionOf(client))
  if (!question) return null
  const { title, text, confirmLabel, danger = false, reading, answer } = question
  return (
    <Dialog
      title={title ?? <Trans>System notice</Trans>}
      onClose={() => answer(false)}
      actions={
        <>
          <Button variant="line" onClick={() => answer(false)}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant={danger ? 'danger' : 'fill'} onClick={() => answer(true)}>
            {confirmLabel ?? <Trans>Confirm</Trans>}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      {reading && (
        <p>
          <a href={reading.href} target="_blank" rel="noopener">
            {reading.name}
          </a>
        </p>
      )}
    </Dialog>
  )
}
