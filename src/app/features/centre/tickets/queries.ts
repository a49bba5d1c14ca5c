import { queryOptions } from '@tanstack/react-query'
import { deviceOf } from '../../../../client/device/index.ts'
import { receiptsOf } from '../../../../client/room/keep.ts'
import { clientOf } from '../../../lib/client.ts'

/** Receipts of the account's bids in all sales. They are on this device alone, so no network is needed. */
export const receiptsQuery = (account: string) =>
  queryOptions({
    queryKey: ['tickets', 'receipts', account],
    queryFn: ({ client }) => {
      const owner = clientOf(client)
      return receiptsOf(deviceOf(owner), account)
    },
    // The device keeps them already.
    meta: { fleeting: true },
    networkMode: 'always',
    staleTime: 0,
  })
