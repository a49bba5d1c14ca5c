import { Trans } from '@lingui/react/macro'
import type { Lot, LotId } from '../../../../domain/lot.ts'
import type { SessionState } from '../../../../domain/state.ts'
import { formatMinor } from '../../../../domain/units.ts'
import { Money } from '../../../ui/Money.tsx'
import { Offers } from '../negotiate/Offers.tsx'
import { runningCount } from '../marks.ts'
import { LotStage } from '../parts/LotStage.tsx'
import { useLot, useSession, useVenue } from '../room/RoomContext.ts'
import { AdjustForm } from './AdjustForm.tsx'
import { LotFiles } from './LotFiles.tsx'
import css from './SellerLot.module.css'

/** A lot for its seller: its state and the possible adjustments. */
export function SellerLot({ id }: { readonly id: LotId }) {
  const { seat } = useVenue()
  const lot = useLot(id)
  const why = useSession((state) => (lot ? notNow(state, lot) : 'ended'))
  const negotiating = useSession((state) => state.stage === 'negotiation')
  if (!lot) return null
  const own = lot.seller === seat.seller
  return (
    <>
      <LotStage lot={lot} noticed />
      {own && lot.reserve !== null && (
        <p className={css.reserve}>
          <Trans>
            Your reserve, seen by you and the operator alone:{' '}
            <b>
              <Money amount={formatMinor(lot.reserve)} currency={lot.currency} per={lot.unit} />
            </b>
          </Trans>
        </p>
      )}
      {!own && (
        <p className={css.why}>
          <Trans>Own lots only: another seller’s lot cannot be changed.</Trans>
        </p>
      )}
      {own && negotiating && lot.status === 'unsold' && <Offers lot={lot} />}
      {own &&
        (why === null ? (
          <>
            <AdjustForm key={`${lot.startPrice} ${lot.deliveryDate}`} lot={lot} />
            {lot.parent === null && <LotFiles lot={lot} />}
          </>
        ) : (
          <WhyNot why={why} />
        ))}
    </>
  )
}

type NotNow = 'ended' | 'closed' | 'running' | 'bidOn' | 'stage'

/**
 * The reason why the lot cannot be adjusted now. Repeats the law's condition (LAW.md L3), so that the form appears only
 * if it can succeed.
 */
function notNow(state: SessionState, lot: Lot): NotNow | null {
  if (lot.status === 'sold' || lot.status === 'withdrawn' || lot.status === 'failed') return 'ended'
  if (state.phase === 5 || (state.stage !== 'preparation' && state.stage !== 'bidding')) return 'stage'
  if (state.closure) return 'closed'
  if (runningCount(state) === 0) return null
  return lot.round === state.round && lot.leading !== null ? 'bidOn' : 'running'
}

function WhyNot({ why }: { readonly why: NotNow }) {
  return (
    <p className={css.why}>
      <Words why={why} />
    </p>
  )
}

function Words({ why }: { readonly why: NotNow }) {
  switch (why) {
    case 'ended':
      return <Trans>This lot has ended; nothing can be changed.</Trans>
    case 'closed':
      return <Trans>The sale is paused; adjust when it resumes.</Trans>
    case 'running':
      return <Trans>A round is running. You can adjust your lots between rounds.</Trans>
    case 'bidOn':
      return <Trans>This lot has a bid in the running round and cannot be adjusted.</Trans>
    case 'stage':
      return (
        <Trans>Prices are adjusted in the preparation and between rounds; in the negotiation you counter offers.</Trans>
      )
  }
}
