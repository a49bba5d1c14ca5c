import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { SessionEvent } from '../../../../domain/events.ts'
import type { Lot, LotId } from '../../../../domain/lot.ts'
import { nextPrice } from '../../../../domain/prices.ts'
import type { SessionState } from '../../../../domain/state.ts'
import type { Instant } from '../../../../domain/units.ts'
import { formatMinor } from '../../../../domain/units.ts'
import { hasBid } from '../../../../client/room/standing.ts'
import { formatMoney, formatSeconds } from '../../../lib/format/index.ts'
import { notify } from '../../../ui/toast.ts'
import { useClient } from '../../../lib/client.ts'
import { LOT } from '../announcements.ts'
import { logNewsOf } from '../logNews.ts'
import { isRunning, lotNo, standingOf } from '../marks.ts'
import type { NewsKind } from '../news.ts'
import { LogWords } from './LogWords.tsx'
import { useLink, useStore, useVenue } from './RoomContext.ts'
import { speechOf } from './speech.ts'
import { sentences, tell, tellNotice } from './tell.ts'
import { useCatalogue, useWatched } from './useCatalogue.ts'
import { secondsLeft, useLotWords } from './useLotWords.ts'
import { useTimeNews } from './useTimeNews.ts'
import { useVerdictNews } from './useVerdictNews.ts'

/** A weak link is told once it has lasted this long. */
const WEAK_MS = 5_000
/** The first sentence waits for the lot's name this long. */
const NAME_WITHIN_MS = 2_000
/** Sayings that the whole lot in one sentence takes the place of. */
const IN_LOT: ReadonlySet<string> = new Set(['time', 'price', 'ownPrice', 'held', 'opened', LOT])

interface InLog {
  readonly id: string
  readonly kind: NewsKind
  readonly event: SessionEvent
  readonly mine: boolean
}

/** Tells what happens in the room, by voice and signal (`NEWS`). `lot`: the lot in hand. */
export function News({ lot }: { readonly lot: LotId | null }) {
  const client = useClient()
  const [inLog, setInLog] = useState<readonly InLog[]>([])
  useNews(lot, (one) => setInLog((before) => [...before, one]))
  return inLog.map(({ id, kind, event, mine }) => (
    <LogWords
      key={id}
      event={event}
      onRead={(text) => {
        setInLog((before) => before.filter((one) => one.id !== id))
        if (text !== '') tell(client, kind, { key: `log ${event.type} ${event.seq}`, text, mine })
      }}
    />
  ))
}

