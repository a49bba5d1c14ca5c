import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Receipt } from '../../../../contract/verdict.ts'
import type { SessionEvent } from '../../../../domain/events.ts'
import { formatMinor } from '../../../../domain/units.ts'
import { formatSeconds } from '../../../lib/format/index.ts'
import { verifyReceipt, type Genuine } from '../../../../client/room/verify.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { FileButton } from '../../../ui/files/FileButton.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { Money } from '../../../ui/Money.tsx'
import { useReceiptKeys } from '../room/useReceiptKeys.ts'
import { usePart, useSession, useStore, useVenue } from '../room/RoomContext.ts'
import css from './ReceiptsDialog.module.css'
import { saveFile } from './saveFile.ts'

/** Receipts that the room signed for me: stored on this device, and verifiable offline. */
export function ReceiptsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const { receipts, seat } = useVenue()
  const all = useStore(receipts).toReversed()
  const save = () => saveFile(`receipts-${seat.scheduleTimelineId}.json`, JSON.stringify(all, null, 2))
  return (
    <Dialog
      title={<Trans>My receipts</Trans>}
      onClose={onClose}
      {...(all.length > 0 && { actions: <Button variant="line" onClick={save}>{t`Save all as a file`}</Button> })}
    >
      {all.length === 0 ? (
        <Empty title={<Trans>No receipt yet</Trans>}>
          <Trans>Each bid that the room accepts leaves a signed receipt here. It stays on this device.</Trans>
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
              <ReceiptCard key={receipt.body.seq} receipt={receipt} />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}

function ReceiptCard({ receipt }: { readonly receipt: Receipt }) {
  const { body, keyId } = receipt
  const { room } = useVenue()
  const position = useSession((state) => state.lots.get(body.contractObjectId)?.position ?? null)
  const struck = usePart(room.replica, ({ activity }) =>
    activity.some((entry) => entry.kind === 'event' && entry.struck && isOf(receipt, entry.event)),
  )
  return (
    <li className={css.receipt}>
      <div className={css.top}>
        <b className={css.price}>
          <Money amount={body.price} currency={body.currency} />
        </b>
        <span>
          <Trans>Lot {position}</Trans> · <time>{formatSeconds(body.at)}</time>
        </span>
        {struck ? (
          <Mark tone="bad" icon="cross">
            <Trans>Revoked: the bid was struck out</Trans>
          </Mark>
        ) : (
          <GenuineMark receipt={receipt} />
        )}
      </div>
      <dl className={css.proof}>
        <dt>
          <Trans>Log entry</Trans>
        </dt>
        <dd>{body.seq}</dd>
        <dt>
          <Trans>Hash</Trans>
        </dt>
        <dd className={css.hash}>{body.hash}</dd>
        <dt>
          <Trans>Key</Trans>
        </dt>
        <dd className={css.hash}>{keyId}</dd>
      </dl>
      <FileButton
        variant="quiet"
        size="small"
        path={`/auction/receipt/${body.scheduleTimelineId}/${body.seq}/pdf`}
        name={`receipt-${position ?? 0}-${body.seq}.pdf`}
      />
    </li>
  )
}

/** A receipt names its bid by the log's own number, which a running sale's events do not carry. */
const isOf = ({ body }: Receipt, event: SessionEvent): boolean =>
  event.type === 'bid' &&
  event.lot === body.contractObjectId &&
  event.number === body.biddingNumber &&
  event.at === Date.parse(body.at) &&
  formatMinor(event.price) === body.price

function GenuineMark({ receipt }: { readonly receipt: Receipt }) {
  const keys = useReceiptKeys()
  const { data } = useQuery({
    queryKey: ['venue', 'receipt', receipt.keyId, receipt.signature, keys?.length ?? 0],
    queryFn: () => (keys ? verifyReceipt(receipt, keys) : null),
    meta: { fleeting: true },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ? (
    <GenuineWords genuine={data} />
  ) : (
    <Mark tone="calm" icon="clock">
      <Trans>Not checked yet: the keys are not here</Trans>
    </Mark>
  )
}

function GenuineWords({ genuine }: { readonly genuine: Genuine }) {
  switch (genuine) {
    case 'valid':
      return (
        <Mark tone="good" icon="check">
          <Trans>Signature valid</Trans>
        </Mark>
      )
    case 'forged':
      return (
        <Mark tone="bad" icon="cross">
          <Trans>Signature invalid</Trans>
        </Mark>
      )
    case 'unknownKey':
      return (
        <Mark tone="warn" icon="alert">
          <Trans>Key not published yet</Trans>
        </Mark>
      )
    case 'cannotTell':
      return (
        <Mark tone="calm" icon="alert">
          <Trans>This browser cannot check it; the saved file can be checked elsewhere</Trans>
        </Mark>
      )
  }
}
