import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { describedAs, describeError, type Described } from '../../../../client/calls/describe.ts'
import { isTransport } from '../../../../client/calls/index.ts'
import { notify } from '../../../ui/toast.ts'
import type { Outcome } from '../../../../client/room/commands.ts'
import { useIsLive } from '../room/RoomContext.ts'

/** Why something was not done, for a place beside the button. */
export type Problem = Described

/**
 * Does one thing at a time. `act` is true when it was done; else `problem` says why not: as a notice, or, in a dialog,
 * which lies above all notices, in the dialog itself (`ActProblem`).
 */
export function useAct({ inDialog = false } = {}) {
  const { t, i18n } = useLingui()
  const live = useIsLive()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)

  function problemOf(error: unknown): Problem {
    const described = describeError(error, i18n)
    // Without a code nothing says that it was not done.
    return isTransport(error)
      ? { ...described, text: t`It may have taken effect. Check the room before you repeat it.` }
      : described
  }

  function tell(next: Problem | null): void {
    setProblem(next)
    // The same words may come from elsewhere, as those of an ended visit do: one notice.
    if (next && !inDialog) notify({ ...next, key: next.title })
  }

  async function act(command: () => Promise<Outcome>): Promise<boolean> {
    if (busy) return false
    if (!live) {
      tell({
        ...describedAs('warning', t`Offline: nothing was sent`),
        text: t`The room cannot be reached. Nothing is queued; please try again when the connection is back.`,
      })
      return false
    }
    setBusy(true)
    const outcome = await command()
    setBusy(false)
    tell(outcome.kind === 'failed' ? problemOf(outcome.error) : null)
    return outcome.kind === 'done'
  }
  return { busy, act, problem }
}
