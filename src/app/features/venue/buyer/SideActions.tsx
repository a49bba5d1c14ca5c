import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import type { LotId } from '../../../../domain/lot.ts'
import { formatMinor } from '../../../../domain/units.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Money } from '../../../ui/Money.tsx'
import { useRoomy, useWide } from '../../../lib/media.ts'
import { ColleaguesDialog } from '../limits/ColleaguesDialog.tsx'
import { LimitLine } from '../limits/LimitLine.tsx'
import { Mends } from '../parts/Mends.tsx'
import { useMovable } from '../parts/useMovable.tsx'
import { useLot, useSession, useStore, useVenue } from '../room/RoomContext.ts'
import { RoomLog } from '../talk/RoomLog.tsx'
import { CeilingBody, CeilingDialog, CeilingPanel } from './CeilingDialog.tsx'
import { ReceiptsDialog } from './ReceiptsDialog.tsx'
import css from './SideActions.module.css'

type Sheet = 'ceiling' | 'receipts' | 'people' | 'log'

/** Buttons for the buyer's ceiling and receipts; on a phone for the log as well. */
export function SideActions({ lot }: { readonly lot: LotId | null }) {
  const { seat } = useVenue()
  const roomy = useRoomy()
  // Ceilings and limits are for who may bid.
  const bids = useSession(({ bidders }) => seat.number !== null && (bidders[seat.number]?.admitted ?? false))
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const ceilingId = useId()
  const close = () => setSheet(null)
  const buys = seat.number !== null
  if (!buys && roomy) return null
  return (
    <div className={css.actions}>
      {bids && lot !== null && (
        <Mends>
          <Limits lot={lot} />
        </Mends>
      )}
      {bids && lot !== null && (
        <Mends>
          <CeilingButton
            lot={lot}
            panel={sheet === 'ceiling' ? ceilingId : null}
            onPress={() => setSheet(sheet === 'ceiling' ? null : 'ceiling')}
          />
        </Mends>
      )}
      {buys && (
        <Mends>
          <ReceiptsButton onOpen={() => setSheet('receipts')} />
        </Mends>
      )}
      {bids && (
        <Button variant="line" onClick={() => setSheet('people')}>
          <Icon name="user" size={18} />
          <Trans>Our people</Trans>
        </Button>
      )}
      {!roomy && (
        <Button variant="line" onClick={() => setSheet('log')}>
          <Icon name="table" size={18} />
          <Trans>Log</Trans>
        </Button>
      )}
      {bids && sheet === 'ceiling' && lot !== null && <Ceiling key={lot} lot={lot} id={ceilingId} onClose={close} />}
      {sheet === 'receipts' && (
        <Mends>
          <ReceiptsDialog onClose={close} />
        </Mends>
      )}
      {bids && sheet === 'people' && seat.number !== null && (
        <Mends>
          <ColleaguesDialog me={seat.number} onClose={close} />
        </Mends>
      )}
      {!roomy && sheet === 'log' && (
        <Dialog title={<Trans>Log and messages</Trans>} onClose={close}>
          <Mends>
            <div className={css.log}>
              <RoomLog />
            </div>
          </Mends>
        </Dialog>
      )}
    </div>
  )
}

function Limits({ lot }: { readonly lot: LotId }) {
  const { seat } = useVenue()
  const currency = useLot(lot)?.currency
  if (seat.number === null || currency === undefined) return null
  return (
    <div className={css.limits}>
      <LimitLine me={seat.number} currency={currency} />
    </div>
  )
}

interface CeilingButtonProps {
  readonly lot: LotId
  /** The open panel's id; `null`: it is closed. */
  readonly panel: string | null
  readonly onPress: () => void
}

function CeilingButton({ lot, panel, onPress }: CeilingButtonProps) {
  const { seat } = useVenue()
  const wide = useWide()
  const shown = useLot(lot)
  const ceiling = seat.number === null ? undefined : shown?.ceilings[seat.number]
  return (
    <Button
      variant="line"
      // On a phone it opens a dialog, which takes the button's place.
      {...(wide
        ? { 'aria-expanded': panel !== null, 'aria-controls': panel ?? undefined }
        : { 'aria-haspopup': 'dialog' as const })}
      onClick={onPress}
    >
      <Icon name="flag" size={18} />
      {ceiling && shown ? (
        <span>
          <Trans>
            Ceiling <Money amount={formatMinor(ceiling.amount)} currency={shown.currency} />
          </Trans>
        </span>
      ) : (
        <Trans>My ceiling</Trans>
      )}
    </Button>
  )
}

function ReceiptsButton({ onOpen }: { readonly onOpen: () => void }) {
  const { receipts } = useVenue()
  const count = useStore(receipts).length
  return (
    <Button variant="line" onClick={onOpen}>
      <Icon name="doc" size={18} />
      <Trans>Receipts</Trans>
      {count > 0 && <span className={css.count}>{count}</span>}
    </Button>
  )
}

interface CeilingProps {
  readonly lot: LotId
  readonly id: string
  readonly onClose: () => void
}

function Ceiling({ lot, id, onClose }: CeilingProps) {
  const { seat } = useVenue()
  const shown = useLot(lot)
  const me = seat.number
  const wide = useWide()
  const body = useMovable(shown && me !== null ? <CeilingBody lot={shown} me={me} /> : null)
  if (!shown || me === null) return null
  return (
    <>
      {wide ? (
        <CeilingPanel lot={shown} id={id} onClose={onClose}>
          {body.place}
        </CeilingPanel>
      ) : (
        <CeilingDialog lot={shown} onClose={onClose}>
          {body.place}
        </CeilingDialog>
      )}
      {/* After its place, which so ends first, while its form still has the focus. */}
      {body.content}
    </>
  )
}
