import * as z from 'zod'
import { call } from '../call.ts'
import { LotContent, LOTS_AT_ONCE } from '../lot-content.ts'
import { Corrects, ToldApart } from '../bank-line.ts'
import { Bidding, Currency, Day, Id, Keyword, LimitRow, Money, Page, Phase, Stage, Text, Time } from '../scalars.ts'
import { Verdict } from '../verdict.ts'
import { wire } from '../wire.ts'
import { DEPOSIT_HOURS_MOST, DEPOSIT_KINDS } from '../../domain/deposit.ts'
import { KEEP_RULES, OBJECTION_MOST } from '../../domain/deposit-hold.ts'
import { DepositHold } from '../deposit-hold.ts'

// Preparing a sale: schedules, sessions, their lots and deposits. A save names the version that it began from and
// answers 409 if a newer one exists, so that nothing is overwritten.

const Of = z.strictObject({ scheduleTimelineId: Id })
const Reason = Text.trim().min(1).max(500)
const Version = z.int().min(0)
const Name = Text.trim().min(1).max(120)
const int = z.number().int()

// Schedules ----------------------------------------------------------------------------------------------------------

const ScheduleContent = z.strictObject({ nameZh: Name, nameEn: Name, venueZh: Name, venueEn: Name })
export const scheduleEditInfo = call({
  ...wire.scheduleEditInfo,
  about:
    'A schedule as its operator writes it, with its sessions; unpublished ones too. Permission `sale:session:read`.',
  params: z.object({ scheduleId: Id }),
  data: ScheduleContent.extend({
    scheduleId: Id,
    version: int,
    sessions: z.array(
      z.object({
        scheduleTimelineId: Id,
        startTime: Time,
        signUpDeadline: Time,
        state: Phase,
        lotCount: int,
        /** Number of lots that wait for acceptance. */ submitted: int,
        hostName: z.string().nullable(),
      }),
    ),
  }),
})
export const scheduleSave = call({
  ...wire.scheduleSave,
  about:
    'Make a schedule (`scheduleId: null`), or change one. A version that is no longer the newest: 409. Permission `sale:session:edit`.',
  body: ScheduleContent.extend({ scheduleId: Id.nullable(), version: Version }),
  data: z.object({ scheduleId: Id, version: int }),
})
export const scheduleDelete = call({
  ...wire.scheduleDelete,
  about: 'Delete a schedule that has no session. Permission `sale:session:edit`.',
  body: z.strictObject({ scheduleId: Id, version: Version }),
})

// Sessions -----------------------------------------------------------------------------------------------------------

const within = (least: number, most: number) => z.int().min(least).max(most)
const DAY_SECONDS = 86_400
const DAY_MINUTES = 1_440
/** The session's numbers, within the limits of the law. */
export const RuleContent = z.strictObject({
  biddingSeconds: within(10, DAY_SECONDS),
  extensionSeconds: within(5, 3_600),
  hardEndSeconds: within(10, DAY_SECONDS).nullable(),
  negotiationMinutes: within(1, DAY_MINUTES),
  staggerSeconds: within(0, 3_600),
  admission: z.enum(['automatic', 'operator']),
  adjustPercent: within(0, 100),
  autoHold: z.boolean(),
  autoFinishMinutes: within(1, DAY_MINUTES),
  confirmMinutes: within(1, DAY_MINUTES).nullable(),
})
const Deposits = z
  .array(z.strictObject({ currency: Currency, amount: Money.refine((amount) => amount > 0) }))
  .max(3)
  .refine((list) => new Set(list.map(({ currency }) => currency)).size === list.length)
