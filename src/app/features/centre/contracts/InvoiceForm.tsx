import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError } from '../../../../client/calls/index.ts'
import { newKey } from '../../../../client/ports/newKey.ts'
import { hasDoubtfulTaxNumber } from '../../../../contract/creditCode.ts'
import { INVOICE_KINDS } from '../../../../domain/trade/invoice.ts'
import { useClient } from '../../../lib/client.ts'
import { useForm } from '../../../lib/form/useForm.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { Button } from '../../../ui/Button.tsx'
import { CheckDigitHint } from '../../../ui/CheckDigitHint.tsx'
import { ChoiceField } from '../../../ui/ChoiceField.tsx'
import { DraftNotice } from '../../../ui/DraftNotice.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Field, SelectField } from '../../../ui/Field.tsx'
import { Money } from '../../../ui/Money.tsx'
import { SubmitButton } from '../../../ui/SubmitButton.tsx'
import { notify } from '../../../ui/toast.ts'
import { KIND, REQUEST_RULES, requestBody, SUBJECT, type TypedRequest } from './invoices.ts'
import { shows } from '../../../ui/shown.ts'
import css from './Payments.module.css'
import type { ContractInfo, InvoicesInfo } from './queries.ts'
import { useRenew } from './useAct.ts'

interface Props {
  readonly contract: ContractInfo
  readonly open: InvoicesInfo['open']
  readonly addressee: NonNullable<InvoicesInfo['addressee']>
  readonly currency: string
  readonly onDone: () => void
}

/** The request for an invoice: its payments, and the company that it is addressed to. */
export function InvoiceForm({ contract: { contractId }, open, addressee, currency, onDone }: Props) {
  const client = useClient()
  const { t, i18n } = useLingui()
  const renew = useRenew()
  const form = useForm<TypedRequest>({
    name: `invoice-${contractId}`,
    version: 1,
    initial: { subject: open[0]?.subject ?? 'goods', kind: 'ordinary', ...addressee },
    schema: REQUEST_RULES,
  })
  const { kind, subject } = form.value
  const amount = open.find((one) => one.subject === subject)?.amount
  /** The key of the last request: the same text sent again after a cut has the same key, so it counts once. */
  const sent = useRef({ text: '', key: '' })
  const ask = useMutation({
    meta: { quiet: true },
    mutationFn: (typed: TypedRequest) => {
      if (amount === undefined) throw new RangeError('nothing can be asked for')
      const body = { contractId, amount, ...requestBody(typed) }
      const text = JSON.stringify(body)
      if (sent.current.text !== text) sent.current = { text, key: newKey() }
      return client.calls.send('invoiceAsk', { body }, { onceKey: sent.current.key })
    },
    onSuccess: async () => {
      await form.draft.clear()
      notify(client, { tone: 'good', title: t`The invoice is requested.` })
      await renew()
      onDone()
    },
    onError: async (error) => {
      form.take(error)
      if (error instanceof ApiError && error.reason?.startsWith('invoice.')) await renew()
    },
  })
  const [busy, run] = useOnce((value: TypedRequest) =>
    ask.mutateAsync(value).then(
      () => undefined,
      () => undefined,
    ),
  )
  const needed = kind === 'special'
  return (
    <form className={css.form} aria-label={t`Request an invoice`} noValidate onSubmit={form.submit(run)}>
      <h3>
        <Trans>Request an invoice</Trans>
      </h3>
      <ErrorSummary form={form} />
      <DraftNotice draft={form.draft} />
      <ChoiceField
        label={t`Kind of invoice`}
        name="kind"
        row
        value={kind === 'special' ? 'special' : 'ordinary'}
        choices={INVOICE_KINDS.map((one) => ({ key: one, label: i18n._(KIND[one]) }))}
        onChange={(next) => form.set({ kind: next })}
      />
      <div className={css.fields}>
        {open.length > 1 && (
          <SelectField label={<Trans>Invoice for</Trans>} {...form.field('subject')}>
            {open.map((one) => (
              <option key={one.subject} value={one.subject}>
                {i18n._(SUBJECT[one.subject])}
              </option>
            ))}
          </SelectField>
        )}
        <Field
          label={<Trans context="invoice">Title</Trans>}
          hint={<Trans>The company’s name as registered for tax.</Trans>}
          autoComplete="organization"
          maxLength={120}
          required
          {...form.field('title')}
        />
        <Field
          label={<Trans>Tax number</Trans>}
          hint={hasDoubtfulTaxNumber(form.value.taxNumber) ? <CheckDigitHint /> : undefined}
          autoComplete="off"
          autoCapitalize="characters"
          required
          {...form.field('taxNumber')}
        />
        <Field
          label={<Trans>Send it to (email)</Trans>}
          type="email"
          autoComplete="email"
          required
          {...form.field('email')}
        />
        <Field label={<Trans>Address</Trans>} maxLength={300} required={needed} {...form.field('address')} />
        <Field label={<Trans context="invoice">Phone</Trans>} type="tel" required={needed} {...form.field('phone')} />
        <Field label={<Trans>Bank name</Trans>} maxLength={120} required={needed} {...form.field('bankName')} />
        <Field
          label={<Trans>Account</Trans>}
          inputMode="numeric"
          autoComplete="off"
          required={needed}
          {...form.field('bankAccount')}
        />
      </div>
      {amount !== undefined && (
        <p>
          <Trans>
            Over{' '}
            <span {...shows(amount)}>
              <Money amount={amount} currency={currency} />
            </span>
            : all that was received and is in no other request.
          </Trans>
        </p>
      )}
      <div className={css.acts}>
        <SubmitButton busy={busy} working={<Trans>Sending…</Trans>}>
          <Trans>Request the invoice</Trans>
        </SubmitButton>
        <Button variant="quiet" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}
