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
import { lockSession } from '../../store/preparation.ts'
import { findSession } from '../../store/schedules.ts'
import { cancelWithContract } from '../../trade/contracts.ts'
import { data, done, missing, refuse } from '../answer.ts'
import { missingOf, rememberedLaw } from '../preparation/check.ts'
import { depositCovered } from '../sale-sign-up/deposit.ts'
import { answered } from '../room.ts'
import type { Data, Failure } from '../answer.ts'
import { signedIn } from '../route.ts'
import { admitAndTell, declineAndTell } from './admit.ts'
import { publication } from './publication.ts'

interface Needs {
  readonly db: Db
  readonly rooms: Rooms
  readonly pins: Pins
  readonly outboxFilled: () => void
}

/** Commands that the operator alone may give about a sale. */
export function saleCommands({ db, rooms, pins, outboxFilled }: Needs) {
  const law = rememberedLaw()
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
    salePublish: signedIn(calls.salePublish, ({ body, at }, caller) =>
      // The lock keeps the catalogue unchanged between reading it and the first entry in the log.
      db.transaction(async (tx) => {
        const { scheduleTimelineId: id } = body
        const locked = await lockSession(tx, id)
        if (!locked) return missing('session.not_found')
        const missed = locked.published ? [] : await missingOf(db, locked.timeline, at)
        const hard = missed.filter((one) => one.hard).length
        if (hard > 0) return refuse('session.not_ready', { missing: hard })
        const command = await publication(db, id)
        return command ? operate(id, command, caller, at) : missing('session.not_found')
      }),
    ),
    sessionCheck: signedIn(calls.sessionCheck, async ({ params, at }) => {
      const session = await findSession(db, params.scheduleTimelineId)
      if (!session || session.schedule.practice) return missing('session.not_found')
      const missed = (session.head?.phase ?? 1) > 1 ? [] : await missingOf(db, session.timeline, at, law)
      return data({ ready: missed.every(({ hard }) => !hard), missing: [...missed] })
    }),
    salePostpone: signedIn(calls.salePostpone, ({ body, at }, caller) => {
      const { scheduleTimelineId: id, startTime, signUpDeadline, reason } = body
      return operate(id, { type: 'postpone', startTime, signUpDeadline, reason }, caller, at)
    }),
    saleCancel: signedIn(calls.saleCancel, ({ body, at }, caller) =>
      operate(body.scheduleTimelineId, { type: 'cancelSession', reason: body.reason }, caller, at),
    ),

    saleBidderAdmit: signedIn(calls.saleBidderAdmit, async ({ body, at }, caller) => {
      const { scheduleTimelineId: id, companyId } = body
      const session = await findSession(db, id)
      if (!session) return missing('session.not_found')
      if (!(await depositCovered(db, session.timeline, companyId))) return refuse('deposit.required')
      const by = { actor: 'operator', account: caller.person.id }
      const verdict = await admitAndTell({ db, rooms, pins, outboxFilled }, id, companyId, by, at)
      return verdict ? answered(rooms, id, verdict) : missing()
    }),
    saleBidderDecline: signedIn(calls.saleBidderDecline, async ({ body, at }) => {
      const { scheduleTimelineId: id, companyId, reason } = body
      const answer = await declineAndTell({ db, rooms }, id, companyId, reason, at)
      if (answer === null) return missing()
      outboxFilled()
      return answer === 'admitted' ? refuse('bidder.already_admitted') : done
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
      // A deposit of a size that is not a valid limit would leave its company without a limit.
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
      return cancelWithContract<Data<Verdict> | Failure>(db, { lot, reason: reason.trim(), at }, async () => {
        const answer = await operate(id, { type: 'cancelDeal', lot, reason }, caller, at)
        return { answer, accepted: answer.kind === 'data' && answer.refused === undefined }
      }).then((answer) => (answer === 'deal.contract_complete' ? refuse(answer) : answer))
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
