import { Plural, Trans } from '@lingui/react/macro'
import { groupThousands } from '../../lib/format/index.ts'
import type { LotRow } from './queries.ts'

/** Names the kind of the price beside it: start price, leading price, … */
export function PriceLabel({
  lot: { price, status, asks, bidCount },
}: {
  readonly lot: Pick<LotRow, 'price' | 'status' | 'asks' | 'bidCount'>
}) {
  const many = groupThousands(bidCount)
  if (price === null) return <Trans>Start price</Trans>
  if (asks) return asks === 'bidder' ? <Trans>Offered on at</Trans> : <Trans>Seller asked at</Trans>
  if (status === 'sold')
    return bidCount === 0 ? (
      <Trans>Deal price, negotiated</Trans>
    ) : (
      <Plural value={bidCount} one={`Deal price after ${many} bid`} other={`Deal price after ${many} bids`} />
    )
  return bidCount === 0 ? (
    <Trans>Adjusted price</Trans>
  ) : (
    <Plural value={bidCount} one={`Leading after ${many} bid`} other={`Leading after ${many} bids`} />
  )
}
