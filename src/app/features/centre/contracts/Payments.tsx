import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../lib/client.ts'
import { formatDate } from '../../../lib/format/index.ts'
import { dayOffName } from '../../../ui/contract/holidays.ts'
import { PaymentMark } from '../../../ui/contract/marks.tsx'
import { CorrectedMoney } from '../../../ui/bankLine/CorrectedMoney.tsx'
import { Money } from '../../../ui/Money.tsx'
import { ReadAge, ReadProblem } from '../../../ui/read/index.ts'
import { CLAIM, ENTRY, type PaidInfo } from './payments.ts'
import css from './Payments.module.css'
import { paymentsQuery, type ContractInfo, type PaymentsInfo } from './queries.ts'
import { RecordForm } from './RecordForm.tsx'

interface Props {
  readonly contract: ContractInfo
  readonly reviewer: boolean
}

/** Claims under the contract: amounts, due days, and payments received. */
export function Payments({ contract, reviewer }: Props) {
  const { contractId, status } = contract
  const read = useQuery(paymentsQuery(contract, reviewer))
  const [recorded, setRecorded] = useState(0)
  const { data } = read
  if (data === undefined) return status >= 2 && read.isError ? <ReadProblem read={read} /> : null
  if (data.claims.length === 0) return null
  return (
    <section className={css.payments} aria-labelledby="contract-payments">
      <header>
        <h2 id="contract-payments">
          <Trans>Payments</Trans>
        </h2>
        <ReadAge read={read} />
      </header>
      <p className={css.about}>
        <Trans>
          The platform records what the receiving party or its bank has confirmed. Pay only to the account in the
          contract.
        </Trans>
      </p>
      <Claims payments={data} />
      <Entries payments={data} />
      {data.mayRecord && (
        <RecordForm
          key={recorded}
          contractId={contractId}
          payments={data}
          onDone={() => setRecorded((count) => count + 1)}
        />
      )}
    </section>
  )
}

function Claims({ payments: { claims, currency } }: { readonly payments: PaymentsInfo }) {
  const { t, i18n } = useLingui()
  const { locale } = useClient()
  const headers = [
    t({ context: 'payment', message: 'Claim' }),
    t`Due`,
    t`Amount`,
    t({ context: 'payment', message: 'Received' }),
    t({ context: 'payment', message: 'Open' }),
    t`Status`,
  ] as const
  const [claimHeader, dueHeader, amountHeader, receivedHeader, openHeader, statusHeader] = headers
  return (
    <table className={css.claims} aria-labelledby="contract-payments">
      <thead>
        <tr>
          {headers.map((header) => (
            <th key={header} scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {claims.map(({ claim, by, amount, due, agreed, moved, received, open, over, state }) => (
          <tr key={claim}>
            <th scope="row" data-label={claimHeader}>
              {i18n._(CLAIM[claim])}
              <small>{by === 'buyer' ? <Trans>Paid by the buyer</Trans> : <Trans>Paid by the seller</Trans>}</small>
            </th>
            <td data-label={dueHeader}>
              {due === null ? (
                <Trans>Once the contract is complete</Trans>
              ) : (
                <time translate="no" dateTime={due}>
                  {formatDate(due, locale)}
                </time>
              )}
              {typeof agreed === 'string' && typeof moved === 'string' && <Agreed day={agreed} reason={moved} />}
            </td>
            <td className={css.figure} data-label={amountHeader}>
              <Money amount={amount} currency={currency} />
            </td>
            <td className={css.figure} data-label={receivedHeader}>
              <Money amount={received} currency={currency} />
            </td>
            <td className={css.figure} data-label={openHeader}>
              <Money amount={open} currency={currency} />
              {Number(over) > 0 && (
                <small>
                  <Trans>
                    Too much: <Money amount={over} currency={currency} />
                  </Trans>
                </small>
              )}
            </td>
            <td data-label={statusHeader}>
              <PaymentMark state={state} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The day agreed on, where the due day moved from it to the next working day. */
function Agreed({ day, reason }: { readonly day: string; readonly reason: string }) {
  const { i18n } = useLingui()
  const { locale } = useClient()
  const name = dayOffName(reason)
  const off = typeof name === 'string' ? name : i18n._(name)
  const agreed = formatDate(day, locale)
  return (
    <small translate="no">
      {off === '' ? (
        <Trans>Agreed: {agreed}, a day off</Trans>
      ) : (
        <Trans>
          Agreed: {agreed} ({off})
        </Trans>
      )}
    </small>
  )
}

function Entries({ payments: { entries, currency } }: { readonly payments: PaymentsInfo }) {
  const { i18n } = useLingui()
  const { locale } = useClient()
  if (entries.length === 0)
    return (
      <p className={css.about}>
        <Trans>Nothing has been recorded yet.</Trans>
      </p>
    )
  return (
    <ol className={css.entries} aria-labelledby="contract-payments">
      {entries.map(({ seq, claim, kind, amount, amountNow, day, reference, corrects, paid, name }) => (
        <li key={seq}>
          <span className={css.seq}>{seq}</span>
          <div>
            <p>
              <strong>{i18n._(ENTRY[kind])}</strong> · {i18n._(CLAIM[claim])}
              {corrects !== null && (
                <>
                  {' · '}
                  <Trans>Entry {corrects} should read</Trans>
                </>
              )}
            </p>
            <p className={css.about}>
              <time translate="no" dateTime={day}>
                {formatDate(day, locale)}
              </time>
              {reference !== '' && (
                <>
                  {' · '}
                  <Trans>Bank reference {reference}</Trans>
                </>
              )}
              {name !== null && ` · ${name}`}
            </p>
            {paid && <Paid paid={paid} />}
          </div>
          <p className={css.figure}>
            <CorrectedMoney amount={amount} amountNow={amountNow} currency={currency} />
          </p>
        </li>
      ))}
    </ol>
  )
}

/** What the bank shows of an entry in another currency than the contract's. */
function Paid({ paid: { amount, currency, rate } }: { readonly paid: PaidInfo }) {
  return (
    <p className={css.about}>
      <Trans>
        Paid <Money amount={amount} currency={currency} /> at the rate {rate}
      </Trans>
    </p>
  )
}
