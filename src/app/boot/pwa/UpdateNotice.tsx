import { Trans, useLingui } from '@lingui/react/macro'
import { held } from '../../lib/unsaved.ts'
import { useStore } from '../../lib/useStore.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { acceptUpdate, postponeUpdate, update } from './update.ts'
import css from './UpdateNotice.module.css'

/** Asks quietly. In a room whose lot is open it waits until that is over. */
export function UpdateNotice() {
  const { t } = useLingui()
  const { kind } = useStore(update)
  const { form, room } = useStore(held)
  if (room > 0 || kind === 'none' || kind === 'later') return null
  const busy = kind === 'accepted'
  return (
    <aside className={css.notice} aria-label={t`Update`}>
      <Icon name="retry" />
      <p>
        <strong>
          <Trans>A new version is ready.</Trans>
        </strong>{' '}
        {form > 0 ? (
          <Trans>Your entries are saved as a draft, without passwords and codes. Other tabs are not affected.</Trans>
        ) : (
          <Trans>Only this tab reloads; other tabs are not affected.</Trans>
        )}
      </p>
      <div className={css.acts}>
        <Button size="small" busy={busy} onClick={acceptUpdate}>
          <Trans>Load it now</Trans>
        </Button>
        {!busy && (
          <Button size="small" variant="quiet" onClick={postponeUpdate}>
            <Trans>Later</Trans>
          </Button>
        )}
      </div>
    </aside>
  )
}
