import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { formatSeconds, groupThousands } from '../../../lib/format/index.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { StageName } from '../parts/StageName.tsx'
import { SaleRulesLink } from '../parts/SaleRulesLink.tsx'
import { useIsLive, usePart, useServerSecond, useSession, useVenue } from '../room/RoomContext.ts'
import { HeadCountdown } from './HeadCountdown.tsx'
import { LinkState } from './LinkState.tsx'
import css from './VenueHeader.module.css'
import { useClient } from '../../../lib/client.ts'

/** The room's header, always visible: Beijing time, stage, countdown, link, people. */
export function VenueHeader() {
  const practice = useSession((state) => state.practice)
  return (
    <header className={css.header}>
      {practice && <PracticeBand />}
      <div className={css.row}>
        <LeaveButton />
        <BeijingTime />
        <div className={css.now}>
          <Stage />
          <HeadCountdown />
        </div>
        <div className={css.end}>
          <People />
          <LinkState />
        </div>
      </div>
    </header>
  )
}

function PracticeBand() {
  return (
    <p className={css.practice}>
      <b>
        <Trans>Practice sale</Trans>
      </b>{' '}
      <span>
        <Trans>Nothing bought here becomes an order.</Trans>
      </span>
    </p>
  )
}

function BeijingTime() {
  const now = useServerSecond()
  return (
    <p className={css.time}>
      <time translate="no" className={css.clock} dateTime={new Date(now).toISOString()}>
        {formatSeconds(now)}
      </time>
      <span className={css.small}>
        <Trans>Beijing time</Trans>
      </span>
    </p>
  )
}

function Stage() {
  const { t } = useLingui()
  const stage = useSession((state) => state.stage)
  const round = useSession((state) => state.round)
  return (
    <p className={css.stage}>
      <b>
        <SaleRulesLink title={t`Rules of this session`} className={css.rules}>
          <StageName stage={stage} />
        </SaleRulesLink>
      </b>
      {stage === 'bidding' && (
        <span className={css.small}>
          <Trans>Round {round}</Trans>
        </span>
      )}
    </p>
  )
}

function People() {
  const { room } = useVenue()
  const { t } = useLingui()
  const online = usePart(room.presence, (presence) => presence?.online ?? null)
  const live = useIsLive()
  const many = groupThousands(online)
  // Offline the number of people present is unknown.
  if (online === null || !live) return null
  return (
    <p className={css.people} title={t`People in the room`}>
      <Icon name="user" size={16} />
      <span aria-hidden="true" className={css.bare}>
        {online}
      </span>
      <span className={css.words}>
        <Plural value={online} one={`${many} person`} other={`${many} people`} />
      </span>
    </p>
  )
}

function LeaveButton() {
  const client = useClient()
  const { t } = useLingui()
  const { leave } = useVenue()
  const running = useSession((state) => state.stage === 'bidding' || state.stage === 'negotiation')
  const run = async () => {
    const sure =
      !running ||
      (await confirm(client, {
        title: t`Leave the room?`,
        text: t`The sale is under way. Your bids stand; you can come back at any time.`,
        confirmLabel: t`Leave`,
      }))
    if (sure) leave()
  }
  return (
    <button type="button" className={css.leave} onClick={() => void run()}>
      <Icon name="leave" size={18} />
      <span className={css.leaveWord}>{t`Leave`}</span>
    </button>
  )
}
