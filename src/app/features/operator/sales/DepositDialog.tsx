import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod'
import { DEPOSIT_KINDS } from '../../../../domain/deposit.ts'
import { CURRENCIES, formatMinor, minor, parseMinor, type Currency } from '../../../../domain/units.ts'
import type { FormText } from '../../../../contract/people.ts'
import { resolved } from '../../../boot/deferred.ts'
import { useClient } from '../../../lib/client.ts'
import { formatDate } from '../../../lib/format/index.ts'
import { faultOf, moneyIn, settledText, type Figure } from '../../../lib/form/figure.ts'
import { useForm } from '../../../lib/form/useForm.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { DraftNotice } from '../../../ui/DraftNotice.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Field, SelectField } from '../../../ui/Field.tsx'
import { FigureField } from '../../../ui/FigureField.tsx'
import { Mark, type MarkTone } from '../../../ui/Mark.tsx'
import { Money } from '../../../ui/Money.tsx'
import { SubmitButton } from '../../../ui/SubmitButton.tsx'
import { notify } from '../../../ui/toast.ts'
import { useFar } from '../../../ui/useFar.tsx'
import { isConflict } from '../conflict.tsx'
import { typedMoment } from './moments.ts'
import { depositsQuery, type SaleBidder } from './queries.ts'
import css from './SalePage.module.css'

const KIND: Readonly<Record<(typeof DEPOSIT_KINDS)[number], MessageDescriptor>> = {
  received: msg({ context: 'deposit', message: 'Received' }),
  held: msg({ context: 'deposit', message: 'Held' }),
  released: msg({ context: 'deposit', message: 'Released' }),
  forfeited: msg({ context: 'deposit', message: 'Forfeited' }),
}
const STATE: Readonly<Record<SaleBidder['deposit']['state'], readonly [MarkTone, MessageDescriptor]>> = {
  none: ['warn', msg({ context: 'deposit', message: 'Missing' })],
  partly: ['warn', msg({ context: 'deposit', message: 'Partly received' })],
  received: ['good', KIND.received],
  held: ['warn', KIND.held],
  released: ['calm', KIND.released],
  forfeited: ['bad', KIND.forfeited],
}

/** State of a company's deposit and its balances, for the list of bidders. */
export function DepositState({ bidder: { deposit } }: { readonly bidder: SaleBidder }) {
  const { i18n } = useLingui()
  if (deposit.required.length === 0) return '–'
  const [tone, words] = STATE[deposit.state]
  return (
    <>
      <Mark tone={tone}>{i18n._(words)}</Mark>
      {deposit.sums
        .filter(({ balance }) => Number(balance) > 0)
        .map(({ currency, balance }) => (
          <small key={currency}>
            <Money amount={balance} currency={currency} />
          </small>
        ))}
    </>
  )
}

interface Typed {
  readonly kind: string
  readonly currency: string
  readonly amount: string
  readonly day: string
  readonly reference: string
}
const says = (message: FormText) => ({ message })
const currencyOf = ({ currency }: Pick<Typed, 'currency'>): Currency =>
  CURRENCIES.find((one) => one === currency) ?? 'CNY'
const amountIn = (typed: Typed): Figure => ({ of: 'money', currency: currencyOf(typed) })
const RULES = resolved(
  z
    .object({
      kind: z.enum(DEPOSIT_KINDS),
      currency: z.enum(CURRENCIES),
      amount: z.string(),
      day: z.iso.date(says('dayWrong')),
      reference: z.string().trim().min(1, says('required')).max(200, says('tooLong')),
    })
    .check(
      z.superRefine(
        (typed: Typed, ctx) => {
          const fault =
            faultOf(amountIn(typed), typed.amount) ?? (moneyIn(typed.amount, null) === 0 && says('positive'))
          if (fault) ctx.addIssue({ code: 'custom', path: ['amount'], ...fault })
        },
        { when: () => true },
      ),
    ),
)

interface Props {
  readonly id: string
  readonly bidder: SaleBidder
  readonly onClose: () => void
}

