import { pageSearch, type PageSearch } from '../../../lib/paging.ts'

export const BANK_STATES = ['waiting', 'recorded', 'reversed', 'left', 'all'] as const

export interface BankSearch extends PageSearch {
  /** Without a state the list shows entries that wait. */
  readonly state?: Exclude<(typeof BANK_STATES)[number], 'waiting'>
}

export function bankSearch(raw: Record<string, unknown>): BankSearch {
  const state = BANK_STATES.find((one) => one === raw['state'])
  return { ...pageSearch(raw), ...(state && state !== 'waiting' && { state }) }
}
