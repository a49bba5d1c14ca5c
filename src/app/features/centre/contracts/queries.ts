import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type AnswerOf, type RowOf } from '../../../../client/calls/index.ts'
import { clientOf } from '../../../lib/client.ts'
import { askedRange } from '../../../../contract/dayRange.ts'
import { pageQuery, type PageSearch } from '../../../lib/paging.ts'
import type { ContractsSearch, OrderSearch } from './search.ts'

export type OrderRow = RowOf<'orderList'>
export type ContractRow = RowOf<'contractList'>
export type ContractInfo = AnswerOf<'contractInfo'>
export type ContractContent = ContractInfo['content']
export type Particulars = AnswerOf<'particularsInfo'>
export type PaymentsInfo = AnswerOf<'contractPayments'>
export type InvoicesInfo = AnswerOf<'contractInvoices'>
export type StatementLine = RowOf<'statementLines'>
export type Mark = ContractInfo['signatures'][number]['mark']

/** Key of everything after the hammer: one act changes orders, contracts and counts. */
export const TRADE = ['trade'] as const
/** Interval of refetching: the other party and the platform act while the page is open. */
const RENEW_MS = 20_000
/** The most rows that a list returns at once, and pages of won lots that a contract is picked from. */
const MOST = 100
const PAGES = 10

export const ordersQuery = ({ side, state, page, size }: OrderSearch) => {
  const query = { ...pageQuery({ page, size }), side: side ?? ('buyer' as const), ...(state && { state }) }
  return queryOptions({
    queryKey: [...TRADE, 'orders', query],
    queryFn: ({ client, signal }) => clientOf(client).calls.send('orderList', { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Won lots that are in no contract, newest first; `total` says whether there are more. */
export const unsignedQuery = queryOptions({
  queryKey: [...TRADE, 'unsigned'],
  queryFn: async ({ client, signal }) => {
    const pageOf = (pageNum: number) =>
      clientOf(client).calls.send(
        'orderList',
        { query: { pageNum, pageSize: MOST, side: 'buyer', state: 'unsigned' } },
        { signal },
      )
    const first = await pageOf(1)
    // By their lots: one that is won meanwhile moves the others to the next page.
    const rows = new Map(first.rows.map((row) => [row.contractObjectId, row]))
    for (let pageNum = 2; pageNum <= PAGES && rows.size < first.total; pageNum += 1) {
      const page = await pageOf(pageNum)
      for (const row of page.rows) rows.set(row.contractObjectId, row)
      if (page.rows.length < MOST) break
    }
    return { ...first, rows: [...rows.values()] }
  },
})

/** Whether the company ever sold a lot: a pure buyer does not see the tab of sold lots. */
export const soldQuery = queryOptions({
  queryKey: [...TRADE, 'sold'],
  queryFn: ({ client, signal }) =>
    clientOf(client).calls.send('orderList', { query: { pageNum: 1, pageSize: 1, side: 'seller' } }, { signal }),
})

export const contractsQuery = ({ status, side, mine, page, size, ...range }: ContractsSearch) => {
  const query = {
    ...pageQuery({ page, size }),
    ...(status && { status }),
    ...(side && { side }),
    ...(mine && { mine: 'true' }),
    ...askedRange(range),
  }
  return queryOptions({
    queryKey: [...TRADE, 'contracts', query],
    queryFn: ({ client, signal }) => clientOf(client).calls.send('contractList', { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: RENEW_MS,
  })
}

/** `reviewer`: the contract is between other companies, so the device does not cache it. */
export const contractQuery = (contractId: string, reviewer: boolean) =>
  queryOptions({
    queryKey: [...TRADE, 'contract', contractId],
    queryFn: ({ client, signal }) =>
      clientOf(client).calls.send('contractInfo', { params: { contractId } }, { signal }),
    refetchInterval: ({ state }) => (state.data && state.data.status < 3 ? RENEW_MS : false),
    meta: { fleeting: reviewer },
  })

/** Claims under a contract and their entries; refetched when the contract's status changes. */
export const paymentsQuery = ({ contractId, status }: Pick<ContractInfo, 'contractId' | 'status'>, reviewer: boolean) =>
  queryOptions({
    queryKey: [...TRADE, 'payments', contractId, status],
    queryFn: ({ client, signal }) =>
      clientOf(client).calls.send('contractPayments', { params: { contractId } }, { signal }),
    meta: { fleeting: reviewer },
  })

/** Requests for invoices under the contract. */
export const invoicesQuery = ({ contractId }: Pick<ContractInfo, 'contractId'>) =>
  queryOptions({
    queryKey: [...TRADE, 'invoices', contractId],
    queryFn: ({ client, signal }) =>
      clientOf(client).calls.send('contractInvoices', { params: { contractId } }, { signal }),
    // Bank data is never stored on the device (design §5).
    meta: { fleeting: true },
  })

/** A statement's period, and the company if it is not the reader's own. */
export interface StatementPeriod {
  readonly beginTime: string
  readonly endTime: string
  readonly companyId?: string
}
export const statementQuery = (period: StatementPeriod) =>
  queryOptions({
    queryKey: [...TRADE, 'statement', period],
    queryFn: ({ client, signal }) => clientOf(client).calls.send('statementInfo', { query: { ...period } }, { signal }),
    placeholderData: keepPreviousData,
    meta: { fleeting: period.companyId !== undefined },
  })
export const statementLinesQuery = (period: StatementPeriod, page: PageSearch) => {
  const query = { ...pageQuery({ page: page.page, size: page.size }), ...period }
  return queryOptions({
    queryKey: [...TRADE, 'statementLines', query],
    queryFn: ({ client, signal }) => clientOf(client).calls.send('statementLines', { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: { fleeting: period.companyId !== undefined },
  })
}

/** Bank data: never stored on the device (design §5). */
export const particularsQuery = queryOptions({
  queryKey: [...TRADE, 'particulars'],
  queryFn: ({ client, signal }) => clientOf(client).calls.send('particularsInfo', {}, { signal }),
  meta: { fleeting: true },
})

/** Number of contracts that wait for the reader's company. */
export const waitingQuery = queryOptions({
  queryKey: [...TRADE, 'waiting'],
  queryFn: ({ client, signal }) =>
    clientOf(client).calls.send('contractList', { query: { pageNum: 1, pageSize: 1, mine: 'true' } }, { signal }),
  refetchInterval: 60_000,
})

/** Number of contracts that wait to be verified. */
export const verifyingQuery = queryOptions({
  queryKey: [...TRADE, 'verifying'],
  queryFn: ({ client, signal }) =>
    clientOf(client).calls.send('contractReviewList', { query: { pageNum: 1, pageSize: 1, status: '2' } }, { signal }),
  refetchInterval: 60_000,
  meta: { fleeting: true },
})
