import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Lot, LotId } from '../../../../domain/lot.ts'
import type { SessionState } from '../../../../domain/state.ts'
import { useClient } from '../../../lib/client.ts'
import { lotNo } from '../marks.ts'
import { useIsLive, useVenue } from './RoomContext.ts'
import { speechOf } from './speech.ts'
import { tell } from './tell.ts'
import { useWatched } from './useCatalogue.ts'
import { secondsLeft, useLotWords } from './useLotWords.ts'

/** Times left at which the lot in hand is spoken of, seconds. */
const MARKS = [60, 20, 10] as const
/** A time left that is said later than this is false. */
const MARK_KEEPS_MS = 2_000

/** The time left of the lot in hand at its marks, and a last minute of the person's other lots. */
export function useTimeNews(lot: LotId | null, isMine: (one: Lot) => boolean): void {
  const client = useClient()
  const { t } = useLingui()
  const { room, standing, ticker } = useVenue()
  const live = useIsLive()
  const watched = useWatched()
  const words = useLotWords()
  const clockOf = useRef(new Map<LotId, number>())

  const tellTime = (state: SessionState, id: LotId): void => {
    const one = state.lots.get(id)
    const seconds = one?.status === 'open' && state.closure === null ? secondsLeft(one, null, room.serverTime()) : null
    const before = clockOf.current.get(id)
    if (one === undefined || seconds === null) return void clockOf.current.delete(id)
    clockOf.current.set(id, seconds)
    if (before === undefined || seconds >= before) return
    const until = client.ports.clock.monotonic() + MARK_KEEPS_MS
    const mark = MARKS.find((at) => before > at && seconds <= at)
    if (id !== lot) {
      if (mark === 60 && isMine(one))
        tell(client, 'minuteElsewhere', {
          key: `time ${id}`,
          text: t`Lot ${lotNo(one)}: ${words.left(seconds)} left.`,
          until,
        })
      return
    }
    const of = { key: 'time', until, mine: isMine(one) }
    if (mark !== undefined)
      tell(client, mark === 60 ? 'minute' : 'seconds', { ...of, text: t`${words.left(seconds)} left.` })
    if (seconds === 0) tell(client, 'closing', { ...of, text: t`Time is up; closing.` })
  }
  const tick = useEffectEvent(() => {
    const state = room.replica.get().state
    if (state && live) {
      const others = [...watched, ...Object.keys(standing.get())]
      for (const id of new Set(lot === null ? others : [lot, ...others])) tellTime(state, id)
    }
    speechOf(client).turn()
  })
  useEffect(() => ticker.subscribe(tick), [ticker])
  // A lot that comes into the hand has been told of whole, with its time.
  useEffect(() => {
    const clocks = clockOf.current
    if (lot !== null) clocks.delete(lot)
  }, [lot, live])
}
