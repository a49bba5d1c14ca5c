import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { isRanged } from '../../../../contract/dayRange.ts'
import { PAGE_SIZE } from '../../../../contract/constants.ts'
import { useClient } from '../../../lib/client.ts'
import { formatMoment } from '../../../lib/format/index.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { CONTRACT, ContractMark, HoldMark, MineMark } from '../../../ui/contract/marks.tsx'
import { Lots } from '../../../ui/Counted.tsx'
import { DayRangeFields } from '../../../ui/DayRangeFields.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { ReadAge, ReadProblem } from '../../../ui/read/index.ts'
import { SkeletonLine, Skeleton } from '../../../ui/Skeleton.tsx'
import { Chips } from './Chips.tsx'
import css from './Contracts.module.css'
import { contractsQuery, type ContractRow } from './queries.ts'
import { CONTRACT_STATUSES, contractsSearch, type ContractsSearch } from './search.ts'

/** The company's contracts, by state; contracts that wait for the company are marked. */
export function ContractsPage() {
  const { t } = useLingui()
  const search = useSearch({ from: '/_signedIn/_centre/user/contract' })
  const navigate = useNavigate({ from: '/user/contract' })
  const list = useQuery(contractsQuery(search))
  const { data } = list
  const change = (next: object): void =>
    void navigate({ search: (newest) => contractsSearch({ ...newest, ...next }), replace: true })
  return (
    <Page
      title={t`Trade contracts`}
      heading={<Trans>Trade contracts</Trans>}
      {...(data && { actions: <ReadAge read={list} /> })}
    >
      <Filters search={search} onChange={change} />
      {data === undefined && list.isError ? (
        <ReadProblem
          read={list}
          offline={<Trans>This list has not been opened on this device yet. It loads when you are back online.</Trans>}
        />
      ) : data === undefined ? (
        <ContractsSkeleton />
      ) : data.rows.length === 0 ? (
        <Nothing
          filtered={
            search.status !== undefined || search.mine === true || search.page !== undefined || isRanged(search)
          }
          onReset={() =>
            change({ status: undefined, mine: undefined, page: undefined, beginTime: undefined, endTime: undefined })
          }
        />
      ) : (
        <ul className={classes(css.rows, list.isPlaceholderData && css.stale)} aria-busy={list.isPlaceholderData}>
          {data.rows.map((contract) => (
            <li key={contract.contractId}>
              <Row contract={contract} />
            </li>
          ))}
        </ul>
      )}
      {data && data.total > 0 && (
        <Pagination total={data.total} page={search.page ?? 1} size={search.size ?? PAGE_SIZE} onChange={change} />
      )}
    </Page>
  )
}

function Row({ contract }: { readonly contract: ContractRow }) {
  const { locale } = useClient()
  const { contractId, contractNo, status, side, currency, amount, lotCount, changedAt, mine, onHold } = contract
  return (
    <Link to="/order/sign/detail" search={{ contractId }} className={classes(css.row, mine && css.mine)}>
      <span className={css.what}>
        <strong>{contractNo}</strong>
        <small>
          <Lots count={lotCount} />
        </small>
      </span>
      <span className={css.party}>
        <small>{side === 'seller' ? <Trans>Buyer</Trans> : <Trans>Seller</Trans>}</small>
        {side === 'seller' ? contract.buyerName : contract.sellerName}
      </span>
      <span className={css.when}>
        <small>
          <Trans>Last change</Trans>
        </small>
        <time translate="no" dateTime={changedAt}>
          {formatMoment(changedAt, locale)}
        </time>
      </span>
      <span className={css.much}>
        <Money amount={amount} currency={currency} />
      </span>
      <span className={css.marks}>
        {mine && <MineMark />}
        <ContractMark status={status} />
        {onHold && <HoldMark />}
      </span>
    </Link>
  )
}

function Filters({
  search,
  onChange,
}: {
  readonly search: ContractsSearch
  readonly onChange: (next: object) => void
}) {
  const { t, i18n } = useLingui()
  return (
    <div className={css.filters}>
      <Chips
        label={t`Status`}
        chips={[
          { key: 'all', name: <Trans>All</Trans> },
          { key: 'mine', name: <Trans>Waiting for you</Trans> },
          ...CONTRACT_STATUSES.map((status) => ({ key: status, name: i18n._(CONTRACT[numberOf(status)].name) })),
        ]}
        value={search.mine ? 'mine' : (search.status ?? 'all')}
        onChange={(key) =>
          onChange({
            mine: key === 'mine' ? true : undefined,
            status: key === 'mine' ? undefined : key,
            page: undefined,
          })
        }
      />
      <Chips
        label={t`Side`}
        chips={[
          { key: 'both', name: <Trans>Bought and sold</Trans> },
          { key: 'buyer', name: <Trans>As the buyer</Trans> },
          { key: 'seller', name: <Trans>As the seller</Trans> },
        ]}
        value={search.side ?? 'both'}
        onChange={(side) => onChange({ side, page: undefined })}
      />
      <div className={css.days}>
        <DayRangeFields range={search} onChange={(range) => onChange({ ...range, page: undefined })} />
      </div>
    </div>
  )
}

const STATUS = { 0: 0, 1: 1, 2: 2, 3: 3, 4: 4 } as const
const numberOf = (status: (typeof CONTRACT_STATUSES)[number]): ContractRow['status'] => STATUS[status]

function Nothing({ filtered, onReset }: { readonly filtered: boolean; readonly onReset: () => void }) {
  if (filtered)
    return (
      <Empty
        title={<Trans>No contracts with these filters.</Trans>}
        action={
          <Button variant="line" onClick={onReset}>
            <Trans>Show all</Trans>
          </Button>
        }
      />
    )
  return (
    <Empty
      title={<Trans>Your company has no trade contracts yet.</Trans>}
      action={
        <Link to="/user/order" className={buttonClass()}>
          <Trans>Won lots</Trans>
        </Link>
      }
    >
      <Trans>The buyer makes a contract of won lots; it then appears here for both parties, to read and to sign.</Trans>
    </Empty>
  )
}

const ContractsSkeleton = () => (
  <Skeleton className={css.rows}>
    {[0, 1, 2, 3].map((at) => (
      <div key={at} className={css.row}>
        <SkeletonLine width="70%" />
        <SkeletonLine width="90%" />
        <SkeletonLine width="60%" />
        <SkeletonLine width="80%" />
      </div>
    ))}
  </Skeleton>
)
