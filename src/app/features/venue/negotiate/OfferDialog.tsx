import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { IDENTITY } from '../../../../contract/constants.ts'
import { band } from '../../../../domain/prices.ts'
import type { Lot, Offer } from '../../../../domain/lot.ts'
import {
  amountOf,
  formatMilli,
  formatMinor,
  instant,
  minor,
  parseMilli,
  type Milli,
  type Minor,
} from '../../../../domain/units.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field, SelectField } from '../../../ui/Field.tsx'
import { Money, Quantity } from '../../../ui/Money.tsx'
import { MoneyField } from '../parts/MoneyField.tsx'
import { useIsLive, useSession, useVenue } from '../room/RoomContext.ts'
import css from './Offers.module.css'

interface Props {
  readonly lot: Lot
  /** The offer that this counter-offer answers; null for a first offer. */
  readonly answers: Offer | null
  readonly onClose: () => void
}

const MINUTES = [2, 5, 10] as const
const NOTE_MOST = 500

/** The form of an offer: price, quantity, delivery date, note, expiry. */
export function OfferDialog({ lot, answers, onClose }: Props) {
  const { t } = useLingui()
  const { seat, room, commands } = useVenue()
  const live = useIsLive()
  const stageEndsAt = useSession((state) => state.stageEndsAt)
  const limits = useLimits(lot)
  const [price, setPrice] = useState<Minor | null>(answers?.price ?? lot.startPrice)
  const [quantity, setQuantity] = useState(formatMilli(answers?.quantity ?? lot.quantity))
  const [day, setDay] = useState(answers?.deliveryDate ?? lot.deliveryDate)
  const [note, setNote] = useState('')
  const [minutes, setMinutes] = useState<number | null>(null)
  const amount = readQuantity(quantity, lot.quantity)
  const ready = price !== null && amount !== null && day !== ''

  const make = () => {
    if (price === null || amount === null) return
    const wanted = minutes === null ? null : instant(room.serverTime() + minutes * 60_000)
    // The stage may end sooner, and an offer cannot outlive it.
    const expiresAt =
      wanted === null || (stageEndsAt !== null && wanted > stageEndsAt)
        ? (stageEndsAt ?? instant(room.serverTime() + 600_000))
        : wanted
    const terms = {
      lot: lot.lot,
      price,
      quantity: amount,
      deliveryDate: day,
      note: note.trim(),
      expiresAt,
      answers: answers?.offer ?? null,
    }
    if (room.bids.ask({ kind: 'offer', lot: lot.lot, price, send: commands.offer(terms) }) !== null) onClose()
  }

  return (
    <Dialog
      title={
        answers ? <Trans>Counter-offer for lot {lot.position}</Trans> : <Trans>Offer for lot {lot.position}</Trans>
      }
      onClose={onClose}
      actions={
        <Button wide disabled={!ready || !live} onClick={make}>
          {live ? t`Send the offer` : t`Offline: cannot send`}
        </Button>
      }
    >
      {answers && (
        <p className={css.sub}>
          <Trans>
            Answers <Money amount={formatMinor(answers.price)} currency={lot.currency} per={lot.unit} /> ×{' '}
            <Quantity quantity={formatMilli(answers.quantity)} unit={lot.unit} />
          </Trans>
        </p>
      )}
      <MoneyField
        label={t`Price per unit`}
        lot={lot}
        value={price}
        onChange={setPrice}
        least={limits.low}
        {...(limits.high !== null && {
          most: limits.high,
          hint: (
            <Trans>
              Within your band: <Money amount={formatMinor(limits.low)} currency={lot.currency} /> to{' '}
              <Money amount={formatMinor(limits.high)} currency={lot.currency} />
            </Trans>
          ),
        })}
      />
      <Field
        label={t`Quantity`}
        inputMode="decimal"
        value={quantity}
        onChange={(event) => setQuantity(event.target.value)}
        hint={
          <Trans>
            At most <Quantity quantity={formatMilli(lot.quantity)} unit={lot.unit} />; what is left stays on offer.
          </Trans>
        }
        error={amount === null ? t`Please enter a quantity within what is on offer.` : undefined}
      />
      <Field
        label={t`Delivery date`}
        type="date"
        value={day}
        onChange={(event) => setDay(event.target.value)}
        error={day === '' ? t`Please choose a delivery date.` : undefined}
        required
      />
      <Field
        label={t`Note`}
        value={note}
        maxLength={NOTE_MOST}
        onChange={(event) => setNote(event.target.value)}
        autoComplete="off"
      />
      <SelectField
        label={t`Open for`}
        value={String(minutes ?? '')}
        onChange={(event) => setMinutes(event.target.value === '' ? null : Number(event.target.value))}
      >
        <option value="">{t`Until the stage ends`}</option>
        {MINUTES.map((some) => (
          <option key={some} value={some}>{t`${some} minutes`}</option>
        ))}
      </SelectField>
      {price !== null && amount !== null && (
        <p className={css.sum}>
          <Trans>
            In all{' '}
            <b>
              <Money amount={formatMinor(amountOf(price, amount))} currency={lot.currency} />
            </b>
          </Trans>
        </p>
      )}
      {seat.identity === IDENTITY.buyer && (
        <p className={css.sub}>
          <Trans>An offer binds you until it is withdrawn or expires: the seller may accept it at any moment.</Trans>
        </p>
      )}
    </Dialog>
  )
}

/** Price limits: a seller counters within the adjustment band; a buyer's price is free. */
function useLimits(lot: Lot): { readonly low: Minor; readonly high: Minor | null } {
  const { seat } = useVenue()
  const percent = useSession((state) => state.rule.adjustPercent)
  return seat.identity === IDENTITY.seller ? band(lot, percent) : { low: minor(1), high: null }
}

function readQuantity(typed: string, most: Milli): Milli | null {
  const read = parseMilli(typed.replaceAll(/[\s,，]/g, ''))
  return read !== null && read > 0 && read <= most ? read : null
}
