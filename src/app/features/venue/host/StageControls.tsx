import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { confirm } from '../../../ui/confirm.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { tellNotice } from '../room/tell.ts'
import { lotNo, runningCount } from '../marks.ts'
import { useAct } from '../parts/useAct.ts'
import { useSession, useVenue } from '../room/RoomContext.ts'
import { AdjustDialog } from './AdjustDialog.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import { RoundDialog } from './RoundDialog.tsx'
import css from './StageControls.module.css'
import { useClient } from '../../../lib/client.ts'
import { LiveButton } from '../parts/LiveButton.tsx'

type Sheet = 'start' | 'round' | 'adjust' | 'close'

/** The stage's controls: start, add a round, adjust the stage, close and reopen, complete. */
export function StageControls() {
  const { t } = useLingui()
  const { commands } = useVenue()
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const phase = useSession((state) => state.phase)
  const stage = useSession((state) => state.stage)
  const closure = useSession((state) => state.closure)
  const running = useSession(runningCount)
  const close = () => setSheet(null)
  const tellRunning = useTellRunning()
  if (phase === 5)
    return (
      <p className={css.over}>
        <Icon name="check" size={18} />
        <Trans>The session is complete; its log is sealed.</Trans>
      </p>
    )
  const open = closure === null
  return (
    <div className={css.controls}>
      {phase < 4 && (
        <LiveButton onClick={() => setSheet('start')}>
          <Icon name="play" size={18} filled />
          <Trans>Start the bidding</Trans>
        </LiveButton>
      )}
      {stage === 'bidding' && open && (
        <LiveButton
          variant={running === 0 ? 'fill' : 'line'}
          disabled={running > 0}
          onRefused={tellRunning}
          onClick={() => setSheet('round')}
        >
          <Trans>Add a round</Trans>
        </LiveButton>
      )}
      {open && stage !== 'finish' && (
        <LiveButton variant="line" onClick={() => setSheet('adjust')}>
          <Trans>Adjust the stage</Trans>
        </LiveButton>
      )}
      {phase === 4 && open && (
        <LiveButton variant="line" onClick={() => setSheet('close')}>
          <Icon name="pause" size={18} />
          <Trans>Pause the sale</Trans>
        </LiveButton>
      )}
      {!open && closure.reopensAt === null && <Reopen />}
      {!open && closure.reopensAt !== null && (
        <LiveButton variant="line" onClick={() => setSheet('close')}>
          <Trans>Cancel the reopening</Trans>
        </LiveButton>
      )}
      {phase === 4 && <Complete running={running} />}
      {(sheet === 'start' || sheet === 'round') && <RoundDialog first={sheet === 'start'} onClose={close} />}
      {sheet === 'adjust' && <AdjustDialog onClose={close} />}
      {sheet === 'close' && (
        <ReasonDialog
          title={t`Pause the sale?`}
          text={t`All clocks stop, including those of offers, and no bids are accepted until you resume. Decisions already made stand. Everyone sees your message.`}
          label={t`Message to all`}
          confirmLabel={t`Pause the sale`}
          working={t`Pausing the sale…`}
          effect={(state) => state.closure !== null && state.closure.reopensAt === null}
          command={commands.closeTemporarily}
          onClose={close}
        />
      )}
    </div>
  )
}

/** Why a press did nothing while lots are open. */
function useTellRunning(): () => void {
  const client = useClient()
  const { t } = useLingui()
  return () =>
    tellNotice(client, {
      tone: 'warn',
      title: t`A round is running`,
      text: t`Lots are still open. Wait until each is decided.`,
      key: 'running',
    })
}

function Reopen() {
  const client = useClient()
  const { t } = useLingui()
  const { commands } = useVenue()
  const { busy, act } = useAct()
  const run = async () => {
    const text = t`The restart is announced to all 30 seconds ahead. Then all clocks resume, and each open lot has at least the extension left.`
    if (await confirm(client, { title: t`Reopen the room?`, text, confirmLabel: t`Reopen` }))
      await act(commands.reopen, ({ closure }) => closure === null || closure.reopensAt !== null)
  }
  return (
    <LiveButton busy={busy} working={t`Reopening…`} onClick={() => void run()}>
      <Icon name="play" size={18} filled />
      <Trans>Reopen</Trans>
    </LiveButton>
  )
}

function Complete({ running }: { readonly running: number }) {
  const client = useClient()
  const { t } = useLingui()
  const { commands } = useVenue()
  const { busy, act } = useAct()
  const lots = useSession((state) => state.lots)
  const tellRunning = useTellRunning()
  const run = async () => {
    const untried = [...lots].filter(({ status, round }) => status === 'waiting' && round === 0)
    const named = untried.map(lotNo).join(', ')
    const sealing = t`The log is sealed and cannot be changed any more. Lots without a deal count as failed to sell. All participants get the closing hash by email.`
    const text = untried.length === 0 ? sealing : `${t`Never opened for bids: lots ${named}.`} ${sealing}`
    if (await confirm(client, { title: t`Complete the session?`, text, confirmLabel: t`Complete it`, danger: true }))
      await act(
        () => commands.accomplish(untried.map(({ lot }) => lot)),
        ({ phase }) => phase === 5,
      )
  }
  return (
    <LiveButton
      variant="line"
      busy={busy}
      working={t`Completing the session…`}
      disabled={running > 0}
      onRefused={tellRunning}
      onClick={() => void run()}
    >
      <Icon name="check" size={18} />
      <Trans>Complete</Trans>
    </LiveButton>
  )
}
