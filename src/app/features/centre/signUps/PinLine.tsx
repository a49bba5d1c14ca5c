import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '../../../ui/confirm.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import type { SignUp } from './entry.ts'
import css from './SignUps.module.css'
import { useClient } from '../../../lib/client.ts'
import { OnlineButton } from '../../../ui/online/OnlineButton.tsx'

/**
 * The PIN by which host and operator bid for a company on the telephone: whether one exists, and a button for a new
 * one.
 */
export function PinLine({
  signUp: { scheduleTimelineId, identityType, state, pinTries },
}: {
  readonly signUp: SignUp
}) {
  const client = useClient()
  const { t } = useLingui()
  const queries = useQueryClient()
  const [shown, setShown] = useState<string | null>(null)
  const renew = useMutation({
    mutationFn: () => client.calls.send('admissionPin', { body: { scheduleTimelineId } }),
    onSuccess: async ({ pin }) => {
      setShown(pin)
      await queries.invalidateQueries({ queryKey: ['schedules', 'signUps'] })
    },
  })
  if (identityType !== 1 || state === 5) return null
  const ask = async () => {
    const sure =
      pinTries === null ||
      (await confirm(client, {
        title: t`Get a new admission PIN?`,
        text: t`The one before ends at once. The new one is shown this once.`,
        confirmLabel: t`Get a new PIN`,
      }))
    if (sure) renew.mutate()
  }
  return (
    <p className={css.pin}>
      <PinState tries={pinTries} />
      <OnlineButton variant="quiet" size="small" busy={renew.isPending} onClick={() => void ask()}>
        {pinTries === null ? <Trans>Get a PIN</Trans> : <Trans>Get a new PIN</Trans>}
      </OnlineButton>
      {shown !== null && (
        <Dialog title={<Trans>Admission PIN</Trans>} onClose={() => setShown(null)}>
          <p className={css.shown}>{shown}</p>
          <p>
            <Trans>
              Note it: it is shown this once. If you cannot get into the room, call the host or the operator and say
              your bidding number and this PIN; then they bid for you. Tell it to no one else.
            </Trans>
          </p>
        </Dialog>
      )}
    </p>
  )
}

function PinState({ tries }: { readonly tries: number | null }) {
  if (tries === null) return <Trans>No admission PIN for bids by telephone yet.</Trans>
  if (tries === 0) return <Trans>Your admission PIN was given wrong five times and is locked.</Trans>
  return <Trans>Your admission PIN for bids by telephone is set.</Trans>
}
