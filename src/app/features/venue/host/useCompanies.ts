import type { BiddingNumber } from '../../../../domain/lot.ts'
import { usePeople } from './usePeople.ts'

/** Companies by bidding number, as far as they have entered. */
export function useCompanies(): ReadonlyMap<BiddingNumber, string> {
  const people = usePeople().people ?? []
  return new Map(
    people.flatMap(({ biddingNumber, companyName }) =>
      biddingNumber === null || companyName === null ? [] : [[biddingNumber, companyName] as const],
    ),
  )
}
