import { CODE } from '../../contract/codes.ts'
import type { Verdict } from '../../contract/verdict.ts'
import type { VenueCaller } from '../auth/caller.ts'
import type { Rooms } from '../ports.ts'
import { fail } from './answer.ts'
import type { Data, Failure } from './answer.ts'
import type { Allow } from './limits.ts'
import { actorOf, answered } from './room.ts'

const TOO_MANY = { message: 'speech.too_many', ceiling: 'ceiling.too_many' } as const

/** Limits a company's pace in its session, so that it cannot delay other bidders' prices. */
export type Pace = (
  limit: keyof typeof TOO_MANY,
  caller: VenueCaller,
  /** The key of a command that may be repeated. */
  bidKey: string | null,
  act: () => Promise<Data<Verdict> | Failure>,
) => Promise<Data<Verdict> | Failure>

export const createPace =
  (allow: Pick<Allow, 'company'>, rooms: Rooms): Pace =>
  async (limit, caller, bidKey, act) => {
    const company = actorOf(caller)
    // Host and operator run the sale and are not limited. A caller without a part passes, since the command itself
    // refuses it.
    const wait =
      company === null || company === 'host' || company === 'operator'
        ? 0
        : await allow.company(limit, `${caller.timelineId} ${company}`)
    if (wait === 0) return act()
    // A verdict exists already, so the repeated request returns it instead of a refusal.
    const decided = bidKey === null ? null : await rooms.verdictOf(caller.timelineId, caller.person.id, bidKey)
    if (decided) return answered(rooms, caller.timelineId, decided)
    const seconds = Math.ceil(wait / 1000)
    return fail(CODE.tooMany, TOO_MANY[limit], { numbers: { seconds }, retryAfter: seconds })
  }
