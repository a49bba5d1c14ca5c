import type { Worth } from './state.ts'
import type { Currency, Minor } from './units.ts'
import { CURRENCIES, minor } from './units.ts'

/** The kinds of entries in a bidder's deposit for one session. */
export const DEPOSIT_KINDS = ['received', 'held', 'released', 'forfeited'] as const
export type DepositKind = (typeof DEPOSIT_KINDS)[number]

export interface DepositEntry {
  readonly kind: DepositKind
  readonly currency: Currency
  readonly amount: Minor
}

/** The deposit required of each bidder, in any one of these currencies. */
export type Required = readonly { readonly currency: Currency; readonly amount: Minor }[]

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
  entries.reduce((total, one) => (one.kind === kind ? total + one.amount : total), 0)

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
        // The held amount shrinks when money is released or forfeited.
        held: minor(Math.min(sum(own, 'held'), balance)),
        released: minor(released),
        forfeited: minor(forfeited),
        balance: minor(balance),
      },
    ]
  })

/**
 * Only the balance can be held, released or forfeited. `left`: how much of it is left; `null`: the entry is accepted.
 */
export function entryRefused(entries: readonly DepositEntry[], next: DepositEntry): { readonly left: Minor } | null {
  if (next.kind === 'received') return null
  const now = depositSums(entries).find(({ currency }) => currency === next.currency)
  const left = now === undefined ? 0 : next.kind === 'held' ? now.balance - now.held : now.balance
  return next.amount > left ? { left: minor(left) } : null
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
