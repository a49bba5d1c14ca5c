import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { CURRENCIES, formatMinor, type Currency } from '../../../../domain/units.ts'
import { readMoney, readWhole } from '../../../lib/format/typed.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field, SelectField } from '../../../ui/Field.tsx'
import { Money } from '../../../ui/Money.tsx'
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
          most={limit?.most ?? null}
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
                most={own?.most ?? null}
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

function LimitForm({ label, most, to }: { readonly label: string; readonly most: string | null; readonly to: Target }) {
  const client = useClient()
  const [typed, setTyped] = useState(most ?? '')
  const act = useSaleAct(to.id)
  const read = readMoney(typed)
  const set = (next: string | null) => {
    const { id: scheduleTimelineId, number: biddingNumber, userId, currency } = to
    act.mutate(() =>
      client.calls.send('saleLimitSet', { body: { scheduleTimelineId, biddingNumber, userId, currency, most: next } }),
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (read !== null) set(formatMinor(read))
  }
  return (
    <form className={css.row} onSubmit={submit}>
      <Field
        label={label}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" size="small" busy={act.isPending} disabled={read === null}>
        <Trans>Set</Trans>
      </Button>
      <Button variant="line" size="small" busy={act.isPending} disabled={most === null} onClick={() => set(null)}>
        <Trans>No limit</Trans>
      </Button>
    </form>
  )
}

const FACTOR_MOST = 100

function Deposit({
  id,
  bidder: { companyId, deposits },
  currency,
}: Omit<Props, 'onClose'> & { readonly currency: Currency }) {
  const client = useClient()
  const { t } = useLingui()
  const now = deposits.find((one) => one.currency === currency)
  const [amount, setAmount] = useState(now?.amount ?? '')
  const [times, setTimes] = useState(String(now?.factor ?? 5))
  const act = useSaleAct(id)
  const [read, factor] = [readMoney(amount), readWhole(times, FACTOR_MOST)]
  const put = (next: string | null) =>
    act.mutate(() =>
      client.calls.send('depositSet', { body: { companyId, currency, amount: next, factor: factor ?? 1 } }),
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (read !== null && factor !== null && factor > 0) put(formatMinor(read))
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
        <Field
          label={t`Deposit in ${currency}`}
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
        />
        <div className={css.row}>
          <Field
            label={t`Factor`}
            inputMode="numeric"
            autoComplete="off"
            value={times}
            onChange={(event) => setTimes(event.target.value)}
          />
          <Button
            type="submit"
            size="small"
            busy={act.isPending}
            disabled={read === null || factor === null || factor < 1}
          >
            <Trans>Save</Trans>
          </Button>
          <Button
            variant="line"
            size="small"
            busy={act.isPending}
            disabled={now === undefined}
            onClick={() => put(null)}
          >
            <Trans>No deposit</Trans>
          </Button>
        </div>
      </form>
    </section>
  )
}
