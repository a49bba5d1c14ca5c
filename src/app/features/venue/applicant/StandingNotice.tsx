import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { IDENTITY } from '../../../../contract/constants.ts'
import { enterVenue } from '../../../../client/session/index.ts'
import type { Activity } from '../../../../client/room/activity.ts'
import type { BiddingNumber } from '../../../../domain/lot.ts'
import { useClient } from '../../../lib/client.ts'
import { useStore } from '../../../lib/useStore.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../head/Notices.tsx'
import type { NewsKind } from '../news.ts'
import { usePart, useSession, useVenue } from '../room/RoomContext.ts'
import css from './StandingNotice.module.css'
import { mineQuery } from './queries.ts'

/**
 * Says why a person watches without a part in the bidding: the sign-up waits for the operator, or the company was
 * dismissed. An applicant who is admitted meanwhile enters anew from here.
 */
export function StandingNotice() {
  const { seat } = useVenue()
  const { number, formerNumber } = seat
  if (seat.identity === IDENTITY.buyer && number !== null) return <OfBidder number={number} />
  if (seat.identity !== IDENTITY.applicant) return null
  return formerNumber === null ? <Waits /> : <OfBidder number={formerNumber} />
}

function OfBidder({ number }: { readonly number: BiddingNumber }) {
  const { seat } = useVenue()
  const admitted = useSession(({ bidders }) => bidders[number]?.admitted ?? false)
  if (!admitted) return <Excluded number={number} />
  return seat.number === number ? null : <Admitted number={number} />
}

function Excluded({ number }: { readonly number: BiddingNumber }) {
  const { room } = useVenue()
  const suspended = useSession(({ bidders }) => bidders[number]?.suspended ?? false)
  const told = usePart(room.replica, ({ activity }) => reasonIn(activity, number))
  const asked = useMine(told === null)
  // The sentence has a stop of its own.
  const reason = (told ?? asked?.dismissed ?? '').trim().replace(/[.。]+$/, '')
  return (
    <Standing tone="bad" tells="excluded">
      <b>
        {suspended ? (
          <Trans>Your company is suspended in this sale.</Trans>
        ) : (
          <Trans>Your company was dismissed from this sale.</Trans>
        )}
      </b>{' '}
      {reason !== '' && <Trans>Reason: {reason}.</Trans>}{' '}
      <Trans>Bids, ceilings and offers that ran have lapsed; deals stay. You may go on watching.</Trans>
    </Standing>
  )
}

/** The reason of the bidder's newest exclusion among the entries on this device; `null`: it is not among them. */
function reasonIn(activity: readonly Activity[], number: BiddingNumber): string | null {
  const last = activity.findLast(
    (entry) =>
      entry.kind === 'event' &&
      (entry.event.type === 'bidder.dismissed' || entry.event.type === 'bidder.suspended') &&
      entry.event.number === number,
  )
  return last?.kind === 'event' && 'reason' in last.event ? last.event.reason : null
}

function Waits() {
  const mine = useMine(true)
  if (mine?.identityType === IDENTITY.buyer && mine.biddingNumber !== null)
    return <Admitted number={mine.biddingNumber} />
  return (
    <Standing tone="calm" tells="notice">
      <b>
        <Trans>Your sign-up waits for the operator.</Trans>
      </b>{' '}
      <Trans>You may watch meanwhile. Once you are admitted, your bidding number appears here.</Trans>
    </Standing>
  )
}

function Admitted({ number }: { readonly number: BiddingNumber }) {
  const client = useClient()
  const { seat, leave } = useVenue()
  const isSignedIn = useStore(client.session.token) !== null
  const phase = useSession((state) => state.phase)
  const stage = useSession((state) => state.stage)
  const enter = useMutation({
    mutationFn: () => enterVenue(client, { scheduleTimelineId: seat.scheduleTimelineId, state: phase, stage }),
    // The page opens the room with the seat in its cookies, once.
    onSuccess: () => location.reload(),
  })
  return (
    <Standing
      tone="calm"
      tells="asked"
      action={
        <Button
          size="small"
          busy={enter.isPending}
          // Without a sign-in the way to a bidder's seat is the entrance.
          onClick={isSignedIn ? () => enter.mutate() : leave}
        >
          <Trans>Enter to bid</Trans>
        </Button>
      }
    >
      <b>
        <Trans>You are admitted with number {number}.</Trans>
      </b>
    </Standing>
  )
}

/** The signed-in person's participation; `null` while it is not known, or without a sign-in. */
function useMine(enabled: boolean) {
  const client = useClient()
  const { seat } = useVenue()
  const isSignedIn = useStore(client.session.token) !== null
  return useQuery({ ...mineQuery(seat.scheduleTimelineId), enabled: enabled && isSignedIn }).data ?? null
}

interface StandingProps {
  readonly tone: 'calm' | 'bad'
  readonly tells: NewsKind
  readonly action?: ReactNode
  readonly children: ReactNode
}

const Standing = ({ tone, tells, action, children }: StandingProps) => (
  <div className={css.standing}>
    <Notice tone={tone} icon={tone === 'bad' ? 'cross' : 'clock'} tells={tells} action={action}>
      {children}
    </Notice>
  </div>
)
