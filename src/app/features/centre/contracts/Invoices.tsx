import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '../../../../client/calls/describe.ts'
import { ApiError } from '../../../../client/calls/index.ts'
import { useClient } from '../../../lib/client.ts'
import { formatDate, formatMoment } from '../../../lib/format/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { Money } from '../../../ui/Money.tsx'
import { ProblemLine } from '../../../ui/ProblemLine.tsx'
import { ReadAge, ReadProblem } from '../../../ui/read/index.ts'
import { ReasonDialog } from '../../../ui/ReasonDialog.tsx'
import { InvoiceForm } from './InvoiceForm.tsx'
import { KIND, STATE, SUBJECT, type InvoiceRow } from './invoices.ts'
import css from './Invoices.module.css'
import { IssueForm } from './IssueForm.tsx'
import { invoicesQuery, type ContractInfo, type InvoicesInfo } from './queries.ts'
import { useAct } from './useAct.ts'
import { OnlineButton } from '../../../ui/online/OnlineButton.tsx'

interface Props {
  readonly contract: ContractInfo
}

/** Invoices of received payments: requesting them, issuing them, and the state of each. */
export function Invoices({ contract }: Props) {
  const { status } = contract
  const read = useQuery({ ...invoicesQuery(contract), enabled: status === 3 })
  const [asking, setAsking] = useState(false)
  const { data } = read
  if (status !== 3) return null
  if (data === undefined) return read.isError ? <ReadProblem read={read} /> : null
  const { invoices, open, addressee } = data
  if (invoices.length === 0 && open.length === 0) return null
  return (
    <section className={css.invoices} aria-labelledby="contract-invoices">
      <header>
        <h2 id="contract-invoices">
          <Trans>Invoices</Trans>
        </h2>
        <ReadAge read={read} />
      </header>
      <p className={css.about}>
        <Trans>
          The seller issues the goods’ invoice, the platform that of its commission. An invoice is requested for what
          was received.
        </Trans>
      </p>
      {invoices.length > 0 && (
        <ol className={css.list}>
          {invoices.map((invoice) => (
            <li key={invoice.invoiceId}>
              <Request contract={contract} invoices={data} invoice={invoice} />
            </li>
          ))}
        </ol>
      )}
      {addressee !== null &&
        open.length > 0 &&
        (asking ? (
          <InvoiceForm
            contract={contract}
            open={open}
            addressee={addressee}
            currency={data.currency}
            onDone={() => setAsking(false)}
          />
        ) : (
          <Button variant="line" onClick={() => setAsking(true)}>
            <Icon name="doc" size={18} />
            <Trans>Request an invoice</Trans>
          </Button>
        ))}
    </section>
  )
}

function Request({
  contract: { contractId, contractNo },
  invoices: { currency, today },
  invoice,
}: {
  readonly contract: ContractInfo
  readonly invoices: InvoicesInfo
  readonly invoice: InvoiceRow
}) {
  const client = useClient()
  const { t, i18n } = useLingui()
  const { invoiceId, subject, kind, amount, state, may } = invoice
  const [asked, setAsked] = useState<'issue' | 'decline' | null>(null)
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const { act } = useAct(() => setAsked(null))
  const run = (work: () => Promise<unknown>): void => {
    setRefusal(null)
    act.mutate(work, {
      onError: (error) => {
        setAsked(null)
        if (error instanceof ApiError) setRefusal(error)
      },
    })
  }
  const withdraw = async (): Promise<void> => {
    const sure = await confirm(client, {
      title: t`Withdraw this request?`,
      text: t`Its amount can be requested again.`,
      confirmLabel: t({ context: 'invoice', message: 'Withdraw' }),
    })
    if (sure) run(() => client.calls.send('invoiceWithdraw', { body: { contractId, invoiceId } }))
  }
  const { tone, icon, name } = STATE[state]
  return (
    <article className={css.request}>
      <header>
        <h3>
          {i18n._(SUBJECT[subject])} · {i18n._(KIND[kind])}
        </h3>
        <Mark tone={tone} icon={icon}>
          {i18n._(name)}
        </Mark>
        <strong className={css.figure}>
          <Money amount={amount} currency={currency} />
        </strong>
      </header>
      <Facts invoice={invoice} />
      {refusal && <ProblemLine problem={describeError(refusal, i18n)} />}
      {asked === 'issue' ? (
        <IssueForm contractId={contractId} invoiceId={invoiceId} today={today} onDone={() => setAsked(null)} />
      ) : (
        may.length > 0 && (
          <div className={css.acts}>
            {may.includes('issue') && (
              <OnlineButton variant="line" size="small" onClick={() => setAsked('issue')}>
                <Trans>Record the issued invoice</Trans>
              </OnlineButton>
            )}
            {may.includes('decline') && (
              <OnlineButton variant="quiet" size="small" onClick={() => setAsked('decline')}>
                <Trans context="invoice">Decline…</Trans>
              </OnlineButton>
            )}
            {may.includes('withdraw') && (
              <OnlineButton variant="quiet" size="small" onClick={() => void withdraw()}>
                <Trans>Withdraw the request</Trans>
              </OnlineButton>
            )}
          </div>
        )
      )}
      {asked === 'decline' && (
        <ReasonDialog
          title={t`Decline the request for an invoice: ${contractNo}`}
          about={t`The company that asked reads this reason and can ask again.`}
          samples={[t`The tax number does not belong to this title.`, t`The goods have not been delivered yet.`]}
          confirmLabel={t({ context: 'invoice', message: 'Decline' })}
          busy={act.isPending}
          onClose={() => setAsked(null)}
          onConfirm={(reason) =>
            run(() => client.calls.send('invoiceDecline', { body: { contractId, invoiceId, reason } }))
          }
        />
      )}
    </article>
  )
}

function Facts({ invoice }: { readonly invoice: InvoiceRow }) {
  const { locale } = useClient()
  const { t } = useLingui()
  const { title, taxNumber, address, phone, bankName, bankAccount, email, number, day, reason, at } = invoice
  const pairs = [
    [t({ context: 'invoice', message: 'Title' }), title],
    [t`Tax number`, taxNumber],
    [t`Address`, address],
    [t({ context: 'invoice', message: 'Phone' }), phone],
    [t`Bank name`, bankName],
    [t`Account`, bankAccount],
    [t`Sent to`, email],
    [t`Requested`, formatMoment(at, locale)],
    [t`Invoice No.`, number ?? ''],
    [t`Date of issue`, day === null ? '' : formatDate(day, locale)],
    [t`Reason`, reason ?? ''],
  ] as const
  return (
    <dl className={css.facts}>
      {pairs
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
