import type { RateLimitName } from './limits.ts'

/** Which bearer a call takes: none, the seller token, the venue token, or either of them. */
export type TokenKind = 'none' | 'seller' | 'venue' | 'either'

/** How a call travels. Paths are below `/prod-api` and may hold `{name}` parts. */
export interface CallWire {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly token: TokenKind
  /** A 200 carries `rows` and `total`, not `data`. */
  readonly list?: true
  /** A refusal answers code 601 with the same `data`. */
  readonly verdict?: true
  /** The body or answer is not JSON: files uploaded (`multipart/form-data` or tus 1.0) or downloaded. */
  readonly raw?: 'upload' | 'tus' | 'bytes'
  /** The answer is the same for every caller, except for its `mine`. Absent: the answer is the caller's own. */
  readonly audience?: 'everyone'
  /**
   * Takes an `Idempotency-Key` header: sent again by the same account under the same key, the first answer stands.
   */
  readonly once?: true
  /** The call's own rate limit; every call with a token also counts against its account's limit. */
  readonly limit?: RateLimitName
}

/** A person's action in the venue. */
const act = { method: 'POST', token: 'venue', verdict: true } as const
/** Calls about a sale from outside its room: before its doors open, and after its seal. */
const operate = { method: 'POST', token: 'seller', verdict: true } as const

/** A file made for its reader. */
const document = { method: 'GET', raw: 'bytes', limit: 'document' } as const

/**
 * Every call once, without its schemas: the browser's first visit carries this table, and the schema library weighs
 * more than all of our code there. `calls/*` add the schemas.
 */
