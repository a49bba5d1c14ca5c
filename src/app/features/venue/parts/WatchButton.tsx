import { useLingui } from '@lingui/react/macro'
import { IDENTITY } from '../../../../contract/constants.ts'
import type { LotId } from '../../../../domain/lot.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { useVenue } from '../room/RoomContext.ts'
import { useWatch } from '../room/useWatch.ts'
import css from './WatchButton.module.css'

export function WatchButton({ lot }: { readonly lot: LotId }) {
  const { t } = useLingui()
  const { seat } = useVenue()
  const { watched, toggle } = useWatch(lot)
  if (seat.identity !== IDENTITY.buyer) return null
  return (
    <button type="button" className={css.watch} aria-pressed={watched} onClick={toggle}>
      <Icon name="star" size={18} filled={watched} />
      {watched ? t`Watching` : t({ context: 'lot', message: 'Watch' })}
    </button>
  )
}
