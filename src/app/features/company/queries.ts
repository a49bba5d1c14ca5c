import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf } from '../../../client/calls/index.ts'
import { clientOf } from '../../lib/client.ts'

export type CompanyInfo = AnswerOf<'companyInfo'>
export type Agreement = AnswerOf<'agreementInfo'>

/** Interval of refetching during review, so that the operator's decision appears. */
const WAITING_MS = 10_000

/** Bank data and papers: never stored on the device (design §5). */
export const companyQuery = queryOptions({
  queryKey: ['company'],
  queryFn: ({ client, signal }) => clientOf(client).calls.send('companyInfo', {}, { signal }),
  meta: { fleeting: true },
  refetchInterval: ({ state }) => (state.data?.status === 3 ? WAITING_MS : false),
})

export const agreementQuery = queryOptions({
  queryKey: ['agreement'],
  queryFn: ({ client, signal }) => clientOf(client).calls.send('agreementInfo', {}, { signal }),
})
