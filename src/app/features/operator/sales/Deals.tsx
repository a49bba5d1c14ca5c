import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { parseMinor } from '../../../../domain/units.ts'
import { PAGE_SIZE } from '../../../../contract/constants.ts'
import { formatMoment, formatMoney } from '../../../lib/format/index.ts'
import { useFigure } from '../../../lib/form/useFigure.ts'
import { pathTo } from '../../../boot/navigation/index.ts'
import { hasPermission } from '../../../lib/permissions.ts'
import { useWho } from '../../../lib/user.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ContractMark } from '../../../ui/contract/marks.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { FigureField } from '../../../ui/FigureField.tsx'
import { Sheets } from '../../../ui/files/Sheets.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { Money } from '../../../ui/Money.tsx'
import { PathLink } from '../../../ui/PathLink.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { ReadProblem } from '../../../ui/read/index.ts'
import { Table, TableSkeleton, type TableColumn } from '../../../ui/table/Table.tsx'
import { ReasonDialog } from '../../../ui/ReasonDialog.tsx'
import type { SaleSearch } from '../search.ts'
import { dealsQuery, useSaleAct, type SaleDeal } from './queries.ts'
import css from './SalePage.module.css'
import { useClient } from '../../../lib/client.ts'

type Deal = NonNullable<SaleDeal['deal']>

interface Props {
  readonly id: string
  readonly search: SaleSearch
  readonly onTurn: (next: object) => void
}

