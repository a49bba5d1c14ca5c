import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId, useState } from 'react'
import { IDENTITY } from '../../../../contract/constants.ts'
import { band } from '../../../../domain/prices.ts'
import type { Lot, Offer } from '../../../../domain/lot.ts'
import { amountOf, formatMilli, formatMinor, instant, milli, minor, type Minor } from '../../../../domain/units.ts'
import { useFigure } from '../../../lib/form/useFigure.ts'
import { isOpen } from '../../../../client/room/pending.ts'
import { keepComposing } from '../../../ui/composing.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field, SelectField } from '../../../ui/Field.tsx'
import { FigureField } from '../../../ui/FigureField.tsx'
import { Money, Quantity } from '../../../ui/Money.tsx'
import { useFar } from '../../../ui/useFar.tsx'
import { BidFate } from '../buyer/BidFate.tsx'
import { MoneyField } from '../parts/MoneyField.tsx'
import { useRefused } from '../parts/useRefused.ts'
import { standingPrice, usePrice } from '../parts/usePrice.ts'
import { usePart, useSession, useVenue } from '../room/RoomContext.ts'
import { formatMoney } from '../../../lib/format/index.ts'
import { useTakenIn } from '../parts/useTakenIn.ts'
import { shows } from '../../../ui/shown.ts'
import css from './Offers.module.css'
import { LiveButton } from '../parts/LiveButton.tsx'

interface Props {
  readonly lot: Lot
  /** The offer that this counter-offer answers; null for a first offer. */
  readonly answers: Offer | null
  readonly onClose: () => void
}

const MINUTES = [2, 5, 10] as const
const NOTE_MOST = 500
/** A form is sent by any press. */
const PRESSED = { detail: 1 }

/** The form of an offer: price, quantity, delivery date, note, expiry. */
export function OfferDialog({ lot, answers, onClose }: Props) {
  const { t } = useLingui()
  const { seat, room, commands } = useVenue()
  const stageEndsAt = useSession((state) => state.stageEndsAt)
  const limits = useLimits(lot)
  const form = useId()
  const typedPrice = usePrice({ lot, initial: answers?.price ?? lot.startPrice, least: limits.low, most: limits.high })
  const typedQuantity = useFigure({ of: 'quantity', unit: lot.unit }, answers?.quantity ?? lot.quantity, {
    problem: (some) => (some > 0 && some <= lot.quantity ? null : t`Please enter a quantity within what is on offer.`),
  })
  const [day, setDay] = useState(answers?.deliveryDate ?? lot.deliveryDate)
  const [note, setNote] = useState('')
  const [minutes, setMinutes] = useState<number | null>(null)
  const price = typedPrice.value
  const amount = typedQuantity.value === null ? null : milli(typedQuantity.value)
  const far = useFar({ amount: price, stands: standingPrice(lot), currency: lot.currency, per: lot.unit })

  // The other side may revise its offer while this one is typed.
  const theirs = useSession(({ offers }) => (answers === null ? null : (offers[answers.offer] ?? answers)))
  const pressing = useTakenIn({
    figure: () => (theirs === null ? 'first' : [theirs.revision, theirs.price, theirs.quantity].join(' ')),
    asks: true,
  })
  const changed =
    theirs &&
    t`Their offer is ${formatMoney(formatMinor(theirs.price), lot.currency)} now. Nothing was sent; press again.`
  const [bidKey, setBidKey] = useState<string | null>(null)
  const busy = useVerdict(bidKey, onClose)
  const refused = useRefused()
  const make = (typed: Element | null, sure = false): void => {
    const settled = [typedPrice.settle(), typedQuantity.settle()].every(Boolean)
    if (!settled || price === null || amount === null || day === '') return typed === null ? undefined : refused(typed)
    if (!sure && far.asks()) return
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
    setBidKey(room.bids.ask({ kind: 'offer', lot: lot.lot, price, send: commands.offer(terms) }))
  }

  return (
    <Dialog
      title={
        answers ? <Trans>Counter-offer for lot {lot.position}</Trans> : <Trans>Offer for lot {lot.position}</Trans>
      }
      onClose={onClose}
      actions={
        <LiveButton type="submit" form={form} wide busy={busy} working={t`Sending the offer…`}>
          {t`Send the offer`}
        </LiveButton>
      }
    >
      <form
        id={form}
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const typed = event.currentTarget
          if (changed === null) make(typed)
          else pressing.press(PRESSED, { words: () => changed, send: () => make(typed) })
        }}
      >
        {theirs && (
          <p className={css.sub}>
            <Trans>
              Answers <Money amount={formatMinor(theirs.price)} currency={lot.currency} per={lot.unit} /> ×{' '}
              <Quantity quantity={formatMilli(theirs.quantity)} unit={lot.unit} />
            </Trans>
          </p>
        )}
        <MoneyField
          label={t`Price per unit`}
          lot={lot}
          price={typedPrice}
          {...(limits.high !== null && {
            hint: (
              <Trans>
                Within your band: <Money amount={formatMinor(limits.low)} currency={lot.currency} /> to{' '}
                <Money amount={formatMinor(limits.high)} currency={lot.currency} />
              </Trans>
            ),
          })}
        />
        <FigureField
          {...typedQuantity.bound}
          label={t`Quantity`}
          hint={
            <Trans>
              At most <Quantity quantity={formatMilli(lot.quantity)} unit={lot.unit} />; what is left stays on offer.
            </Trans>
          }
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
          onKeyDown={keepComposing}
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
              <b key={amountOf(price, amount)} {...shows(formatMinor(amountOf(price, amount)))}>
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
        {pressing.told && <p>{changed}</p>}
        {far.question(() => make(null, true))}
        {bidKey !== null && <BidFate lot={lot.lot} kind="offer" />}
      </form>
    </Dialog>
  )
}

/** Whether the offer with this key waits for its verdict. An accepted one closes its form; a refused one keeps it. */
function useVerdict(bidKey: string | null, onAccepted: () => void): boolean {
  const { room } = useVenue()
  const pending = usePart(room.bids.store, (all) => all.find((one) => one.bidKey === bidKey) ?? null)
  const isAccepted = pending?.state === 'accepted'
  useEffect(() => {
    if (isAccepted) onAccepted()
  }, [isAccepted, onAccepted])
  return pending !== null && isOpen(pending)
}

/** Price limits: a seller counters within the adjustment band; a buyer's price is free. */
function useLimits(lot: Lot): { readonly low: Minor; readonly high: Minor | null } {
  const { seat } = useVenue()
  const percent = useSession((state) => state.rule.adjustPercent)
  return seat.identity === IDENTITY.seller ? band(lot, percent) : { low: minor(1), high: null }
}
