import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PAGE_SIZE } from '../../../../contract/constants.ts'
import { formatMoment } from '../../../lib/format/index.ts'
import { readWhole } from '../../../lib/format/typed.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Sheets } from '../../../ui/files/Sheets.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { ReadProblem } from '../../../ui/read/index.ts'
import { Table, TableSkeleton, type TableColumn } from '../../../ui/table/Table.tsx'
import { ReasonDialog } from '../../../ui/ReasonDialog.tsx'
import type { SaleSearch } from '../search.ts'
import { dealsQuery, useSaleAct, type SaleDeal } from './queries.ts'
import css from './SalePage.module.css'
import { useClient } from '../../../lib/client.ts'

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
  const client = useClient()
  const { t } = useLingui()
  return [
    {
      key: 'lot',
      header: t`Lot`,
      main: true,
      body: ({ position, name, sellerName }) => (
        <>
          <strong>
            {position} · {name}
          </strong>
          <small>{sellerName}</small>
        </>
      ),
    },
    {
      key: 'buyer',
      header: t`Buyer`,
      body: ({ deal }) =>
        deal && (
          <>
            #{deal.biddingNumber} {deal.companyName}
            <small>
              <time dateTime={deal.at}>{formatMoment(deal.at, client.locale)}</time>
            </small>
          </>
        ),
    },
    {
      key: 'amount',
      header: t`Amount`,
      body: ({ deal, currency }) =>
        deal && (
          <>
            <Money amount={deal.amount} currency={currency} />
            <small>
              <Money amount={deal.price} currency={currency} />
            </small>
          </>
        ),
    },
    { key: 'state', header: t`Status`, body: (row) => <State row={row} /> },
    { key: 'acts', header: t`Actions`, acts: true, body: (row) => <Acts id={id} row={row} /> },
  ]
}

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

type Asked = 'hold' | 'release' | 'cancel' | 'offer'

function Acts({ id, row }: { readonly id: string; readonly row: SaleDeal }) {
  const { t } = useLingui()
  const [asked, setAsked] = useState<Asked | null>(null)
  const { deal, award, position } = row
  if (award !== null || deal === null) return null
  const button = (act: Asked, text: string) => (
    <Button variant="line" size="small" aria-label={`${text} ${position}`} onClick={() => setAsked(act)}>
      {text}
    </Button>
  )
  const stands = deal.cancelled === null
  const close = () => setAsked(null)
  return (
    <span className={css.acts}>
      {stands && !deal.onHold && button('hold', t`Hold…`)}
      {stands && deal.onHold && button('release', t`Release…`)}
      {stands && button('cancel', t`Cancel the deal…`)}
      {!stands && row.status !== 'sold' && row.status !== 'withdrawn' && button('offer', t`Offer to the next bidder…`)}
      {asked === 'offer' && <OfferDialog id={id} row={row} onClose={close} />}
      {asked !== null && asked !== 'offer' && <DealDialog id={id} row={row} act={asked} onClose={close} />}
    </span>
  )
}

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
  const words = {
    hold: {
      title: t`Hold the deal of lot ${row.position}`,
      about: t`The order waits until you release or cancel the deal. Everybody in the room reads the reason.`,
      samples: [t`A claim about the goods is being looked into.`, t`The payment has not come.`],
      confirmLabel: t`Hold the deal`,
    },
    release: {
      title: t`Release the deal of lot ${row.position}`,
      about: t`The order goes on as before. Everybody in the room reads the reason.`,
      samples: [t`The payment has come.`, t`The claim is settled.`],
      confirmLabel: t`Release the deal`,
    },
    cancel: {
      title: t`Cancel the deal of lot ${row.position}`,
      about: t`It binds no one any more, and its order ends. Then you can offer the lot to the next bidder. Everybody in the room reads the reason.`,
      samples: [t`The buyer did not pay.`, t`The goods are not as described.`],
      confirmLabel: t`Cancel the deal`,
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

const MINUTES_MOST = 1_440

function OfferDialog({ id, row: { contractObjectId, position }, onClose }: DialogProps) {
  const client = useClient()
  const { t } = useLingui()
  const [typed, setTyped] = useState('60')
  const act = useSaleAct(id, onClose)
  const minutes = readWhole(typed, MINUTES_MOST)
  const run = () =>
    minutes !== null &&
    act.mutate(() =>
      client.calls.send('saleDealOffer', { body: { scheduleTimelineId: id, contractObjectId, minutes } }),
    )
  return (
    <Dialog
      title={<Trans>Offer lot {position} to the next bidder</Trans>}
      onClose={onClose}
      actions={
        <>
          <Button variant="line" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button busy={act.isPending} disabled={minutes === null || minutes < 1} onClick={run}>
            <Trans>Offer it</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>
          The highest of the other bidders may have it at its own last bid, if its limit carries that. It answers in the
          room; no answer in time is a no.
        </Trans>
      </p>
      <Field
        label={t`Minutes to answer`}
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        hint={t`From 1 to 1,440.`}
      />
    </Dialog>
  )
}
