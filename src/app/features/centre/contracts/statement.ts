import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { StatementLine } from './queries.ts'

export const ACCOUNT: Readonly<Record<StatementLine['account'], MessageDescriptor>> = {
  bought: msg`Goods bought`,
  sold: msg`Goods sold`,
  commission: msg({ context: 'invoice', message: 'Platform commission' }),
}
export const LINE: Readonly<Record<StatementLine['kind'], MessageDescriptor>> = {
  charge: msg`Contract complete`,
  received: msg({ context: 'payment', message: 'Received' }),
  returned: msg({ context: 'payment', message: 'Returned' }),
}
