import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { LAW } from '../../../../domain/rule.ts'
import type { Stage } from '../../../../domain/state.ts'
import { Button } from '../../../ui/Button.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { ActProblem } from '../parts/ActProblem.tsx'
import { useAct } from '../parts/useAct.ts'
import { runningCount } from '../marks.ts'
import { useSession, useVenue } from '../room/RoomContext.ts'
import { useClient } from '../../../lib/client.ts'

/** Ends the running stage, or sets its end to 1–99 minutes from now. */
export function AdjustDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const { commands } = useVenue()
  const stage = useSession((state) => state.stage)
  const [typed, setTyped] = useState('10')
  const { busy, act, problem } = useAct({ inDialog: true })
  const minutes = readMinutes(typed)
  const set = async () => {
    if (minutes !== null && (await act(() => commands.adjustStage(minutes)))) onClose()
  }
  return (
    <Dialog
      title={<Trans>Adjust the stage</Trans>}
      onClose={onClose}
      actions={
        <>
          <MoveOn stage={stage} act={act} onDone={onClose} />
          <Button busy={busy} disabled={minutes === null} onClick={() => void set()}>
            <Trans>Set the time</Trans>
          </Button>
        </>
      }
    >
      <p>
        <What stage={stage} />
      </p>
      <ActProblem problem={problem} />
      <Field
        label={t`Minutes from now`}
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={minutes === null ? t`From ${LAW.adjustMinutesMin} to ${LAW.adjustMinutesMax} minutes.` : undefined}
      />
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
  act,
  onDone,
}: {
  readonly stage: Stage
  readonly act: ReturnType<typeof useAct>['act']
  readonly onDone: () => void
}) {
  const client = useClient()
  const { t } = useLingui()
  const { commands } = useVenue()
  const minutes = useSession((state) => state.rule.negotiationMinutes)
  const running = useSession(runningCount)
  if (stage !== 'bidding' && stage !== 'negotiation') return null
  const question =
    stage === 'bidding'
      ? {
          title: t`Start negotiation?`,
          text: t`The bidding is over. For ${minutes} minutes buyers and sellers may agree on the unsold lots by offers.`,
          confirmLabel: t`Start negotiation`,
        }
      : {
          title: t`End the negotiation?`,
          text: t`Open offers lapse immediately.`,
          confirmLabel: t`End the negotiation`,
        }
  const run = async () => {
    if ((await confirm(client, question)) && (await act(() => commands.adjustStage(null)))) onDone()
  }
  return (
    <Button
      variant="line"
      disabled={running > 0}
      title={running > 0 ? t`Lots are still open` : undefined}
      onClick={() => void run()}
    >
      {question.confirmLabel}
    </Button>
  )
}

function readMinutes(typed: string): number | null {
  const minutes = /^\d{1,2}$/.test(typed.trim()) ? Number(typed) : Number.NaN
  return minutes >= LAW.adjustMinutesMin && minutes <= LAW.adjustMinutesMax ? minutes : null
}
