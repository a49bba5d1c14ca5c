import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { SentBy } from '../../../client/calls/index.ts'

export type CompanyValues = SentBy<'certificationSubmit'>['body']
export type CompanyKey = keyof CompanyValues

/** Labels of a company's fields (spec §3), for its form and its sheet. */
export const COMPANY_LABEL: Readonly<Record<CompanyKey, MessageDescriptor>> = {
  name: msg({ context: 'company', message: 'Company name' }),
  country: msg`Country or region`,
  creditCode: msg`Unified social credit code`,
  address: msg({ context: 'company', message: 'Address' }),
  detailedAddress: msg`Detailed address`,
  zipCode: msg`Zip code`,
  phone: msg`Company phone`,
  legalPerson: msg`Legal person`,
  legalPersonPhone: msg`Phone of the legal person`,
  bank: msg`Bank`,
  bankAccount: msg`Bank account`,
  businessLicense: msg`Business licence`,
}

export type PartKey = 'company' | 'legal' | 'bank' | 'licence'
/** The form's sections, in order. */
export const COMPANY_PARTS: readonly {
  readonly key: PartKey
  readonly title: MessageDescriptor
  readonly fields: readonly CompanyKey[]
}[] = [
  {
    key: 'company',
    title: msg({ context: 'company', message: 'Company' }),
    fields: ['name', 'country', 'creditCode', 'address', 'detailedAddress', 'zipCode', 'phone'],
  },
  { key: 'legal', title: msg`Legal person`, fields: ['legalPerson', 'legalPersonPhone'] },
  { key: 'bank', title: msg`Bank`, fields: ['bank', 'bankAccount'] },
  { key: 'licence', title: msg`Business licence`, fields: ['businessLicense'] },
]
