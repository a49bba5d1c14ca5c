import { useMemo } from 'react'
import type { BiddingNumber } from '../../../../domain/lot.ts'
import { usePeople } from './usePeople.ts'

export type Companies = ReadonlyMap<BiddingNumber, string>

/**
 * Companies by bidding number, for bidders that have entered. The map's identity changes only when a name comes or
 * goes.
 */
export function useCompanies(): Companies {
  const people = usePeople().people ?? []
  const named = people.flatMap(({ biddingNumber, companyName }) =>
    biddingNumber === null || companyName === null ? [] : [[biddingNumber, companyName] as const],
  )
  const key = JSON.stringify(named)
  // oxlint-disable-next-line react/exhaustive-deps -- the key is all of `named`, by value
  return useMemo(() => new Map(named), [key])
}
