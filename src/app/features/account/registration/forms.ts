import { CODE_SECRETS, NO_CODE, type CodeFields } from '../parts/code.ts'
import type { Client } from '../../../../client/client.ts'

export interface KindFields {
  readonly country: string
  readonly accountTypes: readonly string[]
}
export const noKind = ({ locale }: Client): KindFields => ({ country: locale === 'zh' ? 'CN' : '', accountTypes: [] })

export interface RegistrantFields extends CodeFields {
  readonly appellationName: string
  readonly name: string
  readonly companyName: string
  readonly email: string
  readonly phone: string
  readonly account: string
  readonly password: string
  readonly confirmPassword: string
  readonly agreed: boolean
}
export const NO_REGISTRANT: RegistrantFields = {
  appellationName: '',
  name: '',
  companyName: '',
  email: '',
  phone: '',
  account: '',
  password: '',
  confirmPassword: '',
  agreed: false,
  ...NO_CODE,
}
export const REGISTRANT_SECRETS = ['password', 'confirmPassword', ...CODE_SECRETS] as const
