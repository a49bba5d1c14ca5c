import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { nextPrice } from '../../../../domain/prices.ts'
import type { BiddingNumber, Lot } from '../../../../domain/lot.ts'
import { formatMinor, type Minor } from '../../../../domain/units.ts'
import { typedCode } from '../../../../domain/typed/text.ts'
import { useFigure } from '../../../lib/form/useFigure.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field, SelectField } from '../../../ui/Field.tsx'
import { FigureField } from '../../../ui/FigureField.tsx'
import { Money } from '../../../ui/Money.tsx'
import { useFar } from '../../../ui/useFar.tsx'
import { BidFate } from '../buyer/BidFate.tsx'
import { MoneyField } from '../parts/MoneyField.tsx'
import { useRefused } from '../parts/useRefused.ts'
import { standingPrice, usePrice } from '../parts/usePrice.ts'
import { usePending, useVenue } from '../room/RoomContext.ts'
import css from './ClerkDialog.module.css'
import { useCompanies } from './useCompanies.ts'
import { LiveButton } from '../parts/LiveButton.tsx'
import { lotNo } from '../marks.ts'

type Act = 'bid' | 'standing' | 'linkLoss' | 'drop'
const NUMBER = { of: 'whole', most: 999_999_999, bare: true } as const

/** Host or operator bid for a bidder on the telephone, whose PIN of admission they enter. */
export function ClerkDialog({ lot, onClose }: { readonly lot: Lot; readonly onClose: () => void }) {
  const { t } = useLingui()
  const [pin, setPin] = useState('')
  const [caller, setCaller] = useState('')
  const [act, setAct] = useState<Act>('bid')
  const least = nextPrice(lot)
  const price = usePrice({ lot, initial: least, least, onGrid: true })
  const bidder = useFigure(NUMBER, null)
  const number = bidder.value
  const far = useFar({
    amount: act === 'drop' ? null : price.value,
    stands: standingPrice(lot),
    currency: lot.currency,
    per: lot.unit,
  })
  const company = useCompanies().get(number ?? 0)
  const sending = usePending(lot.lot, 'clerk')?.state === 'sending'
  const isPin = /^\d{6}$/.test(typedCode(pin))
  const refused = useRefused()
  const [pressed, press] = useState(false)
  const run = useClerk(lot, act, price.value)
  const send = (form: Element | null, sure = false): void => {
    press(true)
    const settled = [bidder.settle(), act === 'drop' || price.settle()].every(Boolean)
    if (!isPin || !settled || number === null) return form === null ? undefined : refused(form)
    if (!sure && far.asks()) return
    run({ biddingNumber: number, pin: typedCode(pin), caller })
  }
  return (
    <Dialog title={<Trans>Bid for a caller on lot {lot.position}</Trans>} onClose={onClose}>
      <p className={css.about}>
        <Trans>
          The caller says its bidding number and its admission PIN. The log and the receipt say that you acted for it;
          the receipt goes to its mail or phone. After five wrong PINs only the caller can get a new one.
        </Trans>
      </p>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          send(event.currentTarget)
        }}
      >
        <div className={css.pair}>
          <FigureField {...bidder.bound} label={t`Bidding number`} hint={company ?? ' '} />
          <Field
            label={t`Admission PIN`}
            inputMode="numeric"
            autoComplete="off"
            value={pin}
            onChange={(event) => setPin(event.target.value)}
            hint={t`Six digits`}
            error={pressed && !isPin ? t`An admission PIN has six digits.` : undefined}
          />
        </div>
        {act !== 'drop' && (
          <Field
            label={t`Caller’s name or login`}
            autoComplete="off"
            maxLength={100}
            value={caller}
            onChange={(event) => setCaller(event.target.value)}
            hint={t`Needed where the company limits its people; the caller’s own limit counts.`}
          />
        )}
        <SelectField label={t`The caller wants to`} value={act} onChange={({ target }) => setAct(actOf(target.value))}>
          <option value="bid">{t`bid this price`}</option>
          <option value="standing">{t`set a ceiling`}</option>
          <option value="linkLoss">{t`set a ceiling for a lost link`}</option>
          <option value="drop">{t`take its ceiling away`}</option>
        </SelectField>
        {act !== 'drop' && (
          <MoneyField
            label={act === 'bid' ? t`Price` : t`No higher than`}
            lot={lot}
            price={price}
            parcel
            hint={
              <Trans>
                From <Money amount={formatMinor(least)} currency={lot.currency} />, in steps of{' '}
                <Money amount={formatMinor(lot.addRange)} currency={lot.currency} />
              </Trans>
            }
          />
        )}
        <BidFate lot={lot.lot} kind="clerk" />
        {far.question(() => send(null, true))}
        <LiveButton
          type="submit"
          wide
          busy={sending}
          working={<Trans>Sending…</Trans>}
          because={lot.status === 'open' ? null : t`Lot ${lotNo(lot)} is not open`}
        >
          {act === 'bid' ? <Trans>Bid for the caller</Trans> : <Trans>Do it for the caller</Trans>}
        </LiveButton>
      </form>
    </Dialog>
  )
}

const actOf = (value: string): Act => (value === 'standing' || value === 'linkLoss' || value === 'drop' ? value : 'bid')

interface Caller {
  readonly biddingNumber: BiddingNumber
  readonly pin: string
  /** Name or login of the person on the telephone; may be empty. */
  readonly caller: string
}

function useClerk(lot: Lot, act: Act, price: Minor | null): (caller: Caller) => void {
  const { room, commands } = useVenue()
  const id = lot.lot
  const sendOf = (caller: Caller) => {
    if (act === 'drop') return commands.clerkDropCeiling(id, caller)
    if (price === null) return null
    return act === 'bid' ? commands.clerkBid(id, caller, price) : commands.clerkSetCeiling(id, caller, price, act)
  }
  return (caller) => {
    const send = sendOf(caller)
    if (send) room.bids.ask({ kind: 'clerk', lot: id, price: act === 'drop' ? null : price, send })
  }
}
