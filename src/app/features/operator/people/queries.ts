import { queryOptions } from '@tanstack/react-query'
import type { RowOf } from '../../../../client/calls/index.ts'
import { clientOf } from '../../../lib/client.ts'

export type RoleRow = RowOf<'roleList'>

export const rolesQuery = queryOptions({
  queryKey: ['desk', 'roles'],
  queryFn: async ({ client, signal }) => {
    const { rows } = await clientOf(client).calls.send('roleList', {}, { signal })
    // No total: the list is short and shown on one page.
    return { rows, total: 0 }
  },
  meta: { fleeting: true },
})
