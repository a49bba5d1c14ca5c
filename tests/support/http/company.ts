import { expect } from 'vitest'
import * as z from 'zod'
import { creditCodeFor } from '../credit-code.ts'
export { creditCodeFor }
import type { House } from './house.ts'
import { sellerToken, textIn } from './people.ts'
import { licenseOf } from './upload.ts'
import { PASSWORD } from './world.ts'
import type { Login } from './world.ts'

export interface Form {
  name: string
  country: string
  address: string
  detailedAddress: string
  phone: string
  zipCode: string
  legalPerson: string
  legalPersonPhone: string
  bank: string
  bankAccount: string
  creditCode: string
  businessLicense: string
}

export const formWith = (businessLicense: string, of: Partial<Form> = {}): Form => ({
  name: '苏州清木有限公司',
  country: 'CN',
  address: '江苏省苏州市',
  detailedAddress: '清木路 1 号',
  phone: '0512-6500 0000',
  zipCode: '215000',
  legalPerson: '清木子',
  legalPersonPhone: '13900000000',
  bank: '中国银行苏州分行',
  bankAccount: '4563 5100 0000 0001',
  creditCode: creditCodeFor(1),
  businessLicense,
  ...of,
})

export const submitForm = (house: House, token: string, body: unknown, onceKey?: string) =>
  house.ask('POST', '/user/company/certification/submit', {
    token,
    body,
    ...(onceKey !== undefined && { headers: { 'idempotency-key': onceKey } }),
  })

/** Submits a form with a license; returns the application's id. */
export async function apply(house: House, who: Login, of: Partial<Form> = {}): Promise<string> {
  const token = await sellerToken(house, who)
  const form = formWith(await licenseOf(house, token), of)
  const { bank, bankAccount } = form
  // Needed for a company whose details are in force; changes nothing for another.
  await house.ask('POST', '/user/company/bank/confirm', { token, body: { bank, bankAccount, password: PASSWORD } })
  const answer = await submitForm(house, token, form)
  expect(answer).toMatchObject({ code: 200, data: { state: 'pending', reviewedAt: null, reason: null } })
  return textIn(answer, 'certificationId')
}

const decide = (how: 'approve' | 'refuse') => (house: House, token: string, certificationId: string, reason?: string) =>
  house.ask('POST', `/operator/certification/${how}`, {
    token,
    body: { certificationId, ...(reason !== undefined && { reason }) },
  })
export const approve = decide('approve')
export const refuse = decide('refuse')

const Info = z.looseObject({
  status: z.number(),
  agreementStatus: z.number(),
  roles: z.array(z.string()),
  company: z.looseObject({ companyId: z.string(), name: z.string() }).nullable(),
})
export const infoOf = async (house: House, token: string) =>
  Info.parse((await house.ask('GET', '/user/sysUser/getUserInfo', { token })).data)

const Agreement = z.object({
  status: z.number(),
  version: z.number().nullable(),
  hash: z.string().nullable(),
  text: z.string().nullable(),
  generatedAt: z.string().nullable(),
  signedAt: z.string().nullable(),
  signedBy: z.string().nullable(),
})
export const agreementOf = async (house: House, token: string, locale = 'zh_CN') =>
  Agreement.parse(
    (await house.ask('GET', '/user/serviceAgreement/getInfo', { token, headers: { 'accept-language': locale } })).data,
  )
