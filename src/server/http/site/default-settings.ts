import type * as z from 'zod'
import { DEFAULT_PAYMENT_TERMS } from '../../../domain/trade/money.ts'
import { NO_CHANGES } from '../../../domain/trade/working-days.ts'
import type { Settings } from '../../../contract/calls/site.ts'

export type SiteSettings = z.output<typeof Settings>

/**
 * Settings until the operator changes them. Nothing invented: facts that only an operator knows (phone, addresses,
 * registration numbers) stay empty and hidden; the licence is that of the software.
 */
export const DEFAULT_SETTINGS: SiteSettings = {
  help: {
    zh: '第一次来？先看《竞价规则》。注册账号并通过企业认证、签署服务协议后，即可报名场次。忘记密码时，请在登录页点击“忘记密码”。',
    en: 'New here? Read the bidding rules. Register, have your company certified and sign the service agreement to sign up for a sale. If you forget your password, use “Forgot password” on the sign-in page.',
  },
  payment: {
    zh: '货款按成交合同约定的付款方式，由买卖双方企业对公账户结算。平台不代收货款；场次保证金的收款账户只在“竞价报名”中显示，绝不以电话、短信或邮件告知。合同生效前请勿付款，付款前请核对合同中的收款账户。',
    en: 'Goods are paid for between the company accounts of buyer and seller, on the terms of the trade contract. The platform collects no payments for goods; its account for deposits is shown under Bidding sign-up alone, never given by phone, message or mail. Do not pay before the contract is in effect, and compare the account with the one in the contract.',
  },
  question: {
    zh: '网络不好时出价算数吗？以服务器收到的时间为准，屏幕上显示“已受理”才算出价成功。可以撤回出价吗？不可以，请在出价前核对单价、数量和总额。价格含税吗？以各标的说明为准。',
    en: 'Does a bid count on a bad link? What counts is the time at which the server received it; it stands once the screen says “accepted”. Can I take a bid back? No: check unit price, quantity and total first. Is tax included? As each lot says.',
  },
  about: {
    zh: '木材竞价采购平台为木材买卖双方提供公开、可核验的线上竞价：规则公开，每一口价都有记录，成交结果可以验证。',
    en: 'A place for buyers and sellers of timber to trade in the open: the rules are public, every bid is on record, and every result can be verified.',
  },
  companyAddress: { zh: '', en: '' },
  copyright: { zh: '木材竞价采购平台 版权所有', en: 'Timber Sale Room. All rights reserved.' },
  licences: ['平台软件许可 Software licence: MIT'],
  phone: '',
  appAddress: '',
  shop: '',
  backOffice: '',
  paymentTerms: DEFAULT_PAYMENT_TERMS,
  workingDays: { off: [...NO_CHANGES.off], working: [...NO_CHANGES.working] },
  depositAccounts: [],
  frames: [],
}
