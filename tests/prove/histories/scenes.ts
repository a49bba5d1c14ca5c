import { setTimeout as wait } from 'node:timers/promises'
import { minor } from '../../../src/domain/units.ts'
import type { TestServer } from '../../support/server.ts'
import { venueOf } from '../../support/world.ts'
import type { Member, WorldSession } from '../../support/world.ts'
import { newAttempt, send, sendCeiling } from '../parts/attempt.ts'
import type { Attempt } from '../parts/attempt.ts'
import { heard, read } from './lot.ts'
import type { LotRecord } from './lot.ts'

/** What chance may pass over in a short run, staged on a lot of its own. */
interface Stage {
  readonly session: WorldSession
  readonly lot: WorldSession['lots'][number]
  readonly nodes: readonly TestServer[]
  /** Without a limit. */
  readonly bidders: readonly [Member, Member]
  readonly lifeMs: number
}

/** No scene but the sleeping node's is about time. */
const LONG_MS = 50_000

/** In order; each needs a lot. */
export const SCENES = [metExactly, answeredTooLate]

/** C7: a bid by hand meets the leader's ceiling exactly. The model knows who leads then. */
async function metExactly({ session, lot, nodes, bidders: [owner, rival] }: Stage): Promise<LotRecord> {
  const found: LotRecord = { lot: lot.id, attempts: [], reads: [] }
  const anyNode = turns(nodes)
  const at = minor(lot.startPrice + 2 * lot.addRange)
  const ceiling = attemptOf(owner, lot.id, at, LONG_MS, { ceiling: 'standing' })
  const bid = attemptOf(rival, lot.id, at, LONG_MS)
  found.attempts.push(ceiling, bid)
  await sendCeiling(ceiling, 'standing', venueOf(anyNode(), session, owner))
  await send(bid, venueOf(anyNode(), session, rival))
  for (const _ of nodes) await read({ session, lot, anyNode }, rival, found)
  return found
}

/** B4: a node sleeps while a bid lies before it, and wakes after another has said that the bid never happened. */
async function answeredTooLate({ session, lot, nodes, bidders: [bidder], lifeMs }: Stage): Promise<LotRecord> {
  const [asleep, awake] = nodes
  if (!asleep || !awake) throw new Error('a scene of two nodes')
  const attempt = attemptOf(bidder, lot.id, lot.startPrice, lifeMs)
  process.kill(asleep.pid, 'SIGSTOP')
  try {
    await heard(
      attempt,
      () => venueOf(awake.url, session, bidder),
      async () => {
        const sent = send(attempt, venueOf(asleep.url, session, bidder))
        while (attempt.told === null && attempt.verdict === null) await wait(20)
        process.kill(asleep.pid, 'SIGCONT')
        await sent
      },
    )
  } finally {
    process.kill(asleep.pid, 'SIGCONT')
  }
  return { lot: lot.id, attempts: [attempt], reads: [] }
}

const attemptOf = (
  { biddingNumber }: Member,
  lot: string,
  price: Attempt['price'],
  lifeMs: number,
  more: Partial<Pick<Attempt, 'ceiling'>> = {},
): Attempt => newAttempt(biddingNumber ?? 0, lot, price, lifeMs, more)

/** Each node in turn. */
function turns(nodes: readonly TestServer[]): () => string {
  let turn = 0
  return () => nodes[turn++ % nodes.length]?.url ?? ''
}
