import * as calls from '../../../contract/calls/index.ts'
import type { Locale } from '../../../contract/constants.ts'
import type { Verdict } from '../../../contract/verdict.ts'
import type { PersonCommand } from '../../../domain/commands.ts'
import type { AccountId } from '../../../domain/lot.ts'
import type { Bidder } from '../../../domain/state.ts'
import { typed } from '../../../domain/typed/text.ts'
import type { Instant } from '../../../domain/units.ts'
import type { VenueCaller } from '../../auth/caller.ts'
import type { Pins } from '../../auth/pins.ts'
import type { Rooms } from '../../ports.ts'
import { membersOf } from '../../store/accounts.ts'
import type { Db } from '../../store/open.ts'
import type { Data, Failure } from '../answer.ts'
import { refuse } from '../answer.ts'
import { keyed } from '../bidding/commands.ts'
import { command, enter } from '../room.ts'
import { inVenue } from '../route.ts'
import { tellBidder } from './clerk-message.ts'
import type { ClerksAct } from './clerk-message.ts'

interface Needs {
  readonly db: Db
  readonly rooms: Rooms
  readonly pins: Pins
  readonly outboxFilled: () => void
}

interface Asked {
  readonly scheduleTimelineId: string
  readonly contractObjectId: string
  readonly biddingNumber: number
  readonly pin: string
  readonly caller: string
  readonly bidKey: string
  readonly notAfter?: Instant
}

/**
 * The person of the company that is on the telephone, by name or login. Where the company limits its people, one of them
 * is named: a limit is not evaded through a clerk (P1).
 */
async function personCalling(
  db: Db,
  { company, people }: Bidder,
  said: string,
): Promise<{ readonly id: AccountId } | 'unknown' | null> {
  const text = typed(said)
  if (text === '') return Object.values(people).some((limits) => Object.keys(limits).length > 0) ? 'unknown' : null
  const members = company === null ? [] : await membersOf(db, [company])
  const [one, ...others] = members.filter(
    ({ name, login }) => typed(name) === text || login.toLowerCase() === text.toLowerCase(),
  )
  return one === undefined || others.length > 0 ? 'unknown' : { id: one.id }
}

/** Host or operator acts for a bidder on the phone (W1), by the PIN of its admission. */
export function clerkCommands({ db, rooms, pins, outboxFilled }: Needs) {
  async function act(
    call: typeof calls.clerkBid | typeof calls.clerkCeilingSet | typeof calls.clerkCeilingDrop,
    { pin, ...asked }: Asked,
    { at, locale }: { readonly at: Instant; readonly locale: Locale },
    caller: VenueCaller,
    [said, given]: readonly [ClerksAct, PersonCommand],
  ): Promise<Data<Verdict> | Failure> {
    const { scheduleTimelineId: timelineId, biddingNumber } = asked
    const entered = await enter(rooms, caller, timelineId)
    if (entered.kind === 'failed') return entered
    const bidder = entered.state.bidders[biddingNumber]
    if (bidder?.admitted !== true || bidder.company === null) return refuse('bidder.not_admitted')
    const wrong = await pins.check(timelineId, bidder.company, pin)
    if (wrong) return wrong
    const person = said === 'drop' ? null : await personCalling(db, bidder, asked.caller)
    if (person === 'unknown') return refuse('clerk.caller_unknown')
    const order = { ...keyed(call, asked, at), behalf: biddingNumber, person: person?.id ?? null }
    const answer = await command(rooms, caller, order, given)
    if (answer.kind === 'failed' || answer.data.verdict !== 'accepted') return answer
    // The mail's id includes the key, so a repeated call sends nothing twice.
    const about = {
      timelineId,
      company: bidder.company,
      lot: asked.contractObjectId,
      number: biddingNumber,
      locale,
      at,
    }
    await tellBidder(db, { ...about, said, key: asked.bidKey, verdict: answer.data })
    outboxFilled()
    return answer
  }

  return {
    clerkBid: inVenue(calls.clerkBid, ({ body, ...about }, caller) => {
      const { contractObjectId: lot, price, notAfter } = body
      return act(calls.clerkBid, body, about, caller, ['bid', { type: 'bid', lot, price, notAfter }])
    }),
    clerkCeilingSet: inVenue(calls.clerkCeilingSet, ({ body, ...about }, caller) => {
      const { contractObjectId: lot, amount, mode } = body
      return act(calls.clerkCeilingSet, body, about, caller, ['set', { type: 'setCeiling', lot, amount, mode }])
    }),
    clerkCeilingDrop: inVenue(calls.clerkCeilingDrop, ({ body, ...about }, caller) =>
      act(calls.clerkCeilingDrop, body, about, caller, ['drop', { type: 'dropCeiling', lot: body.contractObjectId }]),
    ),
  }
}
