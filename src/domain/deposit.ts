import type { Worth } from './state.ts'
import type { Currency, Instant, Minor } from './units.ts'
import { amountNow } from './trade/corrections.ts'
import { CURRENCIES, later, minor } from './units.ts'

/** The kinds of entries in a bidder's deposit for one session. */
export const DEPOSIT_KINDS = ['received', 'held', 'released', 'forfeited', 'correction'] as const
export type DepositKind = (typeof DEPOSIT_KINDS)[number]

/** Entries are only added. */
export interface DepositEntry {
  /** Numbered from 1 within the company's deposit for the session. */
  readonly seq: number
  readonly kind: DepositKind
  readonly currency: Currency
  /** Of a correction, the amount that the corrected entry should have had. */
  readonly amount: Minor
  /** Number of the entry that a correction corrects; `null`: not a correction. */
  readonly corrects: number | null
  /** Of `forfeited`, number of the held entry that it is taken from; absent or `null` before holds had rules. */
  readonly hold?: number | null
}

/** The deposit required of each bidder, in any one of these currencies. */
export type Required = readonly { readonly currency: Currency; readonly amount: Minor }[]

const HOUR_MS = 3_600_000
/** A sale may ask for its deposit up to 30 days before its start. */
export const DEPOSIT_HOURS_MOST = 720

/** When the deposit is due; a postponed start moves it along. */
export const depositDue = ({ startTime, depositHours }: DepositTime): Instant =>
  later(startTime, -depositHours * HOUR_MS)
export interface DepositTime {
  readonly startTime: Instant
  readonly depositHours: number
}

export interface DepositSum {
  readonly currency: Currency
  readonly received: Minor
  /** Part of the balance that is kept back after the sale. */
  readonly held: Minor
  readonly released: Minor
  readonly forfeited: Minor
  /** Received, and neither released nor forfeited. */
  readonly balance: Minor
}

export type DepositState = 'none' | 'partly' | 'received' | 'held' | 'released' | 'forfeited'

const sum = (entries: readonly DepositEntry[], kind: DepositKind): number =>
  entries.reduce((total, one) => (one.kind === kind ? total + amountNow(entries, one) : total), 0)

/** The sums by currency; currencies without an entry are left out. */
export const depositSums = (entries: readonly DepositEntry[]): readonly DepositSum[] =>
  CURRENCIES.flatMap((currency) => {
    const own = entries.filter((one) => one.currency === currency)
    if (own.length === 0) return []
    const [received, released, forfeited] = [sum(own, 'received'), sum(own, 'released'), sum(own, 'forfeited')]
    const balance = received - released - forfeited
    return [
      {
        currency,
        received: minor(received),
        // The held amount shrinks when money is released, or forfeited out of a hold.
        held: minor(Math.min(heldIn(own), balance)),
        released: minor(released),
        forfeited: minor(forfeited),
        balance: minor(balance),
      },
    ]
  })

/** What is left of a hold: not forfeited and not released. */
export function heldOf(entries: readonly DepositEntry[], hold: DepositEntry): Minor {
  const forfeited = entries.reduce(
    (sum, one) => (one.kind === 'forfeited' && one.hold === hold.seq ? sum + amountNow(entries, one) : sum),
    0,
  )
  return minor(Math.max(0, amountNow(entries, hold) - forfeited))
}

const heldIn = (entries: readonly DepositEntry[]): number =>
  entries.reduce((total, one) => (one.kind === 'held' ? total + heldOf(entries, one) : total), 0)

export type DepositRefusal =
  | { readonly reason: 'payment.zero' | 'payment.no_entry' | 'payment.same' }
  /** `left`: how much can be held, released or forfeited, or taken back. */
  | { readonly reason: 'deposit.too_little'; readonly left: Minor }

/**
 * The refusal of an entry; `null`: accepted. Only the balance can be held, released or forfeited. A correction names an
 * entry that is none, in its currency, and takes back no more than the balance: what was released or forfeited of it is
 * corrected first.
 */
export function entryRefused(entries: readonly DepositEntry[], next: DepositEntry): DepositRefusal | null {
  if (next.amount < 0 || (next.amount === 0 && next.kind !== 'correction')) return { reason: 'payment.zero' }
  if (next.kind === 'correction') {
    const corrected = correctedBy(entries, next)
    if (corrected === undefined) return { reason: 'payment.no_entry' }
    if (amountNow(entries, corrected) === next.amount) return { reason: 'payment.same' }
    const balance = balanceIn([...entries, next], next.currency)
    const left = balanceIn(entries, next.currency)
    return balance < 0 ? { reason: 'deposit.too_little', left: minor(left) } : null
  }
  if (next.kind === 'received') return null
  const now = depositSums(entries).find(({ currency }) => currency === next.currency)
  const left = now === undefined ? 0 : next.kind === 'held' ? now.balance - now.held : now.balance
  return next.amount > left ? { reason: 'deposit.too_little', left: minor(left) } : null
}

