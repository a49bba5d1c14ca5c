import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import type { Receipt } from '../../../../contract/verdict.ts'
import type { SessionEvent } from '../../../../domain/events.ts'
import { formatMinor } from '../../../../domain/units.ts'
import { pathTo } from '../../../boot/navigation/index.ts'
import { useClient } from '../../../lib/client.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { FileButton } from '../../../ui/files/FileButton.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { PathLink } from '../../../ui/PathLink.tsx'
import { bidFace } from '../../../ui/ticket/faces.ts'
import { GenuineMark, Proof } from '../../../ui/ticket/Proof.tsx'
import { SharePicture } from '../../../ui/ticket/SharePicture.tsx'
import { Ticket } from '../../../ui/ticket/Ticket.tsx'
import { usePart, useSession, useStore, useVenue } from '../room/RoomContext.ts'
import { useLotText } from '../room/useCatalogue.ts'
import css from './ReceiptsDialog.module.css'
import { saveFile } from './saveFile.ts'

/** The buyer's receipts, signed by the room: stored on this device, and verifiable offline. */
export function ReceiptsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const { receipts, fetchReceipts, seat } = useVenue()
  // A device that was away may not have read of a clerk's act.
  useEffect(() => void fetchReceipts(), [fetchReceipts])
  const all = useStore(receipts).toReversed()
  const save = () => saveFile(`receipts-${seat.scheduleTimelineId}.json`, JSON.stringify(all, null, 2))
  return (
    <Dialog
      title={<Trans>My receipts</Trans>}
      onClose={onClose}
      {...(all.length > 0 && {
        actions: (
          <>
            <PathLink href={pathTo('/user/tickets')} className={buttonClass({ variant: 'line' })}>
              <Trans>All my tickets</Trans>
            </PathLink>
            <Button variant="line" onClick={save}>{t`Save all as a file`}</Button>
          </>
        ),
      })}
    >
      {all.length === 0 ? (
        <Empty title={<Trans>No receipt yet</Trans>}>
          <Trans>
            Each bid that the room accepts, and each ceiling that you set or drop, leaves a signed receipt here. It
            stays on this device.
          </Trans>
        </Empty>
      ) : (
        <>
          <p className={css.about}>
            <Trans>
              Signed by the room and kept on this device. Anyone can verify them with the published keys, without asking
              us.
            </Trans>
          </p>
          <ul className={css.list}>
            {all.map((receipt) => (
              <li key={receipt.body.hash}>
                <ReceiptTicket receipt={receipt} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}

function ReceiptTicket({ receipt }: { readonly receipt: Receipt }) {
  const { body } = receipt
  const { room, missing } = useVenue()
  const absent = useStore(missing)
  const { locale } = useClient()
  const { i18n } = useLingui()
  const text = useLotText(body.contractObjectId)
  const position = useSession((state) => state.lots.get(body.contractObjectId)?.position ?? null)
  const struck = usePart(room.replica, ({ activity }) =>
    activity.some((entry) => entry.kind === 'event' && entry.struck && isOf(receipt, entry.event)),
  )
  const face = bidFace({ i18n, locale }, receipt, text, { isVoid: struck, position })
  return (
    <Ticket
      face={face}
      level={3}
      mark={
        struck ? (
          <Mark tone="bad" icon="cross">
            <Trans>Revoked: the bid was struck out</Trans>
          </Mark>
        ) : (
          <GenuineMark receipt={receipt} missing={absent} />
        )
      }
      acts={
        <>
          <SharePicture face={face} />
          {body.act === undefined && (
            <FileButton
              variant="quiet"
              size="small"
              path={`/auction/receipt/${body.scheduleTimelineId}/${body.seq}/pdf`}
              name={`receipt-${position ?? 0}-${body.seq}.pdf`}
            />
          )}
        </>
      }
      technical={<Proof receipt={receipt} />}
    />
  )
}

/**
 * Matches a receipt to its bid by content: the receipt has the log's own number, which a running sale's events lack.
 */
const isOf = ({ body }: Receipt, event: SessionEvent): boolean =>
  body.act === undefined &&
  event.type === 'bid' &&
  event.lot === body.contractObjectId &&
  event.number === body.biddingNumber &&
  event.at === Date.parse(body.at) &&
  formatMinor(event.price) === body.price
