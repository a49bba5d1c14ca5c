import { Trans, useLingui } from '@lingui/react/macro'
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { COOKIES, IDENTITY } from '../../../contract/constants.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Failed } from '../../ui/Empty.tsx'
import { Saying } from '../../ui/saying.ts'
import { watchStandIns } from '../../ui/mending/standIns.ts'
import { saleQuery } from '../../lib/sale/saleQuery.ts'
import { lazyComponent } from '../../boot/lazyComponent.tsx'
import { notifyError } from '../../ui/notifyError.ts'
import { useTitle } from '../../ui/Page.tsx'
import { BuyerScreen } from './buyer/BuyerScreen.tsx'
import { VenueHeader } from './head/VenueHeader.tsx'
import { Threshold } from './lobby/Threshold.tsx'
import { openVenue } from './room/openVenue.ts'
import { usePart, useSession, useVenue, VenueProvider, type Seat } from './room/RoomContext.ts'
import { tell } from './room/tell.ts'
import { Voice } from './room/Voice.tsx'
import { leaveVenue, readSeat, renewVenue, venueToken } from './room/session.ts'
import { Mends } from './parts/Mends.tsx'
import { useAddedLots } from './room/useCatalogue.ts'
import { useHoldRoom } from './room/useHoldRoom.ts'
import { useShellLink } from './room/useShellLink.ts'
import { KeepTypedMessage } from './talk/MessageBox.tsx'
import css from './VenuePage.module.css'
import { useClient } from '../../lib/client.ts'

// Separate chunks, so that a buyer on a weak link does not fetch the host's and the seller's screens.
const HostScreen = lazyComponent(() => import('./host/HostScreen.tsx').then((module) => module.HostScreen))
const SellerScreen = lazyComponent(() => import('./seller/SellerScreen.tsx').then((module) => module.SellerScreen))

/** The room's page. The identity in the cookies selects the screen; any other value shows the 404 page (spec §2). */
export function VenuePage() {
  const client = useClient()
  const { scheduleTimelineId } = useSearch({ from: '/venue/detail' })
  const [seat] = useState(() => readSeat(client))
  if (!seat) return <Navigate to="/404" replace />
  if (scheduleTimelineId !== undefined && scheduleTimelineId !== seat.scheduleTimelineId) return <OtherSale />
  return <Visit key={seat.scheduleTimelineId} seat={seat} />
}

/** A browser can be in one room at a time: its cookies name the room entered last. */
function OtherSale() {
  return (
    <Failed
      title={<Trans>You have entered another room since</Trans>}
      action={
        <Link to="/" className={buttonClass()}>
          <Trans>Back to home</Trans>
        </Link>
      }
    >
      <Trans>Enter this room again from the home page; your bids stand.</Trans>
    </Failed>
  )
}

function Visit({ seat }: { readonly seat: Seat }) {
  const client = useClient()
  const { t } = useLingui()
  const navigate = useNavigate()
  const [opened] = useState(() =>
    openVenue(client, { seat, token: () => venueToken(client), renew: (token) => renewVenue(client, token) }),
  )
  // After the room itself, since a weak link carries one after the other.
  const isIn = usePart(opened.room.replica, ({ state }) => state !== null)
  const sale = useQuery({ ...saleQuery(seat.scheduleTimelineId), enabled: isIn }).data?.schedule.name
  useTitle(sale === undefined ? t`Sale room` : `${t`Sale room`} · ${sale}`)
  // The room stays open while the page is shown.
  useEffect(() => {
    opened.room.start()
    return () => opened.room.stop()
  }, [opened])
  // At once here, not only in a quiet moment: what it says may change at any second.
  useEffect(() => watchStandIns(document), [])
  const leave = async () => {
    await leaveVenue(client).catch((error: unknown) => notifyError(client, error))
    await navigate({ to: '/' })
  }
  const say = useCallback((text: string) => tell(client, 'press', { key: 'working', text }), [client])
  return (
    <Saying value={say}>
      <VenueProvider value={{ ...opened, leave: () => void leave() }}>
        <div className={css.room} translate="no">
          <h1 className={css.name} tabIndex={-1}>
            {sale ?? t`Sale room`}
          </h1>
          <Voice />
          <Mends>
            <KeepTypedMessage>
              <Doors />
            </KeepTypedMessage>
          </Mends>
        </div>
      </VenueProvider>
    </Saying>
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
      <CatalogueOfRoom />
      <Mends>
        <VenueHeader />
      </Mends>
      <Screen />
    </>
  )
}

function Screen() {
  const { seat } = useVenue()
  switch (seat.identity) {
    case IDENTITY.buyer:
    case IDENTITY.applicant:
      return <BuyerScreen />
    case IDENTITY.audience:
      return seat.operates ? <HostScreen /> : <BuyerScreen />
    case IDENTITY.seller:
      return <SellerScreen />
    case IDENTITY.host:
      return <HostScreen />
  }
}

function HoldRoom() {
  useHoldRoom()
  return null
}

function CatalogueOfRoom() {
  useAddedLots()
  return null
}

/** Writes the room's state to the cookies, as this browser last saw it (spec §3). */
function KeepStage() {
  const client = useClient()
  const stage = useSession((state) => state.stage)
  const phase = useSession((state) => state.phase)
  useEffect(() => {
    if (client.session.read(COOKIES.venueToken) === null) return
    client.session.write(COOKIES.stageType, stage)
    client.session.write(COOKIES.venueStatus, String(phase))
  }, [client, stage, phase])
  return null
}
