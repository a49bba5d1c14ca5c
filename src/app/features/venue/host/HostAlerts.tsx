import { Trans } from '@lingui/react/macro'
import type { LotId } from '../../../../domain/state.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useSession } from '../room/RoomContext.ts'
import css from './HostAlerts.module.css'

/** What waits for the host: lots whose bidders lost their links together. */
export function HostAlerts({ onLook }: { readonly onLook: (lot: LotId) => void }) {
  const waiting = useSession((state) => state.lotOrder.filter((id) => state.lots[id]?.status === 'open' && state.lots[id].holdOffered && !state.lots[id].holdUsed).join(' '))
  if (waiting === '') return null
  return <div role="alert">{waiting.split(' ').map((id) => <HoldOffered key={id} id={id} onLook={onLook} />)}</div>
}

function HoldOffered({ id, onLook }: { readonly id: LotId; readonly onLook: (lot: LotId) => void }) {
  const position = useSession((state) => state.lots[id]?.position ?? 0)
  return (
    <div className={css.alert}>
      <Icon name="alert" />
      <p><Trans>At least half of the bidders on lot {position} lost their links together. You may hold it for 60 seconds, once.</Trans></p>
      <Button size="small" variant="line" onClick={() => onLook(id)}><Trans>Look</Trans></Button>
    </div>
  )
}
