import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../lib/client.ts'
import { groupThousands } from '../../../lib/format/index.ts'
import { saveBlob } from '../../../lib/saveBlob.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { Money } from '../../../ui/Money.tsx'
import { ReadProblem } from '../../../ui/read/index.ts'
import { Table, TableSkeleton, type TableColumn } from '../../../ui/table/Table.tsx'
import { typedMoment } from './moments.ts'
import { refundsQuery, useSaleAct } from './queries.ts'
import { payable, refundFile, refundReference, type Refund } from './refundFile.ts'
import css from './SalePage.module.css'

/** What goes back of the deposits after the sale: one file for the bank, and what has been returned. */
export function Refunds({ id }: { readonly id: string }) {
  const { t } = useLingui()
  const list = useQuery(refundsQuery(id))
  const columns = useColumns(id)
  const { data } = list
  if (data === undefined) return list.isError ? <ReadProblem read={list} /> : <TableSkeleton />
  const refunds = data.rows.map((row) => ({ ...row, key: `${row.companyId} ${row.currency}` }))
  const inFile = payable(refunds).length
  const files = groupThousands(inFile)
  const save = () =>
    saveBlob(
      `refunds-${id}.csv`,
      new Blob(
        [
          refundFile(
            [t`Payee`, t`Account number`, t`Currency`, t({ context: 'bank', message: 'Amount' }), t`Remarks`],
            refunds,
          ),
        ],
        {
          type: 'text/csv',
        },
      ),
    )
  return (
    <section className={css.part} aria-label={t`Deposits to return`}>
      <h2>
        <Trans>Deposits to return</Trans>
      </h2>
      {refunds.length === 0 ? (
        <Empty title={<Trans>No deposit is left to return.</Trans>} />
      ) : (
        <>
          <p>
            <Trans>
              The file is for your bank’s batch payments. Press Returned once the bank has paid; the company sees it at
              once.
            </Trans>
          </p>
          <div className={css.acts}>
            <Button variant="line" disabled={inFile === 0} onClick={save}>
              <Icon name="doc" size={18} />
              {t`${plural(inFile, { one: 'Bank file, one refund', other: `Bank file, ${files} refunds` })}`}
            </Button>
          </div>
          <Table
            label={t`Deposits to return`}
            rows={refunds}
            dataKey="key"
            columns={columns}
            stale={list.isPlaceholderData}
          />
        </>
      )}
    </section>
  )
}

type Row = Refund & { readonly key: string }

function useColumns(id: string): readonly TableColumn<Row>[] {
  const { t } = useLingui()
  return [
    {
      key: 'company',
      header: t`Company`,
      main: true,
      body: ({ companyName, biddingNumber, reference }) => (
        <>
          <strong>{companyName}</strong>
          <small translate="no">{[biddingNumber ?? '', reference].filter((one) => one !== '').join(' · ')}</small>
        </>
      ),
    },
    {
      key: 'amount',
      header: t({ context: 'bank', message: 'Amount' }),
      body: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    { key: 'account', header: t`Account number`, body: (refund) => <Account refund={refund} /> },
    { key: 'state', header: t`Status`, body: (refund) => <State refund={refund} /> },
    { key: 'acts', header: t`Actions`, acts: true, body: (refund) => <Returned id={id} refund={refund} /> },
  ]
}

function Account({ refund: { account, several } }: { readonly refund: Refund }) {
  if (account === null) return <Trans>No account is known: ask the company.</Trans>
  return (
    <>
      <span translate="no">{account.number}</span>
      <small>{account.holder}</small>
      {account.certified && (
        <small>
          <Trans>From its certification; the payer’s account is not on record.</Trans>
        </small>
      )}
      {several && (
        <small className={css.warn}>
          <Trans>It paid from several accounts; this is the latest.</Trans>
        </small>
      )}
    </>
  )
}

function State({ refund: { openDeals } }: { readonly refund: Refund }) {
  const many = groupThousands(openDeals)
  const { t } = useLingui()
  return openDeals > 0 ? (
    <Mark tone="warn" icon="clock">
      {t`${plural(openDeals, { one: 'A deal without a complete contract', other: `${many} deals without a complete contract` })}`}
    </Mark>
  ) : (
    <Mark tone="calm">
      <Trans>To return</Trans>
    </Mark>
  )
}

function Returned({ id, refund }: { readonly id: string; readonly refund: Refund }) {
  const client = useClient()
  const { t } = useLingui()
  const act = useSaleAct(id)
  const { companyId, companyName, currency, amount, seq: after, openDeals } = refund
  if (openDeals > 0) return null
  const record = () =>
    client.calls.send('depositRecord', {
      body: {
        scheduleTimelineId: id,
        companyId,
        after,
        kind: 'released',
        currency,
        amount,
        day: typedMoment(new Date(client.time.now()).toISOString()).slice(0, 10),
        reference: refundReference(refund),
      },
    })
  return (
    <ActButton
      variant="line"
      size="small"
      busy={act.isPending}
      aria-label={t`Returned: ${companyName}, ${currency}`}
      onClick={() => act.mutate(record)}
    >
      <Trans>Returned</Trans>
    </ActButton>
  )
}
