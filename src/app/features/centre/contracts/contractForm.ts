import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import * as z from 'zod'
import { ContractParticulars, type FormText } from '../../../../contract/people.ts'
import { Text } from '../../../../contract/scalars.ts'
import type { SentBy } from '../../../../client/calls/index.ts'
import { resolved } from '../../../boot/deferred.ts'
import type { Particulars } from './queries.ts'

const says = (text: FormText): FormText => text

/** One party's particulars, and the buyer's additions. */
export interface ContractValues extends Particulars {
  readonly targetPort: string
  readonly note: string
}
const Values = ContractParticulars.safeExtend({
  targetPort: Text.trim().min(1, says('required')).max(120, says('tooLong')),
  note: Text.trim().max(2_000, says('tooLong')),
})
export const RULES = resolved(Values)

/** The next version of a contract: the values, the lots in it, and the version that the changes began from. */
export interface Revision extends ContractValues {
  /** Ids of the lots. */
  readonly lots: readonly string[]
}
export const REVISION_RULES = resolved(
  Values.safeExtend({ lots: z.array(z.string()), version: z.string(), base: z.string() }),
)

/** The form's values as the calls take them. */
export function bodyOf({
  targetPort,
  note,
  ...particulars
}: ContractValues): Pick<SentBy<'contractMake'>['body'], 'particulars' | 'targetPort' | 'note'> {
  return { particulars, targetPort, note }
}

export const PARTICULARS: readonly {
  readonly key: 'party' | 'contact' | 'bank'
  readonly title: MessageDescriptor
  readonly fields: readonly (keyof Particulars)[]
}[] = [
  {
    key: 'party',
    title: msg({ context: 'contract', message: 'Party' }),
    fields: ['companyName', 'creditCode', 'address', 'funder'],
  },
  { key: 'contact', title: msg`Contact`, fields: ['contacts', 'phone', 'email'] },
  {
    key: 'bank',
    title: msg`Bank`,
    fields: ['bankName', 'bankAddress', 'accountCNY', 'accountUSD', 'swift'],
  },
]

/** Labels of a party's particulars (spec §3). */
export const LABEL: Readonly<Record<keyof Particulars, MessageDescriptor>> = {
  funder: msg`Funder`,
  companyName: msg({ context: 'company', message: 'Company name' }),
  address: msg({ context: 'contract', message: 'Address' }),
  creditCode: msg`Unified social credit code`,
  contacts: msg`Contact person`,
  phone: msg({ context: 'contract', message: 'Phone' }),
  email: msg({ context: 'contract', message: 'Email' }),
  bankName: msg`Bank name`,
  bankAddress: msg`Bank address`,
  accountCNY: msg`CNY account`,
  accountUSD: msg`USD account`,
  swift: msg`SWIFT code`,
}
