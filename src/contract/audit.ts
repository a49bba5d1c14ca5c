import type { wire } from './wire.ts'

/** How an act ended. `failed`: the system failed, and its outcome is unknown. */
export const AUDIT_OUTCOMES = ['done', 'refused', 'failed'] as const
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number]

/** The role in which the person acted. `console`: a command of the command line. */
export const AUDIT_PARTS = [
  'visitor',
  'user',
  'operator',
  'applicant',
  'buyer',
  'seller',
  'host',
  'audience',
  'console',
] as const
export type AuditPart = (typeof AUDIT_PARTS)[number]

/** The object of an act; its state before and after is kept with it. */
export const AUDIT_SUBJECTS = [
  'account',
  'certification',
  'company',
  'schedule',
  'session',
  'lot',
  'contract',
  'settings',
  'lotDraft',
  'term',
  'article',
  'role',
  'document',
  'banner',
] as const
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number]

export interface Names {
  readonly zh: string
  readonly en: string
}

interface Recorded {
  readonly about?: AuditSubject
  /** Field of the input that names the subject; absent: the caller's account, or the session that the caller is in. */
  readonly by?: string
  /** Fields of the input that are kept as they were sent. Never a secret. */
  readonly keeps?: readonly string[]
  /** Begins a sign-in: the actor is the account that the new token is for. */
  readonly opens?: true
  /** Recorded only when this field of the input has this value. */
  readonly when?: readonly [field: string, value: string]
  /** Only refusals are recorded: after a success another act follows that is recorded. */
  readonly refusals?: true
}
interface Unrecorded {
  /** The reason that no line of the trail is written. */
  readonly unrecorded: string
}
export type AuditRule = Recorded | Unrecorded

type Wire = typeof wire
type Name = keyof Wire
type Changing = { [K in Name]: Wire[K]['method'] extends 'GET' ? never : K }[Name]

const IN_LOG: Unrecorded = { unrecorded: 'the session’s own log holds it, hashed and signed' }
const READS: Unrecorded = { unrecorded: 'it reads' }
const TOLD_APART = ['payerAccount', 'bankEntry', 'another'] as const
const inSession = (...keeps: readonly string[]): Recorded => ({ about: 'session', by: 'scheduleTimelineId', keeps })
const onContract = (...keeps: readonly string[]): Recorded => ({ about: 'contract', by: 'contractId', keeps })
const onLot = (...keeps: readonly string[]): Recorded => ({ about: 'lot', by: 'contractObjectId', keeps })

/**
 * The audit trail's record of each call. A call that changes something and is missing here does not compile: name the
 * fields to record, or the reason to record none.
 */
