import { Trans, useLingui } from '@lingui/react/macro'
import { inBetween } from '../../../client/calls/describe.ts'
import { formatClock } from '../../lib/format/index.ts'
import { type LinkState } from '../../../client/link/index.ts'
import { useStore } from '../../lib/useStore.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './LinkStrip.module.css'
import { useClient } from '../../lib/client.ts'

/** In the header: the page is live. */
export function LinkDot() {
  const client = useClient()
  return useStore(client.link.state).kind === 'online' ? <span className={css.dot} /> : null
}

/** The link's state below the header, only while something is wrong. A recovered link is announced, but not shown. */
export function LinkStrip() {
  const client = useClient()
  const state = useStore(client.link.state)
  return (
    <div
      className={classes(
        state.kind === 'online' ? 'visually-hidden' : css.strip,
        (state.kind === 'weak' || state.kind === 'reconnecting') && css.weak,
        state.kind === 'offline' && css.offline,
      )}
    >
      <div className={css.inner}>
        {/* Said when the kind of link changes, not with each figure. */}
        <output className={css.said} aria-relevant="additions">
          <Said key={state.kind} state={state} />
        </output>
        {state.kind === 'offline' && (
          <span className={css.again}>
            <Button variant="line" size="small" onClick={() => void client.link.probe()}>
              <Trans>Try now</Trans>
            </Button>
          </span>
        )}
      </div>
    </div>
  )
}

function Said({ state }: { readonly state: LinkState }) {
  const { i18n } = useLingui()
  switch (state.kind) {
    case 'online':
      return (
        <>
          <Trans>Online</Trans>
        </>
      )
    case 'weak': {
      const seconds = (state.delay / 1000).toFixed(1)
      return (
        <>
          <Icon name="link" size={16} />
          <Trans>Weak link: answers take {seconds} s</Trans>
        </>
      )
    }
    case 'reconnecting': {
      const { attempt, of } = state
      return (
        <>
          <Icon name="retry" size={16} />
          <Trans>
            Reconnecting, {attempt} of {of}
          </Trans>
        </>
      )
    }
    case 'offline': {
      const since = formatClock(state.since)
      const { between } = state
      return (
        <>
          <Icon name="offline" size={16} />
          {between === undefined ? (
            <Trans>Offline since {since}. What you have seen stays readable.</Trans>
          ) : (
            i18n._(inBetween(between))
          )}
        </>
      )
    }
  }
}