export const SessionContent = z
  .strictObject({
    startTime: Time,
    signUpDeadline: Time,
    hostAccountId: Id.nullable(),
    rule: RuleContent,
    reservePolicy: z.enum(['allowed', 'required', 'none']),
    /** Required of each bidder, in any one of these currencies; empty: none. */ deposits: Deposits,
    /** A bidder's limit is its deposit times this factor. */ depositFactor: within(1, 100),
    /** The deposit is due so many hours before the start. */ depositHours: within(0, DEPOSIT_HOURS_MOST).default(0),
  })
  .refine(({ startTime, signUpDeadline }) => signUpDeadline <= startTime, { path: ['signUpDeadline'] })
export const sessionEditInfo = call({
  ...wire.sessionEditInfo,
  about: 'A session as its operator prepares it. Permission `sale:session:read`.',
  params: z.object({ scheduleTimelineId: Id }),
  data: z.object({
    scheduleTimelineId: Id,
    scheduleId: Id,
    version: int,
    /** A published session's content is fixed. */ published: z.boolean(),
    content: z.object(SessionContent.shape),
  }),
})
export const sessionSave = call({
  ...wire.sessionSave,
  about:
    'Make a session of a schedule (`scheduleTimelineId: null`), or change one that is not published. A version that is no longer the newest: 409. Permission `sale:session:edit`.',
  body: z.strictObject({
    scheduleTimelineId: Id.nullable(),
    scheduleId: Id,
    version: Version,
    content: SessionContent,
  }),
  data: z.object({ scheduleTimelineId: Id, version: int }),
})
export const sessionDelete = call({
  ...wire.sessionDelete,
  about: 'Delete a session that is not published; its lots go back to their sellers. Permission `sale:session:edit`.',
  body: Of.extend({ version: Version }),
})
export const sessionCopy = call({
  ...wire.sessionCopy,
  about:
    'A new schedule and session like an earlier one, with another start: names, venue, host, rules and deposits, without lots. Permission `sale:session:edit`.',
  body: Of.extend({ startTime: Time }),
  data: z.object({ scheduleId: Id, scheduleTimelineId: Id }),
})
export const hostList = call({
  ...wire.hostList,
  about: 'Accounts that may host a sale. Permission `sale:session:read`.',
  rows: z.object({ userId: Id, name: z.string(), companyName: z.string().nullable() }),
})

// Lots ---------------------------------------------------------------------------------------------------------------

export const SESSION_LOT_STATES = ['submitted', 'accepted', 'returned'] as const
export const SESSION_LOT_SORTS = ['position', 'name', 'seller', 'quantity', 'startPrice', 'changedAt'] as const
const Sort = z.enum([...SESSION_LOT_SORTS, ...SESSION_LOT_SORTS.map((by) => `-${by}` as const)])
export const SessionLot = z.object({
  lotDraftId: Id,
  version: int,
  state: z.enum(SESSION_LOT_STATES),
  /** In the catalogue; null: not accepted. */ position: int.nullable(),
  sellerCode: z.string().nullable(),
  sellerName: z.string(),
  remark: z.string().nullable(),
  changedAt: Time,
  /** Lots that came without a draft have pictures of the picture store, not uploads. */
  content: LotContent.extend({ pictures: z.array(z.string()) }),
  /** Names of the coded terms, in the language of the request. */
  speciesName: z.string(),
  originName: z.string(),
  gradeName: z.string(),
})
export const sessionLotList = call({
  ...wire.sessionLotList,
  about:
    'Lots that sellers have submitted to a session, those that wait first, then in catalogue order; with their state. Permission `sale:session:read`.',
  query: Page.extend({
    scheduleTimelineId: Id,
    state: z.enum(SESSION_LOT_STATES).optional(),
    keyword: Keyword.optional(),
    sort: Sort.optional(),
  }),
  rows: SessionLot,
})
const Lots = z
  .array(z.strictObject({ lotDraftId: Id, version: Version }))
  .min(1)
  .max(LOTS_AT_ONCE)