/** The sale's deals. The operator holds, releases or cancels a deal, or offers it to the next bidder. */
export function Deals({ id, search, onTurn }: Props) {
  const { t } = useLingui()
  const list = useQuery(dealsQuery(id, search))
  const columns = useColumns(id)
  const { data } = list
  if (data === undefined) return list.isError ? <ReadProblem read={list} /> : <TableSkeleton />
  return (
    <div className={css.pane}>
      <p>
        <Trans>Results of all lots</Trans> <Sheets path={`/auction/result/${id}/sheet`} name={`results-${id}`} />
      </p>
      {data.rows.length === 0 ? (
        <Empty title={<Trans>No deals yet.</Trans>}>
          <Trans>Lots appear here as they are sold, or wait for a yes.</Trans>
        </Empty>
      ) : (
        <Table
          label={t`Deals`}
          rows={data.rows}
          dataKey="contractObjectId"
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

function useColumns(id: string): readonly TableColumn<SaleDeal>[] {
  const { t } = useLingui()
  return [
    {
      key: 'lot',
      header: t`Lot`,
      main: true,
      body: ({ position, lotNumber = String(position), name, sellerName }) => (
        <>
          <strong>
            {lotNumber} · {name}
          </strong>
          <small>{sellerName}</small>
        </>
      ),
    },
    {
      key: 'buyer',
      header: t`Buyer`,
      body: (row) => <Buyer row={row} />,
    },
    {
      key: 'amount',
      header: t`Amount`,
      body: ({ deal, award, currency }) => {
        const priced = award ?? deal
        return priced && <Amounts amount={priced.amount ?? priced.price} price={priced.price} currency={currency} />
      },
    },
    { key: 'state', header: t`Status`, body: (row) => <State row={row} /> },
    {
      key: 'contract',
      header: t`Contract and payment`,
      body: ({ deal, award, currency }) => deal && award === null && <Papers deal={deal} currency={currency} />,
    },
    { key: 'acts', header: t`Actions`, acts: true, body: (row) => <Acts id={id} row={row} /> },
  ]
}

/** The buyer; while a bidder or the seller is asked, the bidder concerned, and after it the buyer of the cancelled deal. */
function Buyer({ row: { deal, award } }: { readonly row: SaleDeal }) {
  const client = useClient()
  if (award !== null) {
    const before = deal && `#${deal.biddingNumber} ${deal.companyName}`
    return (
      <>
        #{award.biddingNumber} {award.companyName}
        {before && (
          <small>
            <Trans>Cancelled before: {before}</Trans>
          </small>
        )}
      </>
    )
  }
  return (
    deal && (
      <>
        #{deal.biddingNumber} {deal.companyName}
        <small>
          <time translate="no" dateTime={deal.at}>
            {formatMoment(deal.at, client.locale)}
          </time>
        </small>
      </>
    )
  )
}

const Amounts = ({ amount, price, currency }: Pick<Deal, 'amount' | 'price'> & Pick<SaleDeal, 'currency'>) => (
  <>
    <Money amount={amount} currency={currency} />
    <small>
      <Money amount={price} currency={currency} />
    </small>
  </>
)

function State({ row: { deal, award, currency } }: { readonly row: SaleDeal }) {
  const client = useClient()
  if (award) {
    const [number, until] = [award.biddingNumber, formatMoment(award.until, client.locale)]
    const price = <Money amount={award.price} currency={currency} />
    return (
      <>
        <Mark tone="warn" icon="clock">
          {award.asks === 'seller' ? <Trans>Seller is asked</Trans> : <Trans>Next bidder is asked</Trans>}
        </Mark>
        <small>
          <Trans>
            #{number} at {price}, until {until}
          </Trans>
        </small>
      </>
    )
  }
  if (!deal) return null
  if (deal.cancelled !== null)
    return (
      <>
        <Mark tone="bad" icon="cross">
          <Trans>Cancelled</Trans>
        </Mark>
        <small>{deal.cancelled}</small>
      </>
    )
  return deal.onHold ? (
    <Mark tone="warn" icon="pause">
      <Trans>On hold</Trans>
    </Mark>
  ) : (
    <Mark tone="good" icon="check">
      <Trans>Stands</Trans>
    </Mark>
  )
}

/** The state of the deal's contract, and what its buyer has paid of it. */
function Papers({ deal: { contract, cancelled }, currency }: { readonly deal: Deal } & Pick<SaleDeal, 'currency'>) {
  const who = useWho()
  const reads = who.kind === 'user' && hasPermission(who.user, 'trade:contract:verify')
  if (contract === null) return cancelled === null ? <Trans>No contract yet</Trans> : '–'
  const { contractId, contractNo, status, owed, received } = contract
  const [paid, all] = [
    <Money key="paid" amount={received} currency={currency} />,
    <Money key="all" amount={owed} currency={currency} />,
  ]
  return (
    <>
      <ContractMark status={status} />
      <small>
        {reads ? <PathLink href={pathTo('/order/sign/detail', { contractId })}>{contractNo}</PathLink> : contractNo}
      </small>
      {parseMinor(owed) !== 0 && (
        <small>
          <Trans>
            {paid} of {all} received
          </Trans>
        </small>
      )}
    </>
  )
}

type Asked = 'hold' | 'release' | 'cancel' | 'offer'

function Acts({ id, row }: { readonly id: string; readonly row: SaleDeal }) {
  const { t } = useLingui()
  const [asked, setAsked] = useState<Asked | null>(null)
  const { deal, award, position, lotNumber = String(position) } = row
  if (award !== null || deal === null) return null
  const button = (act: Asked, text: string) => (
    <Button variant="line" size="small" aria-label={`${text} ${lotNumber}`} onClick={() => setAsked(act)}>
      {text}
    </Button>
  )
  const stands = deal.cancelled === null
  const { contract } = deal
  const close = () => setAsked(null)
  return (
    <span className={css.acts}>
      {stands && !deal.onHold && button('hold', t`Hold…`)}
      {stands && deal.onHold && button('release', t`Release…`)}
      {stands && button('cancel', t`Cancel the deal…`)}
      {!stands && row.status !== 'sold' && row.status !== 'withdrawn' && button('offer', t`Offer to the next bidder…`)}
      {asked === 'offer' && <OfferDialog id={id} row={row} onClose={close} />}
      {asked === 'cancel' && contract?.status === 3 && (
        <CompleteDialog lotNumber={lotNumber} contractNo={contract.contractNo} onClose={close} />
      )}
      {asked !== null && asked !== 'offer' && !(asked === 'cancel' && contract?.status === 3) && (
        <DealDialog id={id} row={row} act={asked} onClose={close} />
      )}
    </span>
  )
}

interface CompleteProps {
  readonly lotNumber: string
  readonly contractNo: string
  readonly onClose: () => void
}

/** A deal whose contract is complete is not cancelled (D9): the dialog says so before a reason is written. */
const CompleteDialog = ({ lotNumber, contractNo, onClose }: CompleteProps) => (
  <Dialog
    title={<Trans>The deal of lot {lotNumber} cannot be cancelled</Trans>}
    onClose={onClose}
    actions={
      <Button variant="line" onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
    }
  >
    <p>
      <Trans>
        Its contract {contractNo} is complete: both parties have signed it, and the platform has verified it. What is to
        be undone now, buyer and seller settle by the contract.
      </Trans>
    </p>
  </Dialog>
)

interface DialogProps {
  readonly id: string
  readonly row: SaleDeal
  readonly onClose: () => void
}

const CALLS = { hold: 'saleDealHold', release: 'saleDealRelease', cancel: 'saleDealCancel' } as const

function DealDialog({ id, row, act: which, onClose }: DialogProps & { readonly act: keyof typeof CALLS }) {
  const client = useClient()
  const { t } = useLingui()
  const act = useSaleAct(id, onClose)
  const lotNumber = row.lotNumber ?? String(row.position)
  const consequences = useConsequences(row)
  const words = {
    hold: {
      title: t`Hold the deal of lot ${lotNumber}`,
      about: t`The order waits until you release or cancel the deal. Everybody in the room reads the reason.`,
      samples: [t`A claim about the goods is being looked into.`, t`The payment has not come.`],
      confirmLabel: t`Hold the deal`,
    },
    release: {
      title: t`Release the deal of lot ${lotNumber}`,
      about: t`The order goes on as before. Everybody in the room reads the reason.`,
      samples: [t`The payment has come.`, t`The claim is settled.`],
      confirmLabel: t`Release the deal`,
    },
    cancel: {
      title: t`Cancel the deal of lot ${lotNumber}`,
      about: consequences,
      samples: [t`The buyer did not pay.`, t`The goods are not as described.`],
      confirmLabel: t`Cancel the deal`,
      keepLabel: t`Keep the deal`,
    },
  }[which]
  return (
    <ReasonDialog
      {...words}
      danger={which === 'cancel'}
      busy={act.isPending}
      onClose={onClose}
      onConfirm={(reason) =>
        act.mutate(() =>
          client.calls.send(CALLS[which], {
            body: { scheduleTimelineId: id, contractObjectId: row.contractObjectId, reason },
          }),
        )
      }
    />
  )
}

/** What a cancellation does, and to whom, by name. */
function useConsequences({ deal, sellerName, currency, lotNumber: no, position }: SaleDeal): string {
  const { t } = useLingui()
  if (deal === null) return ''
  const lotNumber = no ?? String(position)
  const { biddingNumber, companyName, contract } = deal
  const parties = t`Lot ${lotNumber} no longer binds buyer #${biddingNumber} ${companyName} nor seller ${sellerName}; both are told, with the reason. The order stays on record as cancelled.`
  const after = t`You can then offer the lot to the next bidder. Everybody in the room reads the reason.`
  if (contract === null) return `${parties} ${after}`
  const { contractNo, status, received } = contract
  const papers =
    status === 4
      ? t`Its contract ${contractNo} has ended already.`
      : t`Its contract ${contractNo}, which is not complete, ends with it; for another lot in it a new contract is made.`
  const paid = formatMoney(received, currency)
  const money = parseMinor(received) === 0 ? [] : [t`${paid} was received for it and has to be returned to the buyer.`]
  return [parties, papers, ...money, after].join(' ')
}

const MINUTES = { of: 'whole', most: 1_440 } as const

function OfferDialog({ id, row: { contractObjectId, position, lotNumber = String(position) }, onClose }: DialogProps) {
  const client = useClient()
  const { t } = useLingui()
  const minutes = useFigure(MINUTES, 60, { problem: (some) => (some < 1 ? t`From 1 to 1,440.` : null) })
  const act = useSaleAct(id, onClose)
  const run = (): void => {
    const { value } = minutes
    if (!minutes.settle() || value === null) return
    act.mutate(() =>
      client.calls.send('saleDealOffer', { body: { scheduleTimelineId: id, contractObjectId, minutes: value } }),
    )
  }
  return (
    <Dialog
      title={<Trans>Offer lot {lotNumber} to the next bidder</Trans>}
      onClose={onClose}
      actions={
        <>
          <Button variant="line" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <ActButton busy={act.isPending} disabled={minutes.empty} onClick={run}>
            <Trans>Offer it</Trans>
          </ActButton>
        </>
      }
    >
      <p>
        <Trans>
          The highest of the other bidders may have it at its own last bid, if its limit carries that. It is told, and
          answers in the room, on the lot’s page or under won lots; no answer in time is a no.
        </Trans>
      </p>
      <FigureField {...minutes.bound} label={t`Minutes to answer`} hint={t`From 1 to 1,440.`} />
    </Dialog>
  )
}
