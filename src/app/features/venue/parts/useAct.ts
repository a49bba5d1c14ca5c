import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { notify } from '../../../ui/toast.ts'
import type { Outcome } from '../room/commands.ts'
import { useIsLive } from '../room/RoomContext.ts'
import { reasonText } from './reasonText.ts'

/** Why something was not done, for a place beside the button. */
export interface Problem {
  readonly tone: 'bad' | 'warn'
  readonly title: string
  readonly text: string
}

/**
 * Does one thing at a time. `act` is true when it was done; else `problem` says why not: as a notice, or, in a dialog, which lies above
 * all notices, in the dialog itself (`ActProblem`).
 */
export function useAct({ inDialog = false } = {}) {
  const { t } = useLingui()
  const live = useIsLive()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)

  function problemOf(outcome: Outcome): Problem | null {
    switch (outcome.kind) {
      case 'done':
        return null
      case 'refused':
        return { tone: 'bad', title: t`The room did not do it`, text: reasonText(outcome.reason, outcome.numbers) }
      case 'unsure':
        return {
          tone: 'warn',
          title: t`No answer came`,
          text: t`It may have been done. See what the room shows before you repeat it.`,
        }
    }
  }

  function tell(next: Problem | null): void {
    setProblem(next)
    if (next && !inDialog) notify({ ...next, key: 'act', ...(next.tone === 'warn' && { shownMs: null }) })
  }

  async function act(command: () => Promise<Outcome>): Promise<boolean> {
    if (busy) return false
    if (!live) {
      tell({
        tone: 'warn',
        title: t`Offline: nothing was sent`,
        text: t`The room is out of reach. Nothing is queued; please do it again when the connection is back.`,
      })
      return false
    }
    setBusy(true)
    const outcome = await command()
    setBusy(false)
    tell(problemOf(outcome))
    return outcome.kind === 'done'
  }
  return { busy, act, problem }
}
