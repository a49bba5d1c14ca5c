import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { ApiError } from '../../../../client/calls/index.ts'
import { formTexts } from '../../../../texts/forms.ts'
import { CLAIMS } from '../../../../domain/trade/money.ts'
import { useClient } from '../../../lib/client.ts'
import { isLineRefusal } from '../../../lib/form/bankLine.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field, SelectField } from '../../../ui/Field.tsx'
import { Money } from '../../../ui/Money.tsx'
import { notify } from '../../../ui/toast.ts'
import css from './BankPage.module.css'
import type { BankEntry } from './queries.ts'

const OVER: ReadonlySet<string> = new Set(['bank.over', 'payment.over'])
const isContract = (reference: string): boolean => /^\s*tc/i.test(reference)

/** Records a waiting entry of the bank for a deposit or a contract, with the guess filled in. */
export function RecordDialog({ entry, onClose }: { readonly entry: BankEntry; readonly onClose: () => void }) {
  const client = useClient()
  const queries = useQueryClient()
  const { t, i18n } = useLingui()
  const id = useId()
  const { debt } = entry
  const [reference, setReference] = useState(debt?.reference ?? '')
  const [claim, setClaim] = useState<string>(debt?.of.kind === 'contract' ? debt.of.claim : '')
  const [another, setAnother] = useState('')
  const [rate, setRate] = useState('')
  const [asked, setAsked] = useState(false)
  const record = useMutation({
    meta: { quiet: true },
    mutationFn: (over: boolean) =>
      client.calls.send('bankEntryRecord', {
        body: {
          id: entry.id,
          reference,
          claim: isContract(reference) ? (CLAIMS.find((one) => one === claim) ?? null) : null,
          over,
          another: another.trim(),
          rate: rate.trim() === '' ? null : rate.trim(),
        },
      }),
    onSuccess: () => {
      notify(client, { tone: 'good', title: t`The entry is recorded.` })
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['desk'] }),
  })
  const { error } = record
  const reason = error instanceof ApiError ? error.reason : null
  const isOver = reason !== null && OVER.has(reason)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setAsked(true)
    if (reference.trim() !== '') record.mutate(isOver)
  }
  const isLine = isLineRefusal(error)
  return (
    <Dialog
      title={<Trans>Record a bank entry</Trans>}
      onClose={onClose}
      actions={
        <>
          <Button variant="line" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <ActButton type="submit" form={id} busy={record.isPending}>
            {isOver ? <Trans>Record all the same</Trans> : <Trans>Record</Trans>}
          </ActButton>
        </>
      }
    >
      <form id={id} className={css.form} noValidate onSubmit={submit}>
        <p className={css.texts}>
          <Money amount={entry.amount} currency={entry.currency} />
          {[entry.payer, ...entry.texts].filter((text) => text !== '').map((text) => ` · ${text}`)}
        </p>
        <Field
          label={<Trans>Reference of the deposit, or contract number</Trans>}
          hint={
            debt ? (
              <Trans>
                Our guess: {debt.companyName} {debt.saleName}
              </Trans>
            ) : (
              <Trans>A deposit’s reference is in the sale, in its bidders’ deposits.</Trans>
            )
          }
          name="reference"
          autoComplete="off"
          maxLength={80}
          value={reference}
          error={
            asked && reference.trim() === '' ? i18n._(formTexts.required) : error && !isLine ? error.message : undefined
          }
          onChange={({ target }) => setReference(target.value)}
        />
        {isContract(reference) && (
          <SelectField
            label={<Trans>Claim</Trans>}
            name="claim"
            value={claim}
            onChange={({ target }) => setClaim(target.value)}
          >
            <option value="">{t`By the amount`}</option>
            <option value="deposit">{t({ context: 'payment', message: 'Deposit' })}</option>
            <option value="balance">{t({ context: 'payment', message: 'Balance' })}</option>
            <option value="commission">{t({ context: 'payment', message: 'Commission' })}</option>
          </SelectField>
        )}
        {reason === 'payment.rate' && (
          <Field
            label={<Trans>Exchange rate</Trans>}
            name="rate"
            inputMode="decimal"
            autoComplete="off"
            value={rate}
            onChange={({ target }) => setRate(target.value)}
          />
        )}
        {isLine && (
          <Field
            label={<Trans>Why this is another line</Trans>}
            name="another"
            autoComplete="off"
            maxLength={200}
            value={another}
            error={error?.message}
            onChange={({ target }) => setAnother(target.value)}
          />
        )}
      </form>
    </Dialog>
  )
}
