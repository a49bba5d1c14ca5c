import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { describedAs } from '../../../../client/calls/describe.ts'
import { LAW } from '../../../../domain/rule.ts'
import type { Stage } from '../../../../domain/state.ts'
import { useFigure } from '../../../lib/form/useFigure.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FigureField } from '../../../ui/FigureField.tsx'
import { ActProblem } from '../parts/ActProblem.tsx'
import { useAct } from '../parts/useAct.ts'
import { useRefused } from '../parts/useRefused.ts'
import { runningCount } from '../marks.ts'
import { useSession, useVenue } from '../room/RoomContext.ts'
import { useClient } from '../../../lib/client.ts'

const MINUTES = { of: 'whole', most: 1_000_000 } as const

/** Ends the running stage, or sets its end to 1–99 minutes from now. */
export function AdjustDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const { commands } = useVenue()
  const stage = useSession((state) => state.stage)
  const minutes = useFigure(MINUTES, 10, { problem: useTimeProblem() })
  const { busy, act, problem } = useAct({ inDialog: true })
  const running = useSession(runningCount)
  const [tooEarly, setTooEarly] = useState(false)
  const refused = useRefused()
  const set = async (button: Element) => {
    const { value } = minutes
    if (!minutes.settle() || value === null) return refused(button)
    if (await act(() => commands.adjustStage(value))) onClose()
  }
  return (
    <Dialog
      title={<Trans>Adjust the stage</Trans>}
      onClose={onClose}
      actions={
        <>
          <MoveOn
            stage={stage}
            busy={busy}
            act={act}
            onDone={onClose}
            onEarly={running > 0 ? () => setTooEarly(true) : null}
          />
          <ActButton
            busy={busy}
            working={<Trans>Setting the time…</Trans>}
            onClick={({ currentTarget }) => void set(currentTarget)}
          >
            <Trans>Set the time</Trans>
          </ActButton>
        </>
      }
    >
      <p>
        <What stage={stage} />
      </p>
      <ActProblem problem={tooEarly && running > 0 ? describedAs('warning', t`Lots are still open`) : problem} />
      <FigureField {...minutes.bound} label={t`Minutes from now`} />
    </Dialog>
  )
}

function What({ stage }: { readonly stage: Stage }) {
  switch (stage) {
    case 'preparation':
      return (
        <Trans>The announced start moves to that many minutes from now. You still start the bidding yourself.</Trans>
      )
    case 'bidding':
      return (
        <Trans>
          Every open lot closes that many minutes from now, never with less than the extension left and never beyond its
          hard end.
        </Trans>
      )
    case 'negotiation':
      return <Trans>The negotiation ends that many minutes from now; offers lapse with it.</Trans>
    case 'finish':
      return <Trans>The stage cannot be adjusted any more.</Trans>
  }
}

function MoveOn({
  stage,
  busy,
  act,
  onDone,
  onEarly,
}: {
  readonly stage: Stage
  readonly busy: boolean
  readonly act: ReturnType<typeof useAct>['act']
  readonly onDone: () => void
  /** Called by a press while lots are open; null: none is. */
  readonly onEarly: (() => void) | null
}) {
  const client = useClient()
  const { t } = useLingui()
  const { commands } = useVenue()
  const minutes = useSession((state) => state.rule.negotiationMinutes)
  if (stage !== 'bidding' && stage !== 'negotiation') return null
  const { working, ...question } =
    stage === 'bidding'
      ? {
          title: t`Start negotiation?`,
          text: t`The bidding is over. For ${minutes} min buyers and sellers may agree on the unsold lots by offers.`,
          confirmLabel: t`Start negotiation`,
          working: t`Starting the negotiation…`,
        }
      : {
          title: t`End the negotiation?`,
          text: t`Open offers lapse immediately.`,
          confirmLabel: t`End the negotiation`,
          working: t`Ending the negotiation…`,
        }
  const run = async () => {
    if (!(await confirm(client, question))) return
    const hasMoved = await act(
      () => commands.adjustStage(null),
      (state) => state.stage !== stage,
    )
    if (hasMoved) onDone()
  }
  return (
    <ActButton
      variant="line"
      busy={busy}
      working={working}
      disabled={onEarly !== null}
      onRefused={() => onEarly?.()}
      onClick={() => void run()}
    >
      {question.confirmLabel}
    </ActButton>
  )
}

function useTimeProblem(): (minutes: number) => string | null {
  const { t } = useLingui()
  return (minutes) =>
    minutes >= LAW.adjustMinutesMin && minutes <= LAW.adjustMinutesMax
      ? null
      : t`From ${LAW.adjustMinutesMin} to ${LAW.adjustMinutesMax} minutes.`
}
