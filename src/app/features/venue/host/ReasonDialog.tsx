import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ActButton } from '../../../ui/ActButton.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { ActProblem } from '../parts/ActProblem.tsx'
import type { Effect } from '../parts/effectIn.ts'
import { useAct } from '../parts/useAct.ts'
import { useRefused } from '../parts/useRefused.ts'
import type { CommandOutcome } from '../../../../client/room/commands.ts'

interface Props {
  readonly title: string
  /** The effect of the act. */
  readonly text: string
  readonly label?: string
  readonly confirmLabel: string
  /** The button's words while the act is being carried out. */
  readonly working: string
  /** A room's state that shows the act's effect. */
  readonly effect?: Effect
  readonly command: (reason: string) => Promise<CommandOutcome>
  readonly onClose: () => void
}

/** Asks for the reason of a dangerous act, and explains its effect. The reason is public. */
export function ReasonDialog({ title, text, label, confirmLabel, working, effect, command, onClose }: Props) {
  const { t } = useLingui()
  const [reason, setReason] = useState('')
  const { busy, act, problem } = useAct({ inDialog: true })
  const refused = useRefused()
  const [pressed, press] = useState(false)
  const isMissing = pressed && reason.trim() === ''
  const run = async (button: Element) => {
    press(true)
    if (reason.trim() === '') return refused(button)
    if (await act(() => command(reason.trim()), effect)) onClose()
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="line" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <ActButton
            variant="danger"
            busy={busy}
            working={working}
            shows={t`The room shows the result as soon as it is done.`}
            onClick={({ currentTarget }) => void run(currentTarget)}
          >
            {confirmLabel}
          </ActButton>
        </>
      }
    >
      <p>{text}</p>
      <Field
        label={label ?? t`Reason`}
        value={reason}
        maxLength={500}
        error={isMissing ? t`Required.` : undefined}
        onChange={(event) => setReason(event.target.value)}
        autoComplete="off"
        required
      />
      <ActProblem problem={problem} />
    </Dialog>
  )
}