export const AUDIT = {
  login: { about: 'account', by: 'account', opens: true },
  logout: { about: 'account' },
  ticket: { unrecorded: 'entering with it is recorded' },
  assemblyLogin: { about: 'session', by: 'scheduleTimelineId', opens: true },
  assemblyLogout: { about: 'session' },
  autoLoginDefault: { about: 'account', opens: true },
  venueLogin: { about: 'account', by: 'account', opens: true },
  externalKey: { about: 'account' },

  settingsChange: { about: 'settings' },

  register: { about: 'account', by: 'account', opens: true },
  completeProfile: { about: 'account' },
  emailProofCode: { unrecorded: 'the message stands in the outbox' },
  proveEmail: { about: 'account' },
  passwordHint: READS,
  checkVerificationCode: { about: 'account', keeps: ['channel'] },
  resetPassword: { about: 'account' },
  changePassword: { about: 'account' },
  deviceEnd: { about: 'account', keeps: ['deviceId'] },
  deviceEndOthers: { about: 'account' },
  // A success takes effect only when it is confirmed; but a refusal here may be a guess at the password.
  authenticatorBegin: { about: 'account', refusals: true },
  authenticatorConfirm: { about: 'account' },
  authenticatorRemove: { about: 'account' },
  passkeyBegin: { about: 'account', refusals: true },
  passkeyAdd: { about: 'account', keeps: ['name'] },
  passkeyRemove: { about: 'account', keeps: ['passkeyId'] },
  recoveryCodesRenew: { about: 'account' },
  passkeyAsk: { unrecorded: 'it asks; what it is answered with is recorded where it is used' },

  bankConfirm: { about: 'company', keeps: ['bank'] },
  certificationSubmit: { about: 'company', keeps: ['name', 'country', 'creditCode', 'bank'] },
  certificationApprove: { about: 'certification', by: 'certificationId' },
  certificationRefuse: { about: 'certification', by: 'certificationId', keeps: ['reason'] },
  userSuspend: { about: 'account', by: 'userId', keeps: ['reason'] },
  userReinstate: { about: 'account', by: 'userId' },
  roleSave: { about: 'role', by: 'code' },
  roleDelete: { about: 'role', by: 'code' },
  userRolesSave: { about: 'account', by: 'userId' },
  userErase: { about: 'account', by: 'userId', keeps: ['reason'] },
  userSignOut: { about: 'account', by: 'userId' },
  scheduleSave: { about: 'schedule', by: 'scheduleId' },
  scheduleDelete: { about: 'schedule', by: 'scheduleId' },
  sessionSave: inSession(),
  sessionDelete: inSession(),
  sessionCopy: inSession('startTime'),
  lotAccept: inSession('lots', 'seenUntil'),
  lotReturn: inSession('lots', 'remark'),
  lotOrder: inSession('lotDraftIds', 'before', 'place'),
  salePostpone: inSession('startTime', 'signUpDeadline', 'reason'),
  saleCancel: inSession('reason'),
  depositRecord: inSession(
    'companyId',
    'kind',
    'currency',
    'amount',
    'day',
    'reference',
    'corrects',
    'rule',
    'hold',
    ...TOLD_APART,
  ),
  depositObjectionAnswer: inSession('companyId', 'hold', 'answer', 'reason'),
  bankFileRead: { keeps: ['name'] },
  bankEntryRecord: { keeps: ['id', 'reference', 'claim', 'over', 'another', 'rate'] },
  bankEntryTakeBack: { keeps: ['id', 'of'] },
  bankEntryLeave: { keeps: ['id', 'why'] },
  salePublish: inSession(),
  saleBidderAdmit: inSession('companyId'),
  saleBidderDecline: inSession('companyId', 'reason'),
  saleBidderDismiss: inSession('biddingNumber', 'reason'),
  saleLimitSet: inSession('biddingNumber', 'userId', 'currency', 'most'),
  saleDealHold: onLot('reason'),
  saleDealRelease: onLot('reason'),
  saleDealCancel: onLot('reason'),
  saleDealOffer: onLot('minutes'),
  depositSet: { about: 'company', by: 'companyId', keeps: ['currency', 'amount', 'factor'] },
  lotDraftSave: { about: 'lotDraft', by: 'lotDraftId', keeps: ['version'] },
  lotFilesAdd: onLot('pictures', 'papers'),
  lotDraftDelete: { about: 'company', keeps: ['lotDraftIds'] },
  lotDraftSubmit: inSession('lotDraftIds'),
  lotDraftRecall: { about: 'company', keeps: ['lotDraftIds'] },
  lotDraftFile: { about: 'company', keeps: ['format', 'state'] },
  lotImportBegin: { unrecorded: 'nothing becomes a lot before it is applied' },
  lotImportApply: { about: 'company', keeps: ['lotImportId', 'rows'] },
  lotImportCancel: { unrecorded: 'nothing had become a lot' },
  newsSave: { about: 'article', by: 'newsId' },
  newsDelete: { about: 'article', by: 'newsId' },
  documentSave: { about: 'document', by: 'name' },
  bannerSave: { about: 'banner', by: 'bannerId' },
  bannerDelete: { about: 'banner', by: 'bannerId' },
  contentPicture: { about: 'account', keeps: ['fileName'] },
  termSave: { about: 'term', by: 'code', keeps: ['kind', 'zh', 'en'] },
  agreementSign: { about: 'company', keeps: ['hash'] },
  contractMake: { about: 'contract', keeps: ['contractObjectIds', 'targetPort'] },
  contractRevise: onContract('hash', 'contractObjectIds', 'targetPort'),
  contractSign: onContract('hash'),
  contractReturn: onContract('hash', 'reason'),
  contractTerminate: onContract('hash', 'reason'),
  contractVerify: onContract('hash'),
  paymentRecord: onContract(
    'claim',
    'kind',
    'amount',
    'currency',
    'rate',
    'day',
    'reference',
    'corrects',
    'over',
    ...TOLD_APART,
  ),
  invoiceAsk: onContract('subject', 'kind', 'title', 'taxNumber', 'amount'),
  invoiceWithdraw: onContract('invoiceId'),
  invoiceIssue: onContract('invoiceId', 'number', 'day'),
  invoiceDecline: onContract('invoiceId', 'reason'),
  contractEvidence: onContract(),
  resultFile: inSession('format'),
  outboxSend: { keeps: ['id'] },
  outboxList: { keeps: ['pageNum', 'beginTime', 'endTime'] },
  auditExport: { keeps: ['keyword', 'act', 'outcome', 'beginTime', 'endTime', 'scheduleTimelineId'] },

  notificationRead: { unrecorded: 'a mark of the reader’s own' },
  notificationReadAll: { unrecorded: 'a mark of the reader’s own' },
  notificationSettingsChange: { unrecorded: 'how the reader wants to be told' },
  pushSubscribe: { unrecorded: 'how the reader wants to be told' },
  pushUnsubscribe: { unrecorded: 'how the reader wants to be told' },

  upload: { unrecorded: 'a file stands with its owner and time; what it is handed in for is recorded' },
  resumableUpload: { unrecorded: 'a file stands with its owner and time; what it is handed in for is recorded' },

  biddingRegistrationAdd: inSession(),
  depositObject: inSession('hold', 'text'),
  admissionPin: inSession(),
  attentionAdd: { unrecorded: 'a bookmark of the reader’s own' },
  attentionCancel: { unrecorded: 'a bookmark of the reader’s own' },

  counterOfferList: READS,
  messageList: READS,
  // Bids: ten thousand an hour, each in the log with its account, key and receipt.
  bidOrCounteroffer: {
    about: 'lot',
    by: 'contractObjectId',
    keeps: ['price', 'quantity', 'deliveryDate', 'answers'],
    when: ['type', '2'],
  },
  ceilingSet: IN_LOG,
  ceilingDrop: IN_LOG,
  offerAccept: inSession('offerId', 'revision'),
  offerDecline: inSession('offerId', 'revision'),
  offerWithdraw: inSession('offerId'),
  dealConfirm: onLot(),
  dealDecline: onLot(),
  dealAnswer: onLot('yes'),
  lotAdjust: onLot('startPrice', 'deliveryDate'),
  accomplish: inSession('untried'),

  start: inSession('contractObjectIds', 'biddingSeconds'),
  addRound: inSession('contractObjectIds', 'biddingSeconds'),
  lotsAdd: inSession('contractObjectIds'),
  adjustStage: inSession('minutes'),
  closeTemporarily: inSession('message'),
  reopen: inSession(),
  holdLot: onLot(),
  voidBid: onLot('seq', 'reason'),
  setSpeech: inSession('allowed', 'speaker'),
  withdrawLot: onLot('reason'),
  dismissBidder: inSession('biddingNumber', 'reason'),
  suspendCompany: inSession('speaker', 'reason'),
  // A ceiling's amount is its owner's secret, a PIN the bidder's.
  clerkBid: onLot('biddingNumber', 'price'),
  clerkCeilingSet: onLot('biddingNumber', 'mode'),
  clerkCeilingDrop: onLot('biddingNumber'),
  colleagueLimit: inSession('userId', 'currency', 'most'),
  messageAdd: IN_LOG,
  receiptCheck: IN_LOG,
  logExport: inSession('after'),
} as const satisfies Readonly<Record<Changing, AuditRule> & Partial<Record<Name, AuditRule>>>

/** Commands of the command line that are recorded. */
export const CONSOLE_ACTS = [
  'createAdministrator',
  'rotateSecretKey',
  'rotateReceiptKey',
  'backup',
  'restore',
  'copyFiles',
] as const

type Rules = typeof AUDIT
/** The names of acts in the trail. */
export type RecordedAct =
  | { [K in keyof Rules]: Rules[K] extends Unrecorded ? never : K }[keyof Rules]
  | (typeof CONSOLE_ACTS)[number]
