import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { parseMinor } from '../../../src/domain/units.ts'
import { again } from './attempt.ts'
import type { Attempt, VerdictWire } from './attempt.ts'
import type { ExportedLog } from './exported.ts'
import type { Venue } from '../../support/client.ts'

/** From then on a bid's verdict is final: past its `notAfter`, plus the clocks' difference. */
const AFTER_MS = 300
export const finalAt = (notAfter: number): number => notAfter + AFTER_MS

/** Asks for the verdicts of unanswered bids, once they are final. */
export async function resolve(
  attempts: readonly Attempt[],
  venueOf: (bidder: number, attempt: Attempt) => Venue,
): Promise<Attempt[]> {
  const silent = attempts.filter(({ verdict }) => verdict === null)
  const last = Math.max(0, ...silent.map(({ notAfter }) => notAfter))
  await wait(Math.max(0, finalAt(last) - Date.now()))
  await inLine(silent, async (attempt) => {
    attempt.verdict = await again(() => venueOf(attempt.bidder, attempt).verdict(attempt.bidKey))
    attempt.returnedAt = performance.now()
  })
  return silent
}

/** Sixteen at a time. */
export async function inLine<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items]
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await act(item)
    }),
  )
}

interface Audit {
  /** Accepted, but the log does not match the verdict. */
  readonly missing: string[]
  /** A price of a lot that is in the log twice. */
  readonly doubled: string[]
  /** In the log, but never answered as accepted. */
  readonly unasked: string[]
}

/** Compares the bidders' verdicts with the log. */
export function audit(attempts: readonly Attempt[], log: ExportedLog): Audit {
  const accepted = new Map(
    attempts
      .filter(({ ceiling, verdict }) => ceiling === null && verdict?.verdict === 'accepted')
      .map((attempt) => [nameOf(attempt.lot, attempt.price, attempt.bidder), attempt]),
  )
  const missing = [...accepted].flatMap(([name, { verdict }]) =>
    verdict && isThere(verdict, name, log) ? [] : [`${name} ${JSON.stringify(verdict)}`],
  )
  const seen = new Set<string>()
  const doubled: string[] = []
  const unasked: string[] = []
  for (const { event } of log.entries) {
    if (event.type !== 'bid') continue
    const name = nameOf(event.lot, event.price, event.number)
    if (seen.has(name)) doubled.push(`${name} at ${event.seq}`)
    seen.add(name)
    if (!accepted.has(name) && !isByCeiling(event, attempts)) unasked.push(`${name} at ${event.seq}`)
  }
  return { missing, doubled, unasked }
}

/** Only a ceiling's owner is told which ceiling bid, so it is enough that one reaching this price was set. */
const isByCeiling = (
  { lot, number, price: bid }: { readonly lot: string; readonly number: number; readonly price: number },
  attempts: readonly Attempt[],
): boolean =>
  attempts.some(
    (one) =>
      one.ceiling !== null &&
      one.verdict?.verdict === 'accepted' &&
      one.lot === lot &&
      one.bidder === number &&
      one.price >= bid,
  )

const nameOf = (lot: string, price: number, number: number): string => `${lot} at ${price} by ${number}`

function isThere({ receipt, price }: VerdictWire, name: string, log: ExportedLog): boolean {
  const found = receipt === null ? undefined : log.entries[receipt.body.seq - 1]
  if (found?.event.type !== 'bid' || receipt === null) return false
  const { event, hash } = found
  return (
    nameOf(event.lot, event.price, event.number) === name &&
    event.price === parseMinor(price ?? '') &&
    receipt.body.hash === hash &&
    receipt.body.seq === event.seq
  )
}

/** Bids of which a verdict was told that was final, and which was not: each is asked about again now. */
export async function contradicted(
  attempts: readonly Attempt[],
  ask: (attempt: Attempt) => Promise<VerdictWire>,
): Promise<string[]> {
  const found: string[] = []
  await inLine(attempts, async (attempt) => {
    const { told, verdict, bidKey } = attempt
    if (told === null) return
    const now = await again(() => ask(attempt))
    const late =
      told.verdict === 'unknown'
        ? [now, verdict].some((one) => one?.verdict === 'accepted')
        : !isDeepStrictEqual(now, told)
    if (late) found.push(`${bidKey}: ${JSON.stringify(told)} became ${JSON.stringify(now)}`)
  })
  return found
}

/** Bids whose verdict has changed. */
export async function changed(
  attempts: readonly Attempt[],
  ask: (attempt: Attempt) => Promise<VerdictWire>,
): Promise<string[]> {
  const found: string[] = []
  await inLine(attempts, async (attempt) => {
    const now = await again(() => ask(attempt))
    if (!isDeepStrictEqual(now, attempt.verdict))
      found.push(`${attempt.bidKey}: ${JSON.stringify(attempt.verdict)} became ${JSON.stringify(now)}`)
  })
  return found
}
