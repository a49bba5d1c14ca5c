import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { describedAs, describeError, type Described } from '../../../../client/calls/describe.ts'
import { isTransport } from '../../../../client/calls/index.ts'
import { notify } from '../../../ui/toast.ts'
import type { CommandOutcome } from '../../../../client/room/commands.ts'
import { useIsLive } from '../room/RoomContext.ts'
import { useClient } from '../../../lib/client.ts'

/** The reason why an act failed, for display beside its button. */
export type Problem = Described

/**
 * Runs one act at a time. `act` resolves to true on success; otherwise `problem` holds the reason, shown as a notice,
 * or inside a dialog (`ActProblem`), which covers notices.
 */
export function useAct({ inDialog = false } = {}) {
  const client = useClient()
  const { t, i18n } = useLingui()
  const live = useIsLive()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)

  function problemOf(error: unknown): Problem {
    const described = describeError(error, i18n)
    // Without a code it is unknown whether the act took effect.
    return isTransport(error)
      ? { ...described, text: t`It may have taken effect. Check the room before you repeat it.` }
      : described
  }

  function tell(next: Problem | null): void {
    setProblem(next)
    // Another source may report the same problem, e.g. an ended visit: the key makes them one notice.
    if (next && !inDialog) notify(client, { ...next, key: next.title })
  }

  async function act(command: () => Promise<CommandOutcome>): Promise<boolean> {
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
