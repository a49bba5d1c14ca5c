import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Lot, LotId } from '../../../../domain/lot.ts'
import { dealOf, liveBid, priceNow } from '../../../../domain/outcome.ts'
import { formatMinor } from '../../../../domain/units.ts'
import { formatMoney } from '../../../lib/format/index.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { Button } from '../../../ui/Button.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { Empty } from '../../../ui/Empty.tsx'
import { isRunning } from '../marks.ts'
import { OfferList } from '../negotiate/Offers.tsx'
import { LotFacts } from '../parts/LotFacts.tsx'
import { LotClock } from '../parts/LotClock.tsx'
import { Price } from '../parts/Price.tsx'
import { useAct } from '../parts/useAct.ts'
import { useLot, useSession, useVenue } from '../room/RoomContext.ts'
import { BidList } from './BidList.tsx'
import { ClerkDialog } from './ClerkDialog.tsx'
import { DealLine } from './DealLine.tsx'
import { useCompanies } from './useCompanies.ts'
import css from './LotControls.module.css'
import { ReasonDialog } from './ReasonDialog.tsx'
import { useClient } from '../../../lib/client.ts'

/** The lot that the host has chosen, with its bids and controls. */
export function LotControls({ id }: { readonly id: LotId | null }) {
  const lot = useLot(id ?? '')
  if (!lot)
    return (
      <Empty title={<Trans>No lot chosen</Trans>}>
        <Trans>Choose a lot on the board: who bids and what you can do about it appear here.</Trans>
      </Empty>
    )
  return (
    <div className={css.wide}>
      <LotFacts lot={lot} />
      <div className={css.stand}>
        <Price key={lot.lot} price={priceNow(lot)} currency={lot.currency} unit={lot.unit} size="hero" />
        <Leading lot={lot} />
        <LotClock lot={lot} noticed />
      </div>
      <DealLine lot={lot} />
      <Acts lot={lot} />
      <Negotiation lot={lot} />
      <BidList lot={lot} />
    </div>
  )
}

function Leading({ lot }: { readonly lot: Lot }) {
  const companies = useCompanies()
  const deal = dealOf(lot)
  const who = liveBid(lot)
  if (!who)
    return (
      <p className={css.who}>
        <Trans>No bid yet; this is the start price.</Trans>
      </p>
    )
  const company = companies.get(who.number) ?? ''
  return (
    <p className={css.who}>
      {deal ? (
        <Trans>
          Sold to <b>number {who.number}</b> {company}
        </Trans>
      ) : isRunning(lot) ? (
        <Trans>
          <b>Number {who.number}</b> leads {company}
        </Trans>
      ) : (
        <Trans>
          <b>Number {who.number}</b> bid highest {company}
        </Trans>
      )}
    </p>
  )
}

function Negotiation({ lot }: { readonly lot: Lot }) {
  const stage = useSession((state) => state.stage)
  if (stage !== 'negotiation') return null
  return (
    <section className={css.offers}>
      <h3>
        <Trans>Offers</Trans>
      </h3>
      <OfferList lot={lot.lot} />
    </section>
  )
}

type Asked = 'void' | 'withdraw' | 'clerk'

function Acts({ lot }: { readonly lot: Lot }) {
  const client = useClient()
  const { t } = useLingui()
  const { commands } = useVenue()
  const { busy, act } = useAct()
  const [asked, setAsked] = useState<Asked | null>(null)
  const open = lot.status === 'open' || lot.status === 'held'
  const onSale = open || lot.status === 'waiting' || lot.status === 'scheduled' || lot.status === 'unsold'
  const hold = async () => {
    const text = t`The clock of lot ${lot.position} stops for 60 seconds. A lot can be held once.`
    if (await confirm(client, { title: t`Hold lot ${lot.position}?`, text, confirmLabel: t`Hold it` }))
      await act(
        () => commands.holdLot(lot.lot),
        ({ lots }) => lots.get(lot.lot)?.holdUsed === true,
      )
  }
  return (
    <div className={css.acts}>
      {lot.holdOffered && !lot.holdUsed && (
        <ActButton busy={busy} working={t`Holding the lot…`} onClick={() => void hold()}>
          <Trans>Hold the lot</Trans>
        </ActButton>
      )}
      {lot.status === 'open' && (
        <Button variant="line" size="small" onClick={() => setAsked('clerk')}>
          <Trans>Bid for a caller…</Trans>
        </Button>
      )}
      {open && lot.leading && (
        <Button variant="line" size="small" onClick={() => setAsked('void')}>
          <Trans>Strike the leading bid</Trans>
        </Button>
      )}
      {onSale && (
        <Button variant="line" size="small" onClick={() => setAsked('withdraw')}>
          <Trans>Withdraw the lot</Trans>
        </Button>
      )}
      {asked === 'void' && <VoidDialog lot={lot} onClose={() => setAsked(null)} />}
      {asked === 'clerk' && <ClerkDialog lot={lot} onClose={() => setAsked(null)} />}
      {asked === 'withdraw' && <WithdrawDialog lot={lot} onClose={() => setAsked(null)} />}
    </div>
  )
}

interface AskedProps {
  readonly lot: Lot
  readonly onClose: () => void
}

/** Strikes the bid that was on screen when the dialog opened, so that a newer one is never struck by mistake. */
function VoidDialog({ lot, onClose }: AskedProps) {
  const { t } = useLingui()
  const { commands } = useVenue()
  const [seen] = useState(lot.leading)
  if (!seen) return null
  const price = formatMoney(formatMinor(seen.price), lot.currency)
  return (
    <ReasonDialog
      title={t`Strike the leading bid on lot ${lot.position}?`}
      text={t`The bid of number ${seen.number} at ${price} is struck, with every bid that followed from it automatically. The earlier price is restored, the bidder's ceiling on this lot is suspended, and the clock keeps at least the extension. Everyone sees it with your reason.`}
      confirmLabel={t`Strike the bid`}
      working={t`Striking the bid…`}
      command={(reason) => commands.voidBid(lot.lot, seen.seq, reason)}
      onClose={onClose}
    />
  )
}

function WithdrawDialog({ lot, onClose }: AskedProps) {
  const { t } = useLingui()
  const { commands } = useVenue()
  return (
    <ReasonDialog
      title={t`Withdraw lot ${lot.position}?`}
      text={t`The lot is withdrawn from this sale for good. Its bids, ceilings and offers end. Everyone sees it with your reason.`}
      confirmLabel={t`Withdraw the lot`}
      working={t`Withdrawing the lot…`}
      effect={({ lots }) => lots.get(lot.lot)?.status === 'withdrawn'}
      command={(reason) => commands.withdrawLot(lot.lot, reason)}
      onClose={onClose}
    />
  )
}
