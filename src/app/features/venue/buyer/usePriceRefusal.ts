import { useLingui } from '@lingui/react/macro'
import { useClient } from '../../../lib/client.ts'
import { tellNotice } from '../room/tell.ts'
import type { Bidding } from './useBidButton.ts'

/** Says in a notice why a press does not change the price; `lower`: the press would lower it. */
export function usePriceRefusal({ button, canChoose }: Bidding): (lower?: boolean) => void {
  const client = useClient()
  const { t } = useLingui()
  const why = (lower: boolean): string | null => {
    switch (button.kind) {
      case 'linkLost':
        return t`Offline: no price can be chosen now.`
      case 'roomClosed':
        return t`No bids are taken in the room now, so no price can be chosen.`
      case 'held':
        return t`The lot is on hold. Choose a price when it goes on.`
      case 'next':
      case 'notOpen':
        return t`No bids are taken on this lot now. Choose another lot first.`
      case 'sending':
      case 'checking':
      case 'settling':
        return t`Your bid is on its way. Choose a price once it is answered.`
      case 'leading':
        return t`You lead; a higher price is chosen once you are outbid.`
      case 'outbid':
      case 'canBid':
        return lower ? t`This is the lowest price that is taken now.` : null
    }
  }
  return (lower = false) => {
    const title = why(lower && canChoose)
    if (title !== null) tellNotice(client, { tone: 'warn', title, key: title })
  }
}
