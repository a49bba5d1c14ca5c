import type { SessionEvent } from '../../../domain/events.ts'
import type { BiddingNumber } from '../../../domain/lot.ts'
import type { SessionState } from '../../../domain/state.ts'
import { pick, type Random } from '../../seeded.ts'

// Said in the message box, so one text carries both languages.

const WELCOME = [
  '欢迎来到练习场。这里的出价都是练手，不产生订单，放心出。 / Welcome to the practice sale. Nothing here becomes an order: bid as you like.',
  '练习开始。价格按梯度上走，按一下按钮就是一口价。 / We begin. Prices go up by the step; one press of the button is one bid.',
] as const

const FIRST_BID = [
  '有人出价了，看看有没有人跟。 / We have a bid. Let us see who follows.',
  '好，新朋友开价了。 / Good, a newcomer opens.',
] as const

const LATE = [
  '快到时间了。最后几秒出价，倒计时会自动延长。 / Time is nearly up. A bid in the last seconds extends the clock.',
] as const

const SOLD = [
  '落槌，恭喜。 / Hammer down, congratulations.',
  '成交。练习成交不作数，手感是真的。 / Sold. The deal is only practice, the feel of it is real.',
] as const

const ROUND = ['没成交的标的再来一轮。 / What did not sell goes another round.'] as const

const NEGOTIATION = [
  '剩下的标的进入洽谈，可以给货主发还价，他会答复。 / What is left goes to negotiation: make the seller an offer, the seller will answer.',
] as const

/** The host's announcement of an event; `isRobot` recognises robots by number. */
export function lineFor(
  event: SessionEvent,
  state: SessionState,
  isRobot: (number: BiddingNumber) => boolean,
  random: Random,
): string | null {
  switch (event.type) {
    case 'round.opened':
      return pick(random, event.round === 1 ? WELCOME : ROUND)
    case 'stage.changed':
      return event.stage === 'negotiation' ? pick(random, NEGOTIATION) : null
    case 'bid': {
      if (isRobot(event.number)) return null
      const lot = state.lots.get(event.lot)
      if (lot?.bidCount === 1) return pick(random, FIRST_BID)
      return event.deadline - event.at <= state.rule.extensionSeconds * 1_000 ? pick(random, LATE) : null
    }
    case 'lot.sold':
      return isRobot(event.number) ? null : pick(random, SOLD)
    default:
      return null
  }
}
