import { Trans, useLingui } from '@lingui/react/macro'
import { heldOf } from '../../lib/unsaved.ts'
import { useStore } from '../../lib/useStore.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { acceptUpdate, postponeUpdate, updateOf } from './update.ts'
import css from './UpdateNotice.module.css'
import { useClient } from '../../lib/client.ts'

/** An unobtrusive prompt to update. It waits while the page shows a room with an open lot. */
export function UpdateNotice() {
  const client = useClient()
  const { t } = useLingui()
  const { kind } = useStore(updateOf(client))
  const { form, room } = useStore(heldOf(client))
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
        <Button size="small" busy={busy} onClick={() => acceptUpdate(client)}>
          <Trans>Load it now</Trans>
        </Button>
        {!busy && (
          <Button size="small" variant="quiet" onClick={() => postponeUpdate(client)}>
            <Trans>Later</Trans>
          </Button>
        )}
      </div>
    </aside>
  )
}
