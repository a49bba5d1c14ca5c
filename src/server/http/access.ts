import type { CallWire } from '../../contract/wire.ts'
import { wire } from '../../contract/wire.ts'
import { CODE } from '../../contract/codes.ts'
import type { Caller } from '../auth/caller.ts'
import { may } from '../auth/permissions.ts'
import type { Permission } from '../auth/permissions.ts'
import { fail, forbid } from './answer.ts'
import type { Failure } from './answer.ts'
import { roleOf } from './room.ts'
import type { Part as PartOf } from './room.ts'
import type { Route } from './route.ts'

/** Parts in a session, as `IDENTITY` numbers them; the operator enters as audience and has no part (A2). */
const PARTS = {
  applicant: 0,
  buyer: 1,
  seller: 2,
  host: 3,
  audience: 4,
  operator: 'operator',
} as const satisfies Record<string, PartOf>
type Part = keyof typeof PARTS

/** Conditions on the object itself, which the call's handler checks. */
export const ALSO = {
  catalogue: 'the sale is published and the caller certified, or the sale is its own; see `auth/standing.ts`',
  own: 'the thing is the caller’s own, or its permission is to look at it',
  sells: 'the account has the role `seller` and a company that is certified; another company’s lots do not exist',
  certified: 'the caller’s company is certified, and has signed where that is asked',
  noRights: 'the account holds no operator’s rights',
  law: 'the law of the room, `domain/LAW.md`',
  trade: 'the law of contracts, `domain/trade/TRADE.md`',
} as const

/**
 * The policy of each call. The contract (`wire.ts`) states the token that a call takes; this table states the rights of
 * the token's holder:
 *
 * - `everybody`: no token;
 * - `account`: any account, a suspended one too;
 * - `trader`: any account that is not suspended;
 * - `seller`: an account of a company with the role `seller`; a suspended one only reads its own lots;
 * - a permission (`user:account:list`): accounts that hold it and are not suspended;
 * - parts in a session: accounts that have one of them there and are not suspended.
 */
interface Access {
  readonly who: 'everybody' | 'account' | 'trader' | 'seller' | Permission | readonly [Part, ...Part[]]
  /** Further permissions; any one of them suffices. */
  readonly or?: readonly Permission[]
  /** The token of an external link suffices: it reads, and acts for no account. */
  readonly link?: true
  readonly also?: keyof typeof ALSO
}

const everybody: Access = { who: 'everybody' }
const account: Access = { who: 'account' }
const parts = (...who: readonly [Part, ...Part[]]): Access => ({ who, also: 'law' })
/** Host and operator run the sale alike (A2). */
const runs = parts('host', 'operator')
/** Every participant of the session. */
const inside: Access = { who: ['applicant', 'buyer', 'seller', 'host', 'audience', 'operator'] }

