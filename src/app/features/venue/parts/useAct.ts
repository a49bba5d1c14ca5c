import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { notify } from '../../../ui/toast.ts'
import type { Outcome } from '../room/commands.ts'
import { useIsLive } from '../room/RoomContext.ts'
import { reasonText } from './reasonText.ts'

/** Does one thing at a time, and says when the room refused it or did not answer. True when it was done. */
export function useAct() {
  const { t } = useLingui()
  const live = useIsLive()
  const [busy, setBusy] = useState(false)

  function tell(outcome: Outcome): void {
    switch (outcome.kind) {
      case 'done':
        return
      case 'refused':
        notify({ tone: 'bad', title: t`The room did not do it`, text: reasonText(outcome.reason, outcome.numbers), key: 'act' })
        return
      case 'unsure':
        notify({ tone: 'warn', title: t`No answer came`, text: t`It may have been done. See what the room shows before you repeat it.`, key: 'act', shownMs: null })
        return
    }
  }

  async function act(command: () => Promise<Outcome>): Promise<boolean> {
    if (busy) return false
    if (!live) {
      notify({ tone: 'warn', title: t`Offline: nothing was sent`, text: t`The room is out of reach. Nothing is queued; please do it again when the connection is back.`, key: 'act' })
      return false
    }
    setBusy(true)
    const outcome = await command()
    setBusy(false)
    tell(outcome)
    return outcome.kind === 'done'
  }
  return { busy, act }
}
