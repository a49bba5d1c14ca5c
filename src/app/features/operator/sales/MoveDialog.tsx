import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { groupThousands } from '../../../lib/format/index.ts'
import { useFigure } from '../../../lib/form/useFigure.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FigureField } from '../../../ui/FigureField.tsx'

const PLACE = { of: 'whole', most: 1_000_000 } as const

interface Props {
  readonly count: number
  readonly busy: boolean
  readonly onClose: () => void
  readonly onMove: (place: number | null) => void
}

/** Asks for the new position of accepted lots in the catalogue: after a number, or at the end. */
export function MoveDialog({ count, busy, onClose, onMove }: Props) {
  const { t } = useLingui()
  const place = useFigure(PLACE, null, { problem: (at) => (at < 1 ? t`More than 0.` : null) })
  const move = (): void => {
    if (place.empty || place.settle()) onMove(place.value)
  }
  return (
    <Dialog
      title={<Plural value={count} one="Move one lot" other={`Move ${groupThousands(count)} lots`} />}
      onClose={onClose}
      actions={
        <>
          <Button variant="line" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <ActButton busy={busy} onClick={move}>
            <Trans>Move</Trans>
          </ActButton>
        </>
      }
    >
      <FigureField
        {...place.bound}
        // An empty field is an answer.
        error={place.empty ? undefined : place.bound.error}
        label={t`New lot number of the first`}
        hint={t`The others follow it. Empty: to the end.`}
      />
    </Dialog>
  )
}
