import * as calls from '../../../contract/calls/index.ts'
import type { ReceiptStanding } from '../../../contract/calls/index.ts'
import type { Receipt } from '../../../contract/verdict.ts'
import type { ReceiptBody } from '../../../domain/receipt.ts'
import { instant } from '../../../domain/units.ts'
import type { Rooms } from '../../ports.ts'
import { verifyReceipt } from '../../receipt.ts'
import { signingKeys } from '../../store/keys.ts'
import type { Log } from '../../store/log.ts'
import type { Db } from '../../store/open.ts'
import { hashesAt, restoresIn } from '../../store/witness.ts'
import { forbid, rows } from '../answer.ts'
import { companyKey } from '../../room/verdict.ts'
import { anyone, eitherToken, inVenue } from '../route.ts'

interface Needs {
  readonly db: Db
  readonly rooms: Pick<Rooms, 'denied'>
  readonly log: Pick<Log, 'head' | 'verdictsOf'>
}

/** Receipts: the keys that verify them, the log held to them, and a company's of what a clerk did for it. */
export const receiptRoutes = ({ db, rooms, log }: Needs) => ({
  receiptKeys: anyone(calls.receiptKeys, async () => {
    const keys = await signingKeys(db)
    return rows(keys.map(({ keyId, publicKey, since }) => ({ keyId, publicKey, since: instant(since.getTime()) })))
  }),

  receiptList: inVenue(calls.receiptList, async ({ query: { scheduleTimelineId } }, { timelineId, standpoint }) => {
    if (timelineId !== scheduleTimelineId) return forbid('auth.wrong_session')
    if (standpoint.identity !== 1) return rows([])
    const copies = await log.verdictsOf(companyKey(timelineId, standpoint.number))
    return rows(copies.flatMap(({ body }) => body.receipt ?? []))
  }),

  receiptCheck: eitherToken(calls.receiptCheck, async ({ body: { receipts } }) => {
    const keys = await signingKeys(db)
    const genuine = receipts.filter((receipt) => verifyReceipt(receipt, keys))
    const bySession = Map.groupBy(genuine, ({ body }) => body.scheduleTimelineId)
    const standings = new Map<string, ReceiptStanding>()
    for (const [timelineId, some] of bySession) {
      const of = await standingsIn({ db, log }, timelineId, some)
      for (const [hash, standing] of of) standings.set(hash, standing)
      const denied = some.find(({ body }) => of.get(body.hash) === 'denied')
      if (denied) await rooms.denied(denied.body)
    }
    return rows(
      receipts.map((receipt) => ({
        hash: receipt.body.hash,
        standing: genuine.includes(receipt) ? (standings.get(receipt.body.hash) ?? 'unknown') : 'unknown',
      })),
    )
  }),
})

/** The log's answer to genuine receipts of one session, by the hash of their entries. */
async function standingsIn(
  { db, log }: { readonly db: Db; readonly log: Pick<Log, 'head'> },
  timelineId: string,
  receipts: readonly Receipt[],
): Promise<ReadonlyMap<string, ReceiptStanding>> {
  // A practice session's log ends with it.
  if ((await log.head(timelineId)) === null) return new Map()
  const hashes = await hashesAt(
    db,
    timelineId,
    receipts.map(({ body }) => body.seq),
  )
  const missing = receipts.filter(({ body }) => hashes.get(body.seq) !== body.hash)
  const restores = missing.length === 0 ? [] : await restoresIn(db, timelineId)
  // R11: a restore explains what was written after the backup and before it.
  const isLost = ({ seq, epoch, at }: ReceiptBody) =>
    restores.some((one) => one.seq <= seq && one.epoch !== epoch && Date.parse(at) <= one.restoredAt)
  return new Map(
    receipts.map((receipt) => [
      receipt.body.hash,
      missing.includes(receipt) ? (isLost(receipt.body) ? 'lost' : 'denied') : 'kept',
    ]),
  )
}
