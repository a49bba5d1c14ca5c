import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { PAGE_SIZE } from '../../../../contract/constants.ts'
import { formatMoment } from '../../../lib/format/index.ts'
import { Allowed } from '../../../lib/permissions.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { ReadProblem } from '../../../ui/read/index.ts'
import { Table, TableSkeleton, type TableColumn } from '../../../ui/table/Table.tsx'
import { ReasonDialog } from '../../../ui/ReasonDialog.tsx'
import type { SaleSearch } from '../search.ts'
import { DepositDialog, DepositState } from './DepositDialog.tsx'
import { BelowMark } from './LimitBelow.tsx'
import { LimitsDialog } from './LimitsDialog.tsx'
import { Refunds } from './Refunds.tsx'
import { biddersQuery, useSaleAct, type SaleBidder } from './queries.ts'
import css from './SalePage.module.css'
import { useClient } from '../../../lib/client.ts'

interface Props {
  readonly id: string
  /** The sale is sealed: no more admissions. */
  readonly over: boolean
  readonly search: SaleSearch
  readonly onTurn: (next: object) => void
}

/** The sale's sign-ups: the operator admits, dismisses and limits them. */
export function Bidders({ id, over, search, onTurn }: Props) {
  const { t } = useLingui()
  const list = useQuery(biddersQuery(id, search))
  const columns = useColumns(id, over)
  const { data } = list
  if (data === undefined) return list.isError ? <ReadProblem read={list} /> : <TableSkeleton />
  return (
    <div className={css.pane}>
      {over && data.rows.some(({ deposit }) => deposit.required.length > 0) && (
        <Allowed permissions={['sale:deposit:record']}>
          <Refunds id={id} />
        </Allowed>
      )}
      {data.rows.length === 0 ? (
        <Empty title={<Trans>No company has signed up.</Trans>}>
          <Trans>Companies appear here as they sign up for the sale.</Trans>
        </Empty>
      ) : (
        <Table
          label={t`Bidders`}
          rows={data.rows}
          dataKey="companyId"
          columns={columns}
          stale={list.isPlaceholderData}
        />
      )}
      {data.total > data.rows.length && (
        <Pagination total={data.total} page={search.page ?? 1} size={search.size ?? PAGE_SIZE} onChange={onTurn} />
      )}
    </div>
  )
}

function useColumns(id: string, over: boolean): readonly TableColumn<SaleBidder>[] {
  const client = useClient()
  const { t } = useLingui()
  return [
    {
      key: 'company',
      header: t`Company`,
      main: true,
      body: (bidder) => (
        <>
          <strong>{bidder.companyName}</strong>
          <Shares bidder={bidder} />
        </>
      ),
    },
    { key: 'number', header: t`Number`, body: ({ biddingNumber }) => biddingNumber ?? '–' },
    { key: 'standing', header: t`Status`, body: (bidder) => <StandingMark bidder={bidder} /> },
    {
      key: 'since',
      header: t`Signed up`,
      body: ({ registrationTime }) =>
        registrationTime === null ? (
          '–'
        ) : (
          <time translate="no" dateTime={registrationTime}>
            {formatMoment(registrationTime, client.locale)}
          </time>
        ),
    },
    { key: 'limits', header: t`Limit`, body: (bidder) => <Limits bidder={bidder} /> },
    { key: 'deposit', header: t`Deposit`, body: (bidder) => <DepositState bidder={bidder} /> },
    { key: 'pin', header: t`PIN`, body: ({ pinTries }) => <PinState tries={pinTries} /> },
    {
      key: 'acts',
      header: t`Actions`,
      acts: true,
      body: (bidder) => <Acts id={id} bidder={bidder} over={over} />,
    },
  ]
}

function Shares({ bidder: { shares } }: { readonly bidder: SaleBidder }) {
  return shares.map(({ companyName, what }) => (
    <small key={`${what} ${companyName}`} className={css.warn}>
      {what === 'bankAccount' ? (
        <Trans>Same bank account as {companyName}</Trans>
      ) : (
        <Trans>Same legal person as {companyName}</Trans>
      )}
    </small>
  ))
}

function StandingMark({ bidder: { standing } }: { readonly bidder: SaleBidder }) {
  switch (standing) {
    case 'waiting':
      return (
        <Mark tone="warn" icon="clock">
          <Trans>Waits for you</Trans>
        </Mark>
      )
    case 'admitted':
      return (
        <Mark tone="good" icon="check">
          <Trans>Admitted</Trans>
        </Mark>
      )
    case 'excluded':
      return (
        <Mark tone="bad" icon="cross">
          <Trans>Excluded</Trans>
        </Mark>
      )
  }
}

