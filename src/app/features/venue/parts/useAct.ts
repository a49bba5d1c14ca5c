import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { describedAs, describeError, type Described } from '../../../../client/calls/describe.ts'
import { isTransport } from '../../../../client/calls/index.ts'
import type { CommandOutcome } from '../../../../client/room/commands.ts'
import { useIsLive, useVenue } from '../room/RoomContext.ts'
import { tellNotice } from '../room/tell.ts'
import { effectIn, type Effect } from './effectIn.ts'
import { useClient } from '../../../lib/client.ts'

/** The reason why an act failed, for display beside its button. */
export type Problem = Described

const isNeverSeen: Effect = () => false

/**
 * Runs one act at a time. `act` resolves to true on success; otherwise `problem` holds the reason, shown as a notice,
 * or inside a dialog (`ActProblem`), which covers notices. An act whose `effect` the room shows has succeeded, with or
 * without an answer to its call. After its dialog was closed, an act resolves to false, and its failure is a notice.
 */
export function useAct({ inDialog = false } = {}) {
  const client = useClient()
  const { t, i18n } = useLingui()
  const live = useIsLive()
  const { room } = useVenue()
  const here = useHere()
  const running = useRef(false)
  const stopWatching = useRef(() => {})
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
    if (next && !(inDialog && here.current)) tellNotice(client, { ...next, key: next.title })
  }

  async function act(command: () => Promise<CommandOutcome>, effect = isNeverSeen): Promise<boolean> {
    if (running.current) return false
    if (!live) {
      tell({
        ...describedAs('warning', t`Offline: nothing was sent`),
        text: t`The room cannot be reached. Nothing is queued; please try again when the connection is back.`,
      })
      return false
    }
    running.current = true
    setBusy(true)
    stopWatching.current()
    const watch = effectIn(room.replica, effect)
    stopWatching.current = watch.stop
    const seen = watch.seen.then((): CommandOutcome => ({ kind: 'done' }))
    const outcome = await Promise.race([command(), seen])
    running.current = false
    setBusy(false)
    tell(outcome.kind === 'failed' ? problemOf(outcome.error) : null)
    // A lost answer leaves it open whether the act took effect, so the room is watched on.
    if (outcome.kind === 'failed' && isTransport(outcome.error) && here.current) {
      await seen
      tell(null)
      return here.current
    }
    watch.stop()
    return outcome.kind === 'done' && (here.current || !inDialog)
  }
  useEffect(() => () => stopWatching.current(), [])
  return { busy, act, problem }
}

/** Whether the component that began an act is still on screen. */
function useHere(): { readonly current: boolean } {
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return here
}
