import { Trans } from '@lingui/react/macro'
import { useStore } from '../../lib/useStore.ts'
import { Button } from '../../ui/Button.tsx'
import { installOf } from './install.ts'
import css from './InstallApp.module.css'
import { useClient } from '../../lib/client.ts'

/** Renders nothing if the app is installed already or cannot be installed. */
export function InstallApp() {
  const client = useClient()
  const state = useStore(installOf(client))
  switch (state.kind) {
    case 'no':
      return null
    case 'ask':
      return (
        <Button variant="line" size="small" onClick={state.ask}>
          <Trans>Install</Trans>
        </Button>
      )
    case 'byHand':
      return (
        <p className={css.hint}>
          <Trans>To open it like an app, offline too: Share, then “Add to Home Screen”.</Trans>
        </p>
      )
  }
}
