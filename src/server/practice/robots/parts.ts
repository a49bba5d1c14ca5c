import type { Commands } from '../../../client/room/commands.ts'
import type { BiddingNumber } from '../../../domain/lot.ts'
import type { SessionState } from '../../../domain/state.ts'
import { earliest, instant, later } from '../../../domain/units.ts'
import { between, type Random } from '../../seeded.ts'
import type { Pace } from '../pace.ts'
import { nextMove, type Move } from './compere.ts'
import { replyTo, type Reply } from './haggle.ts'
import { lineFor } from './lines.ts'
import type { Act, Mind } from './mind.ts'
import type { Part, Sight } from './seat.ts'

/** The keeper's wishes for the robots of a session; may change at any time. */
export interface Mood {
  /** A person is present to practise. */
  awake: boolean
  /** It is this session's turn. */
  begin: boolean
}

export function bidderPart(mind: Mind, mood: Mood, numbers: () => ReadonlySet<BiddingNumber>): Part {
  return {
    async beat(sight) {
      const {
        state,
        now,
        pass: { biddingNumber: number },
      } = sight
      if (!mood.awake || number === null) return
      for (const act of mind.consider(state, { number, colleagues: numbers() }, now)) await perform(act, sight)
    },
  }
}

/** A refusal is normal: another bid was faster, and the next beat sees it. */
function perform(act: Act, { commands, give }: Sight): Promise<unknown> {
  const { lot } = act
  return act.act === 'bid'
    ? give({ kind: 'bid', lot, price: act.price, send: commands.bid(lot, act.price) })
    : give({ kind: 'ceiling', lot, price: act.amount, send: commands.setCeiling(lot, act.amount, 'standing') })
}

/** The host speaks at most this often. */
const SPEAKS_EVERY_MS = 12_000

export function hostPart(mood: Mood, pace: Pace, isRobot: (number: BiddingNumber) => boolean, random: Random): Part {
  let line: string | null = null
  let speaksAt = 0
  return {
    saw(event, { state, now }) {
      const wanted = mood.awake ? lineFor(event, state, isRobot, random) : null
      if (wanted === null || line !== null) return
      line = wanted
      speaksAt = Math.max(speaksAt, now + between(random, 800, 2_500) * pace.patience)
    },
    async beat({ state, now, commands }) {
      const move = nextMove(state, { ...mood, rounds: pace.rounds, breathMs: pace.breathMs }, now)
      if (move) await carryOut(move, state, pace, commands)
      if (line === null || now < speaksAt || state.phase !== 4) return
      const content = line
      line = null
      speaksAt = now + SPEAKS_EVERY_MS * pace.patience
      await commands.say(content)
    },
  }
}

function carryOut(move: Move, state: SessionState, pace: Pace, commands: Commands): Promise<unknown> {
  switch (move.move) {
    case 'start':
      return commands.start(null, null)
    case 'addRound':
      return commands.addRound(move.lots, pace.rule.biddingSeconds)
    case 'negotiate':
      return commands.adjustStage(null)
    case 'accomplish':
      return commands.accomplish(state.lotOrder)
  }
}

/** Answers an offer after a moment's thought. */
export function sellerPart(pace: Pace, random: Random): Part {
  const due = new Map<string, number>()
  return {
    async beat(sight) {
      const {
        state,
        now,
        pass: { sellerCode },
      } = sight
      const reply = sellerCode === null ? null : replyTo(state, sellerCode)
      if (reply === null) return
      const key = keyOf(reply)
      const at = due.get(key) ?? now + between(random, 4_000, 9_000) * pace.patience
      due.set(key, at)
      if (now >= at) await send(reply, sight)
    },
  }
}

const keyOf = (reply: Reply): string =>
  reply.reply === 'counter' ? `${reply.to.offer} ${reply.to.revision}` : `${reply.offer} ${reply.revision}`

const COUNTER_LIVES_MS = 60_000

function send(reply: Reply, { state: { stageEndsAt, offers }, now, commands, give }: Sight): Promise<unknown> {
  if (reply.reply !== 'counter') {
    const offer = offers[reply.offer]
    if (!offer) return Promise.resolve()
    const { lot } = offer
    return reply.reply === 'accept'
      ? give({ kind: 'offerAccept', lot, price: null, send: commands.acceptOffer(offer) })
      : give({ kind: 'offerDecline', lot, price: null, send: commands.declineOffer(offer) })
  }
  const { to, price } = reply
  const { lot, quantity, deliveryDate, offer: answers } = to
  const expiresAt = earliest(later(now, COUNTER_LIVES_MS), instant(stageEndsAt ?? now))
  const note = '各让一步 / Let us meet half-way'
  return give({
    kind: 'offer',
    lot,
    price,
    send: commands.offer({ lot, price, quantity, deliveryDate, note, expiresAt, answers }),
  })
}