/** The policies of all calls, by name. The gate enforces them; a call without a policy is not served. */
export const ACCESS = {
  // Signing in
  login: everybody,
  assemblyLogin: everybody,
  venueLogin: everybody,
  autoLoginDefault: everybody,
  logout: { who: 'account', link: true },
  assemblyLogout: { who: 'account' },
  getUserInfo: { who: 'account', link: true },
  getRouters: { who: 'account', link: true },
  ticket: { who: 'trader', also: 'catalogue' },
  externalKey: { who: 'account', also: 'noRights' },

  // An account and its password
  captcha: everybody,
  captchaQuestion: everybody,
  registerSmsCode: everybody,
  forgetSmsCode: everybody,
  sendSmsEmail: everybody,
  register: everybody,
  passwordHint: everybody,
  checkVerificationCode: everybody,
  resetPassword: everybody,
  profileInfo: account,
  completeProfile: account,
  emailProofCode: account,
  proveEmail: account,
  changePassword: account,
  deviceList: account,
  deviceEnd: { who: 'account', also: 'own' },
  deviceEndOthers: account,
  factorInfo: account,
  authenticatorBegin: account,
  authenticatorConfirm: account,
  authenticatorRemove: account,
  passkeyBegin: account,
  passkeyAdd: account,
  passkeyRemove: account,
  recoveryCodesRenew: account,
  passkeyAsk: everybody,

  // A company
  companyInfo: account,
  bankConfirm: account,
  certificationSubmit: { who: 'account', also: 'own' },
  agreementInfo: account,
  agreementSign: { who: 'trader', also: 'certified' },

  // The operator
  certificationList: { who: 'user:certification:review' },
  certificationInfo: { who: 'user:certification:review' },
  certificationApprove: { who: 'user:certification:review' },
  certificationRefuse: { who: 'user:certification:review' },
  userList: { who: 'user:account:list' },
  userSuspend: { who: 'user:account:suspend' },
  userReinstate: { who: 'user:account:suspend' },
  firstSteps: {
    who: 'sale:session:read',
    or: ['system:settings:edit', 'user:role:edit', 'user:certification:review'],
  },
  roleList: { who: 'user:role:edit', or: ['user:account:list'] },
  roleSave: { who: 'user:role:edit' },
  roleDelete: { who: 'user:role:edit' },
  userRolesSave: { who: 'user:role:edit' },
  userErase: { who: 'user:account:erase' },
  userSignOut: { who: 'user:account:suspend' },
  outboxSend: { who: 'system:outbox:list' },
  outboxList: { who: 'system:outbox:list' },
  settingsChange: { who: 'system:settings:edit' },
  scheduleEditInfo: { who: 'sale:session:read' },
  scheduleSave: { who: 'sale:session:edit' },
  scheduleDelete: { who: 'sale:session:edit' },
  sessionEditInfo: { who: 'sale:session:read' },
  sessionSave: { who: 'sale:session:edit' },
  sessionDelete: { who: 'sale:session:edit' },
  sessionCopy: { who: 'sale:session:edit' },
  sessionLotList: { who: 'sale:session:read' },
  sessionCheck: { who: 'sale:session:read' },
  lotAccept: { who: 'sale:lot:review' },
  lotReturn: { who: 'sale:lot:review' },
  lotOrder: { who: 'sale:lot:review' },
  hostList: { who: 'sale:session:read' },
  salePostpone: { who: 'sale:session:publish', also: 'law' },
  saleCancel: { who: 'sale:session:publish', also: 'law' },
  depositRecord: { who: 'sale:deposit:record', also: 'law' },
  depositObjectionAnswer: { who: 'sale:deposit:record', also: 'trade' },
  bankFileRead: { who: 'sale:deposit:record', also: 'trade' },
  bankEntryList: { who: 'sale:deposit:record' },
  bankEntryRecord: { who: 'sale:deposit:record', also: 'trade' },
  bankEntryTakeBack: { who: 'sale:deposit:record', also: 'trade' },
  bankEntryLeave: { who: 'sale:deposit:record' },
  depositList: { who: 'sale:session:read' },
  depositRefundList: { who: 'sale:deposit:record' },
  roomList: { who: 'sale:session:read' },
  saleInfo: { who: 'sale:session:read' },
  saleBidderList: { who: 'sale:session:read' },
  saleDealList: { who: 'sale:session:read' },
  salePublish: { who: 'sale:session:publish', also: 'law' },
  saleBidderAdmit: { who: 'sale:bidder:admit', also: 'law' },
  saleBidderDecline: { who: 'sale:bidder:admit' },
  saleBidderDismiss: { who: 'sale:bidder:admit', also: 'law' },
  saleLimitSet: { who: 'sale:bidder:limit', also: 'law' },
  depositSet: { who: 'sale:bidder:limit' },
  saleDealHold: { who: 'sale:deal:decide', also: 'law' },
  saleDealRelease: { who: 'sale:deal:decide', also: 'law' },
  saleDealCancel: { who: 'sale:deal:decide', also: 'law' },
  saleDealOffer: { who: 'sale:deal:decide', also: 'law' },
  contractReviewList: { who: 'trade:contract:verify' },
  contractVerify: { who: 'trade:contract:verify', also: 'trade' },
  paymentRecord: { who: 'trade:payment:record', also: 'trade' },
  auditList: { who: 'system:audit:read' },
  auditActs: { who: 'system:audit:read' },
  auditExport: { who: 'system:audit:read' },

  // After the sale
  orderList: account,
  dealAskedList: account,
  dealAnswer: { who: 'trader', also: 'law' },
  particularsInfo: account,
  contractList: account,
  contractInfo: { who: 'account', also: 'own' },
  contractEvidence: { who: 'account', also: 'own' },
  contractPayments: { who: 'account', also: 'own' },
  contractInvoices: { who: 'account', also: 'own' },
  statementInfo: { who: 'account', also: 'own' },
  statementLines: { who: 'account', also: 'own' },
  invoiceAsk: { who: 'trader', also: 'trade' },
  invoiceWithdraw: { who: 'trader', also: 'trade' },
  invoiceIssue: { who: 'trader', also: 'trade' },
  invoiceDecline: { who: 'trader', also: 'trade' },
  contractMake: { who: 'trader', also: 'trade' },
  contractRevise: { who: 'trader', also: 'trade' },
  contractSign: { who: 'trader', also: 'trade' },
  contractReturn: { who: 'trader', also: 'trade' },
  contractTerminate: { who: 'trader', also: 'trade' },

  // A seller's lots before a sale, and the terms of all
  lotDraftList: { who: 'seller', also: 'sells' },
  lotDraftInfo: { who: 'seller', also: 'sells' },
  lotDraftSave: { who: 'trader', also: 'sells' },
  lotFilesAdd: { who: 'trader', also: 'sells' },
  lotDraftDelete: { who: 'trader', also: 'sells' },
  lotDraftSubmit: { who: 'trader', also: 'sells' },
  lotDraftRecall: { who: 'trader', also: 'sells' },
  lotSessionList: { who: 'seller', also: 'sells' },
  lotDraftFile: { who: 'seller', also: 'sells' },
  lotImportBegin: { who: 'trader', also: 'sells' },
  lotImportList: { who: 'seller', also: 'sells' },
  lotImportInfo: { who: 'seller', also: 'sells' },
  lotImportRows: { who: 'seller', also: 'sells' },
  lotImportApply: { who: 'trader', also: 'sells' },
  lotImportCancel: { who: 'trader', also: 'sells' },
  termList: account,
  termSave: { who: 'sale:term:edit' },

  // The operator's texts
  newsEditList: { who: 'content:news:edit' },
  newsEditInfo: { who: 'content:news:edit' },
  newsSave: { who: 'content:news:edit' },
  newsDelete: { who: 'content:news:edit' },
  documentEditInfo: { who: 'content:document:edit' },
  documentSave: { who: 'content:document:edit' },
  bannerEditList: { who: 'content:banner:edit' },
  bannerEditInfo: { who: 'content:banner:edit' },
  bannerSave: { who: 'content:banner:edit' },
  bannerDelete: { who: 'content:banner:edit' },
  contentPicture: { who: 'content:news:edit', or: ['content:document:edit', 'content:banner:edit'], also: 'own' },

  // Documents and files to keep
  contractFile: { who: 'account', also: 'own' },
  agreementFile: { who: 'account', also: 'own' },
  receiptFile: { who: 'account', also: 'own' },
  catalogueFile: { who: 'account', also: 'catalogue' },
  resultFile: { who: 'account', also: 'own' },
  orderFile: { who: 'account', also: 'own' },
  statementFile: { who: 'account', also: 'own' },
  calendarFile: everybody,

  // Notifications
  notificationList: account,
  notificationUnread: account,
  notificationRead: { who: 'account', also: 'own' },
  notificationReadAll: account,
  notificationSettings: account,
  notificationSettingsChange: account,
  pushSubscribe: account,
  pushUnsubscribe: { who: 'account', also: 'own' },

  // Files
  upload: { who: 'trader' },
  resumableUpload: { who: 'trader' },
  resumableUploadInfo: { who: 'account', also: 'own' },
  fileBytes: { who: 'account', also: 'own' },

  // Content
  settings: everybody,
  newsList: everybody,
  newsInfo: everybody,
  documentList: everybody,
  documentInfo: everybody,
  bannerList: everybody,
  receiptKeys: everybody,
  receiptCheck: { who: 'account' },
  scheduleList: everybody,
  scheduleInfo: everybody,
  timelineInfo: everybody,
  saleRules: everybody,
  contactSheet: everybody,
  lotBoard: everybody,

  // Sale sign-up, and catalogues
  biddingRegistrationAdd: { who: 'account', also: 'certified' },
  depositObject: { who: 'trader', also: 'own' },
  admissionPin: { who: 'trader', also: 'own' },
  biddingRegistrationList: { who: 'account', link: true },
  lotList: { who: 'account', also: 'catalogue', link: true },
  lotDownload: { who: 'account', also: 'catalogue', link: true },
  lotFacets: { who: 'account', also: 'catalogue', link: true },
  lotInfo: { who: 'account', also: 'catalogue', link: true },
  attentionAdd: { who: 'account', also: 'catalogue' },
  attentionCancel: { who: 'account', also: 'catalogue' },

  // In a session: reading
  ruleInfo: inside,
  getBiddingInfo: inside,
  counterOfferList: inside,
  verdict: inside,
  messageList: inside,
  logExport: inside,
  history: inside,
  getCompareBiddingInfo: runs,
  people: runs,

  // In a session: acting
  bidOrCounteroffer: parts('buyer', 'seller'),
  ceilingSet: parts('buyer'),
  ceilingDrop: parts('buyer'),
  offerAccept: parts('buyer', 'seller'),
  offerDecline: parts('buyer', 'seller'),
  offerWithdraw: parts('buyer', 'seller'),
  lotAdjust: parts('seller'),
  colleagueList: { who: ['buyer'], also: 'own' },
  receiptList: { who: ['buyer'], also: 'own' },
  colleagueLimit: parts('buyer'),
  dealConfirm: parts('buyer', 'seller'),
  dealDecline: parts('buyer', 'seller'),
  dismissBidder: runs,
  suspendCompany: runs,
  clerkBid: runs,
  clerkCeilingSet: runs,
  clerkCeilingDrop: runs,
  accomplish: runs,
  start: runs,
  addRound: runs,
  lotsToAdd: runs,
  lotsAdd: runs,
  adjustStage: runs,
  closeTemporarily: runs,
  reopen: runs,
  holdLot: runs,
  voidBid: runs,
  setSpeech: runs,
  withdrawLot: runs,
  messageAdd: parts('buyer', 'seller', 'host', 'operator'),
} as const satisfies Readonly<Record<keyof typeof wire, Access>>

