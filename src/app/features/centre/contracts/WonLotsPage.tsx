import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { PAGE_SIZE } from '../../../../contract/constants.ts'
import { useWho } from '../../../lib/user.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { ORDER } from '../../../ui/contract/marks.tsx'
import { AskedDeals } from '../../../ui/deal/AskedDeals.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { Sheets } from '../../../ui/files/Sheets.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { ReadAge, ReadProblem } from '../../../ui/read/index.ts'
import { Chips } from './Chips.tsx'
import { OrderSkeleton, OrderCard } from './OrderCard.tsx'
import css from './Orders.module.css'
import { ordersQuery, soldQuery } from './queries.ts'
import { ORDER_STATES, orderSearch, type OrderSearch } from './search.ts'

/** Lots that the company won, or those that it sold. */
export function WonLotsPage() {
  const { t } = useLingui()
  const search = useSearch({ from: '/_signedIn/_centre/user/order' })
  const navigate = useNavigate({ from: '/user/order' })
  const list = useQuery(ordersQuery(search))
  const { data } = list
  const change = (next: object): void =>
    void navigate({ search: (newest) => orderSearch({ ...newest, ...next }), replace: true })
  return (
    <Page
      title={t`Won lots`}
      heading={search.side === 'seller' ? <Trans>Sold lots</Trans> : <Trans>Won lots</Trans>}
      {...(data && {
        actions: (
          <>
            <ReadAge read={list} />
            {data.total > 0 && <Exports side={search.side ?? 'buyer'} />}
          </>
        ),
      })}
    >
      <AskedDeals />
      <Filters search={search} onChange={change} />
      {data === undefined && list.isError ? (
        <ReadProblem
          read={list}
          offline={<Trans>This list has not been opened on this device yet. It loads when you are back online.</Trans>}
        />
      ) : data === undefined ? (
        <OrderSkeleton />
      ) : data.rows.length === 0 ? (
        <Nothing search={search} onReset={() => change({ state: undefined, page: undefined })} />
      ) : (
        <ol className={classes(css.list, list.isPlaceholderData && css.stale)} aria-busy={list.isPlaceholderData}>
          {data.rows.map((order) => (
            <li key={`${order.contractObjectId} ${order.at}`}>
              <OrderCard order={order} />
            </li>
          ))}
        </ol>
      )}
      {data && data.total > 0 && (
        <Pagination total={data.total} page={search.page ?? 1} size={search.size ?? PAGE_SIZE} onChange={change} />
      )}
    </Page>
  )
}

/** Exports of all the company’s lots, on every page and in every state. */
function Exports({ side }: { readonly side: 'buyer' | 'seller' }) {
  const { t } = useLingui()
  return <Sheets path="/auction/order/sheet" query={{ side }} name={side === 'buyer' ? t`Won lots` : t`Sold lots`} />
}

function Filters({ search, onChange }: { readonly search: OrderSearch; readonly onChange: (next: object) => void }) {
  const { t, i18n } = useLingui()
  const who = useWho()
  const sold = useQuery({ ...soldQuery, enabled: who.kind === 'user' && who.user.company !== null })
  const sells = search.side === 'seller' || (sold.data?.total ?? 0) > 0
  return (
    <div className={css.filters}>
      {sells && (
        <Chips
          label={t`Side`}
          chips={[
            { key: 'buyer', name: <Trans context="order">Won</Trans> },
            { key: 'seller', name: <Trans context="order">Sold</Trans> },
          ]}
          value={search.side ?? 'buyer'}
          onChange={(side) => onChange({ side, page: undefined })}
        />
      )}
      <Chips
        label={t`Status`}
        chips={[
          { key: 'all', name: <Trans>All</Trans> },
          ...ORDER_STATES.map((state) => ({ key: state, name: i18n._(ORDER[state].name) })),
        ]}
        value={search.state ?? 'all'}
        onChange={(state) => onChange({ state, page: undefined })}
      />
    </div>
  )
}

function Nothing({ search, onReset }: { readonly search: OrderSearch; readonly onReset: () => void }) {
  if (search.state !== undefined || search.page !== undefined)
    return (
      <Empty
        title={<Trans>No lots with this status.</Trans>}
        action={
          <Button variant="line" onClick={onReset}>
            <Trans>Show all</Trans>
          </Button>
        }
      />
    )
  if (search.side === 'seller')
    return (
      <Empty title={<Trans>Your company has not sold a lot yet.</Trans>}>
        <Trans>Lots appear here at the fall of the hammer, with their buyer and the contract to sign.</Trans>
      </Empty>
    )
  return (
    <Empty
      title={<Trans>Your company has not won a lot yet.</Trans>}
      action={
        <Link to="/index" hash="sessions" className={buttonClass()}>
          <Trans>View sales</Trans>
        </Link>
      }
    >
      <Trans>
        Lots appear here at the fall of the hammer, each with its price, its seller and the contract to sign.
      </Trans>
    </Empty>
  )
}
