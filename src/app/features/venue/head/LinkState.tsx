import { Trans } from '@lingui/react/macro'
import { RECONNECT_NOTICES } from '../../../../contract/constants.ts'
import { formatClock } from '../../../lib/format/index.ts'
import type { LinkView } from '../../../../client/room/linkView.ts'
import { Mark } from '../../../ui/Mark.tsx'
import { useLink, useSecondsLeft, useStore, useVenue } from '../room/RoomContext.ts'
import css from './LinkState.module.css'

/** The link's state as a word and a shape: online, weak with its delay, reconnecting, offline since. */
export function LinkState() {
  const link = useLink()
  return (
    // The room's announcer tells of the link.
    <output className={css.region} aria-live="off">
      <State link={link} />
    </output>
  )
}

function State({ link }: { readonly link: LinkView }) {
  switch (link.kind) {
    case 'idle':
    case 'connecting':
      return (
        <Mark tone="calm" icon="clock">
          <Trans>Connecting</Trans>
        </Mark>
      )
    case 'live':
      return <Live />
    case 'catchingUp':
      return (
        <Mark tone="warn" icon="retry">
          <Trans>Catching up</Trans>
        </Mark>
      )
    case 'reconnecting':
      return (
        <Mark tone="warn" icon="retry">
          <Reconnecting retry={link.retry} nextAt={link.nextAt} />
        </Mark>
      )
    case 'failed':
      return (
        <Mark tone="bad" icon="offline">
          <OfflineSince since={link.since} />
        </Mark>
      )
    case 'full':
      return (
        <Mark tone="warn" icon="clock">
          <Trans>Room is full</Trans>
        </Mark>
      )
    case 'ended':
      return (
        <Mark tone="bad" icon="offline">
          <Trans>Not connected</Trans>
        </Mark>
      )
    case 'unsupported':
      return (
        <Mark tone="bad" icon="offline">
          <Trans>Not supported</Trans>
        </Mark>
      )
  }
}

/** A notice with the seconds until the next attempt. */
function Reconnecting({ retry, nextAt }: { readonly retry: number; readonly nextAt: number }) {
  const { room } = useVenue()
  const left = useSecondsLeft(room.serverTime(nextAt))
  return (
    <>
      <Trans>
        Reconnecting {retry}/{RECONNECT_NOTICES}
      </Trans>
      {left !== null && left > 0 && (
        <>
          {' '}
          {/* The seconds are to be seen; a screen reader hears the notice once. */}
          <span aria-hidden="true" className={css.next}>
            <Trans>in {left} s</Trans>
          </span>
        </>
      )}
    </>
  )
}

function Live() {
  const { room } = useVenue()
  const quality = useStore(room.quality)
  const carrier = useStore(room.carrier)
  if (carrier !== 'socket') return <OverHttp />
  if (quality.kind === 'good')
    return (
      <span className={css.good}>
        <i className={css.dot} aria-hidden="true" />
        <Trans>Online</Trans>
      </span>
    )
  const seconds = (quality.delay / 1000).toFixed(1)
  return (
    <Mark tone="warn" icon="link">
      <Trans>Weak: {seconds} s delay</Trans>
    </Mark>
  )
}

/** The frames come over HTTP, which costs the measured seconds. A phone's head has room for a word; a screen reader hears the sentence. */
function OverHttp() {
  const { room } = useVenue()
  const behind = useStore(room.behind)
  const seconds = behind === null ? null : (behind / 1000).toFixed(1)
  return (
    <span className={css.good} data-carrier="http">
      <i className={css.dot} aria-hidden="true" />
      <span className={css.whole}>
        {seconds === null ? (
          <Trans>Live over HTTP on this network</Trans>
        ) : (
          <Trans>Live over HTTP on this network, {seconds} s behind</Trans>
        )}
      </span>
      <span className={css.short} aria-hidden="true">
        {seconds === null ? <Trans>Live, HTTP</Trans> : <Trans>HTTP, +{seconds} s</Trans>}
      </span>
    </span>
  )
}

function OfflineSince({ since }: { readonly since: number }) {
  const { room } = useVenue()
  return <Trans>Offline since {formatClock(room.serverTime(since))}</Trans>
}
