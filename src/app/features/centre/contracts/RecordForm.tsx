import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '../../../../client/calls/index.ts'
import { newKey } from '../../../../client/ports/newKey.ts'
import { ENTRY_KINDS } from '../../../../domain/trade/money.ts'
import { CURRENCIES, formatMinor } from '../../../../domain/units.ts'
import { useClient } from '../../../lib/client.ts'
import { formatDate, formatMoney } from '../../../lib/format/index.ts'
import { EMPTY_LINE, isLineRefusal, useRefusedLine } from '../../../lib/form/bankLine.ts'
import { useForm } from '../../../lib/form/useForm.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { BankLineFields } from '../../../ui/bankLine/BankLineFields.tsx'
import { DraftNotice } from '../../../ui/DraftNotice.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Field, SelectField } from '../../../ui/Field.tsx'
import { FigureField } from '../../../ui/FigureField.tsx'
import { Money } from '../../../ui/Money.tsx'
import { SubmitButton } from '../../../ui/SubmitButton.tsx'
import { notify } from '../../../ui/toast.ts'
import {
  CLAIM,
  correctionOf,
  countsAs,
  ENTRY,
  entryBody,
  fieldOf,
  figuresOf,
  lineKindOf,
  paidIn,
  paidNow,
  RULES,
  type TypedEntry,
} from './payments.ts'
import { shows } from '../../../ui/shown.ts'
import css from './Payments.module.css'
import type { PaymentsInfo } from './queries.ts'
import { useRenew } from './useAct.ts'

interface Props {
  readonly contractId: string
  readonly payments: PaymentsInfo
  readonly onDone: () => void
}

