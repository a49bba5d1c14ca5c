import { Trans } from '@lingui/react/macro'
import type { LotId } from '../../../../domain/lot.ts'
import type { SessionState } from '../../../../domain/state.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useSession } from '../room/RoomContext.ts'
import css from './HostAlerts.module.css'

/** Alerts for the host: lots whose bidders lost their links together. */
export function HostAlerts({ onLook }: { readonly onLook: (lot: LotId) => void }) {
  const offered = useSession(holdsOffered)
  if (offered === '') return null
  return (
    <div className={css.alert}>
      <Icon name="alert" />
      <p>
        <Trans>Half of the bidders lost their links together. Hold a lot for 60 s, once:</Trans>
      </p>
      {offered.split(' ').map((id) => (
        <Look key={id} id={id} onLook={onLook} />
      ))}
    </div>
  )
}

/** Ids of the lots as one text, so that the store compares them by value. */
const holdsOffered = ({ lots, closure }: SessionState): string =>
  closure
    ? ''
    : [...lots]
        .filter(({ status, holdOffered, holdUsed }) => status === 'open' && holdOffered && !holdUsed)
        .map(({ lot }) => lot)
        .join(' ')

function Look({ id, onLook }: { readonly id: LotId; readonly onLook: (lot: LotId) => void }) {
  const position = useSession((state) => state.lots.get(id)?.position ?? 0)
  return (
    <Button size="small" variant="line" onClick={() => onLook(id)}>
      <Trans>Lot {position}</Trans>
    </Button>
  )
}
