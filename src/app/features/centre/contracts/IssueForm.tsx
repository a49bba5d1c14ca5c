import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '../../../../client/calls/index.ts'
import { InvoiceNumber } from '../../../../contract/people.ts'
import { useClient } from '../../../lib/client.ts'
import { useForm } from '../../../lib/form/useForm.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Field } from '../../../ui/Field.tsx'
import { SubmitButton } from '../../../ui/SubmitButton.tsx'
import { notify } from '../../../ui/toast.ts'
import { ISSUE_RULES, type TypedIssue } from './invoices.ts'
import css from './Payments.module.css'
import { useRenew } from './useAct.ts'

interface Props {
  readonly contractId: string
  readonly invoiceId: string
  readonly today: string
  readonly onDone: () => void
}

/** The issuer's form: number and day of the issued invoice. */
export function IssueForm({ contractId, invoiceId, today, onDone }: Props) {
  const client = useClient()
  const { t } = useLingui()
  const renew = useRenew()
  const form = useForm<TypedIssue>({
    name: `issue-${invoiceId}`,
    version: 1,
    initial: { number: '', day: today },
    schema: ISSUE_RULES,
  })
  const issue = useMutation({
    meta: { quiet: true },
    mutationFn: ({ number, day }: TypedIssue) =>
      client.calls.send('invoiceIssue', { body: { contractId, invoiceId, number: InvoiceNumber.parse(number), day } }),
    onSuccess: async () => {
      await form.draft.clear()
      notify(client, { tone: 'good', title: t`The invoice is recorded.` })
      await renew()
      onDone()
    },
    onError: async (error) => {
      const reason = error instanceof ApiError ? error.reason : null
      form.showErrorAt(
        reason === 'invoice.number_taken' ? 'number' : reason === 'invoice.future' ? 'day' : undefined,
        error,
      )
      if (reason === 'invoice.decided') await renew()
    },
  })
  const [busy, run] = useOnce((value: TypedIssue) =>
    issue.mutateAsync(value).then(
      () => undefined,
      () => undefined,
    ),
  )
  return (
    <form className={css.form} aria-label={t`Record the issued invoice`} noValidate onSubmit={form.submit(run)}>
      <ErrorSummary form={form} />
      <div className={css.fields}>
        <Field label={<Trans>Invoice No.</Trans>} autoComplete="off" required {...form.field('number')} />
        <Field label={<Trans>Date of issue</Trans>} type="date" max={today} required {...form.field('day')} />
      </div>
      <div className={css.acts}>
        <SubmitButton busy={busy} working={<Trans>Saving…</Trans>}>
          <Trans context="payment">Record</Trans>
        </SubmitButton>
        <Button variant="quiet" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}
