import type { AccountId, BiddingNumber, Lot } from '../lot.ts'
import type { Limit, SessionState } from '../state.ts'
import { exposureOf } from '../evolve/exposure.ts'
import { amountOf, CURRENCIES, type Currency, type Instant, type Minor } from '../units.ts'
import { waits } from './sales.ts'

/** A price that a bidder pays, or is to pay, by this person. */
interface Payer {
  readonly number: BiddingNumber
  readonly account: AccountId | null
  readonly price: Minor
}

/**
 * X2, X3, X4: whether the limits of a company and its person carry a price on a lot at a moment; summed up from the state
 * alone. Limits in each currency that counts the lot's are asked (X9). K5: what a ceiling on a lot that waits for its
 * closing could bind there counts as bound, and on such a lot what was freed elsewhere since its deadline is not free.
 */
export function carries(state: SessionState, lot: Lot, { number, account, price }: Payer, at: Instant): boolean {
  const others = { ...state, lots: state.lots.with({ ...lot, leading: null }) }
  const { limits = {}, people = {} } = state.bidders[number] ?? {}
  const own = account === null ? {} : (people[account] ?? {})
  const closes = waits(state, lot, at)
  const waiting = closes ? [] : [...state.lots].filter((one) => one.lot !== lot.lot && waits(state, one, at))

  const within = (limit: Limit | undefined, of: Currency, person: AccountId | null): boolean => {
    const weight = (amount: number, currency: Currency): number => {
      const [from, to] = currency === of ? [1, 1] : [limit?.worth?.[currency], limit?.worth?.[of]]
      // X9: rounded up; a currency without a rate does not count.
      return from === undefined || to === undefined ? 0 : Math.ceil((amount * to) / from)
    }
    if (limit === undefined || weight(1, lot.currency) === 0) return true
    let sum: number = exposureOf(others, { number, account: person, currency: of, worth: limit.worth })
    for (const { ceilings, quantity, currency, leading } of waiting) {
      const ceiling = ceilings[number]
      if (ceiling === undefined || ceiling.suspended || (person !== null && ceiling.account !== person)) continue
      const bound = leading?.number === number ? amountOf(leading.price, quantity) : 0
      sum += weight(Math.max(0, amountOf(ceiling.amount, quantity) - bound), currency)
    }
    if (closes)
      for (const moved of lot.book?.moved ?? [])
        if (
          moved.number === number &&
          moved.account === person &&
          moved.of === of &&
          moved.deadline === lot.clock?.deadline
        )
          sum += Math.max(0, -moved.by)
    return sum + weight(amountOf(price, lot.quantity), lot.currency) <= limit.most
  }
  return CURRENCIES.every((one) => within(limits[one], one, null) && within(own[one], one, account))
}
