import type { Answered, Call, Listed, Sent } from '../../../contract/call.ts'
import type * as calls from '../../../contract/calls/index.ts'
import type * as z from 'zod'

/**
 * What the browser must know of a call at run time: how it travels. The contract's schemas stay out of the first bundle (zod alone
 * weighs more than our own code there); the compiler holds every line of this table to them.
 */
type Calls = Pick<
  typeof calls,
  { [K in keyof typeof calls]: (typeof calls)[K] extends Call ? K : never }[keyof typeof calls]
>
type Wire<C extends Call> = {
  readonly method: C['method']
  readonly path: C['path']
  readonly token: C['token']
  readonly list: C['rows'] extends z.ZodType ? true : false
}

const one = { list: false } as const
const many = { list: true } as const
const host = { method: 'POST', token: 'venue', list: false } as const

export const wire = {
  login: { ...one, method: 'POST', path: '/auth/login', token: 'none' },
  logout: { ...one, method: 'DELETE', path: '/auth/logout', token: 'seller' },
  getUserInfo: { ...one, method: 'GET', path: '/user/sysUser/getUserInfo', token: 'seller' },
  ticket: { ...one, method: 'POST', path: '/auction/venue/ticket', token: 'seller' },
  assemblyLogin: { ...one, method: 'POST', path: '/auth/assemblyLogin', token: 'none' },
  assemblyLogout: { ...one, method: 'DELETE', path: '/auth/assemblyLogout', token: 'venue' },

  venueLogin: { ...one, method: 'POST', path: '/auth/venueLogin', token: 'none' },
  autoLoginDefault: { ...one, method: 'POST', path: '/auth/autoLoginDefault', token: 'none' },
  externalKey: { ...one, method: 'POST', path: '/auth/externalKey', token: 'seller' },
  getRouters: { ...one, method: 'GET', path: '/getRouters', token: 'seller' },
  settings: { ...one, method: 'GET', path: '/common/settings', token: 'none' },
  settingsChange: { ...one, method: 'POST', path: '/operator/settings/change', token: 'seller' },

  newsList: { ...many, method: 'GET', path: '/auction/news/list', token: 'none' },
  newsInfo: { ...one, method: 'GET', path: '/auction/news/{newsId}', token: 'none' },
  documentList: { ...many, method: 'GET', path: '/auction/document/list', token: 'none' },
  documentInfo: { ...one, method: 'GET', path: '/auction/document/{name}', token: 'none' },

  captcha: { ...one, method: 'GET', path: '/code', token: 'none' },
  registerSmsCode: { ...one, method: 'GET', path: '/user/sysUser/getRegisterSmsCode', token: 'none' },
  forgetSmsCode: { ...one, method: 'GET', path: '/user/sysUser/getForgetYourPasswordSmsCode', token: 'none' },
  sendSmsEmail: { ...one, method: 'GET', path: '/user/sysUser/sendSmsEmail', token: 'none' },
  register: { ...one, method: 'POST', path: '/user/sysUser/register', token: 'none' },
  profileInfo: { ...one, method: 'GET', path: '/user/sysUser/profile', token: 'seller' },
  completeProfile: { ...one, method: 'POST', path: '/user/sysUser/completeProfile', token: 'seller' },
  emailProofCode: { ...one, method: 'POST', path: '/user/sysUser/emailProofCode', token: 'seller' },
  proveEmail: { ...one, method: 'POST', path: '/user/sysUser/proveEmail', token: 'seller' },
  passwordHint: { ...one, method: 'POST', path: '/user/sysUser/passwordHint', token: 'none' },
  checkVerificationCode: { ...one, method: 'POST', path: '/user/sysUser/checkVerificationCode', token: 'none' },
  resetPassword: { ...one, method: 'POST', path: '/user/sysUser/resetPassword', token: 'none' },
  changePassword: { ...one, method: 'POST', path: '/user/sysUser/changePassword', token: 'seller' },

  companyInfo: { ...one, method: 'GET', path: '/user/company/getInfo', token: 'seller' },
  certificationSubmit: { ...one, method: 'POST', path: '/user/company/certification/submit', token: 'seller' },
  certificationList: { ...many, method: 'GET', path: '/operator/certification/list', token: 'seller' },
  certificationInfo: { ...one, method: 'GET', path: '/operator/certification/{certificationId}', token: 'seller' },
  certificationApprove: { ...one, method: 'POST', path: '/operator/certification/approve', token: 'seller' },
  certificationRefuse: { ...one, method: 'POST', path: '/operator/certification/refuse', token: 'seller' },
  userList: { ...many, method: 'GET', path: '/operator/user/list', token: 'seller' },
  userSuspend: { ...one, method: 'POST', path: '/operator/user/suspend', token: 'seller' },
  userReinstate: { ...one, method: 'POST', path: '/operator/user/reinstate', token: 'seller' },
  outboxList: { ...many, method: 'GET', path: '/operator/outbox/list', token: 'seller' },
  agreementInfo: { ...one, method: 'GET', path: '/user/serviceAgreement/getInfo', token: 'seller' },
  agreementSign: { ...one, method: 'POST', path: '/user/serviceAgreement/sign', token: 'seller' },

  scheduleList: { ...many, method: 'GET', path: '/auction/schedule/list', token: 'none' },
  scheduleInfo: { ...one, method: 'GET', path: '/auction/schedule/{scheduleId}', token: 'none' },
  biddingRegistrationAdd: { ...one, method: 'POST', path: '/auction/biddingRegistration/add', token: 'seller' },
  biddingRegistrationList: { ...many, method: 'GET', path: '/auction/biddingRegistration/list', token: 'seller' },
  ruleInfo: { ...one, method: 'GET', path: '/auction/scheduleTimelineRule/getInfo', token: 'venue' },

  lotTake: { ...many, method: 'GET', path: '/auction/contractObject/whole', token: 'either' },
  lotFacets: { ...one, method: 'GET', path: '/auction/contractObject/facets', token: 'either' },
  lotBoard: { ...many, method: 'GET', path: '/auction/contractObject/board', token: 'none' },
  lotList: { ...many, method: 'GET', path: '/auction/contractObject/list', token: 'either' },
  lotInfo: { ...one, method: 'GET', path: '/auction/contractObject/{contractObjectId}', token: 'either' },
  attentionAdd: { ...one, method: 'POST', path: '/auction/biddingAttentionInfo/add', token: 'either' },
  attentionCancel: { ...one, method: 'POST', path: '/auction/biddingAttentionInfo/cancel', token: 'either' },

  getBiddingInfo: { ...one, method: 'GET', path: '/auction/biddingVenueContractInfo/getBiddingInfo', token: 'venue' },
  getCompareBiddingInfo: {
    ...one,
    method: 'GET',
    path: '/auction/biddingVenueContractInfo/getCompareBiddingInfo',
    token: 'venue',
  },
  counterOfferList: { ...many, method: 'POST', path: '/auction/biddingCounterOfferInfo/getList', token: 'venue' },
  bidOrCounteroffer: { ...host, path: '/auction/biddingCounterOfferInfo/bidOrCounteroffer' },
  verdict: { ...one, method: 'GET', path: '/auction/biddingCounterOfferInfo/verdict', token: 'venue' },
  ceilingSet: { ...host, path: '/auction/biddingCeilingInfo/set' },
  ceilingDrop: { ...host, path: '/auction/biddingCeilingInfo/drop' },
  offerAccept: { ...host, path: '/auction/biddingCounterOfferInfo/accept' },
  offerDecline: { ...host, path: '/auction/biddingCounterOfferInfo/decline' },
  offerWithdraw: { ...host, path: '/auction/biddingCounterOfferInfo/withdraw' },
  lotAdjust: { ...host, path: '/auction/biddingVenueContractInfo/adjust' },
  accomplish: { ...host, path: '/auction/biddingVenueContractInfo/accomplish' },

  start: { ...host, path: '/auction/venue/start' },
  addRound: { ...host, path: '/auction/venue/addRound' },
  adjustStage: { ...host, path: '/auction/venue/adjustStage' },
  closeTemporarily: { ...host, path: '/auction/venue/close' },
  reopen: { ...host, path: '/auction/venue/reopen' },
  holdLot: { ...host, path: '/auction/venue/hold' },
  voidBid: { ...host, path: '/auction/venue/void' },
  setSpeech: { ...host, path: '/auction/venue/speech' },
  withdrawLot: { ...host, path: '/auction/venue/withdraw' },
  people: { ...many, method: 'GET', path: '/auction/venue/people', token: 'venue' },
  messageAdd: { ...host, path: '/auction/biddingMsgInfo/add' },
  messageList: { ...many, method: 'POST', path: '/auction/biddingMsgInfo/getList', token: 'venue' },
  logExport: { ...many, method: 'GET', path: '/auction/venue/log', token: 'venue' },
  receiptKeys: { ...many, method: 'GET', path: '/auction/receipt/keys', token: 'none' },
} as const satisfies { readonly [K in keyof Calls]?: Wire<Calls[K]> }

export type CallName = keyof typeof wire
type Parts = 'params' | 'query' | 'body'
type Has<C, K extends Parts> = C extends { readonly [P in K]: z.ZodType } ? K : never

/** What a call takes, as it travels: exactly the parts that the contract gives it. */
export type SentBy<N extends CallName> = Pick<Sent<Calls[N]>, { [K in Parts]: Has<Calls[N], K> }[Parts]>
/** What a 200 brings, as it travels. */
export type AnswerOf<N extends CallName> = Calls[N] extends { readonly rows: z.ZodType }
  ? { readonly rows: NonNullable<Listed<Calls[N]>>; readonly total: number }
  : Answered<Calls[N]>
/** One row of a list. */
export type RowOf<N extends CallName> = NonNullable<Listed<Calls[N]>>[number]
