import * as z from 'zod'
import { call } from '../call.ts'
import { DEPOSIT_STANDINGS } from '../../domain/deposit.ts'
import { Currency, Id, IdentityType, Money, Page, Phase, Pin, Stage, Text, Time } from '../scalars.ts'
import { DepositAccount } from './site.ts'
import { OBJECTION_MOST } from '../../domain/deposit-hold.ts'
import { DepositHold } from '../deposit-hold.ts'
import { wire } from '../wire.ts'

/** An amount in each of several currencies. */
const Amounts = z.array(z.object({ currency: Currency, amount: Money }))

export const Timeline = z.object({
  scheduleTimelineId: Id,
  startTime: Time,
  signUpDeadline: Time,
  state: Phase,
  stage: Stage,
  lotCount: z.number().int(),
  soldCount: z.number().int(),
  unsoldCount: z.number().int(),
  /** Asked of each bidder in any one of the currencies; absent: none. */
  deposit: z.object({ required: Amounts, due: Time }).optional(),
  /** The caller's participation, null for none; absent when the caller is signed out. */
  mine: z
    .object({
      identityType: IdentityType,
      /** Of a dismissed company too. */
      biddingNumber: z.number().int().nullable(),
      registered: z.boolean(),
      /** The reason why the company was dismissed; absent as long as it was not. */
      dismissed: z.string().optional(),
    })
    .nullable()
    .optional(),
})

export const Schedule = z.object({
  scheduleId: Id,
  name: z.string(),
  venue: z.string(),
  practice: z.boolean(),
  /** State of the schedule's next unfinished session, 5 when all are finished. */
  state: Phase,
  timelines: z.array(Timeline),
})

export const scheduleList = call({
  ...wire.scheduleList,
  about: 'Auction schedules, next first. A bearer is honoured, not required.',
  query: Page.extend({ state: z.coerce.number().pipe(Phase).optional(), practice: z.stringbool().optional() }),
  rows: Schedule,
})

export const scheduleInfo = call({
  ...wire.scheduleInfo,
  about: 'One schedule.',
  params: z.object({ scheduleId: Id }),
  data: Schedule,
})

export const timelineInfo = call({
  ...wire.timelineInfo,
  about:
    'The schedule that a session belongs to, with that session always: the lists leave out practice that is over. A bearer is honoured, not required.',
  params: z.object({ scheduleTimelineId: Id }),
  data: Schedule,
})

export const Registration = z.object({
  scheduleTimelineId: Id,
  scheduleName: z.string(),
  venue: z.string(),
  practice: z.boolean(),
  startTime: Time,
  signUpDeadline: Time,
  state: Phase,
  biddingNumber: z.number().int().nullable(),
  identityType: IdentityType,
  /** The reason why the company was dismissed; absent as long as it was not. */
  dismissed: z.string().optional(),
  registrationTime: Time,
  lotCount: z.number().int(),
  /** Remaining attempts at the admission PIN; null: no PIN. Five at first, 0: locked. */
  pinTries: z.number().int().nullable(),
  /** The deposit that is asked for, in any one of the currencies; null: none. */
  deposit: z
    .object({
      /** What the payer writes into the transfer. */ reference: z.string(),
      required: Amounts,
      /** What is still open, in any one of the currencies. */ open: Amounts,
      due: Time.optional(),
      /** The platform's accounts in these currencies. */ accounts: z.array(DepositAccount).optional(),
      state: z.enum(DEPOSIT_STANDINGS).optional(),
      /** With the platform now. */ here: Amounts.optional(),
      returned: Amounts.optional(),
      kept: Amounts.optional(),
      /** What was held of it, the newest first. */
      holds: z
        .array(
          DepositHold.extend({
            /** Number of its entry, for `depositObject`. */ hold: z.int(),
            currency: Currency,
            amount: Money,
            reason: z.string(),
            at: Time,
          }),
        )
        .optional(),
    })
    .nullable()
    .default(null),
})

export const biddingRegistrationAdd = call({
  ...wire.biddingRegistrationAdd,
  about:
    'Sign the company up for a session. Admitted at once (a bidding number) or by the operator (null until then). Repeating it changes nothing. `pin` is shown this once, with the admission: host and operator bid for the company by it.',
  body: z.strictObject({
    scheduleTimelineId: Id,
    /** `hash` of the sale's rules as they were shown; refused if they are others by now. */
    rulesHash: Text.regex(/^[0-9a-f]{64}$/).optional(),
  }),
  data: Registration.extend({ pin: Pin.nullable() }),
})

export const admissionPin = call({
  ...wire.admissionPin,
  about: "A new admission PIN of one's own company, shown this once; the one before ends. Only of an admitted company.",
  body: z.strictObject({ scheduleTimelineId: Id }),
  data: z.object({ pin: Pin }),
})

export const depositObject = call({
  ...wire.depositObject,
  about:
    'Object to a hold of one’s own company’s deposit, once, within five days of its notice. Nothing of the hold is kept before the operator has answered.',
  body: z.strictObject({
    scheduleTimelineId: Id,
    /** Number of the hold. */ hold: z.int().min(1),
    text: Text.trim().min(1).max(OBJECTION_MOST),
  }),
})

export const biddingRegistrationList = call({
  ...wire.biddingRegistrationList,
  about: "The company's own sign-ups, newest session first.",
  query: Page,
  rows: Registration,
})

export const ruleInfo = call({
  ...wire.ruleInfo,
  about: "The session's numbers.",
  query: z.strictObject({ scheduleTimelineId: Id }),
  data: z.object({
    scheduleTimelineId: Id,
    biddingSeconds: z.number().int(),
    extensionSeconds: z.number().int(),
    hardEndSeconds: z.number().int().nullable(),
    negotiationMinutes: z.number().int(),
    staggerSeconds: z.number().int(),
    admission: z.enum(['automatic', 'operator']),
    adjustPercent: z.number().int(),
    autoHold: z.boolean(),
    autoFinishMinutes: z.number().int(),
    confirmMinutes: z.number().int().nullable(),
  }),
})

export const saleRules = call({
  ...wire.saleRules,
  about:
    "The rules of one session as its bidders read and accept them, with the session's numbers. `body` is Markdown; `hash` is the SHA-256 of both languages.",
  query: z.strictObject({ scheduleTimelineId: Id }),
  data: z.object({
    scheduleTimelineId: Id,
    scheduleName: z.string(),
    startTime: Time,
    title: z.string(),
    summary: z.string(),
    body: z.string(),
    hash: z.string(),
  }),
})
