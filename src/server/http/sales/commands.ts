import * as calls from '../../../contract/calls/index.ts'
import type { Verdict } from '../../../contract/verdict.ts'
import type { Command } from '../../../domain/commands.ts'
import { isLimit } from '../../../domain/decide/limits.ts'
import type { Instant } from '../../../domain/units.ts'
import type { SellerCaller } from '../../auth/caller.ts'
import type { Pins } from '../../auth/pins.ts'
import type { Rooms } from '../../ports.ts'
import { companiesById, membersOf } from '../../store/accounts.ts'
import { dropDeposit, keepDeposit } from '../../store/deposits.ts'
import type { Db } from '../../store/open.ts'
import { keepBiddingNumber } from '../../store/registrations.ts'
import { findSession } from '../../store/schedules.ts'
import { done, missing, refuse } from '../answer.ts'
import { answered } from '../room.ts'
import type { Data, Failure } from '../answer.ts'
import { signedIn } from '../route.ts'
import { admitted } from './admit.ts'
import { publication } from './publication.ts'

interface Needs {
  readonly db: Db
  readonly rooms: Rooms
  readonly pins: Pins
  readonly outboxFilled: () => void
}

/** Commands that the operator alone may give about a sale. */
export function saleCommands({ db, rooms, pins, outboxFilled }: Needs) {
  async function operate(
    timelineId: string,
    command: Command,
    { person }: SellerCaller,
    at: Instant,
  ): Promise<Data<Verdict> | Failure> {
    if (!(await findSession(db, timelineId))) return missing('session.not_found')
    const verdict = await rooms.give(timelineId, command, { actor: 'operator', account: person.id }, { at })
    return answered(rooms, timelineId, verdict)
  }

  return {
    salePublish: signedIn(calls.salePublish, async ({ body, at }, caller) => {
      const command = await publication(db, body.scheduleTimelineId)
      return command ? operate(body.scheduleTimelineId, command, caller, at) : missing('session.not_found')
    }),

    saleBidderAdmit: signedIn(calls.saleBidderAdmit, async ({ body, at }, caller) => {
      const { scheduleTimelineId: id, companyId } = body
      const asked = await admitted(db, id, companyId)
      if (!asked) return missing()
      const answer = await operate(id, { type: 'admit', standing: asked.standing }, caller, at)
      const number = Object.values((await rooms.state(id))?.bidders ?? {}).find((b) => b.company === companyId)?.number
      if (answer.kind === 'failed' || answer.data.verdict !== 'accepted' || number === undefined) return answer
      await keepBiddingNumber(db, id, companyId, number)
      await asked.tell(number, await pins.renew(id, companyId, at), at)
      outboxFilled()
      return answer
    }),
    saleBidderDismiss: signedIn(calls.saleBidderDismiss, ({ body, at }, caller) => {
      const { scheduleTimelineId: id, biddingNumber: number, reason } = body
      return operate(id, { type: 'dismiss', number, reason }, caller, at)
    }),

    saleLimitSet: signedIn(calls.saleLimitSet, async ({ body, at }, caller) => {
      const { scheduleTimelineId: id, biddingNumber: number, userId: account, currency, most } = body
      const company = (await rooms.state(id))?.bidders[number]?.company ?? null
      if (account !== null && (company === null || !(await belongs(db, account, company)))) return missing()
      return operate(id, { type: 'setLimit', number, account, currency, most }, caller, at)
    }),
    depositSet: signedIn(calls.depositSet, async ({ body, at }, { person }) => {
      const { companyId, currency, amount, factor } = body
      // A deposit that makes no limit would leave its company without one.
      if (amount !== null && !isLimit(amount * factor)) return refuse('limit.invalid')
      if ((await companiesById(db, [companyId])).length === 0) return missing()
      if (amount === null) await dropDeposit(db, companyId, currency)
      else await keepDeposit(db, { companyId, currency, amount, factor, setAt: at, setBy: person.id })
      return done
    }),

    saleDealHold: signedIn(calls.saleDealHold, ({ body, at }, caller) => {
      const { scheduleTimelineId: id, contractObjectId: lot, reason } = body
      return operate(id, { type: 'holdDeal', lot, reason }, caller, at)
    }),
    saleDealRelease: signedIn(calls.saleDealRelease, ({ body, at }, caller) => {
      const { scheduleTimelineId: id, contractObjectId: lot, reason } = body
      return operate(id, { type: 'releaseDeal', lot, reason }, caller, at)
    }),
    saleDealCancel: signedIn(calls.saleDealCancel, ({ body, at }, caller) => {
      const { scheduleTimelineId: id, contractObjectId: lot, reason } = body
      return operate(id, { type: 'cancelDeal', lot, reason }, caller, at)
    }),
    saleDealOffer: signedIn(calls.saleDealOffer, ({ body, at }, caller) => {
      const { scheduleTimelineId: id, contractObjectId: lot, minutes } = body
      return operate(id, { type: 'offerDeal', lot, minutes }, caller, at)
    }),
  }
}

async function belongs(db: Db, account: string, company: string): Promise<boolean> {
  return (await membersOf(db, [company])).some(({ id }) => id === account)
}
