import { queryOptions } from '@tanstack/react-query'
import { send, type AnswerOf } from '../../../client/calls/index.ts'

export type CompanyInfo = AnswerOf<'companyInfo'>
export type Agreement = AnswerOf<'agreementInfo'>

/** While the operator looks at it, this is how soon his answer shows. */
const WAITING_MS = 10_000

/** Bank data and papers: never kept on the device (design §5). */
export const companyQuery = queryOptions({
  queryKey: ['company'],
  queryFn: ({ signal }) => send('companyInfo', {}, { signal }),
  meta: { fleeting: true },
  refetchInterval: ({ state }) => (state.data?.status === 3 ? WAITING_MS : false),
})

export const agreementQuery = queryOptions({
  queryKey: ['agreement'],
  queryFn: ({ signal }) => send('agreementInfo', {}, { signal }),
})
