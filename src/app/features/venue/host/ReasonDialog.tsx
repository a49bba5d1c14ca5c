import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { ActProblem } from '../parts/ActProblem.tsx'
import { useAct } from '../parts/useAct.ts'
import type { Outcome } from '../../../../client/room/commands.ts'

interface Props {
  readonly title: string
  /** What it will do. */
  readonly text: string
  readonly label?: string
  readonly confirmLabel: string
  readonly command: (reason: string) => Promise<Outcome>
  readonly onClose: () => void
}

/** A dangerous act: says what it will do, and asks for the reason that everybody will read. */
export function ReasonDialog({ title, text, label, confirmLabel, command, onClose }: Props) {
  const { t } = useLingui()
  const [reason, setReason] = useState('')
  const { busy, act, problem } = useAct({ inDialog: true })
  const go = async () => {
    if (await act(() => command(reason.trim()))) onClose()
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
          <Button variant="danger" busy={busy} disabled={reason.trim() === ''} onClick={() => void go()}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      <Field
        label={label ?? t`Reason`}
        value={reason}
        maxLength={500}
        onChange={(event) => setReason(event.target.value)}
        autoComplete="off"
        required
      />
      <ActProblem problem={problem} />
    </Dialog>
  )
}