export const lotAccept = call({
  ...wire.lotAccept,
  about:
    'Accept submitted lots into the catalogue of a session, at its end. In a published one they wait for its host, who adds them before the first round (`lotsAdd`). Named lots: one that was changed meanwhile answers 409, and none is accepted. With `seenUntil`: those that wait unchanged since then, the oldest 500 at a time. Permission `sale:lot:review`.',
  body: Of.extend({ lots: Lots.optional(), seenUntil: Time.optional() }).refine(
    ({ lots, seenUntil }) => (lots === undefined) !== (seenUntil === undefined),
    { path: ['lots'] },
  ),
  data: z.object({ accepted: int, /** Lots of the session that still wait. */ waiting: int }),
})
export const lotReturn = call({
  ...wire.lotReturn,
  about:
    'Return submitted or accepted lots to their sellers, with a remark; those of a published sale’s catalogue stay. Permission `sale:lot:review`.',
  body: Of.extend({ lots: Lots, remark: Reason }),
})
export const lotOrder = call({
  ...wire.lotOrder,
  about:
    'Move accepted lots, in this order: in front of another, or so that the first of them has the number `place`; with neither, to the end. Permission `sale:lot:review`.',
  body: Of.extend({
    lotDraftIds: z.array(Id).min(1).max(500),
    before: Id.nullable().default(null),
    place: z.int().min(1).nullable().default(null),
  }),
})

// Publication --------------------------------------------------------------------------------------------------------

export const CHECKS = [
  'no_lots',
  'no_host',
  'start_past',
  'deadline_past',
  'deposit_currency',
  'deposit_account',
  'reserve_missing',
  'reserve_forbidden',
  'delivery_past',
  'size_unclear',
  'host_sells',
  'seller_suspended',
  'catalogue_invalid',
  'lots_waiting',
  'no_pictures',
  'short_notice',
  'seller_agreement',
] as const
export const sessionCheck = call({
  ...wire.sessionCheck,
  about:
    'What is missing before a session can be published (`hard`), and what its operator may want to know. Permission `sale:session:read`.',
  params: z.object({ scheduleTimelineId: Id }),
  data: z.object({
    ready: z.boolean(),
    missing: z.array(
      z.object({
        code: z.enum(CHECKS),
        hard: z.boolean(),
        /** Number of lots or sellers concerned. */ count: int.nullable(),
        /** Place in the catalogue of the first such lot. */ position: int.nullable(),
      }),
    ),
  }),
})
export const salePostpone = call({
  ...wire.salePostpone,
  about:
    'Put a published sale that is not started off to a later start, with a reason that everyone signed up is told. Permission `sale:session:publish`.',
  body: Of.extend({ startTime: Time, signUpDeadline: Time.nullable().default(null), reason: Reason }),
  data: Verdict,
})
export const saleCancel = call({
  ...wire.saleCancel,
  about:
    'Cancel a published sale before its start, or while it is paused, with a reason that everyone signed up is told. Permission `sale:session:publish`.',
  body: Of.extend({ reason: Reason }),
  data: Verdict,
})

// Deposits -----------------------------------------------------------------------------------------------------------

export const depositRecord = call({
  ...wire.depositRecord,
  about:
    'Record what became of the deposit of a company that signed up, or correct an entry; a line of the bank counts once. Entries are only added; the limits of the bidder follow, and an automatic admission that waited for it is made. A hold names a rule of the sale; its company is notified and has five days to object. Only then, and once an objection is answered, money is forfeited out of the hold. `after`: the newest entry that was seen; another since: 409. Permission `sale:deposit:record`.',
  body: Of.extend({
    companyId: Id,
    after: z.int().min(0),
    kind: z.enum(DEPOSIT_KINDS),
    currency: Currency,
    amount: Money,
    day: Day,
    /** The bank's reference, or the reason. */ reference: Text.trim().min(1).max(200),
    corrects: Corrects.default(null),
    /** Of `held`: the rule by which the deposit may be kept. */ rule: z.enum(KEEP_RULES).nullable().default(null),
    /** Of `forfeited`: number of the held entry that it is taken from. */ hold: Corrects.default(null),
    ...ToldApart.shape,
  }),
  data: z.object({
    covered: z.boolean(),
    /** Limits that a correction left below what the bidder has won and leads: nothing more can be bid there. */
    below: z.array(LimitRow).default([]),
    biddingNumber: Bidding.nullable(),
    /** Reason of a refused admission despite the deposit. */ notAdmitted: z.string().nullable(),
  }),
})
export const depositList = call({
  ...wire.depositList,
  about: 'What was recorded of a company’s deposit for a session, newest first. Permission `sale:session:read`.',
  query: Of.extend({ companyId: Id }),
  rows: z.object({
    seq: int,
    kind: z.enum(DEPOSIT_KINDS),
    currency: Currency,
    amount: Money,
    /** Amount after corrections; of a correction, its own amount. */ amountNow: Money,
    day: Day,
    reference: z.string(),
    corrects: Corrects,
    recordedBy: z.string(),
    at: Time,
    /** Of `held`: how it stands. */ hold: DepositHold.nullable().default(null),
  }),
})