function useNews(lot: LotId | null, sayLog: (one: InLog) => void): void {
  const client = useClient()
  const { t } = useLingui()
  const { room, seat, standing } = useVenue()
  const speech = speechOf(client)
  const watched = useWatched()
  const words = useLotWords()
  const led = useRef(leads(room.replica.get().state, seat.number))
  const deadline = useRef<{ readonly lot: LotId | null; readonly at: Instant | null }>({ lot: null, at: null })
  const live = useLink().kind === 'live'

  const stateNow = (): SessionState | null => room.replica.get().state
  const isMine = (one: Lot): boolean =>
    watched.has(one.lot) || hasBid(standing.get(), one) || standingOf(one, seat.number, standing.get()) === 'leading'

  const sayLot = (one: Lot, kind: 'lot' | 'again' | 'linkBack' | 'opened', before = ''): void => {
    const { text, names } = words.whole(one)
    speech.drop(({ key }) => IN_LOT.has(key))
    tell(client, kind, { key: LOT, text: sentences(client, before, text), names })
  }
  const pausedWords = ({ closure }: SessionState): string | null => {
    if (closure === null) return null
    return closure.reopensAt === null
      ? sentences(client, t`The sale is paused.`, closure.message)
      : t`The room reopens at ${formatSeconds(closure.reopensAt)}.`
  }

  useTimeNews(lot, isMine)
  useVerdictNews()

  // On entering, at every change of lot, and on return of the link.
  const spokenOf = useRef<{ readonly lot: LotId | null; readonly live: boolean } | null>(null)
  const tellLot = useEffectEvent(() => {
    const before = spokenOf.current ?? { lot: null, live: true }
    const isEntering = spokenOf.current === null
    spokenOf.current = { lot, live }
    if (before.live && !live)
      return tell(client, 'linkLost', { key: 'link', text: t`The connection is lost. Nothing is sent or queued.` })
    const state = stateNow()
    const shown = lot === null ? undefined : state?.lots.get(lot)
    const isBack = !before.live && live
    const paused = state && (isEntering || isBack) ? pausedWords(state) : null
    if (paused !== null) tell(client, 'paused', { key: 'room', text: paused })
    if (!shown) {
      if (isBack) tell(client, 'linkBack', { key: 'link', text: t`Connected again.` })
      return
    }
    deadline.current = { lot, at: shown.clock?.deadline ?? null }
    if (isBack) sayLot(shown, 'linkBack', t`Connected again.`)
    else if (before.lot !== lot) sayLot(shown, before.lot === null ? 'lot' : 'again')
  })
  // The catalogue comes after the room: a lot is told of by its name, unless that keeps it waiting.
  const isNamed = useCatalogue().size > 0
  const [hasWaited, setWaited] = useState(false)
  const { after } = client.ports.clock
  useEffect(() => after(NAME_WITHIN_MS, () => setWaited(true)), [after])
  const isReady = isNamed || hasWaited
  useEffect(() => {
    if (isReady) tellLot()
  }, [isReady, lot, live])

  const weak = useStore(room.quality).kind !== 'good' && live
  const tellWeak = useEffectEvent((isWeak: boolean) =>
    tell(client, 'weak', { text: isWeak ? t`The connection is weak.` : t`The connection is good again.` }),
  )
  const toldWeak = useRef(false)
  useEffect(
    () =>
      room.after(WEAK_MS, () => {
        if (weak === toldWeak.current) return
        toldWeak.current = weak
        // A lost link is no good one.
        if (live) tellWeak(weak)
      }),
    [room, weak, live],
  )

  /** Loss of a lead: at once, alone, with the price that would win it back. */
  const tellOutbid = (state: SessionState): ReadonlySet<LotId> => {
    const now = leads(state, seat.number)
    const lost = [...led.current].flatMap((id) => {
      const one = state.lots.get(id)
      return !now.has(id) && one?.status === 'open' && one.leading ? [one] : []
    })
    led.current = now
    const inHand = lost.find((one) => one.lot === lot)
    if (inHand?.leading) {
      const next = nextPrice(inHand)
      const price = words.money(inHand.leading.price, inHand)
      const text = t`Outbid: ${price} by number ${inHand.leading.number}. Next ${words.money(next, inHand)}`
      tell(client, 'lead', { text, names: { lot: inHand.lot, price: next } })
    }
    tellElsewhere(lost.filter((one) => one.lot !== lot))
    return new Set(lost.map((one) => one.lot))
  }

  /** One notice for all lots: several would cover the price. */
  const tellElsewhere = (lost: readonly Lot[]) => {
    const [one] = lost
    if (!one) return
    const named = lost.map(lotNo).join(', ')
    const [title, text] =
      lost.length === 1
        ? [
            t`Outbid on lot ${lotNo(one)}`,
            t`Number ${one.leading?.number} leads at ${words.money(one.leading?.price ?? one.startPrice, one)}.`,
          ]
        : [t`Outbid on lots ${named}`, t`They come first in your list of lots.`]
    tellNotice(client, { tone: 'bad', key: 'outbid', title, text }, 'leadElsewhere')
  }

  /** The newest price of the lot in hand, if another's bid made it. */
  const tellPrice = (state: SessionState, extended: boolean): void => {
    const shown = lot === null ? undefined : state.lots.get(lot)
    if (!shown?.leading || !isRunning(shown)) return
    const { number, price } = shown.leading
    const seconds = extended ? secondsLeft(shown, state.closure, room.serverTime()) : null
    const more = seconds === null ? '' : ` ${t`Extended: ${words.left(seconds)} left.`}`
    const amount = words.money(price, shown)
    if (number === seat.number) {
      // The verdict on the own press says it; a ceiling's bid has none.
      const own = room.bids.store.get().findLast((one) => one.kind === 'bid' && one.lot === shown.lot)
      if (own?.price === price) return
      return tell(client, 'ownPrice', { key: 'price', text: t`${amount}: you lead.` + more })
    }
    const next = seat.number === null ? null : nextPrice(shown)
    const text =
      next === null
        ? t`${amount} by number ${number}.`
        : t`${amount} by number ${number}. Next ${words.money(next, shown)}.`
    tell(client, 'price', {
      text: text + more,
      names: next === null ? null : { lot: shown.lot, price: next },
      mine: isMine(shown),
    })
  }

  const tellEnd = (one: Lot, text: string): void => {
    if (one.lot !== lot && !isMine(one)) return
    tell(client, one.lot === lot ? 'ended' : 'endedElsewhere', { key: `end ${one.lot}`, text, mine: isMine(one) })
  }

  /** Says an event by its words, or by those of the log. */
  const tellEvent = (event: SessionEvent, nth: number, state: SessionState): void => {
    switch (event.type) {
      case 'lot.sold':
        return tellSold(event, state)
      case 'lot.unsold':
      case 'lot.withdrawn': {
        const one = state.lots.get(event.lot)
        if (!one) return
        const no = lotNo(one)
        return tellEnd(
          one,
          event.type === 'lot.unsold' ? t`Lot ${no} closed without a deal.` : t`Lot ${no} was withdrawn.`,
        )
      }
      case 'lot.opened': {
        const one = state.lots.get(event.lot)
        if (!one) return
        if (event.lot === lot) sayLot(one, 'opened')
        else if (watched.has(event.lot))
          tell(client, 'openedElsewhere', { key: `open ${event.lot}`, text: t`Lot ${lotNo(one)} is open.` })
        return
      }
      case 'lot.held':
        if (event.lot === lot) tell(client, 'held', { text: t`The lot is on hold.` })
        return
      case 'lot.resumed': {
        const one = state.lots.get(event.lot)
        if (one && event.lot === lot) sayLot(one, 'opened')
        return
      }
      case 'session.closed':
        return tell(client, 'paused', { key: 'room', text: sentences(client, t`The sale is paused.`, event.message) })
      case 'session.reopening':
        return tell(client, 'resumed', {
          key: 'room',
          text: t`The room reopens at ${formatSeconds(event.reopensAt)}.`,
        })
      case 'session.reopened':
        return tell(client, 'resumed', { key: 'room', text: t`The sale goes on.` })
      case 'message':
        return tellMessage(event)
      case 'outage': {
        const [from, to] = [event.from, event.to].map((at) => formatSeconds(at))
        return tellNotice(
          client,
          {
            tone: 'warn',
            key: 'outage',
            shownMs: null,
            title: t`The system was interrupted`,
            text: t`From ${from ?? ''} to ${to ?? ''}. Open clocks were extended; nothing was lost.`,
          },
          'notice',
        )
      }
      case 'bid.voided': {
        // A bidder who is dismissed reads that its bids have lapsed.
        if (event.number === seat.number && state.bidders[event.number]?.admitted !== true) return
        if (event.number !== seat.number) break
        return tellNotice(
          client,
          {
            tone: 'bad',
            key: `void-${event.lot}`,
            shownMs: null,
            title: t`Your bid on lot ${words.numberOf(event.lot)} was struck`,
            text: event.reason,
          },
          'struck',
        )
      }
      default:
    }
    const ofLot = 'lot' in event && event.lot !== undefined ? state.lots.get(event.lot) : undefined
    const mine = ofLot !== undefined && isMine(ofLot)
    const kind = logNewsOf(event, { seat, state, lot, isMine: () => mine })
    if (kind !== null) sayLog({ id: `${event.seq} ${nth} ${event.type}`, kind, event, mine })
  }

  const tellSold = (event: Extract<SessionEvent, { type: 'lot.sold' }>, state: SessionState): void => {
    const one = state.lots.get(event.lot)
    if (one === undefined) return
    const [no, price] = [lotNo(one), formatMoney(formatMinor(event.price), one.currency)]
    if (event.number !== seat.number) return tellEnd(one, t`Lot ${no} sold to number ${event.number} at ${price}.`)
    const amount = formatMoney(formatMinor(event.amount), one.currency)
    const title = t`You bought lot ${no}`
    notify(client, { tone: 'good', silent: true, key: `won-${event.lot}`, title, text: amount })
    tell(client, 'won', { key: `end ${event.lot}`, text: t`You bought lot ${no} at ${price}, ${amount} in all.` })
  }

  /** Words of those who run the sale; those of other people are in the log. */
  const tellMessage = (event: Extract<SessionEvent, { type: 'message' }>): void => {
    if (event.text === null) return
    const key = `message ${event.seq}`
    switch (event.from) {
      case 'host':
        return tell(client, 'word', { key, text: t`Host: ${event.text}` })
      case 'operator':
        return tell(client, 'word', { key, text: t`Operator: ${event.text}` })
      case 'room':
        return tell(client, 'word', { key, text: t`Room: ${event.text}` })
      default:
        return
    }
  }

  const hear = useEffectEvent((events: readonly SessionEvent[]) => {
    const state = stateNow()
    if (!state) return
    const shown = lot === null ? undefined : state.lots.get(lot)
    const before = deadline.current.lot === lot ? deadline.current.at : null
    const at = shown?.clock?.deadline ?? null
    deadline.current = { lot, at }
    // The last price of a lot that has ended would say that its bidder leads.
    if (shown && !isRunning(shown)) speech.drop(({ rank, until }) => rank === 'price' || until !== null)
    const lost = tellOutbid(state)
    const isRepriced = ({ type, ...event }: SessionEvent): boolean =>
      (type === 'bid' || type === 'bid.voided') && 'lot' in event && event.lot === lot
    if (events.some(isRepriced) && !(lot !== null && lost.has(lot)))
      tellPrice(state, before !== null && at !== null && at > before)
    for (const [nth, event] of events.entries()) tellEvent(event, nth, state)
  })
  useEffect(() => room.onEvents(hear), [room])
}

function leads(state: SessionState | null, me: number | null): ReadonlySet<LotId> {
  const lots = state && me !== null ? [...state.lots] : []
  return new Set(lots.filter((lot) => standingOf(lot, me, {}) === 'leading').map((lot) => lot.lot))
}