export const wire = {
  // Signing in
  login: { method: 'POST', path: '/auth/login', token: 'none', limit: 'signIn' },
  logout: { method: 'DELETE', path: '/auth/logout', token: 'seller' },
  getUserInfo: { method: 'GET', path: '/user/sysUser/getUserInfo', token: 'seller' },
  ticket: { method: 'POST', path: '/auction/venue/ticket', token: 'seller' },
  assemblyLogin: { method: 'POST', path: '/auth/assemblyLogin', token: 'none', limit: 'signIn' },
  assemblyLogout: { method: 'DELETE', path: '/auth/assemblyLogout', token: 'venue' },

  // The frame around the screens
  getRouters: { method: 'GET', path: '/getRouters', token: 'seller' },
  settings: { method: 'GET', path: '/common/settings', token: 'none', audience: 'everyone' },
  settingsChange: { method: 'POST', path: '/operator/settings/change', token: 'seller' },
  externalKey: { method: 'POST', path: '/auth/externalKey', token: 'seller', limit: 'externalKey' },
  autoLoginDefault: { method: 'POST', path: '/auth/autoLoginDefault', token: 'none', limit: 'signIn' },
  venueLogin: { method: 'POST', path: '/auth/venueLogin', token: 'none', limit: 'signIn' },

  // A person’s own account
  captcha: { method: 'GET', path: '/code', token: 'none', limit: 'captcha' },
  captchaQuestion: { method: 'GET', path: '/code/question', token: 'none', limit: 'question' },
  registerSmsCode: { method: 'GET', path: '/user/sysUser/getRegisterSmsCode', token: 'none', limit: 'send' },
  forgetSmsCode: { method: 'GET', path: '/user/sysUser/getForgetYourPasswordSmsCode', token: 'none', limit: 'send' },
  sendSmsEmail: { method: 'GET', path: '/user/sysUser/sendSmsEmail', token: 'none', limit: 'send' },
  register: { method: 'POST', path: '/user/sysUser/register', token: 'none', limit: 'recovery' },
  profileInfo: { method: 'GET', path: '/user/sysUser/profile', token: 'seller' },
  completeProfile: { method: 'POST', path: '/user/sysUser/completeProfile', token: 'seller' },
  emailProofCode: { method: 'POST', path: '/user/sysUser/emailProofCode', token: 'seller' },
  proveEmail: { method: 'POST', path: '/user/sysUser/proveEmail', token: 'seller' },
  passwordHint: { method: 'POST', path: '/user/sysUser/passwordHint', token: 'none', limit: 'recovery' },
  checkVerificationCode: {
    method: 'POST',
    path: '/user/sysUser/checkVerificationCode',
    token: 'none',
    limit: 'recovery',
  },
  resetPassword: { method: 'POST', path: '/user/sysUser/resetPassword', token: 'none', limit: 'recovery' },
  deviceList: { method: 'GET', path: '/user/device/list', token: 'seller', list: true },
  deviceEnd: { method: 'POST', path: '/user/device/end', token: 'seller' },
  deviceEndOthers: { method: 'POST', path: '/user/device/endOthers', token: 'seller' },
  factorInfo: { method: 'GET', path: '/user/factor/getInfo', token: 'seller' },
  authenticatorBegin: { method: 'POST', path: '/user/factor/authenticator/begin', token: 'seller' },
  authenticatorConfirm: {
    method: 'POST',
    path: '/user/factor/authenticator/confirm',
    token: 'seller',
    limit: 'recovery',
  },
  authenticatorRemove: { method: 'POST', path: '/user/factor/authenticator/remove', token: 'seller' },
  passkeyBegin: { method: 'POST', path: '/user/factor/passkey/begin', token: 'seller' },
  passkeyAdd: { method: 'POST', path: '/user/factor/passkey/add', token: 'seller' },
  passkeyRemove: { method: 'POST', path: '/user/factor/passkey/remove', token: 'seller' },
  recoveryCodesRenew: { method: 'POST', path: '/user/factor/recoveryCodes/renew', token: 'seller' },
  passkeyAsk: { method: 'POST', path: '/auth/passkeyAsk', token: 'none', limit: 'signIn' },
  changePassword: { method: 'POST', path: '/user/sysUser/changePassword', token: 'seller' },

  // A company, its certification and agreement; the operator
  companyInfo: { method: 'GET', path: '/user/company/getInfo', token: 'seller' },
  bankConfirm: { method: 'POST', path: '/user/company/bank/confirm', token: 'seller' },
  certificationSubmit: { method: 'POST', path: '/user/company/certification/submit', token: 'seller', once: true },
  certificationList: { method: 'GET', path: '/operator/certification/list', token: 'seller', list: true },
  certificationInfo: { method: 'GET', path: '/operator/certification/{certificationId}', token: 'seller' },
  certificationApprove: { method: 'POST', path: '/operator/certification/approve', token: 'seller' },
  certificationRefuse: { method: 'POST', path: '/operator/certification/refuse', token: 'seller' },
  userList: { method: 'GET', path: '/operator/user/list', token: 'seller', list: true },
  userSuspend: { method: 'POST', path: '/operator/user/suspend', token: 'seller' },
  userReinstate: { method: 'POST', path: '/operator/user/reinstate', token: 'seller' },
  firstSteps: { method: 'GET', path: '/operator/firstSteps', token: 'seller' },
  roleList: { method: 'GET', path: '/operator/role/list', token: 'seller', list: true },
  roleSave: { method: 'POST', path: '/operator/role/save', token: 'seller' },
  roleDelete: { method: 'POST', path: '/operator/role/delete', token: 'seller' },
  userRolesSave: { method: 'POST', path: '/operator/user/roles', token: 'seller' },
  userErase: { method: 'POST', path: '/operator/user/erase', token: 'seller' },
  userSignOut: { method: 'POST', path: '/operator/user/signOut', token: 'seller' },
  saleInfo: { method: 'GET', path: '/operator/sale/{scheduleTimelineId}', token: 'seller' },
  saleBidderList: { method: 'GET', path: '/operator/sale/bidder/list', token: 'seller', list: true },
  saleDealList: { method: 'GET', path: '/operator/sale/deal/list', token: 'seller', list: true },
  salePublish: { ...operate, path: '/operator/sale/publish' },
  saleBidderAdmit: { ...operate, path: '/operator/sale/bidder/admit' },
  saleBidderDecline: { method: 'POST', path: '/operator/sale/bidder/decline', token: 'seller' },
  saleBidderDismiss: { ...operate, path: '/operator/sale/bidder/dismiss' },
  saleLimitSet: { ...operate, path: '/operator/sale/limit/set', limit: 'change' },
  saleDealHold: { ...operate, path: '/operator/sale/deal/hold' },
  saleDealRelease: { ...operate, path: '/operator/sale/deal/release' },
  saleDealCancel: { ...operate, path: '/operator/sale/deal/cancel' },
  saleDealOffer: { ...operate, path: '/operator/sale/deal/offer' },
  depositSet: { method: 'POST', path: '/operator/company/deposit/set', token: 'seller' },
  scheduleEditInfo: { method: 'GET', path: '/operator/schedule/{scheduleId}', token: 'seller' },
  scheduleSave: { method: 'POST', path: '/operator/schedule/save', token: 'seller' },
  scheduleDelete: { method: 'POST', path: '/operator/schedule/delete', token: 'seller' },
  sessionEditInfo: { method: 'GET', path: '/operator/session/{scheduleTimelineId}', token: 'seller' },
  sessionSave: { method: 'POST', path: '/operator/session/save', token: 'seller' },
  sessionDelete: { method: 'POST', path: '/operator/session/delete', token: 'seller' },
  sessionCopy: { method: 'POST', path: '/operator/session/copy', token: 'seller' },
  sessionLotList: { method: 'GET', path: '/operator/session/lot/list', token: 'seller', list: true },
  sessionCheck: { method: 'GET', path: '/operator/session/{scheduleTimelineId}/check', token: 'seller' },
  lotAccept: { method: 'POST', path: '/operator/session/lot/accept', token: 'seller' },
  lotReturn: { method: 'POST', path: '/operator/session/lot/return', token: 'seller' },
  lotOrder: { method: 'POST', path: '/operator/session/lot/order', token: 'seller' },
  hostList: { method: 'GET', path: '/operator/host/list', token: 'seller', list: true },
  salePostpone: { ...operate, path: '/operator/sale/postpone' },
  saleCancel: { ...operate, path: '/operator/sale/cancel' },
  depositRecord: { method: 'POST', path: '/operator/sale/deposit/record', token: 'seller' },
  depositObjectionAnswer: { method: 'POST', path: '/operator/sale/deposit/objection/answer', token: 'seller' },
  bankFileRead: { method: 'POST', path: '/operator/bank/file/read', token: 'seller' },
  bankEntryList: { method: 'GET', path: '/operator/bank/entry/list', token: 'seller', list: true },
  bankEntryRecord: { method: 'POST', path: '/operator/bank/entry/record', token: 'seller' },
  bankEntryTakeBack: { method: 'POST', path: '/operator/bank/entry/takeBack', token: 'seller' },
  bankEntryLeave: { method: 'POST', path: '/operator/bank/entry/leave', token: 'seller' },
  depositList: { method: 'GET', path: '/operator/sale/deposit/list', token: 'seller', list: true },
  depositRefundList: { method: 'GET', path: '/operator/sale/deposit/refund/list', token: 'seller', list: true },
  roomList: { method: 'GET', path: '/operator/room/list', token: 'seller', list: true },
  outboxSend: { method: 'POST', path: '/operator/outbox/send', token: 'seller' },
  outboxList: { method: 'GET', path: '/operator/outbox/list', token: 'seller', list: true },
  auditList: { method: 'GET', path: '/operator/audit/list', token: 'seller', list: true },
  auditActs: { method: 'GET', path: '/operator/audit/acts', token: 'seller', list: true },
  auditExport: { method: 'GET', path: '/operator/audit/export', token: 'seller', raw: 'bytes' },
  agreementInfo: { method: 'GET', path: '/user/serviceAgreement/getInfo', token: 'seller' },
  agreementSign: { method: 'POST', path: '/user/serviceAgreement/sign', token: 'seller', once: true },

  // A seller's lots before a sale, and the terms of all
  lotDraftList: { method: 'GET', path: '/seller/lot/list', token: 'seller', list: true },
  lotDraftInfo: { method: 'GET', path: '/seller/lot/{lotDraftId}', token: 'seller' },
  lotDraftSave: { method: 'POST', path: '/seller/lot/save', token: 'seller', once: true },
  lotDraftDelete: { method: 'POST', path: '/seller/lot/delete', token: 'seller' },
  lotDraftSubmit: { method: 'POST', path: '/seller/lot/submit', token: 'seller' },
  lotDraftRecall: { method: 'POST', path: '/seller/lot/recall', token: 'seller' },
  lotFilesAdd: { method: 'POST', path: '/seller/lot/files', token: 'seller', once: true },
  lotSessionList: { method: 'GET', path: '/seller/session/list', token: 'seller', list: true },
  lotDraftFile: { ...document, path: '/seller/lot/sheet', token: 'seller' },
  lotImportBegin: { method: 'POST', path: '/seller/import/begin', token: 'seller', once: true, limit: 'upload' },
  lotImportList: { method: 'GET', path: '/seller/import/list', token: 'seller', list: true },
  lotImportInfo: { method: 'GET', path: '/seller/import/{lotImportId}', token: 'seller' },
  lotImportRows: { method: 'GET', path: '/seller/import/{lotImportId}/rows', token: 'seller', list: true },
  lotImportApply: { method: 'POST', path: '/seller/import/apply', token: 'seller' },
  lotImportCancel: { method: 'POST', path: '/seller/import/cancel', token: 'seller' },
  termList: { method: 'GET', path: '/auction/term/list', token: 'seller', list: true },
  termSave: { method: 'POST', path: '/operator/term/save', token: 'seller' },

  // The operator's texts
  newsEditList: { method: 'GET', path: '/operator/news/list', token: 'seller', list: true },
  newsEditInfo: { method: 'GET', path: '/operator/news/{newsId}', token: 'seller' },
  newsSave: { method: 'POST', path: '/operator/news/save', token: 'seller', once: true },
  newsDelete: { method: 'POST', path: '/operator/news/delete', token: 'seller' },
  documentEditInfo: { method: 'GET', path: '/operator/document/{name}', token: 'seller' },
  documentSave: { method: 'POST', path: '/operator/document/save', token: 'seller', once: true },
  bannerEditList: { method: 'GET', path: '/operator/banner/list', token: 'seller', list: true },
  bannerEditInfo: { method: 'GET', path: '/operator/banner/{bannerId}', token: 'seller' },
  bannerSave: { method: 'POST', path: '/operator/banner/save', token: 'seller', once: true },
  bannerDelete: { method: 'POST', path: '/operator/banner/delete', token: 'seller' },
  contentPicture: { method: 'POST', path: '/operator/content/picture', token: 'seller' },

  // Documents and files to keep
  contractFile: { ...document, path: '/auction/contract/{contractId}/pdf', token: 'seller' },
  agreementFile: { ...document, path: '/user/serviceAgreement/pdf', token: 'seller' },
  receiptFile: { ...document, path: '/auction/receipt/{scheduleTimelineId}/{seq}/pdf', token: 'either' },
  catalogueFile: { ...document, path: '/auction/catalogue/pdf', token: 'either' },
  resultFile: { ...document, path: '/auction/result/{scheduleTimelineId}/sheet', token: 'seller' },
  orderFile: { ...document, path: '/auction/order/sheet', token: 'seller' },
  statementFile: { ...document, path: '/auction/statement/sheet', token: 'seller' },
  calendarFile: {
    method: 'GET',
    path: '/auction/calendar/{scheduleTimelineId}',
    token: 'none',
    raw: 'bytes',
    audience: 'everyone',
  },

  // After the sale: orders and contracts
  orderList: { method: 'GET', path: '/auction/order/list', token: 'seller', list: true },
  dealAskedList: { method: 'GET', path: '/auction/deal/asked', token: 'seller', list: true },
  dealAnswer: { ...operate, path: '/auction/deal/answer' },
  particularsInfo: { method: 'GET', path: '/auction/contract/particulars', token: 'seller' },
  contractList: { method: 'GET', path: '/auction/contract/list', token: 'seller', list: true },
  contractInfo: { method: 'GET', path: '/auction/contract/{contractId}', token: 'seller' },
  contractEvidence: { method: 'GET', path: '/auction/contract/{contractId}/evidence', token: 'seller' },
  contractMake: { method: 'POST', path: '/auction/contract/make', token: 'seller', once: true },
  contractRevise: { method: 'POST', path: '/auction/contract/revise', token: 'seller' },
  contractSign: { method: 'POST', path: '/auction/contract/sign', token: 'seller', once: true },
  contractReturn: { method: 'POST', path: '/auction/contract/return', token: 'seller' },
  contractTerminate: { method: 'POST', path: '/auction/contract/terminate', token: 'seller' },
  contractVerify: { method: 'POST', path: '/operator/contract/verify', token: 'seller' },
  contractPayments: { method: 'GET', path: '/auction/contract/{contractId}/payments', token: 'seller' },
  paymentRecord: { method: 'POST', path: '/operator/payment/record', token: 'seller', once: true },
  contractInvoices: { method: 'GET', path: '/auction/contract/{contractId}/invoices', token: 'seller' },
  invoiceAsk: { method: 'POST', path: '/auction/invoice/ask', token: 'seller', once: true },
  invoiceWithdraw: { method: 'POST', path: '/auction/invoice/withdraw', token: 'seller' },
  invoiceIssue: { method: 'POST', path: '/auction/invoice/issue', token: 'seller' },
  invoiceDecline: { method: 'POST', path: '/auction/invoice/decline', token: 'seller' },
  statementInfo: { method: 'GET', path: '/auction/statement', token: 'seller' },
  statementLines: { method: 'GET', path: '/auction/statement/list', token: 'seller', list: true },
  contractReviewList: { method: 'GET', path: '/operator/contract/list', token: 'seller', list: true },

  // Notifications
  notificationList: { method: 'GET', path: '/user/notification/list', token: 'seller', list: true },
  notificationUnread: { method: 'GET', path: '/user/notification/unread', token: 'seller' },
  notificationRead: { method: 'POST', path: '/user/notification/read', token: 'seller' },
  notificationReadAll: { method: 'POST', path: '/user/notification/readAll', token: 'seller' },
  notificationSettings: { method: 'GET', path: '/user/notification/settings', token: 'seller' },
  notificationSettingsChange: { method: 'POST', path: '/user/notification/settings/change', token: 'seller' },
  pushSubscribe: { method: 'POST', path: '/user/notification/push/subscribe', token: 'seller' },
  pushUnsubscribe: { method: 'POST', path: '/user/notification/push/unsubscribe', token: 'seller' },

  // Files
  upload: { method: 'POST', path: '/common/upload', token: 'either', raw: 'upload', limit: 'upload' },
  resumableUpload: { method: 'POST', path: '/common/uploads', token: 'either', raw: 'tus', limit: 'upload' },
  resumableUploadInfo: { method: 'GET', path: '/common/uploads/{uploadId}/info', token: 'either' },
  fileBytes: { method: 'GET', path: '/common/files/{fileId}', token: 'either', raw: 'bytes' },

  // News and documents
  newsList: { method: 'GET', path: '/auction/news/list', token: 'none', list: true, audience: 'everyone' },
  newsInfo: { method: 'GET', path: '/auction/news/{newsId}', token: 'none', audience: 'everyone' },
  documentList: { method: 'GET', path: '/auction/document/list', token: 'none', list: true, audience: 'everyone' },
  documentInfo: { method: 'GET', path: '/auction/document/{name}', token: 'none', audience: 'everyone' },
  bannerList: { method: 'GET', path: '/auction/banner/list', token: 'none', list: true, audience: 'everyone' },

  // Schedules, sessions, sale sign-ups
  scheduleList: { method: 'GET', path: '/auction/schedule/list', token: 'none', list: true, audience: 'everyone' },
  scheduleInfo: { method: 'GET', path: '/auction/schedule/{scheduleId}', token: 'none', audience: 'everyone' },
  timelineInfo: {
    method: 'GET',
    path: '/auction/scheduleTimeline/{scheduleTimelineId}',
    token: 'none',
    audience: 'everyone',
  },
  biddingRegistrationAdd: { method: 'POST', path: '/auction/biddingRegistration/add', token: 'seller', verdict: true },
  biddingRegistrationList: { method: 'GET', path: '/auction/biddingRegistration/list', token: 'seller', list: true },
  admissionPin: { method: 'POST', path: '/auction/biddingRegistration/pin', token: 'seller' },
  depositObject: { method: 'POST', path: '/auction/biddingRegistration/deposit/object', token: 'seller' },
  ruleInfo: { method: 'GET', path: '/auction/scheduleTimelineRule/getInfo', token: 'venue' },
  saleRules: {
    method: 'GET',
    path: '/auction/scheduleTimelineRule/text',
    token: 'none',
    audience: 'everyone',
  },

  // Lots
  lotList: { method: 'GET', path: '/auction/contractObject/list', token: 'either', list: true },
  lotDownload: { method: 'GET', path: '/auction/contractObject/whole', token: 'either', list: true },
  lotFacets: { method: 'GET', path: '/auction/contractObject/facets', token: 'either' },
  lotInfo: { method: 'GET', path: '/auction/contractObject/{contractObjectId}', token: 'either' },
  contactSheet: { method: 'GET', path: '/auction/schedule/contactSheet', token: 'none' },
  lotBoard: { method: 'GET', path: '/auction/contractObject/board', token: 'none', list: true, audience: 'everyone' },
  attentionAdd: { method: 'POST', path: '/auction/biddingAttentionInfo/add', token: 'either' },
  attentionCancel: { method: 'POST', path: '/auction/biddingAttentionInfo/cancel', token: 'either' },

  // Bidding
  getBiddingInfo: { method: 'GET', path: '/auction/biddingVenueContractInfo/getBiddingInfo', token: 'venue' },
  getCompareBiddingInfo: {
    method: 'GET',
    path: '/auction/biddingVenueContractInfo/getCompareBiddingInfo',
    token: 'venue',
  },
  counterOfferList: { method: 'POST', path: '/auction/biddingCounterOfferInfo/getList', token: 'venue', list: true },
  bidOrCounteroffer: { ...act, path: '/auction/biddingCounterOfferInfo/bidOrCounteroffer' },
  verdict: { method: 'GET', path: '/auction/biddingCounterOfferInfo/verdict', token: 'venue', verdict: true },
  ceilingSet: { ...act, path: '/auction/biddingCeilingInfo/set', limit: 'ceiling' },
  ceilingDrop: { ...act, path: '/auction/biddingCeilingInfo/drop', limit: 'ceiling' },
  offerAccept: { ...act, path: '/auction/biddingCounterOfferInfo/accept' },
  offerDecline: { ...act, path: '/auction/biddingCounterOfferInfo/decline' },
  offerWithdraw: { ...act, path: '/auction/biddingCounterOfferInfo/withdraw' },
  dealConfirm: { ...act, path: '/auction/biddingVenueContractInfo/confirm' },
  dealDecline: { ...act, path: '/auction/biddingVenueContractInfo/decline' },
  lotAdjust: { ...act, path: '/auction/biddingVenueContractInfo/adjust', limit: 'change' },
  accomplish: { ...act, path: '/auction/biddingVenueContractInfo/accomplish' },

  // The venue
  start: { ...act, path: '/auction/venue/start' },
  addRound: { ...act, path: '/auction/venue/addRound' },
  lotsToAdd: { method: 'GET', path: '/auction/venue/lots/accepted', token: 'venue', list: true },
  lotsAdd: { ...act, path: '/auction/venue/lots/add' },
  adjustStage: { ...act, path: '/auction/venue/adjustStage' },
  closeTemporarily: { ...act, path: '/auction/venue/close' },
  reopen: { ...act, path: '/auction/venue/reopen' },
  holdLot: { ...act, path: '/auction/venue/hold' },
  voidBid: { ...act, path: '/auction/venue/void' },
  setSpeech: { ...act, path: '/auction/venue/speech' },
  withdrawLot: { ...act, path: '/auction/venue/withdraw' },
  dismissBidder: { ...act, path: '/auction/venue/dismiss' },
  suspendCompany: { ...act, path: '/auction/venue/suspend' },
  clerkBid: { ...act, path: '/auction/venue/clerk/bid' },
  clerkCeilingSet: { ...act, path: '/auction/venue/clerk/ceiling/set' },
  clerkCeilingDrop: { ...act, path: '/auction/venue/clerk/ceiling/drop' },
  colleagueList: { method: 'GET', path: '/auction/venue/colleagues', token: 'venue', list: true },
  colleagueLimit: { ...act, path: '/auction/venue/colleagues/limit', limit: 'change' },
  people: { method: 'GET', path: '/auction/venue/people', token: 'venue', list: true },
  messageAdd: { ...act, path: '/auction/biddingMsgInfo/add', limit: 'message' },
  messageList: { method: 'POST', path: '/auction/biddingMsgInfo/getList', token: 'venue', list: true },
  logExport: { method: 'GET', path: '/auction/venue/log', token: 'venue', list: true },
  history: { method: 'GET', path: '/auction/venue/history', token: 'venue' },
  receiptCheck: { method: 'POST', path: '/auction/receipt/check', token: 'either', list: true },
  receiptList: { method: 'GET', path: '/auction/receipt/list', token: 'venue', list: true },
  receiptKeys: { method: 'GET', path: '/auction/receipt/keys', token: 'none', list: true, audience: 'everyone' },
} as const satisfies Readonly<Record<string, CallWire>>
