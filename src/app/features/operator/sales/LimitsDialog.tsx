import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { CURRENCIES, formatMinor, minor, parseMinor, type Currency, type Minor } from '../../../../domain/units.ts'
import { useFigure } from '../../../lib/form/useFigure.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { SelectField } from '../../../ui/Field.tsx'
import { FigureField } from '../../../ui/FigureField.tsx'
import { Money } from '../../../ui/Money.tsx'
import { useFar } from '../../../ui/useFar.tsx'
import { useSaleAct, type SaleBidder } from './queries.ts'
import css from './SalePage.module.css'
import { useClient } from '../../../lib/client.ts'

interface Props {
  readonly id: string
  readonly bidder: SaleBidder
  readonly onClose: () => void
}

/**
 * Limits of a company in this sale, limits of its people within them, and the deposit that sets its limit in the next.
 */
export function LimitsDialog({ id, bidder, onClose }: Props) {
  const { t } = useLingui()
  const [currency, setCurrency] = useState<Currency>(
    bidder.limits[0]?.currency ?? bidder.deposits[0]?.currency ?? 'CNY',
  )
  return (
    <Dialog title={<Trans>Limits of {bidder.companyName}</Trans>} onClose={onClose}>
      <SelectField
        label={t`Currency`}
        value={currency}
        onChange={({ target }) => setCurrency(CURRENCIES.find((one) => one === target.value) ?? 'CNY')}
      >
        {CURRENCIES.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </SelectField>
      {bidder.biddingNumber !== null && (
        <InSale key={currency} id={id} bidder={bidder} number={bidder.biddingNumber} currency={currency} />
      )}
      <Deposit key={`deposit ${currency}`} id={id} bidder={bidder} currency={currency} />
    </Dialog>
  )
}

interface InSaleProps extends Omit<Props, 'onClose'> {
  readonly number: number
  readonly currency: Currency
}

function InSale({ id, bidder, number, currency }: InSaleProps) {
  const { t } = useLingui()
  const limit = bidder.limits.find((one) => one.currency === currency)
  return (
    <>
      <section className={css.section}>
        <h3>
          <Trans>In this sale</Trans>
        </h3>
        <p>
          <Trans>
            Nothing is accepted beyond it. It is raised or taken away at will, and lowered to what is won and led. The
            company and you see it, no one else.
          </Trans>
        </p>
        {limit && <Exposed exposed={limit.exposed} currency={currency} />}
        <LimitForm
          key={limit?.most ?? ''}
          label={t`Limit in ${currency}`}
          most={moneyOf(limit?.most)}
          norm={limitOf(bidder.deposits.find((one) => one.currency === currency))}
          to={{ id, number, userId: null, currency }}
        />
      </section>
      {bidder.people.length > 0 && (
        <section className={css.section}>
          <h3>
            <Trans>Its people</Trans>
          </h3>
          {bidder.people.map(({ userId, name, limits }) => {
            const own = limits.find((one) => one.currency === currency)
            return (
              <LimitForm
                key={`${userId} ${own?.most ?? ''}`}
                label={t`Limit of ${name} in ${currency}`}
                most={moneyOf(own?.most)}
                norm={moneyOf(limit?.most)}
                to={{ id, number, userId, currency }}
              />
            )
          })}
        </section>
      )}
    </>
  )
}

function Exposed({ exposed, currency }: { readonly exposed: string; readonly currency: Currency }) {
  return (
    <p>
      <Trans>
        Won and led: <Money amount={exposed} currency={currency} />
      </Trans>
    </p>
  )
}

interface Target {
  readonly id: string
  readonly number: number
  readonly userId: string | null
  readonly currency: Currency
}

const moneyOf = (amount: string | undefined): Minor | null => (amount === undefined ? null : parseMinor(amount))
/** The limit that a deposit gives: the amount times its factor. */
function limitOf(deposit: SaleBidder['deposits'][number] | undefined): Minor | null {
  const amount = moneyOf(deposit?.amount)
  return deposit === undefined || amount === null ? null : minor(amount * deposit.factor)
}

interface LimitFormProps {
  readonly label: string
  /** The limit now. */
  readonly most: Minor | null
  /** What a first limit is compared with. */
  readonly norm: Minor | null
  readonly to: Target
}

function LimitForm({ label, most, norm, to }: LimitFormProps) {
  const client = useClient()
  const limit = useFigure({ of: 'money', currency: to.currency }, most)
  const far = useFar({ amount: limit.value, stands: most ?? norm, currency: to.currency })
  const act = useSaleAct(to.id)
  const set = (next: string | null) => {
    const { id: scheduleTimelineId, number: biddingNumber, userId, currency } = to
    act.mutate(() =>
      client.calls.send('saleLimitSet', { body: { scheduleTimelineId, biddingNumber, userId, currency, most: next } }),
    )
  }
  const send = (sure = false): void => {
    if (limit.settle() && limit.value !== null && (sure || !far.asks())) set(formatMinor(minor(limit.value)))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <form className={css.row} onSubmit={submit}>
      <FigureField {...limit.bound} label={label} />
      <ActButton type="submit" size="small" busy={act.isPending} disabled={limit.empty}>
        <Trans>Set</Trans>
      </ActButton>
      <ActButton variant="line" size="small" busy={act.isPending} disabled={most === null} onClick={() => set(null)}>
        <Trans>No limit</Trans>
      </ActButton>
      {far.question(() => send(true))}
    </form>
  )
}

const FACTOR = { of: 'whole', most: 100 } as const

function Deposit({
  id,
  bidder: { companyId, deposits },
  currency,
}: Omit<Props, 'onClose'> & { readonly currency: Currency }) {
  const client = useClient()
  const { t } = useLingui()
  const now = deposits.find((one) => one.currency === currency)
  const before = moneyOf(now?.amount)
  const amount = useFigure({ of: 'money', currency }, before)
  const factor = useFigure(FACTOR, now?.factor ?? 5, { problem: (times) => (times < 1 ? t`More than 0.` : null) })
  const far = useFar({ amount: amount.value, stands: before, currency })
  const act = useSaleAct(id)
  const put = (next: string | null) =>
    act.mutate(() =>
      client.calls.send('depositSet', { body: { companyId, currency, amount: next, factor: factor.value ?? 1 } }),
    )
  const send = (sure = false): void => {
    const settled = [amount.settle(), factor.settle()].every(Boolean)
    if (settled && amount.value !== null && (sure || !far.asks())) put(formatMinor(minor(amount.value)))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <section className={css.section}>
      <h3>
        <Trans>Deposit</Trans>
      </h3>
      <p>
        <Trans>Times its factor, it is the company’s limit in every sale to which it is admitted from now on.</Trans>
      </p>
      <form className={css.form} onSubmit={submit}>
        <FigureField {...amount.bound} label={t`Deposit in ${currency}`} />
        {far.question(() => send(true))}
        <div className={css.row}>
          <FigureField {...factor.bound} label={t`Factor`} />
          <ActButton type="submit" size="small" busy={act.isPending} disabled={amount.empty || factor.empty}>
            <Trans>Save</Trans>
          </ActButton>
          <ActButton
            variant="line"
            size="small"
            busy={act.isPending}
            disabled={now === undefined}
            onClick={() => put(null)}
          >
            <Trans>No deposit</Trans>
          </ActButton>
        </div>
      </form>
    </section>
  )
}