/** The operator's form: a payment received or returned, or a correction of an entry. */
export function RecordForm({ contractId, payments, onDone }: Props) {
  const { claims, entries, currency: contractCurrency, today } = payments
  const client = useClient()
  const { t, i18n } = useLingui()
  const renew = useRenew()
  const [tooMuch, setTooMuch] = useState(false)
  const due = (claims.find(({ open }) => Number(open) > 0) ?? claims[0])?.claim ?? 'deposit'
  /** The claim of an entry until another is chosen: the one that is due, as it was when the operator began to type. */
  const [offered, setOffered] = useState(due)
  const form = useForm<TypedEntry>({
    name: `payment-${contractId}`,
    version: 1,
    initial: {
      claim: '',
      kind: 'received',
      corrects: '',
      currency: contractCurrency,
      amount: '',
      rate: '',
      day: today,
      reference: '',
      ...EMPTY_LINE,
      over: false,
    },
    schema: RULES[contractCurrency],
    figures: figuresOf(contractCurrency),
    asSent: (typed) => (typed.claim === '' ? { ...typed, claim: offered } : typed),
  })
  const line = useRefusedLine()
  /** The key of the last entry: the same entry sent again after a cut has the same key, so it counts once. */
  const sent = useRef({ text: '', key: '' })
  const record = useMutation({
    meta: { quiet: true },
    mutationFn: (value: TypedEntry) => {
      const body = entryBody(contractId, contractCurrency, value, line.is(value))
      const text = JSON.stringify(body)
      if (sent.current.text !== text) sent.current = { text, key: newKey() }
      return client.calls.send('paymentRecord', { body }, { onceKey: sent.current.key })
    },
    onSuccess: async () => {
      await form.draft.clear()
      notify(client, { tone: 'good', title: t`The payment is recorded.` })
      // Who reads the new entry may type the next one.
      onDone()
      await renew()
    },
    onError: async (error, value) => {
      form.showErrorAt(fieldOf(error), error)
      if (isLineRefusal(error)) line.note(value)
      if (error instanceof ApiError && error.reason === 'payment.over') setTooMuch(true)
      // Another operator may have recorded an entry meanwhile.
      if (error instanceof ApiError && /^(?:payment|line)\./.test(error.reason ?? '')) await renew()
    },
  })
  const [busy, run] = useOnce((value: TypedEntry) =>
    record.mutateAsync(value).then(
      () => undefined,
      () => undefined,
    ),
  )
  const { kind, over } = form.value
  if (offered !== due && form.value.amount === '' && form.value.reference === '') setOffered(due)
  const claim = form.value.claim === '' ? offered : form.value.claim
  const chosen = claims.find((one) => one.claim === claim)
  const open = formatMoney(chosen?.open, contractCurrency)
  const currency = paidIn(form.value, contractCurrency)
  const counts = currency === contractCurrency ? null : countsAs(form.value, contractCurrency)
  /** The confirmation holds only for the amount it was given for. */
  const setPaid = (patch: Partial<TypedEntry>): void => {
    form.set({ ...patch, over: false })
    setTooMuch(false)
  }
  const corrects = entries.filter((one) => one.claim === claim && one.kind !== 'correction')
  return (
    <form className={css.form} aria-label={t`Record a payment`} noValidate onSubmit={form.submit(run)}>
      <h3>
        <Trans>Record a payment</Trans>
      </h3>
      <ErrorSummary form={form} />
      <DraftNotice draft={form.draft} />
      <div className={css.fields}>
        <SelectField label={<Trans context="payment">Claim</Trans>} {...form.field('claim')} value={claim}>
          {claims.map((one) => (
            <option key={one.claim} value={one.claim}>
              {i18n._(CLAIM[one.claim])}
            </option>
          ))}
        </SelectField>
        <SelectField label={<Trans context="payment">Kind</Trans>} {...form.field('kind')}>
          {ENTRY_KINDS.map((one) => (
            <option key={one} value={one}>
              {i18n._(ENTRY[one])}
            </option>
          ))}
        </SelectField>
        {kind === 'correction' && (
          <SelectField
            label={<Trans>Entry to correct</Trans>}
            {...form.field('corrects')}
            onChange={({ target }) => setPaid(correctionOf(payments, target.value))}
          >
            <option value="">{t`Please choose`}</option>
            {corrects.map((one) => {
              const paid = paidNow(entries, one.seq)
              return (
                <option key={one.seq} value={one.seq}>
                  {[
                    one.seq,
                    i18n._(ENTRY[one.kind]),
                    paid ? formatMoney(paid.amount, paid.currency) : formatMoney(one.amountNow, contractCurrency),
                    formatDate(one.day, client.locale),
                  ].join(' · ')}
                </option>
              )
            })}
          </SelectField>
        )}
        <SelectField
          label={t`Currency`}
          {...form.field('currency')}
          value={currency}
          onChange={({ target }) => setPaid({ currency: target.value })}
        >
          {[contractCurrency, ...CURRENCIES.filter((one) => one !== contractCurrency)].map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </SelectField>
        <FigureField
          label={
            kind === 'correction' ? (
              <Trans>Amount it should have, in {currency}</Trans>
            ) : (
              <Trans>Amount in {currency}</Trans>
            )
          }
          hint={
            kind === 'correction' ? <Trans>0 if it never came.</Trans> : <Trans context="payment">Open: {open}</Trans>
          }
          {...form.figure('amount')}
          onChange={({ target }) => setPaid({ amount: target.value })}
        />
        {currency !== contractCurrency && (
          <FigureField
            label={<Trans context="payment">Rate</Trans>}
            hint={
              <>
                <Trans>
                  {contractCurrency} for 1 {currency}
                </Trans>
                <span className={css.product} aria-live="polite">
                  {counts !== null && (
                    <Trans>
                      ={' '}
                      <span {...shows(formatMinor(counts))}>
                        <Money amount={formatMinor(counts)} currency={contractCurrency} />
                      </span>{' '}
                      · counts under this contract
                    </Trans>
                  )}
                </span>
              </>
            }
            {...form.figure('rate')}
            onChange={({ target }) => setPaid({ rate: target.value })}
          />
        )}
        <Field label={<Trans>Day at the bank</Trans>} type="date" max={today} {...form.field('day')} />
        <Field label={<Trans>Bank reference</Trans>} autoComplete="off" {...form.field('reference')} />
      </div>
      <BankLineFields form={form} kind={lineKindOf(form.value)} refused={line.is(form.value)} />
      {(tooMuch || over) && (
        <label className={css.over}>
          <input
            type="checkbox"
            name="over"
            checked={over}
            onChange={({ target }) => form.set({ over: target.checked })}
          />
          <span>{t`It is more than the claim, and the amount is right.`}</span>
        </label>
      )}
      <SubmitButton busy={busy} working={<Trans>Saving…</Trans>}>
        <Trans context="payment">Record</Trans>
      </SubmitButton>
    </form>
  )
}
