import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { send, type AnswerOf, type RowOf, type SentBy } from '../../../client/calls/index.ts'
import { pageOf, type CertificationSearch, type ListSearch, type UserSearch } from './search.ts'

export type CertificationRow = RowOf<'certificationList'>
export type CertificationInfo = AnswerOf<'certificationInfo'>
export type UserRow = RowOf<'userList'>
export type OutboxRow = RowOf<'outboxList'>
export type Settings = AnswerOf<'settings'>

/** Other people’s data: never kept on the device (design §5). */
const fleeting = { fleeting: true }
/** How soon a new mail or application shows on a list that is looked at. */
const RENEW_MS = 20_000

function certificationsAsked(search: CertificationSearch): SentBy<'certificationList'>['query'] {
  const { state = 'pending' } = search
  return state === 'all' ? pageOf(search) : { ...pageOf(search), state }
}
export const certificationsQuery = (search: CertificationSearch) => {
  const query = certificationsAsked(search)
  return queryOptions({
    queryKey: ['desk', 'certifications', query],
    queryFn: ({ signal }) => send('certificationList', { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: RENEW_MS,
    meta: fleeting,
  })
}

export const certificationQuery = (certificationId: string) =>
  queryOptions({
    queryKey: ['desk', 'certification', certificationId],
    queryFn: ({ signal }) => send('certificationInfo', { params: { certificationId } }, { signal }),
    meta: fleeting,
  })

export const usersQuery = (search: UserSearch) => {
  const query = { ...pageOf(search), ...(search.status && { status: search.status }) }
  return queryOptions({
    queryKey: ['desk', 'users', query],
    queryFn: ({ signal }) => send('userList', { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: fleeting,
  })
}

export const outboxQuery = (search: ListSearch) => {
  const { pageNum, pageSize } = pageOf(search)
  return queryOptions({
    queryKey: ['desk', 'outbox', pageNum, pageSize],
    queryFn: ({ signal }) => send('outboxList', { query: { pageNum, pageSize } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: RENEW_MS,
    meta: fleeting,
  })
}
