import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AnswerOf, RowOf } from '../../../../client/calls/index.ts'
import { clientOf } from '../../../lib/client.ts'
import { pageQuery } from '../../../lib/paging.ts'
import type { BankSearch } from './search.ts'

export type BankEntry = RowOf<'bankEntryList'>
export type BankResult = AnswerOf<'bankFileRead'>

export const BANK_KEY = ['desk', 'bank'] as const

export const bankEntriesQuery = ({ page, size, state: sought }: BankSearch) => {
  const state = sought ?? ('waiting' as const)
  const query = { ...pageQuery({ page, size }), ...(state !== 'all' && { state }) }
  return queryOptions({
    queryKey: [...BANK_KEY, query],
    queryFn: ({ client, signal }) => clientOf(client).calls.send('bankEntryList', { query }, { signal }),
    placeholderData: keepPreviousData,
    // Other people's accounts: never stored on the device.
    meta: { fleeting: true },
  })
}