export type CallOfAccess = Pick<CallWire, 'method' | 'path'>

const keyOf = ({ method, path }: CallOfAccess): string => `${method} ${path}`
const names = Object.keys(ACCESS).filter((name): name is keyof typeof ACCESS => name in ACCESS)
const byCall: ReadonlyMap<string, Access> = new Map(names.map((name) => [keyOf(wire[name]), ACCESS[name]]))

/** The call's policy. */
export function accessOf(call: CallOfAccess): Access {
  const access = byCall.get(keyOf(call))
  if (!access) throw new Error(`nothing says who may call ${keyOf(call)}`)
  return access
}

/** The route with its policy checked inside it, so that the audit trail records refusals. */
export const guarded = (route: Route): Route => {
  const access = accessOf(route.call)
  return {
    ...route,
    run: (parsed, caller, about) => {
      const refused = refusalOf(access, caller)
      return refused ? Promise.resolve(refused) : route.run(parsed, caller, about)
    },
  }
}

/** `null`: the caller may make the call. */
export function refusalOf({ who, or = [] }: Access, caller: Caller | null): Failure | null {
  if (who === 'everybody' || caller === null) return null
  if (who === 'account') return null
  const { person } = caller
  if (who === 'seller')
    return person.roles.includes('seller') && person.companyId !== null ? null : forbid('auth.not_permitted')
  if (typeof who === 'string' && who !== 'trader') return may(person, who, ...or) ? null : forbid('auth.not_permitted')
  if (person.status === 0) return forbid('auth.account_suspended')
  if (who === 'trader') return null
  if (caller.kind !== 'venue') return fail(CODE.unauthorised, 'auth.wrong_token_kind')
  return who.some((part) => PARTS[part] === roleOf(caller)) ? null : forbid('auth.not_permitted')
}
