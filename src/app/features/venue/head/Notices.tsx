import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { formatSeconds } from '../../../lib/format/index.ts'
import type { Ending } from '../../../../client/room/connectionState.ts'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { KINDS } from '../../../ui/kinds.ts'
import type { NewsKind } from '../news.ts'
import { useLink, usePart, useSession, useStaleSince, useStore, useVenue } from '../room/RoomContext.ts'
import { useSaid } from '../room/Said.tsx'
import css from './Notices.module.css'

interface NoticesProps {
  /** `inHand`: the lot in hand reports the failed link itself. `deck`: the deck reports that the sale is paused. */
  readonly inHand?: boolean
  readonly deck?: boolean
}

/** Notices for all roles: lost link, closed room. */
export function Notices({ inHand = false, deck = false }: NoticesProps) {
  const stage = useSession((state) => state.stage)
  return (
    <div className={css.notices}>
      <LinkNotice inHand={inHand} />
      <InterruptionNotice />
      {!(deck && stage === 'bidding') && <ClosureNotice />}
      <HostLostNotice />
      <StrayedNotice />
    </div>
  )
}

/** The server is reached, but cannot take bids. */
function InterruptionNotice() {
  const { room } = useVenue()
  const link = useLink()
  if (!useStore(room.interrupted) || link.kind !== 'live') return null
  return (
    <Notice kind="error">
      <b>
        <Trans>Bids cannot be taken right now.</Trans>
      </b>{' '}
      <Trans>Nothing is sold or closed meanwhile, and open lots get the lost time back.</Trans>
    </Notice>
  )
}

export function LinkNotice({ inHand = false }: Pick<NoticesProps, 'inHand'>) {
  const { room } = useVenue()
  const link = useLink()
  const staleSince = useStaleSince()
  const isShown = usePart(room.replica, ({ state }) => state !== null)
  switch (link.kind) {
    case 'failed':
      return inHand ? null : (
        <Notice
          kind="error"
          action={
            <Button variant="line" size="small" onClick={room.retry}>
              <Trans>Try now</Trans>
            </Button>
          }
        >
          <b>
            <Trans>The connection failed. Please contact customer service.</Trans>
          </b>{' '}
          {isShown && staleSince !== null ? (
            <Trans>Prices are as of {formatSeconds(staleSince)}. Trying again by itself in the background.</Trans>
          ) : (
            <Trans>Trying again by itself in the background.</Trans>
          )}
        </Notice>
      )
    case 'full':
      return (
        <Notice
          tone="warn"
          icon="clock"
          tells="asked"
          action={
            <Button variant="line" size="small" onClick={room.retry}>
              <Trans>Try now</Trans>
            </Button>
          }
        >
          <b>
            <Trans>The room is full at the moment.</Trans>
          </b>{' '}
          <Trans>Keep this page open: it enters by itself as soon as there is a place.</Trans>
        </Notice>
      )
    case 'ended':
      return <Ended because={link.because} />
    case 'unsupported':
      return (
        <Notice kind="warning">
          <Trans>The browser does not support websocket. Please open the room in a newer one.</Trans>
        </Notice>
      )
    case 'idle':
    case 'connecting':
    case 'live':
    case 'catchingUp':
    case 'reconnecting':
      return null
  }
}