/** The entry that a correction corrects. */
export const correctedBy = <E extends DepositEntry>(
  entries: readonly E[],
  { corrects, currency }: Pick<DepositEntry, 'corrects' | 'currency'>,
): E | undefined =>
  entries.find((one) => one.seq === corrects && one.kind !== 'correction' && one.currency === currency)

const balanceIn = (entries: readonly DepositEntry[], currency: Currency): number => {
  const own = entries.filter((one) => one.currency === currency)
  return sum(own, 'received') - sum(own, 'released') - sum(own, 'forfeited')
}

/**
 * The limits that a deposit carries: itself times the factor; in the other currencies of the session by the ratio of
 * the amounts required there. Rounded down.
 */
export function limitsOf(
  required: Required,
  factor: number,
  sums: readonly DepositSum[],
): Partial<Record<Currency, Minor>> {
  const limits: Partial<Record<Currency, Minor>> = {}
  for (const { currency, amount } of required) {
    const total = sums.reduce((all, { currency: of, balance }) => {
      const base = required.find((one) => one.currency === of)
      return base === undefined ? all : all + (BigInt(balance) * BigInt(amount) * BigInt(factor)) / BigInt(base.amount)
    }, 0n)
    if (total > 0n) limits[currency] = minor(Number(total > MOST ? MOST : total))
  }
  return limits
}
const MOST = BigInt(Number.MAX_SAFE_INTEGER)

/** The rates at which such limits weigh all currencies against the one deposit (X9); `null`: none is asked for. */
export const worthOf = (required: Required): Worth | null =>
  required.length === 0 ? null : Object.fromEntries(required.map(({ currency, amount }) => [currency, amount]))

/** What is open of the required deposit, in each currency asked for: any one of them covers it. */
export function openOf(required: Required, sums: readonly DepositSum[]): Required {
  const carried = limitsOf(required, 1, sums)
  return required.map(({ currency, amount }) => ({
    currency,
    amount: minor(Math.max(0, amount - (carried[currency] ?? 0))),
  }))
}

/** Whether the balances cover the required deposit, in one currency or several together. */
export function isCovered(required: Required, sums: readonly DepositSum[]): boolean {
  const [first] = required
  if (first === undefined) return true
  const carried = limitsOf(required, 1, sums)
  return (carried[first.currency] ?? 0) >= first.amount
}

export function depositState(required: Required, sums: readonly DepositSum[]): DepositState {
  if (sums.some(({ held }) => held > 0)) return 'held'
  if (sums.some(({ balance }) => balance > 0)) return isCovered(required, sums) ? 'received' : 'partly'
  if (sums.some(({ forfeited }) => forfeited > 0)) return 'forfeited'
  return sums.some(({ released }) => released > 0) ? 'released' : 'none'
}

/** What has become of a deposit, for the company that pays it. */
export const DEPOSIT_STANDINGS = ['awaited', 'partly', 'here', 'returned', 'kept'] as const
export type DepositStanding = (typeof DEPOSIT_STANDINGS)[number]

interface DepositOfPayer {
  readonly state: DepositStanding
  /** With the platform now. */ readonly here: Required
  readonly returned: Required
  readonly kept: Required
}

/**
 * The deposit as its payer sees it. Once the sale is over nothing more is awaited: what is there waits to go back, and
 * `null` means that nothing ever came.
 */
export function depositOfPayer(required: Required, sums: readonly DepositSum[], over: boolean): DepositOfPayer | null {
  const parts = (part: 'balance' | 'released' | 'forfeited'): Required =>
    sums.flatMap(({ currency, [part]: amount }) => (amount > 0 ? [{ currency, amount }] : []))
  const [here, returned, kept] = [parts('balance'), parts('released'), parts('forfeited')]
  const state = (): DepositStanding | null => {
    if (here.length > 0) return over || isCovered(required, sums) ? 'here' : 'partly'
    if (kept.length > 0) return 'kept'
    if (returned.length > 0) return 'returned'
    return over ? null : 'awaited'
  }
  const now = state()
  return now && { state: now, here, returned, kept }
}

/** What goes back of a deposit once its sale is over: all of it but what is held. */
export const refundsOf = (sums: readonly DepositSum[]): Required =>
  sums.flatMap(({ currency, balance, held }) => (balance > held ? [{ currency, amount: minor(balance - held) }] : []))