/** Entries of a company's deposit for this sale; the operator can only add to them. */
export function DepositDialog({ id, bidder: { companyId, companyName, deposit }, onClose }: Props) {
  const client = useClient()
  const { t, i18n } = useLingui()
  const queries = useQueryClient()
  const entries = useQuery(depositsQuery(id, companyId))
  const today = typedMoment(new Date(client.time.now()).toISOString()).slice(0, 10)
  const first = deposit.required[0]
  const form = useForm<Typed>({
    name: `deposit-${id}-${companyId}`,
    version: 1,
    initial: {
      kind: 'received',
      currency: first?.currency ?? 'CNY',
      amount: deposit.covered || !first ? '' : settledText({ of: 'money', currency: first.currency }, first.amount),
      day: today,
      reference: '',
    },
    schema: RULES,
    figures: (value) => ({ amount: amountIn(value) }),
  })
  const asked = deposit.required.find(({ currency }) => currency === form.value.currency)
  const far = useFar({
    amount: moneyIn(form.value.amount, currencyOf(form.value)),
    stands: asked ? parseMinor(asked.amount) : null,
    currency: currencyOf(form.value),
  })
  const renew = () => queries.invalidateQueries({ queryKey: ['desk', 'sale', id] })
  const record = useMutation({
    meta: { quiet: true },
    mutationFn: ({ kind, amount, day, reference, ...typed }: Typed) =>
      client.calls.send('depositRecord', {
        body: {
          scheduleTimelineId: id,
          companyId,
          after: entries.data?.rows[0]?.seq ?? 0,
          kind: DEPOSIT_KINDS.find((one) => one === kind) ?? 'received',
          currency: currencyOf(typed),
          amount: formatMinor(moneyIn(amount, currencyOf(typed)) ?? minor(0)),
          day,
          reference,
        },
      }),
    onSuccess: async ({ biddingNumber, covered }) => {
      await form.draft.clear()
      await renew()
      notify(client, {
        tone: 'good',
        title: t`The deposit is recorded.`,
        ...(covered && biddingNumber !== null && { text: t`${companyName} is admitted with number ${biddingNumber}.` }),
      })
      onClose()
    },
    onError: async (error) => {
      form.take(error)
      if (isConflict(error)) await renew()
    },
  })
  return (
    <Dialog title={<Trans>Deposit of {companyName}</Trans>} onClose={onClose}>
      <p>
        <Trans>Asked for:</Trans>{' '}
        {deposit.required.map(({ currency, amount }, at) => (
          <span key={currency}>
            {at > 0 && ' / '}
            <Money amount={amount} currency={currency} />
          </span>
        ))}
      </p>
      {entries.data && entries.data.rows.length > 0 && (
        <ol className={css.entries}>
          {entries.data.rows.map(({ seq, kind, currency, amount, day, reference, recordedBy }) => (
            <li key={seq}>
              {i18n._(KIND[kind])} <Money amount={amount} currency={currency} /> · {formatDate(day, client.locale)}
              <small>
                {reference} · {recordedBy}
              </small>
            </li>
          ))}
        </ol>
      )}
      <form
        className={css.form}
        noValidate
        aria-label={t`Record a deposit`}
        onSubmit={form.submit((value) => {
          if (!far.asks()) record.mutate(value)
        })}
      >
        <ErrorSummary form={form} />
        <DraftNotice draft={form.draft} />
        <SelectField label={<Trans context="payment">Kind</Trans>} {...form.field('kind')}>
          {DEPOSIT_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {i18n._(KIND[kind])}
            </option>
          ))}
        </SelectField>
        <SelectField label={t`Currency`} {...form.field('currency')}>
          {deposit.required.map(({ currency }) => (
            <option key={currency} value={currency}>
              {currency}
            </option>
          ))}
        </SelectField>
        <FigureField label={t`Amount`} {...form.figure('amount')} />
        <Field label={<Trans>Day at the bank</Trans>} type="date" max={today} {...form.field('day')} />
        <Field
          label={t`Reference or reason`}
          hint={t`Of the bank transfer; or why it is held or forfeited.`}
          autoComplete="off"
          {...form.field('reference')}
        />
        {far.question(() => form.attempt((value) => record.mutate(value)))}
        <SubmitButton busy={record.isPending} working={<Trans>Saving…</Trans>}>
          <Trans>Record</Trans>
        </SubmitButton>
      </form>
    </Dialog>
  )
}
