import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { nextPrice } from '../../../../domain/prices.ts'
import type { BiddingNumber, Lot } from '../../../../domain/lot.ts'
import { formatMinor, type Minor } from '../../../../domain/units.ts'
import { readWhole } from '../../../lib/format/typed.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field, SelectField } from '../../../ui/Field.tsx'
import { Money } from '../../../ui/Money.tsx'
import { BidFate } from '../buyer/BidFate.tsx'
import { MoneyField } from '../parts/MoneyField.tsx'
import { useIsLive, usePending, useVenue } from '../room/RoomContext.ts'
import css from './ClerkDialog.module.css'
import { useCompanies } from './useCompanies.ts'

type Act = 'bid' | 'standing' | 'linkLoss' | 'drop'
const MOST = 999_999_999

/** Host or operator bid for a bidder on the telephone, whose PIN of admission they enter. */
export function ClerkDialog({ lot, onClose }: { readonly lot: Lot; readonly onClose: () => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [pin, setPin] = useState('')
  const [act, setAct] = useState<Act>('bid')
  const [price, setPrice] = useState<Minor | null>(nextPrice(lot))
  const number = readWhole(typed, MOST)
  const company = useCompanies().get(number ?? 0)
  const sending = usePending(lot.lot, 'clerk')?.state === 'sending'
  const live = useIsLive()
  const ready = number !== null && /^\d{6}$/.test(pin) && (act === 'drop' || price !== null)
  const run = useClerk(lot, act, price)
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
          if (number !== null && ready) run({ biddingNumber: number, pin })
        }}
      >
        <div className={css.pair}>
          <Field
            label={t`Bidding number`}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            hint={company ?? ' '}
          />
          <Field
            label={t`Admission PIN`}
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            value={pin}
            onChange={(event) => setPin(event.target.value.replaceAll(/\D/g, ''))}
            hint={t`Six digits`}
          />
        </div>
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
            value={price}
            onChange={setPrice}
            least={nextPrice(lot)}
            onGrid
            hint={
              <Trans>
                From <Money amount={formatMinor(nextPrice(lot))} currency={lot.currency} />, in steps of{' '}
                <Money amount={formatMinor(lot.addRange)} currency={lot.currency} />
              </Trans>
            }
          />
        )}
        <BidFate lot={lot.lot} kind="clerk" />
        <Button type="submit" wide busy={sending} disabled={!ready || !live || lot.status !== 'open'}>
          {act === 'bid' ? <Trans>Bid for the caller</Trans> : <Trans>Do it for the caller</Trans>}
        </Button>
      </form>
    </Dialog>
  )
}

const actOf = (value: string): Act => (value === 'standing' || value === 'linkLoss' || value === 'drop' ? value : 'bid')

interface Caller {
  readonly biddingNumber: BiddingNumber
  readonly pin: string
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
