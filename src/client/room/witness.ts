import { WITNESSED, WITNESS_WITHIN_MS } from '../../contract/constants.ts'
import type { ReceiptStanding } from '../../contract/calls/venue.ts'
import type { Receipt } from '../../contract/verdict.ts'
import type { LinkView } from './linkView.ts'
import { createStore, type Readable } from './store.ts'

/** Receipts of this device whose entries the session's log does not have. */
export interface Missing {
  /** A backup from before them was restored. */
  readonly lost: readonly Receipt[]
  /** Nothing explains it. */
  readonly denied: readonly Receipt[]
}

interface WitnessPorts {
  readonly link: Readable<LinkView>
  /** Newest last. */
  readonly receipts: Readable<readonly Receipt[]>
  /** What the server says to each, in their order; `null`: it gave no answer. */
  readonly ask: (receipts: readonly Receipt[]) => Promise<readonly ReceiptStanding[] | null>
  readonly after: (ms: number, run: () => void) => unknown
  /** In [0, 1). After a failover all devices are back at once, so each waits a little before it asks. */
  readonly random: () => number
}

/**
 * Holds the log to the newest receipts each time the link is back: a database that fell back behind what it had
 * acknowledged, or was changed, then says so.
 */
export function createWitness({ link, receipts, ask, after, random }: WitnessPorts): Readable<Missing> {
  const missing = createStore<Missing>({ lost: [], denied: [] })
  let waits = false

  async function present(): Promise<void> {
    waits = false
    const newest = receipts.get().slice(-WITNESSED)
    if (newest.length === 0 || link.get().kind !== 'live') return
    const standings = await ask(newest)
    if (standings === null) return
    const having = (standing: ReceiptStanding) => newest.filter((_, i) => standings[i] === standing)
    const found = { lost: having('lost'), denied: having('denied') }
    if (found.lost.length + found.denied.length > 0) missing.set(found)
  }

  link.subscribe(() => {
    if (link.get().kind !== 'live' || waits) return
    waits = true
    after(random() * WITNESS_WITHIN_MS, () => void present())
  })
  return missing
}
