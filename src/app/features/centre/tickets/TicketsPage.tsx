import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useClient } from '../../../lib/client.ts'
import { useStore } from '../../../lib/useStore.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { Page } from '../../../ui/Page.tsx'
import { ReadAge, ReadProblem } from '../../../ui/read/index.ts'
import { Skeleton, SkeletonLine } from '../../../ui/Skeleton.tsx'
import { Chips } from '../contracts/Chips.tsx'
import { contractsQuery, ordersQuery } from '../contracts/queries.ts'
import { signUpsQuery } from '../signUps/queries.ts'
import { receiptsQuery } from './queries.ts'
import { TICKET_KINDS, ticketsSearch, type TicketKind } from './search.ts'
import css from './Tickets.module.css'
import { WalletTicket } from './WalletTicket.tsx'
import { ofKind, walletOf, type Piece } from './wallet.ts'

/** The most tickets of each kind that a list returns at once: the newest. */
const MOST = 100

/** All tickets of the company's deals, from the sign-up to the contract; the page opens offline. */
export function TicketsPage() {
  const { t } = useLingui()
  const { kind } = useSearch({ from: '/_signedIn/_centre/user/tickets' })
  const navigate = useNavigate({ from: '/user/tickets' })
  const { oldest, failed, pieces, isCut } = useWallet()
  const names: Readonly<Record<TicketKind, string>> = {
    sale: t`Sale tickets`,
    bid: t`Bid receipts`,
    won: t`Won lots`,
    contract: t`Contracts`,
  }
  return (
    <Page
      title={t`My tickets`}
      heading={<Trans>My tickets</Trans>}
      {...(oldest && { actions: <ReadAge read={oldest} /> })}
    >
      <div className={css.filters}>
        <Chips
          label={t`Kind`}
          chips={[{ key: 'all', name: <Trans>All</Trans> }, ...TICKET_KINDS.map((key) => ({ key, name: names[key] }))]}
          value={kind ?? 'all'}
          onChange={(key) => void navigate({ search: ticketsSearch({ kind: key }), replace: true })}
        />
      </div>
      {isCut && (
        <p className={css.earlier}>
          <Trans>
            The newest {MOST} tickets of each kind are shown. Older ones are under <Link to="/user/order">Orders</Link>{' '}
            and <Link to="/user/contract">Contracts</Link>.
          </Trans>
        </p>
      )}
      {pieces ? (
        <Wallet pieces={ofKind(pieces, kind)} />
      ) : failed ? (
        <ReadProblem
          read={failed}
          offline={
            <Trans>Your tickets have not been opened on this device yet. They load when you are back online.</Trans>
          }
        />
      ) : (
        <TicketsSkeleton />
      )}
    </Page>
  )
}

/** Combines three lists of the server, as old as the oldest of them, with the receipts of this device. */
function useWallet() {
  const { session } = useClient()
  const token = useStore(session.token)
  const account = session.account() ?? session.endedAccount() ?? ''
  const signUps = useQuery(signUpsQuery(1, MOST))
  const orders = useQuery(ordersQuery({ size: MOST }))
  const contracts = useQuery(contractsQuery({ size: MOST, side: 'buyer' }))
  const receipts = useQuery({ ...receiptsQuery(account), enabled: token !== null || account !== '' })
  const lists = [signUps, orders, contracts]
  const all = signUps.data && orders.data && contracts.data && !receipts.isPending
  return {
    // Tickets on the device are shown, even if a list has never been fetched.
    pieces:
      all || receipts.data?.length
        ? walletOf({
            signUps: signUps.data?.rows ?? [],
            orders: orders.data?.rows ?? [],
            contracts: contracts.data?.rows ?? [],
            receipts: receipts.data ?? [],
          })
        : undefined,
    oldest: lists.filter(({ data }) => data).toSorted((a, b) => a.dataUpdatedAt - b.dataUpdatedAt)[0],
    isCut: lists.some(({ data }) => data !== undefined && data.rows.length < data.total),
    failed: lists.find(({ data, isError }) => data === undefined && isError),
  }
}

function Wallet({ pieces }: { readonly pieces: readonly Piece[] }) {
  if (pieces.length === 0)
    return (
      <Empty
        title={<Trans>No ticket yet.</Trans>}
        action={
          <Link to="/index" hash="sessions" className={buttonClass()}>
            <Trans>View sales</Trans>
          </Link>
        }
      >
        <Trans>Sales that you sign up for, bids, won lots and contracts each leave a ticket here.</Trans>
      </Empty>
    )
  return (
    <ol className={css.list}>
      {pieces.map((piece) => (
        <li key={keyOf(piece)}>
          <WalletTicket piece={piece} />
        </li>
      ))}
    </ol>
  )
}

function keyOf(piece: Piece): string {
  switch (piece.kind) {
    case 'sale':
      return `sale ${piece.signUp.scheduleTimelineId}`
    case 'bid':
      return `bid ${piece.receipt.body.scheduleTimelineId} ${piece.receipt.body.contractObjectId}`
    case 'won':
      return `won ${piece.order.contractObjectId}`
    case 'contract':
      return `contract ${piece.contract.contractId}`
  }
}

const TicketsSkeleton = () => (
  <Skeleton className={css.list}>
    {[0, 1, 2].map((at) => (
      <div key={at} className={css.bone}>
        <SkeletonLine width="min(280px, 70%)" height="1.4rem" />
        <SkeletonLine width="min(420px, 90%)" />
        <SkeletonLine width="min(180px, 60%)" height="1.6rem" />
      </div>
    ))}
  </Skeleton>
)