function Ended({ because }: { readonly because: Ending }) {
  const { t } = useLingui()
  const { room, leave } = useVenue()
  const again = (label: string) => (
    <Button variant="line" size="small" onClick={room.retry}>
      {label}
    </Button>
  )
  const out = <Button variant="line" size="small" onClick={leave}>{t`Go to home page`}</Button>
  switch (because) {
    case 'normal':
      return (
        <Notice tone="calm" icon="flag" tells="excluded" action={again(t`Come back`)}>
          <Trans>The room ended the connection in the normal way.</Trans>
        </Notice>
      )
    case 'session':
      return (
        <Notice kind="error" action={out}>
          <Trans>Your visit to the room has ended. Please enter again from the home page; your bids stand.</Trans>
        </Notice>
      )
    case 'notPermitted':
      return (
        <Notice kind="error" action={out}>
          <Trans>You may no longer enter this room.</Trans>
        </Notice>
      )
    case 'notFound':
      return (
        <Notice kind="error" action={out}>
          <Trans>The session does not exist. Please sign in again.</Trans>
        </Notice>
      )
    case 'replaced':
      return (
        <Notice tone="warn" icon="flag" tells="excluded" action={again(t`Use it here`)}>
          <Trans>The room was opened elsewhere with this visit.</Trans>
        </Notice>
      )
    case 'outdated':
      return (
        <Notice
          tone="bad"
          icon="retry"
          tells="excluded"
          action={<Button variant="line" size="small" onClick={() => location.reload()}>{t`Reload`}</Button>}
        >
          <Trans>This page is older than the room. Please reload it; nothing of yours is lost.</Trans>
        </Notice>
      )
  }
}

/** The sale goes on by its clocks; acts of the host wait until it is back. */
function HostLostNotice() {
  const { room } = useVenue()
  const link = useLink()
  const lost = usePart(room.presence, (presence) => presence?.hostLost ?? false)
  const runs = useSession((state) => state.phase === 3 || state.phase === 4)
  if (!lost || !runs || link.kind !== 'live') return null
  return (
    <Notice tone="warn" icon="offline" tells="notice">
      <b>
        <Trans>The host has lost the connection.</Trans>
      </b>{' '}
      <Trans>Clocks go on, and open lots close as shown.</Trans>
    </Notice>
  )
}

function ClosureNotice() {
  const closure = useSession((state) => state.closure)
  if (!closure) return null
  return (
    <Notice tone="warn" icon="pause" tells={null}>
      <b>
        {closure.reopensAt !== null ? (
          <Trans>The room reopens at {formatSeconds(closure.reopensAt)}.</Trans>
        ) : closure.message === '' ? (
          <Trans>The system has paused the sale: the database’s clock was set back.</Trans>
        ) : (
          <Trans>The host has paused the sale.</Trans>
        )}
      </b>{' '}
      {closure.message} <Trans>All clocks are stopped.</Trans>
    </Notice>
  )
}

/** The replica differed from the room's state and was replaced. */
function StrayedNotice() {
  const { t } = useLingui()
  const { room } = useVenue()
  const times = useStore(room.diverged)
  const [seen, setSeen] = useState(0)
  if (times <= seen) return null
  return (
    <Notice
      tone="warn"
      icon="retry"
      tells="missing"
      action={<Button variant="line" size="small" onClick={() => setSeen(times)}>{t`Dismiss`}</Button>}
    >
      <b>
        <Trans>What this page showed differed from the room.</Trans>
      </b>{' '}
      <Trans>It was loaded anew. Please check prices before you bid.</Trans>
    </Notice>
  )
}

interface NoticeProps {
  readonly action?: ReactNode
  readonly children: ReactNode
}
type Looks =
  /** Of the error catalogue (spec §8): its role says it to screen readers. */
  | { readonly kind: 'error' | 'warning'; readonly tells?: never }
  | {
      readonly kind?: never
      readonly tone: 'calm' | 'warn' | 'bad'
      readonly icon: IconName
      /** As which news the room's voice says it; `null`: the voice says the event itself. */
      readonly tells: NewsKind | null
    }

export function Notice({ action, children, ...looks }: NoticeProps & Looks) {
  const { i18n } = useLingui()
  const words = useSaid<HTMLParagraphElement>(looks.tells ?? null)
  if (looks.kind === undefined) {
    const { tone, icon } = looks
    return (
      <div className={classes(css.notice, css[tone])}>
        <Icon name={icon} size={20} />
        <p ref={words}>{children}</p>
        {action}
      </div>
    )
  }
  const { icon, word, role } = KINDS[looks.kind]
  return (
    <div
      className={classes(css.notice, css[looks.kind === 'error' ? 'bad' : 'warn'])}
      role={role}
      data-problem={looks.kind}
    >
      <Icon name={icon} size={20} />
      <p>
        <b>{i18n._(word)}</b> {children}
      </p>
      {action}
    </div>
  )
}
