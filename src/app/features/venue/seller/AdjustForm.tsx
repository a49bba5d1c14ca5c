import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState, type FormEvent } from 'react'
import { band } from '../../../../domain/prices.ts'
import type { Lot } from '../../../../domain/lot.ts'
import { formatMinor, minor, type Minor } from '../../../../domain/units.ts'
import { formatMoney } from '../../../lib/format/index.ts'
import { Field } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Money } from '../../../ui/Money.tsx'
import { useAct } from '../parts/useAct.ts'
import { useRefused } from '../parts/useRefused.ts'
import { useSession, useVenue } from '../room/RoomContext.ts'
import { Said } from '../room/Said.tsx'
import { tellNotice } from '../room/tell.ts'
import css from './AdjustForm.module.css'
import { useClient } from '../../../lib/client.ts'
import { LiveButton } from '../parts/LiveButton.tsx'

/** The form of a lot's adjustments: the start price, on a slider limited to its band, and the delivery date. */
export function AdjustForm({ lot }: { readonly lot: Lot }) {
  const client = useClient()
  const { t } = useLingui()
  const { commands } = useVenue()
  const percent = useSession((state) => state.rule.adjustPercent)
  const [price, setPrice] = useState<Minor>(lot.startPrice)
  const [day, setDay] = useState(lot.deliveryDate)
  const { busy, act } = useAct()
  const refused = useRefused()
  const [pressed, press] = useState(false)
  const changed = price !== lot.startPrice || day !== lot.deliveryDate
  const save = async (event: FormEvent) => {
    event.preventDefault()
    press(true)
    if (!changed || day === '') return refused(event.currentTarget)
    if (await act(() => commands.adjustLot(lot.lot, price, day))) {
      tellNotice(client, {
        tone: 'good',
        title: t`Lot ${lot.position} adjusted`,
        text: t`Start price ${formatMoney(formatMinor(price), lot.currency)}. Everyone in the room sees it.`,
        key: 'adjust',
      })
    }
  }
  return (
    <form className={css.form} noValidate onSubmit={(event) => void save(event)}>
      <h3>
        <Trans>Adjust</Trans>
      </h3>
      <Slider lot={lot} percent={percent} price={price} onChange={setPrice} isSame={pressed && !changed} />
      <Field
        label={t`Delivery date`}
        type="date"
        value={day}
        onChange={(event) => setDay(event.target.value)}
        error={day === '' ? t`Please choose a delivery date.` : undefined}
        required
      />
      <LiveButton type="submit" wide busy={busy} working={<Trans>Adjusting the lot…</Trans>}>
        <Trans>Adjust the lot</Trans>
      </LiveButton>
    </form>
  )
}

interface SliderProps {
  readonly lot: Lot
  readonly percent: number
  readonly price: Minor
  readonly onChange: (price: Minor) => void
  /** Pressed without a change. */
  readonly isSame: boolean
}

function Slider({ lot, percent, price, onChange, isSame }: SliderProps) {
  const { t } = useLingui()
  const id = useId()
  const { low, high } = band(lot, percent)
  const base = lot.publishedPrice
  const say = (some: number) => formatMoney(formatMinor(minor(some)), lot.currency)
  const changeTo = (some: number) => {
    const change = ((some - base) / base) * 100
    return `${change > 0 ? '+' : ''}${change.toFixed(1)} %`
  }
  return (
    <div className={css.slider}>
      <label htmlFor={id} className={css.label}>
        <Trans>Start price</Trans>
      </label>
      <output htmlFor={id} className={css.price} aria-live="off">
        <Money amount={formatMinor(price)} currency={lot.currency} per={lot.unit} />
        <span className={css.change}>{changeTo(price)}</span>
      </output>
      <input
        id={id}
        type="range"
        min={low}
        max={high}
        step={stepOf(low, high)}
        value={price}
        aria-valuetext={say(price)}
        aria-invalid={isSame || undefined}
        aria-describedby={isSame ? `${id}-same` : undefined}
        onChange={(event) => onChange(inBand(Number(event.target.value), low, high))}
      />
      {isSame && (
        <Said className={css.same} id={`${id}-same`}>
          <Icon name="alert" size={16} />
          <Trans>Change the start price or the delivery date first.</Trans>
        </Said>
      )}
      <div className={css.limits}>
        <button type="button" onClick={() => onChange(low)}>
          {say(low)}
          <span>{changeTo(low)}</span>
        </button>
        <button type="button" onClick={() => onChange(inBand(base, low, high))}>
          {say(base)}
          <span>{t`published`}</span>
        </button>
        <button type="button" onClick={() => onChange(high)}>
          {say(high)}
          <span>{changeTo(high)}</span>
        </button>
      </div>
    </div>
  )
}

const inBand = (price: number, low: Minor, high: Minor): Minor => minor(Math.min(high, Math.max(low, price)))

/** Step of the slider, for about a hundred positions at round prices: 1, 5, 10 … of the whole unit. */
function stepOf(low: number, high: number): number {
  const wanted = (high - low) / 100
  const steps = [1, 10, 50, 100, 500, 1_000, 5_000, 10_000, 50_000, 100_000]
  return steps.findLast((step) => step <= wanted) ?? 1
}
