import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { SessionEvent } from '../../../../domain/events.ts'
import type { Lot, LotId } from '../../../../domain/lot.ts'
import { nextPrice } from '../../../../domain/prices.ts'
import type { SessionState } from '../../../../domain/state.ts'
import type { Instant } from '../../../../domain/units.ts'
import { formatMinor } from '../../../../domain/units.ts'
import type { Pending } from '../../../../client/room/pending.ts'
import type { Missing } from '../../../../client/room/witness.ts'
import { hasBid } from '../../../../client/room/standing.ts'
import { formatMoney, formatSeconds } from '../../../lib/format/index.ts'
import { notify } from '../../../ui/toast.ts'
import { useClient } from '../../../lib/client.ts'
import type { Rank, Utterance } from '../announcements.ts'
import { isRunning, lotNo, standingOf } from '../marks.ts'
import { reasonText } from '../parts/reasonText.ts'
import { useLink, useStore, useVenue } from './RoomContext.ts'
import { roomSettingsOf } from './settings.ts'
import { speechOf } from './speech.ts'
import { useWatched } from './useCatalogue.ts'
import { secondsLeft, useLotWords } from './useLotWords.ts'

/** Times left at which the lot in hand is spoken of, seconds. */
const MARKS = [60, 20, 10] as const
/** A time left that is said later than this is false. */
const MARK_KEEPS_MS = 2_000
/** A weak link is told once it has lasted this long. */
const WEAK_MS = 5_000

/**
 * The room's one voice for screen readers: the only polite and the only assertive region. `announcements.ts` says what
 * is said when.
 */
export function Announcer({ lot }: { readonly lot: LotId | null }) {
  const speech = speechOf(useClient())
  const { speaking } = useStore(speech.store)
  useNews(lot)
  // A new element for each text: the same words said again are new to a screen reader.
  const said = speaking && <span key={speaking.id}>{speaking.text}</span>
  const isUrgent = speaking?.rank === 'urgent'
  return (
    <>
      <p className="visually-hidden" aria-live="polite">
        {isUrgent ? null : said}
      </p>
      <p className="visually-hidden" aria-live="assertive">
        {isUrgent ? said : null}
      </p>
    </>
  )
}

type Say = Pick<Utterance, 'rank' | 'key' | 'text'> & Partial<Utterance>

