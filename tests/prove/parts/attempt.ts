import { randomUUID } from 'node:crypto'
import { ceilingSet, clerkBid } from '../../../src/contract/calls/index.ts'
import { CODE } from '../../../src/contract/codes.ts'
import { formatMinor } from '../../../src/domain/units.ts'
import type { Minor } from '../../../src/domain/units.ts'
import { CallRefused } from '../../support/client.ts'
import type { Venue } from '../../support/client.ts'

export type VerdictWire = Awaited<ReturnType<Venue['verdict']>>

export type Mode = 'standing' | 'linkLoss'

/** A bid, or a ceiling, as its bidder recorded it. */
export interface Attempt {
  readonly bidder: number
  readonly lot: string
  readonly price: Minor
  /** The host bid for the bidder, by its PIN. */
  readonly clerk: boolean
  /** `price` is a ceiling; `null`: a bid. */
  readonly ceiling: Mode | null
  readonly bidKey: string
  readonly notAfter: number
  /** On one monotonic clock for all bidders. */
  readonly calledAt: number
  returnedAt: number
  /** `null`: no answer. */
  verdict: VerdictWire | null
  /** What another node said of it once its `notAfter` had passed; `null`: it was answered in time. */
  told: VerdictWire | null
}

export const newAttempt = (
  bidder: number,
  lot: string,
  price: Minor,
  lifeMs: number,
  { clerk = false, ceiling = null }: Partial<Pick<Attempt, 'clerk' | 'ceiling'>> = {},
): Attempt => ({
  bidder,
  lot,
  price,
  clerk,
  ceiling,
  bidKey: randomUUID(),
  notAfter: Date.now() + lifeMs,
  calledAt: performance.now(),
  returnedAt: Infinity,
  verdict: null,
  told: null,
})

/** Sends it; without an answer it stays open, as for a buyer. */
export async function send(attempt: Attempt, venue: Venue): Promise<void> {
  try {
    const { bidKey, notAfter, lot, price } = attempt
    attempt.verdict = await venue.bid(lot, formatMinor(price), { bidKey, notAfter: new Date(notAfter).toISOString() })
    attempt.returnedAt = performance.now()
  } catch (error) {
    if (!isSilence(error)) throw error
  }
}

/** Bids as a clerk. A clerk that is told to wait, since too many bid, knows at once that nothing was decided. */
export async function sendAsClerk(attempt: Attempt, host: Venue, pin: string): Promise<void> {
  try {
    const { bidKey, notAfter, lot, price, bidder } = attempt
    attempt.verdict = await host.command(clerkBid, {
      contractObjectId: lot,
      price: formatMinor(price),
      biddingNumber: bidder,
      pin,
      bidKey,
      notAfter: new Date(notAfter).toISOString(),
    })
    attempt.returnedAt = performance.now()
  } catch (error) {
    if (!isSilence(error) && !(error instanceof CallRefused && error.code === CODE.tooMany)) throw error
  }
}

/** The same for a ceiling. */
export async function sendCeiling(attempt: Attempt, mode: Mode, venue: Venue): Promise<void> {
  try {
    const { bidKey, notAfter, lot, price } = attempt
    attempt.verdict = await venue.command(ceilingSet, {
      contractObjectId: lot,
      amount: formatMinor(price),
      mode,
      bidKey,
      notAfter: new Date(notAfter).toISOString(),
    })
    attempt.returnedAt = performance.now()
  } catch (error) {
    if (!isSilence(error) && !(error instanceof CallRefused && error.code === CODE.tooMany)) throw error
  }
}

/** Whether the connection broke, or the server did not know the outcome. Any other answer is a failure. */
export const isSilence = (error: unknown): boolean =>
  (error instanceof TypeError && /fetch failed|terminated/.test(error.message)) ||
  (error instanceof DOMException && error.name === 'TimeoutError') ||
  (error instanceof CallRefused && error.code === 503)

/** Repeated once without an answer: a kept-alive connection may have been closed meanwhile. */
export async function again<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!isSilence(error)) throw error
    return ask()
  }
}
