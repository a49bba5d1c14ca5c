import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { groupThousands } from '../../../lib/format/index.ts'
import { readWhole } from '../../../lib/format/typed.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'

interface Props {
  readonly count: number
  readonly busy: boolean
  readonly onClose: () => void
  readonly onMove: (place: number | null) => void
}

/** Asks for the new position of accepted lots in the catalogue: after a number, or at the end. */
export function MoveDialog({ count, busy, onClose, onMove }: Props) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const place = readWhole(typed, 1_000_000)
  const wrong = typed.trim() !== '' && (place === null || place < 1)
  return (
    <Dialog
      title={<Plural value={count} one="Move one lot" other={`Move ${groupThousands(count)} lots`} />}
      onClose={onClose}
      actions={
        <>
          <Button variant="line" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button busy={busy} disabled={wrong} onClick={() => onMove(typed.trim() === '' ? null : place)}>
            <Trans>Move</Trans>
          </Button>
        </>
      }
    >
      <Field
        label={t`New lot number of the first`}
        hint={t`The others follow it. Empty: to the end.`}
        inputMode="numeric"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </Dialog>
  )
}
