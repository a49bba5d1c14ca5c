import { Trans } from '@lingui/react/macro'
import type { SessionState } from '../../../../domain/state.ts'
import { useSession } from '../room/RoomContext.ts'
import css from './SaleTally.module.css'

/** How the sale stands, in four numbers. */
export function SaleTally() {
  const counts = useSession(countText).split(' ')
  const [open = '0', sold = '0', unsold = '0', bids = '0'] = counts
  return (
    <dl className={css.tally}>
      <div>
        <dt>
          <Trans>Open</Trans>
        </dt>
        <dd>{open}</dd>
      </div>
      <div>
        <dt>
          <Trans>Sold</Trans>
        </dt>
        <dd>{sold}</dd>
      </div>
      <div>
        <dt>
          <Trans>Unsold</Trans>
        </dt>
        <dd>{unsold}</dd>
      </div>
      <div>
        <dt>
          <Trans>Bids</Trans>
        </dt>
        <dd>{bids}</dd>
      </div>
    </dl>
  )
}

/** As one text: it compares by value, so a bid on its own repaints nothing but the number that moved. */
function countText({ lots }: SessionState): string {
  const all = Object.values(lots)
  const count = (...statuses: readonly string[]) => all.filter((lot) => statuses.includes(lot.status)).length
  const bids = all.reduce((sum, lot) => sum + lot.bidCount, 0)
  return `${count('open', 'held', 'scheduled')} ${count('sold')} ${count('unsold')} ${bids}`
}