function Limits({ bidder: { limits, deposits, standing } }: { readonly bidder: SaleBidder }) {
  if (standing === 'waiting' && deposits.length > 0)
    return (
      <span className={css.lines}>
        {deposits.map(({ currency, amount, factor }) => (
          <span key={currency}>
            <Money amount={amount} currency={currency} /> × {factor}
          </span>
        ))}
      </span>
    )
  if (limits.length === 0) return <Trans>None</Trans>
  return (
    <span className={css.lines}>
      {limits.map(({ currency, most, exposed }) => (
        <Fragment key={currency}>
          <span>
            <Money amount={exposed} currency={currency} /> / <Money amount={most} currency={currency} />
          </span>
          <BelowMark most={most} exposed={exposed} />
        </Fragment>
      ))}
    </span>
  )
}

function PinState({ tries }: { readonly tries: number | null }) {
  if (tries === null) return '–'
  return tries === 0 ? <Trans>Locked</Trans> : <Trans>Set</Trans>
}

type Asked = 'decline' | 'dismiss' | 'limits' | 'deposit'

function Acts({ id, bidder, over }: { readonly id: string; readonly bidder: SaleBidder; readonly over: boolean }) {
  const client = useClient()
  const { t } = useLingui()
  const [asked, setAsked] = useState<Asked | null>(null)
  // An answer closes the dialog that asked for it, not one that was opened meanwhile.
  const close = () => setAsked((now) => (now === asked ? null : now))
  const act = useSaleAct(id, close)
  const { companyId, companyName, biddingNumber, standing } = bidder
  const body = { scheduleTimelineId: id }
  return (
    <span className={css.acts}>
      {bidder.deposit.required.length > 0 && (
        <Button
          variant="line"
          size="small"
          aria-label={t`Deposit of ${companyName}`}
          onClick={() => setAsked('deposit')}
        >
          <Trans>Deposit…</Trans>
        </Button>
      )}
      {!over && standing !== 'admitted' && (
        <ActButton
          size="small"
          busy={act.isPending}
          aria-label={t`Admit ${companyName}`}
          onClick={() => act.mutate(() => client.calls.send('saleBidderAdmit', { body: { ...body, companyId } }))}
        >
          <Trans>Admit</Trans>
        </ActButton>
      )}
      {standing === 'waiting' && (
        <Button variant="line" size="small" aria-label={t`Decline… ${companyName}`} onClick={() => setAsked('decline')}>
          <Trans>Decline…</Trans>
        </Button>
      )}
      {!over && (
        <Button variant="line" size="small" aria-label={t`Limits of ${companyName}`} onClick={() => setAsked('limits')}>
          <Trans>Limits…</Trans>
        </Button>
      )}
      {!over && standing === 'admitted' && biddingNumber !== null && (
        <Button variant="line" size="small" aria-label={t`Dismiss… ${companyName}`} onClick={() => setAsked('dismiss')}>
          <Trans>Dismiss…</Trans>
        </Button>
      )}
      {asked === 'deposit' && <DepositDialog id={id} bidder={bidder} onClose={close} />}
      {asked === 'limits' && <LimitsDialog id={id} bidder={bidder} onClose={close} />}
      {asked === 'decline' && (
        <ReasonDialog
          title={t`Decline ${companyName}?`}
          about={t`Its application leaves this list. It reads the reason and may apply again before the deadline.`}
          samples={[t`Did not pay its deposit.`, t`Its papers are out of date.`]}
          confirmLabel={t`Decline the application`}
          danger
          busy={act.isPending}
          onClose={close}
          onConfirm={(reason) =>
            act.mutate(() => client.calls.send('saleBidderDecline', { body: { ...body, companyId, reason } }))
          }
        />
      )}
      {asked === 'dismiss' && biddingNumber !== null && (
        <ReasonDialog
          title={t`Dismiss ${companyName}?`}
          about={t`It cannot bid in this sale any more: leading bids are struck, ceilings and offers end. Its deals stand. You can admit it again. Everybody in the room reads the reason.`}
          samples={[t`Did not pay its deposit.`, t`At the company’s own wish.`]}
          confirmLabel={t`Dismiss the bidder`}
          danger
          busy={act.isPending}
          onClose={close}
          onConfirm={(reason) =>
            act.mutate(() => client.calls.send('saleBidderDismiss', { body: { ...body, biddingNumber, reason } }))
          }
        />
      )}
    </span>
  )
}
