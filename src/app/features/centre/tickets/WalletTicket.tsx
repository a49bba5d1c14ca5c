import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../../lib/client.ts'
import { groupThousands } from '../../../lib/format/index.ts'
import { wholeCatalogue } from '../../../lib/sale/catalogue.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { ContractMark, OrderMark } from '../../../ui/contract/marks.tsx'
import { FileButton } from '../../../ui/files/FileButton.tsx'
import { PhaseMark } from '../../../ui/marks.tsx'
import { bidFace, contractFace, saleFace, wonFace } from '../../../ui/ticket/faces.ts'
import { GenuineMark, Proof } from '../../../ui/ticket/Proof.tsx'
import { SharePicture } from '../../../ui/ticket/SharePicture.tsx'
import { Ticket } from '../../../ui/ticket/Ticket.tsx'
import css from './Tickets.module.css'
import type { Piece } from './wallet.ts'

type Of<K extends Piece['kind']> = Extract<Piece, { kind: K }>
const open = buttonClass({ variant: 'quiet', size: 'small' })

export function WalletTicket({ piece }: { readonly piece: Piece }) {
  switch (piece.kind) {
    case 'sale':
      return <SaleTicket piece={piece} />
    case 'bid':
      return <BidTicket piece={piece} />
    case 'won':
      return <WonTicket piece={piece} />
    case 'contract':
      return <ContractTicket piece={piece} />
  }
}

function SaleTicket({ piece: { signUp } }: { readonly piece: Of<'sale'> }) {
  const { locale } = useClient()
  const { i18n } = useLingui()
  const face = saleFace({ i18n, locale }, signUp)
  return (
    <Ticket
      face={face}
      mark={<PhaseMark phase={signUp.state} />}
      acts={
        <>
          <Link to="/target/list" search={{ scheduleTimelineId: signUp.scheduleTimelineId }} className={open}>
            <Trans>View catalogue</Trans>
          </Link>
          <SharePicture face={face} />
        </>
      }
    />
  )
}

function BidTicket({ piece: { receipt, earlier } }: { readonly piece: Of<'bid'> }) {
  const { locale } = useClient()
  const { i18n } = useLingui()
  const { scheduleTimelineId, contractObjectId, seq } = receipt.body
  const catalogue = useQuery(wholeCatalogue(scheduleTimelineId))
  const lot = catalogue.data?.find((row) => row.contractObjectId === contractObjectId) ?? null
  const face = bidFace({ i18n, locale }, receipt, lot)
  return (
    <Ticket
      face={face}
      mark={<GenuineMark receipt={receipt} />}
      acts={
        <>
          <SharePicture face={face} />
          <FileButton
            variant="quiet"
            size="small"
            path={`/auction/receipt/${scheduleTimelineId}/${seq}/pdf`}
            name={`receipt-${lot?.lotNo ?? 0}-${seq}.pdf`}
          />
          {earlier > 0 && (
            <span className={css.earlier}>
              <Plural
                value={earlier}
                one="One earlier bid on this lot"
                other={`${groupThousands(earlier)} earlier bids on this lot`}
              />
            </span>
          )}
        </>
      }
      technical={<Proof receipt={receipt} />}
    />
  )
}

function WonTicket({ piece: { order } }: { readonly piece: Of<'won'> }) {
  const { locale } = useClient()
  const { i18n } = useLingui()
  const face = wonFace({ i18n, locale }, order)
  return (
    <Ticket
      face={face}
      mark={<OrderMark state={order.state} />}
      acts={
        <>
          {order.contractId === null && order.state === 'unsigned' && (
            <Link to="/user/order/sign" search={{ lots: order.contractObjectId }} className={open}>
              <Trans>Make a contract</Trans>
            </Link>
          )}
          {order.contractId !== null && (
            <Link to="/order/sign/detail" search={{ contractId: order.contractId }} className={open}>
              <Trans>Open contract</Trans>
            </Link>
          )}
          <SharePicture face={face} />
        </>
      }
    />
  )
}

function ContractTicket({ piece: { contract } }: { readonly piece: Of<'contract'> }) {
  const { locale } = useClient()
  const { i18n } = useLingui()
  const face = contractFace({ i18n, locale }, contract)
  return (
    <Ticket
      face={face}
      mark={<ContractMark status={contract.status} />}
      acts={
        <>
          <Link to="/order/sign/detail" search={{ contractId: contract.contractId }} className={open}>
            <Trans>Open contract</Trans>
          </Link>
          <SharePicture face={face} />
        </>
      }
    />
  )
}
