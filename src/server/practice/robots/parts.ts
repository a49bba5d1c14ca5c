import * as calls from '../../../contract/calls/index.ts'
import { BID_NOT_AFTER_MS } from '../../../contract/constants.ts'
import { Verdict } from '../../../contract/verdict.ts'
import type { BiddingNumber } from '../../../domain/lot.ts'
import type { SessionState } from '../../../domain/state.ts'
import { earliest, formatMilli, formatMinor, instant, later, type Instant } from '../../../domain/units.ts'
import { between, type Random } from '../../seeded.ts'
import type { Pace } from '../pace.ts'
import { nextMove, type Move } from './compere.ts'
import { replyTo, type Reply } from './haggle.ts'
import { lineFor } from './lines.ts'
import type { Act, Mind } from './mind.ts'
import type { Give, Part, Sight } from './seat.ts'

/** What the keeper wants of the robots of one session; it changes it at any time. */
export interface Mood {
  /** Somebody is there to practise. */
  awake: boolean
  /** It is this session's turn. */
  begin: boolean
}

const iso = (at: Instant): string => new Date(at).toISOString()

export function bidderPart(
  mind: Mind,
  mood: Mood,
  numbers: () => ReadonlySet<BiddingNumber>,
  newKey: () => string,
): Part {
  return {
    async beat(sight) {
      const {
        state,
        now,
        pass: { biddingNumber: number },
      } = sight
      if (!mood.awake || number === null) return
      for (const act of mind.consider(state, { number, colleagues: numbers() }, now))
        await perform(act, sight, newKey())
    },
  }
}

/** A refusal is no trouble: somebody was faster, and the next beat sees it. */
function perform(act: Act, { state, now, command }: Sight, bidKey: string): Promise<unknown> {
  const { scheduleTimelineId } = state
  const order = { scheduleTimelineId, contractObjectId: act.lot, bidKey, notAfter: iso(later(now, BID_NOT_AFTER_MS)) }
  return act.act === 'bid'
    ? command(calls.bidOrCounteroffer, Verdict, { ...order, type: '1', price: formatMinor(act.price) })
    : command(calls.ceilingSet, Verdict, { ...order, amount: formatMinor(act.amount), mode: 'standing' })
}

/** The host speaks at most this often. */
const SPEAKS_EVERY_MS = 12_000

export function hostPart(mood: Mood, pace: Pace, isRobot: (number: BiddingNumber) => boolean, random: Random): Part {
  let line: string | null = null
  let speaksAt = 0
  return {
    saw(event, state, { now }) {
      const wanted = mood.awake ? lineFor(event, state, isRobot, random) : null
      if (wanted === null || line !== null) return
      line = wanted
      speaksAt = Math.max(speaksAt, now + between(random, 800, 2_500) * pace.patience)
    },
    async beat({ state, now, command }) {
      const { scheduleTimelineId } = state
      const move = nextMove(state, { ...mood, rounds: pace.rounds, breathMs: pace.breathMs }, now)
      if (move) await carryOut(move, state, pace, command)
      if (line === null || now < speaksAt || state.phase !== 4) return
      const content = line
      line = null
      speaksAt = now + SPEAKS_EVERY_MS * pace.patience
      await command(calls.messageAdd, Verdict, { scheduleTimelineId, content })
    },
  }
}

function carryOut(move: Move, state: SessionState, pace: Pace, command: Give): Promise<unknown> {
  const { scheduleTimelineId } = state
  switch (move.move) {
    case 'start':
      return command(calls.start, Verdict, { scheduleTimelineId })
    case 'addRound':
      return command(calls.addRound, Verdict, {
        scheduleTimelineId,
        contractObjectIds: move.lots,
        biddingSeconds: pace.rule.biddingSeconds,
      })
    case 'negotiate':
      return command(calls.adjustStage, Verdict, { scheduleTimelineId, minutes: null })
    case 'accomplish':
      return command(calls.accomplish, Verdict, { scheduleTimelineId, untried: [...state.lotOrder] })
  }
}

/** Answers an offer after a moment's thought. */
export function sellerPart(pace: Pace, random: Random, newKey: () => string): Part {
  const due = new Map<string, number>()
  return {
    async beat({ state, now, pass: { sellerCode }, command }) {
      const reply = sellerCode === null ? null : replyTo(state, sellerCode)
      if (reply === null) return
      const key = keyOf(reply)
      const at = due.get(key) ?? now + between(random, 4_000, 9_000) * pace.patience
      due.set(key, at)
      if (now >= at) await send(reply, state, now, newKey, command)
    },
  }
}

const keyOf = (reply: Reply): string =>
  reply.reply === 'counter' ? `${reply.to.offer} ${reply.to.revision}` : `${reply.offer} ${reply.revision}`

const COUNTER_LIVES_MS = 60_000

function send(
  reply: Reply,
  state: Sight['state'],
  now: Instant,
  newKey: () => string,
  command: Give,
): Promise<unknown> {
  const { scheduleTimelineId, stageEndsAt } = state
  if (reply.reply !== 'counter') {
    const body = { scheduleTimelineId, offerId: reply.offer, revision: reply.revision, bidKey: newKey() }
    return command(reply.reply === 'accept' ? calls.offerAccept : calls.offerDecline, Verdict, body)
  }
  const { to, price } = reply
  const expiresAt = earliest(later(now, COUNTER_LIVES_MS), instant(stageEndsAt ?? now))
  return command(calls.bidOrCounteroffer, Verdict, {
    scheduleTimelineId,
    contractObjectId: to.lot,
    type: '2',
    price: formatMinor(price),
    bidKey: newKey(),
    notAfter: iso(later(now, BID_NOT_AFTER_MS)),
    quantity: formatMilli(to.quantity),
    deliveryDate: to.deliveryDate,
    note: '各让一步 / Let us meet half-way',
    expiresAt: iso(expiresAt),
    answers: to.offer,
  })
}
