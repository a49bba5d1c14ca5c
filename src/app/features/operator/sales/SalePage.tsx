import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { formatMoment, formatZoned, groupThousands } from '../../../lib/format/index.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { Lots } from '../../../ui/Counted.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { PhaseMark } from '../../../ui/marks.tsx'
import { Page } from '../../../ui/Page.tsx'
import { ReadProblem } from '../../../ui/read/index.ts'
import { useEnter } from '../../../ui/sale/useEnter.ts'
import { Tabs } from '../../../ui/Tabs.tsx'
import { TableSkeleton } from '../../../ui/table/Table.tsx'
import { saleSearch } from '../search.ts'
import { Bidders } from './Bidders.tsx'
import { Deals } from './Deals.tsx'
import { Preparation } from './Preparation.tsx'
import { checkQuery, saleQuery, useSaleAct, type SaleInfo } from './queries.ts'
import { SaleActions } from './SaleActions.tsx'
import css from './SalePage.module.css'
import { useClient } from '../../../lib/client.ts'

const FROM = '/_signedIn/_centre/desk/sales/$scheduleTimelineId'

/** The operator's page of one sale. */
export function SalePage() {
  const { t } = useLingui()
  const { scheduleTimelineId } = useParams({ from: FROM })
  const sale = useQuery(saleQuery(scheduleTimelineId))
  const { data } = sale
  return (
    <Page
      title={data?.scheduleName ?? t`Sale`}
      heading={data?.scheduleName ?? <Trans>Sale</Trans>}
      {...(data && { sub: <SaleHead sale={data} /> })}
      actions={
        <div className={css.tools}>
          <Link to="/desk/sales" className={css.back}>
            <Icon name="left" size={16} />
            <Trans>All sales</Trans>
          </Link>
          {data && <SaleActions sale={data} />}
        </div>
      }
    >
      {data ? <Sale sale={data} /> : sale.isError ? <ReadProblem read={sale} /> : <TableSkeleton />}
    </Page>
  )
}

function SaleHead({ sale }: { readonly sale: SaleInfo }) {
  const client = useClient()
  const { hostName, venue, state, startTime, lotCount, cancelled } = sale
  return (
    <span className={css.head}>
      {cancelled === null ? (
        <PhaseMark phase={state} />
      ) : (
        <Mark tone="bad" icon="cross">
          <Trans>Cancelled</Trans>
        </Mark>
      )}
      <span>{venue}</span>
      <time translate="no" dateTime={startTime}>
        {formatZoned(startTime, client.locale)}
      </time>
      <span>
        <Lots count={lotCount} />
      </span>
      <span>{hostName === null ? <Trans>No host</Trans> : <Trans>Host: {hostName}</Trans>}</span>
    </span>
  )
}

function Sale({ sale }: { readonly sale: SaleInfo }) {
  const { t } = useLingui()
  const search = useSearch({ from: FROM })
  const navigate = useNavigate({ from: '/desk/sales/$scheduleTimelineId' })
  const { scheduleTimelineId: id, waiting, dealsOpen } = sale
  const tabs = [
    { key: 'preparation', label: t`Preparation` },
    { key: 'bidders', label: <Counted name={t`Bidders`} count={waiting} /> },
    { key: 'deals', label: <Counted name={t`Deals`} count={dealsOpen} /> },
  ] as const
  const show = search.show ?? (sale.state === 1 ? 'preparation' : 'bidders')
  const turn = (next: object) =>
    void navigate({ search: (newest) => saleSearch({ ...newest, ...next }), replace: true })
  return (
    <>
      <Next sale={sale} />
      <Tabs
        label={t`Parts of the sale`}
        tabs={tabs}
        value={show}
        onChange={(part) => void navigate({ search: saleSearch({ show: part }), replace: true })}
      >
        {show === 'preparation' ? (
          <Preparation sale={sale} search={search} onTurn={turn} />
        ) : show === 'bidders' ? (
          <Bidders id={id} over={sale.state === 5} search={search} onTurn={turn} />
        ) : (
          <Deals id={id} search={search} onTurn={turn} />
        )}
      </Tabs>
    </>
  )
}

function Counted({ name, count }: { readonly name: string; readonly count: number }) {
  return (
    <span className={css.tab}>
      {name}
      {count > 0 && <b className={css.count}>{count}</b>}
    </span>
  )
}

/** The next step of the sale, with its button. */
function Next({ sale }: { readonly sale: SaleInfo }) {
  const { state } = sale
  if (state === 1) return <Publish sale={sale} />
  return (
    <div className={css.next}>
      <p>
        <Words sale={sale} />
      </p>
      <Enter sale={sale} />
    </div>
  )
}

function Words({ sale: { state, unstartedUntil, cancelled } }: { readonly sale: SaleInfo }) {
  const client = useClient()
  if (cancelled !== null) return <Trans>The sale was cancelled: {cancelled.reason}</Trans>
  if (state === 5) return <Trans>The sale is sealed. What becomes of its deals is still decided here.</Trans>
  if (state === 4) return <Trans>The sale is running. In the room you can do what the host can.</Trans>
  if (unstartedUntil === null) return null
  const until = formatMoment(unstartedUntil, client.locale)
  return (
    <Trans>
      The host starts it in the room; so can you. If no one does, the sale ends by itself on {until}, and its lots have
      failed to sell.
    </Trans>
  )
}

function Enter({ sale }: { readonly sale: SaleInfo }) {
  const enter = useEnter()
  return (
    <ActButton variant="line" busy={enter.isPending} onClick={() => enter.mutate(sale)}>
      <Icon name="hammer" size={18} />
      <Trans>Enter the room</Trans>
    </ActButton>
  )
}

function Publish({ sale: { scheduleTimelineId, lotCount } }: { readonly sale: SaleInfo }) {
  const client = useClient()
  const check = useQuery(checkQuery(scheduleTimelineId))
  const { t } = useLingui()
  const act = useSaleAct(scheduleTimelineId)
  const many = groupThousands(lotCount)
  const ask = async () => {
    const yes = await confirm(client, {
      title: t`Publish this sale?`,
      text: t`${plural(lotCount, {
        one: 'Its catalogue of one lot, prices, reserves and rules is fixed from then on. Companies can sign up.',
        other: `Its catalogue of ${many} lots, prices, reserves and rules is fixed from then on. Companies can sign up.`,
      })}`,
      confirmLabel: t`Publish`,
    })
    if (yes) act.mutate(() => client.calls.send('salePublish', { body: { scheduleTimelineId } }))
  }
  return (
    <div className={css.next}>
      <p>
        {check.data?.ready === false ? (
          <Trans>This sale is being prepared. Before it can be published, the check list must be clear.</Trans>
        ) : (
          <Trans>This sale is being prepared. Only operators, its host and its sellers see it.</Trans>
        )}
      </p>
      <ActButton busy={act.isPending} disabled={check.data?.ready !== true} onClick={() => void ask()}>
        <Trans>Publish</Trans>
      </ActButton>
    </div>
  )
}
