import { queryOptions } from '@tanstack/react-query'
import { deviceOf } from '../../../../client/device/index.ts'
import { receiptsOf } from '../../../../client/room/keep.ts'
import { clientOf } from '../../../lib/client.ts'

/** Receipts of the account's bids in all sales. They are stored on this device only, so no network is needed. */
export const receiptsQuery = (account: string) =>
  queryOptions({
    queryKey: ['tickets', 'receipts', account],
    queryFn: ({ client }) => {
      const owner = clientOf(client)
      return receiptsOf(deviceOf(owner), account)
    },
    // The receipts are on the device already, so the answer is not cached there.
    meta: { fleeting: true },
    networkMode: 'always',
    staleTime: 0,
  })