export const depositObjectionAnswer = call({
  ...wire.depositObjectionAnswer,
  about:
    'Answer a company’s objection to a hold of its deposit. Upheld, the hold is released by a correction; rejected, it stays. The company is told either way, with the reason. `after`: the newest entry that was seen; another since: 409. Permission `sale:deposit:record`.',
  body: Of.extend({
    companyId: Id,
    after: z.int().min(0),
    /** Number of the held entry. */ hold: z.int().min(1),
    answer: z.enum(['upheld', 'rejected']),
    reason: Text.trim().min(1).max(OBJECTION_MOST),
  }),
})

export const depositRefundList = call({
  ...wire.depositRefundList,
  about:
    'What goes back of the deposits for a sale that is over, and to which accounts; a sale that is not over has none. What is held is left out. Permission `sale:deposit:record`.',
  query: Of,
  rows: z.object({
    companyId: Id,
    companyName: z.string(),
    biddingNumber: Bidding.nullable(),
    currency: Currency,
    amount: Money,
    /** The newest entry, for `after` of `depositRecord`. */ seq: int,
    /** Of the deposit, as its payer wrote it. */ reference: z.string(),
    /** The account from which it came last, else that of the company's certificate; `null`: none is known. */
    account: z.object({ holder: z.string(), number: z.string(), certified: z.boolean() }).nullable(),
    /** It came from several accounts. */ several: z.boolean(),
    /** Deals of the company in this sale whose contracts are not complete. */ openDeals: int,
  }),
})

// Rooms --------------------------------------------------------------------------------------------------------------

/** `exposed`: the limit of a company is below what it has won and leads. */
export const ROOM_ALARMS = ['paused', 'late', 'no_host', 'held', 'links', 'exposed', 'waiting', 'deals'] as const
export const roomList = call({
  ...wire.roomList,
  about:
    'All rooms at a glance: published sales that are not over, those in progress first. Permission `sale:session:read`.',
  rows: z.object({
    scheduleTimelineId: Id,
    scheduleName: z.string(),
    startTime: Time,
    state: Phase,
    stage: Stage,
    round: int,
    /** The message of a pause. */ paused: z.string().nullable(),
    people: z.object({ host: int, buyers: int, sellers: int, audience: int }),
    /** Links of the people in the room: answering, slow (a second and more), silent. */
    links: z.object({ good: int, slow: int, lost: int }),
    lots: z.object({ total: int, open: int, sold: int, unsold: int, waiting: int }),
    /** Lots in the running round, the first to end first. */
    open: z.array(
      z.object({
        contractObjectId: Id,
        position: int,
        name: z.string(),
        currency: Currency,
        unit: z.enum(['m3', 'piece', 'tonne']),
        price: Money,
        biddingNumber: int.nullable(),
        deadline: Time.nullable(),
        held: z.boolean(),
      }),
    ),
    alarms: z.array(z.enum(ROOM_ALARMS)),
  }),
})
