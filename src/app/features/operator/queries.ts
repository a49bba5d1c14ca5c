import type { TermKind } from '../../../contract/lot-fields.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type AnswerOf, type RowOf, type SentBy } from '../../../client/calls/index.ts'
import {
  auditAsked,
  pageOf,
  type AuditSearch,
  type CertificationSearch,
  type DeskContractSearch,
  type OutboxSearch,
  type UserSearch,
} from './search.ts'
import { askedRange } from '../../../contract/dayRange.ts'
import { pageQuery } from '../../lib/paging.ts'
import { clientOf } from '../../lib/client.ts'

export type CertificationRow = RowOf<'certificationList'>
export type CertificationInfo = AnswerOf<'certificationInfo'>
export type UserRow = RowOf<'userList'>
export type DeskContractRow = RowOf<'contractReviewList'>
export type OutboxRow = RowOf<'outboxList'>
export type AuditRow = RowOf<'auditList'>
export type Settings = AnswerOf<'settings'>

/** Other people's data: never stored on the device (design §5). */
const fleeting = { fleeting: true }
/** Interval at which an open list refetches, to show new mails and applications. */
const RENEW_MS = 20_000

function certificationsAsked(search: CertificationSearch): SentBy<'certificationList'>['query'] {
  const { state = 'pending' } = search
  return state === 'all' ? pageOf(search) : { ...pageOf(search), state }
}
export const certificationsQuery = (search: CertificationSearch) => {
  const query = certificationsAsked(search)
  return queryOptions({
    queryKey: ['desk', 'certifications', query],
    queryFn: ({ client, signal }) => clientOf(client).calls.send('certificationList', { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: RENEW_MS,
    meta: fleeting,
  })
}

export const certificationQuery = (certificationId: string) =>
  queryOptions({
    queryKey: ['desk', 'certification', certificationId],
    queryFn: ({ client, signal }) =>
      clientOf(client).calls.send('certificationInfo', { params: { certificationId } }, { signal }),
    meta: fleeting,
  })

export const usersQuery = (search: UserSearch) => {
  const query = { ...pageOf(search), ...(search.status && { status: search.status }) }
  return queryOptions({
    queryKey: ['desk', 'users', query],
    queryFn: ({ client, signal }) => clientOf(client).calls.send('userList', { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: fleeting,
  })
}

export const deskContractsQuery = (search: DeskContractSearch) => {
  const query = { ...pageOf(search), ...(search.status && { status: search.status }), ...askedRange(search) }
  return queryOptions({
    queryKey: ['desk', 'contracts', query],
    queryFn: ({ client, signal }) => clientOf(client).calls.send('contractReviewList', { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: RENEW_MS,
    meta: fleeting,
  })
}

export const outboxQuery = ({ page, size, ...range }: OutboxSearch) => {
  const query = { ...pageQuery({ page, size }), ...askedRange(range) }
  return queryOptions({
    queryKey: ['desk', 'outbox', query],
    queryFn: ({ client, signal }) => clientOf(client).calls.send('outboxList', { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: RENEW_MS,
    meta: fleeting,
  })
}

export const auditQuery = (search: AuditSearch) => {
  const query = { ...pageOf(search), ...auditAsked(search) }
  return queryOptions({
    queryKey: ['desk', 'audit', query],
    queryFn: ({ client, signal }) => clientOf(client).calls.send('auditList', { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: fleeting,
  })
}

export const auditActsQuery = queryOptions({
  queryKey: ['desk', 'auditActs'],
  queryFn: ({ client, signal }) => clientOf(client).calls.send('auditActs', {}, { signal }),
  staleTime: Infinity,
  meta: fleeting,
})

export const termsQuery = (kind: TermKind) =>
  queryOptions({
    queryKey: ['terms', kind],
    queryFn: async ({ client, signal }) => {
      const { rows } = await clientOf(client).calls.send('termList', { query: { kind } }, { signal })
      // No total: the terms of a kind are few and shown on one page.
      return { rows, total: 0 }
    },
    meta: fleeting,
  })
