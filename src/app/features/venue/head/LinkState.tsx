import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { RECONNECT_NOTICES } from '../../../../contract/constants.ts'
import { formatClock } from '../../../lib/format/index.ts'
import type { LinkView } from '../../../../client/room/linkView.ts'
import { classes } from '../../../ui/classes.ts'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { useLink, useStore, useVenue } from '../room/RoomContext.ts'
import css from './LinkState.module.css'

/** The link in a word and a shape: online, weak with its delay, reconnecting, offline since. */
export function LinkState() {
  const link = useLink()
  return (
    <output className={css.region} aria-live="polite">
      <State link={link} />
    </output>
  )
}

function State({ link }: { readonly link: LinkView }) {
  switch (link.kind) {
    case 'idle':
    case 'connecting':
      return (
        <Pill tone="calm" icon="clock">
          <Trans>Connecting</Trans>
        </Pill>
      )
    case 'live':
      return <Live />
    case 'catchingUp':
      return (
        <Pill tone="warn" icon="retry">
          <Trans>Catching up</Trans>
        </Pill>
      )
    case 'reconnecting':
      return (
        <Pill tone="warn" icon="retry">
          <Trans>
            Reconnecting {link.retry} of {RECONNECT_NOTICES}
          </Trans>
        </Pill>
      )
    case 'failed':
      return (
        <Pill tone="bad" icon="offline">
          <OfflineSince since={link.since} />
        </Pill>
      )
    case 'ended':
      return (
        <Pill tone="bad" icon="offline">
          <Trans>Not connected</Trans>
        </Pill>
      )
    case 'unsupported':
      return (
        <Pill tone="bad" icon="offline">
          <Trans>Not supported</Trans>
        </Pill>
      )
  }
}

function Live() {
  const { room } = useVenue()
  const quality = useStore(room.quality)
  if (quality.kind === 'good')
    return (
      <Pill tone="good">
        <Trans>Online</Trans>
      </Pill>
    )
  const seconds = (quality.delay / 1000).toFixed(1)
  return (
    <Pill tone="warn" icon="link">
      <Trans>Weak: {seconds} s delay</Trans>
    </Pill>
  )
}

function OfflineSince({ since }: { readonly since: number }) {
  const { room } = useVenue()
  return <Trans>Offline since {formatClock(room.serverTime(since))}</Trans>
}

function Pill({
  tone,
  icon,
  children,
}: {
  readonly tone: 'good' | 'calm' | 'warn' | 'bad'
  readonly icon?: IconName
  readonly children: ReactNode
}) {
  return (
    <span className={classes(css.pill, css[tone])}>
      {icon ? <Icon name={icon} size={16} /> : <i className={css.dot} aria-hidden="true" />}
      {children}
    </span>
  )
}