function useNews(lot: LotId | null): void {
  const client = useClient()
  const { t } = useLingui()
  const { room, seat, standing, missing, ticker } = useVenue()
  const speech = speechOf(client)
  const { hears } = useStore(roomSettingsOf(client))
  const watched = useWatched()
  const words = useLotWords()
  const led = useRef(leads(room.replica.get().state, seat.number))
  const clockOf = useRef(new Map<LotId, number>())
  const deadline = useRef<{ readonly lot: LotId | null; readonly at: Instant | null }>({ lot: null, at: null })
  const live = useLink().kind === 'live'

  const stateNow = (): SessionState | null => room.replica.get().state
  const isMine = (one: Lot): boolean =>
    watched.has(one.lot) || hasBid(standing.get(), one) || standingOf(one, seat.number, standing.get()) === 'leading'

  /** `own`: it answers an act of this person, or concerns one of the person's lots. */
  const say = (utterance: Say, of: 'answer' | 'own' | 'other'): void => {
    if (of === 'answer' || hears === 'all' || (hears === 'mine' && of === 'own')) speech.say(utterance)
  }
  const sayLot = (one: Lot, rank: Rank, before = ''): void => {
    const { text, names } = words.whole(one)
    // What waits is of another lot, or is in this sentence.
    speech.drop((waiting) => waiting.rank === 'mark' || waiting.rank === 'price')
    say({ rank, key: 'lot', text: `${before}${text}`, names }, rank === 'urgent' ? 'answer' : 'own')
  }

  // On entering, at every change of lot, and on return of the link.
  const spokenOf = useRef<{ readonly lot: LotId | null; readonly live: boolean }>({ lot: null, live: true })
  const tellLot = useEffectEvent(() => {
    const before = spokenOf.current
    spokenOf.current = { lot, live }
    if (before.live && !live)
      return say({ rank: 'urgent', key: 'link', text: t`The connection is lost. Nothing is sent or queued.` }, 'own')
    const shown = lot === null ? undefined : stateNow()?.lots.get(lot)
    const isBack = !before.live && live
    if (!shown) {
      if (isBack) say({ rank: 'urgent', key: 'link', text: t`Connected again.` }, 'own')
      return
    }
    deadline.current = { lot, at: shown.clock?.deadline ?? null }
    clockOf.current.delete(shown.lot)
    if (isBack) sayLot(shown, 'urgent', `${t`Connected again.`} `)
    else if (before.lot !== lot) sayLot(shown, before.lot === null ? 'mark' : 'urgent')
  })
  useEffect(() => tellLot(), [lot, live])
  useEffect(() => () => speech.silence(), [speech])

  const weak = useStore(room.quality).kind !== 'good' && live
  const tellWeak = useEffectEvent((isWeak: boolean) =>
    say(
      { rank: 'word', key: 'weak', text: isWeak ? t`The connection is weak.` : t`The connection is good again.` },
      'other',
    ),
  )
  const toldWeak = useRef(false)
  useEffect(
    () =>
      room.after(WEAK_MS, () => {
        if (weak === toldWeak.current) return
        toldWeak.current = weak
        tellWeak(weak)
      }),
    [room, weak],
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
      say({ rank: 'urgent', key: 'lead', text, names: { lot: inHand.lot, price: next } }, 'own')
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
    notify(client, { tone: 'bad', silent: true, key: 'outbid', title, text })
    say({ rank: 'urgent', key: 'elsewhere', text: `${title}. ${text}` }, 'own')
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
      return say({ rank: 'price', key: 'price', text: t`${amount}: you lead.` + more }, 'own')
    }
    const next = seat.number === null ? null : nextPrice(shown)
    const text =
      next === null
        ? t`${amount} by number ${number}.`
        : t`${amount} by number ${number}. Next ${words.money(next, shown)}.`
    say(
      { rank: 'price', key: 'price', text: text + more, names: next === null ? null : { lot: shown.lot, price: next } },
      isMine(shown) ? 'own' : 'other',
    )
  }

  const tellEvent = (event: SessionEvent, state: SessionState): void => {
    switch (event.type) {
      case 'lot.sold':
        return tellSold(event, state)
      case 'lot.unsold':
      case 'lot.withdrawn': {
        const one = state.lots.get(event.lot)
        if (!one || (event.lot !== lot && !isMine(one))) return
        const no = lotNo(one)
        const text = event.type === 'lot.unsold' ? t`Lot ${no} closed without a deal.` : t`Lot ${no} was withdrawn.`
        return say(
          { rank: event.lot === lot ? 'mark' : 'mine', key: `end ${event.lot}`, text },
          isMine(one) ? 'own' : 'other',
        )
      }
      case 'lot.opened': {
        const one = state.lots.get(event.lot)
        if (!one || (event.lot !== lot && !watched.has(event.lot))) return
        return event.lot === lot
          ? sayLot(one, 'mark')
          : say({ rank: 'mine', key: `open ${event.lot}`, text: t`Lot ${lotNo(one)} is open.` }, 'own')
      }
      case 'lot.held':
        if (event.lot === lot) say({ rank: 'mark', key: 'held', text: t`The lot is on hold.` }, 'own')
        return
      case 'lot.resumed': {
        const one = state.lots.get(event.lot)
        if (one && event.lot === lot) sayLot(one, 'mark')
        return
      }
      case 'session.closed':
        return say({ rank: 'urgent', key: 'room', text: `${t`The sale is paused.`} ${event.message}` }, 'own')
      case 'session.reopening':
        return say(
          { rank: 'mark', key: 'room', text: t`The room reopens at ${formatSeconds(event.reopensAt)}.` },
          'own',
        )
      case 'session.reopened':
        return say({ rank: 'mark', key: 'room', text: t`The sale goes on.` }, 'own')
      case 'message':
        return tellMessage(event)
      case 'outage': {
        const [from, to] = [event.from, event.to].map((at) => formatSeconds(at))
        const [title, text] = [
          t`The system was interrupted`,
          t`From ${from ?? ''} to ${to ?? ''}. Open clocks were extended; nothing was lost.`,
        ]
        notify(client, { tone: 'warn', silent: true, key: 'outage', shownMs: null, title, text })
        return say({ rank: 'word', key: 'outage', text: `${title}. ${text}` }, 'own')
      }
      case 'bid.voided': {
        // A bidder who is dismissed reads that its bids have lapsed.
        if (event.number !== seat.number || state.bidders[event.number]?.admitted !== true) return
        const title = t`Your bid on lot ${words.numberOf(event.lot)} was struck`
        notify(client, {
          tone: 'bad',
          silent: true,
          key: `void-${event.lot}`,
          shownMs: null,
          title,
          text: event.reason,
        })
        return say({ rank: 'urgent', key: 'void', text: `${title}: ${event.reason}` }, 'own')
      }
      default:
        return
    }
  }

  const tellSold = (event: Extract<SessionEvent, { type: 'lot.sold' }>, state: SessionState): void => {
    const one = state.lots.get(event.lot)
    const currency = one?.currency ?? 'CNY'
    const [no, price] = [words.numberOf(event.lot), formatMoney(formatMinor(event.price), currency)]
    if (event.number === seat.number) {
      const amount = formatMoney(formatMinor(event.amount), currency)
      const title = t`You bought lot ${no}`
      notify(client, { tone: 'good', silent: true, key: `won-${event.lot}`, title, text: amount })
      return say(
        { rank: 'urgent', key: `end ${event.lot}`, text: t`You bought lot ${no} at ${price}, ${amount} in all.` },
        'own',
      )
    }
    const isOwn = one !== undefined && isMine(one)
    if (event.lot !== lot && !isOwn) return
    const text = t`Lot ${no} sold to number ${event.number} at ${price}.`
    say({ rank: event.lot === lot ? 'mark' : 'mine', key: `end ${event.lot}`, text }, isOwn ? 'own' : 'other')
  }

  /** Words of those who run the sale; those of other people are in the log. */
  const tellMessage = (event: Extract<SessionEvent, { type: 'message' }>): void => {
    if (event.text === null) return
    const key = `message ${event.seq}`
    switch (event.from) {
      case 'host':
        return say({ rank: 'word', key, text: t`Host: ${event.text}` }, 'other')
      case 'operator':
        return say({ rank: 'word', key, text: t`Operator: ${event.text}` }, 'other')
      case 'room':
        return say({ rank: 'word', key, text: t`Room: ${event.text}` }, 'other')
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
    if (events.some((event) => event.type === 'bid' && event.lot === lot) && !(lot !== null && lost.has(lot)))
      tellPrice(state, before !== null && at !== null && at > before)
    for (const event of events) tellEvent(event, state)
  })
  useEffect(() => room.onEvents(hear), [room])

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
        say({ rank: 'mine', key: `time ${id}`, text: t`Lot ${lotNo(one)}: ${words.left(seconds)} left.`, until }, 'own')
      return
    }
    const of = isMine(one) ? 'own' : 'other'
    if (mark !== undefined) say({ rank: 'mark', key: 'time', text: t`${words.left(seconds)} left.`, until }, of)
    if (seconds === 0) say({ rank: 'mark', key: 'time', text: t`Time is up; closing.`, until }, of)
  }
  /** The time left of the lot in hand at its marks, and a last minute of the person's other lots. */
  const tick = useEffectEvent(() => {
    const state = stateNow()
    if (state && live && hears !== 'nothing') {
      const others = [...watched, ...Object.keys(standing.get())]
      for (const id of new Set(lot === null ? others : [lot, ...others])) tellTime(state, id)
    }
    speech.turn()
  })
  useEffect(() => ticker.subscribe(tick), [ticker])

  // The verdict on the person's own acts.
  const verdicts = useRef(statesOf(room.bids.store.get()))
  const verdictText = (one: Pending, amount: string): string | null => {
    switch (one.state) {
      case 'sending':
        return null
      case 'checking':
        return live ? t`No answer to ${amount} yet. Asking the room; please do not bid again.` : null
      case 'accepted':
        return t`Accepted: ${amount}.`
      case 'refused': {
        const why = one.msg ?? (one.reason === null ? '' : reasonText(client, one.reason, one.numbers, one.sentAt))
        return `${t`Not accepted: ${amount}.`} ${why}`
      }
      case 'notCounted':
        return t`${amount} did not reach the room and does not count. You can safely bid again.`
    }
  }
  const tellVerdict = (one: Pending): void => {
    const currency = stateNow()?.lots.get(one.lot)?.currency ?? 'CNY'
    const amount = one.price === null ? t`your request` : formatMoney(formatMinor(one.price), currency)
    const text = verdictText(one, amount)
    if (text !== null) say({ rank: 'urgent', key: 'verdict', text }, 'answer')
  }
  const tellVerdicts = useEffectEvent(() => {
    const all = room.bids.store.get()
    const before = verdicts.current
    verdicts.current = statesOf(all)
    for (const one of all) if (before.get(one.bidKey) !== one.state) tellVerdict(one)
  })
  useEffect(() => room.bids.store.subscribe(tellVerdicts), [room])

  const tellMissing = useEffectEvent(({ lost, denied }: Missing) => {
    if (denied.length > 0)
      notify(client, {
        tone: 'bad',
        assertive: true,
        key: 'denied',
        shownMs: null,
        title: t`The log of this sale lacks a bid of yours`,
        text: t`Your receipt is genuine, but its entry is missing. The platform has been alarmed. Keep the receipt.`,
      })
    if (lost.length > 0)
      notify(client, {
        tone: 'warn',
        assertive: true,
        key: 'lost',
        shownMs: null,
        title: t`The room was restored from a backup`,
        text: t`What you did after the backup is lost: look at your lots and bid again where you need to. Your receipts stay valid as evidence.`,
      })
  })
  useEffect(() => missing.subscribe(() => tellMissing(missing.get())), [missing])
}

const statesOf = (all: readonly Pending[]): ReadonlyMap<string, Pending['state']> =>
  new Map(all.map(({ bidKey, state }) => [bidKey, state]))

function leads(state: SessionState | null, me: number | null): ReadonlySet<LotId> {
  const lots = state && me !== null ? [...state.lots] : []
  return new Set(lots.filter((lot) => standingOf(lot, me, {}) === 'leading').map((lot) => lot.lot))
}
