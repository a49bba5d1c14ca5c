import { Trans, useLingui } from '@lingui/react/macro'
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { COOKIES, IDENTITY } from '../../../contract/constants.ts'
import { readCookie, writeCookie } from '../../../client/session/index.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Failed } from '../../ui/Empty.tsx'
import { lazyComponent } from '../../boot/lazyComponent.tsx'
import { notifyError } from '../../ui/notifyError.ts'
import { useTitle } from '../../ui/Page.tsx'
import { BuyerScreen } from './buyer/BuyerScreen.tsx'
import { Notices } from './head/Notices.tsx'
import { VenueHeader } from './head/VenueHeader.tsx'
import { Threshold } from './lobby/Threshold.tsx'
import { openVenue } from './room/openVenue.ts'
import { usePart, useSession, useVenue, VenueProvider, type Seat } from './room/RoomContext.ts'
import { leaveVenue, readSeat, renewVenue, venueToken } from './room/session.ts'
import { useHoldRoom } from './room/useHoldRoom.ts'
import { useShellLink } from './room/useShellLink.ts'
import css from './VenuePage.module.css'

// A buyer on a weak link does not fetch what only the host or a seller sees.
const HostScreen = lazyComponent(() => import('./host/HostScreen.tsx').then((module) => module.HostScreen))
const SellerScreen = lazyComponent(() => import('./seller/SellerScreen.tsx').then((module) => module.SellerScreen))

/** The room. Which screen it shows depends on the stored identity; any other value is the 404 page (spec §2). */
export function VenuePage() {
  const { scheduleTimelineId } = useSearch({ from: '/venue/detail' })
  const [seat] = useState(readSeat)
  if (!seat || seat.identity === IDENTITY.applicant) return <Navigate to="/404" replace />
  if (scheduleTimelineId !== undefined && scheduleTimelineId !== seat.scheduleTimelineId) return <Elsewhere />
  return <Visit key={seat.scheduleTimelineId} seat={seat} />
}

/** One browser visits one room at a time: its cookies name the one entered last. */
function Elsewhere() {
  return (
    <Failed
      title={<Trans>You have entered another room since</Trans>}
      action={
        <Link to="/" className={buttonClass()}>
          <Trans>Back to home</Trans>
        </Link>
      }
    >
      <Trans>Enter this one again from the home page; your bids there stand.</Trans>
    </Failed>
  )
}

function Visit({ seat }: { readonly seat: Seat }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  useTitle(t`Sale room`)
  const [opened] = useState(() => openVenue({ seat, token: venueToken, renew: renewVenue }))
  // The room lives as long as the page shows it.
  useEffect(() => {
    opened.room.start()
    return () => opened.room.stop()
  }, [opened])
  const leave = async () => {
    await leaveVenue().catch(notifyError)
    await navigate({ to: '/' })
  }
  return (
    <VenueProvider value={{ ...opened, leave: () => void leave() }}>
      <div className={css.room}>
        <Doors />
      </div>
    </VenueProvider>
  )
}

function Doors() {
  const { room } = useVenue()
  useShellLink()
  const known = usePart(room.replica, ({ state }) => state !== null)
  if (!known) return <Threshold />
  return (
    <>
      <KeepStage />
      <HoldRoom />
      <VenueHeader />
      <Notices />
      <Screen />
    </>
  )
}

function Screen() {
  const { seat } = useVenue()
  switch (seat.identity) {
    case IDENTITY.buyer:
    case IDENTITY.audience:
      return <BuyerScreen />
    case IDENTITY.seller:
      return <SellerScreen />
    case IDENTITY.host:
      return <HostScreen />
    case IDENTITY.applicant:
      return null
  }
}

function HoldRoom() {
  useHoldRoom()
  return null
}

/** The cookies say how the room stood when this browser last looked (spec §3). */
function KeepStage() {
  const stage = useSession((state) => state.stage)
  const phase = useSession((state) => state.phase)
  useEffect(() => {
    if (readCookie(COOKIES.venueToken) === null) return
    writeCookie(COOKIES.stageType, stage, Date.now())
    writeCookie(COOKIES.venueStatus, String(phase), Date.now())
  }, [stage, phase])
  return null
}
