import * as z from 'zod'
import { ExchangeRate } from '../bank-line.ts'
import { BANK_FILE_BODY } from '../bank-file.ts'
import { call } from '../call.ts'
import { Currency, Day, Id, LimitRow, Money, Page, Text, Time } from '../scalars.ts'
import { wire } from '../wire.ts'
import { CLAIMS } from '../../domain/trade/money.ts'
import { WAITING_REASONS } from '../../domain/trade/statement.ts'

// Files of the bank, and what became of their entries. Rules: `domain/trade/TRADE.md`, Bl5 … Bl7.

export const BANK_ENTRY_STATES = ['waiting', 'recorded', 'reversed', 'left'] as const
export type BankEntryState = (typeof BANK_ENTRY_STATES)[number]

/** A debt that an entry pays: of a company's deposit for a sale, or a claim under a contract. */
const BankDebt = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('deposit'), scheduleTimelineId: Id, companyId: Id }),
  z.object({ kind: z.literal('contract'), contractId: Id, claim: z.enum(CLAIMS) }),
])
export type BankDebt = z.output<typeof BankDebt>

const NamedDebt = z.object({
  of: BankDebt,
  /** What payers write into a transfer. */ reference: z.string(),
  companyName: z.string(),
  /** Of a deposit. */ saleName: z.string().nullable(),
})
/** An entry of ours that stands on a line of the bank. */
const OwnEntry = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('deposit'), scheduleTimelineId: Id, companyId: Id, seq: z.int().min(1) }),
  z.strictObject({ kind: z.literal('contract'), contractId: Id, seq: z.int().min(1) }),
])
export type OwnEntry = z.output<typeof OwnEntry>

const Reversible = NamedDebt.extend({ of: OwnEntry, /** At the bank. */ day: Day })
export type Reversible = z.output<typeof Reversible>

const Stated = z.object({ currency: z.string(), amount: Money }).nullable()
const count = z.int().min(0)

export const BankEntry = z.object({
  id: Id,
  state: z.enum(BANK_ENTRY_STATES),
  /** Why it waits, or waited when it was left. */ reason: z.enum(WAITING_REASONS).nullable(),
  /** Why recording it was refused, in words. */ refusal: z.string().nullable(),
  /** Takes an earlier entry back. */ reversal: z.boolean(),
  day: Day,
  currency: Currency,
  amount: Money,
  /** The own account. */ own: z.string(),
  /** The bank's number of the entry; empty: none. */ number: z.string(),
  payer: z.string(),
  payerAccount: z.string(),
  texts: z.array(z.string()),
  charges: Stated,
  /** What the payer gave its bank to pay, if that differs. */ instructed: Stated,
  /** What stayed open after it was recorded. */ short: Money.nullable(),
  /** The debt that it pays; of one that waits, the guess. */ debt: NamedDebt.nullable(),
  /** Of a reversal that waits: what it may take back, the likeliest first. */ takesBack: z.array(Reversible),
  /** When and by whom it was recorded, if a person had done so before the file was read. */
  byHand: z.object({ by: z.string(), at: Time }).nullable(),
  decidedBy: z.string(),
  decidedAt: Time,
  /** Why a person left it. */ why: z.string(),
  fileName: z.string(),
})

/** A bidder whose limits a correction left below what it has won and leads (X5): nothing more can be bid there. */
const LimitsFallen = z.object({ companyName: z.string(), saleName: z.string().nullable(), limits: z.array(LimitRow) })
export type LimitsFallen = z.output<typeof LimitsFallen>

export const bankFileRead = call({
  ...wire.bankFileRead,
  about:
    'Read a statement of the bank (camt.053, versions 02 to 13, 5 MB at most): what matches exactly is recorded, the rest waits with a guess. `bytes`: the file in base64, with `gzip` compressed before. The same file again adds nothing. Permission `sale:deposit:record`; what pays a contract is recorded for `trade:payment:record` and `trade:contract:verify`, and waits for others.',
  body: z.strictObject({
    name: Text.trim().min(1).max(200),
    gzip: z.boolean(),
    bytes: z.base64().max(BANK_FILE_BODY),
  }),
  data: z.object({
    /** Entries that this file brought, by what became of them. */
    recorded: count,
    waiting: count,
    reversed: count,
    /** Entries that an earlier file brought. */ known: count,
    /** Entries that are left out, by the reason. */
    leftOut: z.object({ pending: count, out: count, currency: count, unreadable: count }),
    /** The first of those that this file brought. */ entries: z.array(BankEntry),
    /** By its reversals. */ below: z.array(LimitsFallen),
  }),
})
export const bankEntryList = call({
  ...wire.bankEntryList,
  about: 'Entries of the bank’s files, the newest day first. Permission `sale:deposit:record`.',
  query: Page.extend({ state: z.enum(BANK_ENTRY_STATES).optional() }),
  rows: BankEntry,
})
export const bankEntryRecord = call({
  ...wire.bankEntryRecord,
  about:
    'Record an entry that waits, for the deposit or the contract that `reference` names; limits and an automatic admission follow. `claim`: of a contract. `over`: it is more than what is open, knowingly. `another`: why it is another line than the like one that is recorded. `rate`: for another currency than the contract’s. Permission `sale:deposit:record`, for a contract also `trade:payment:record` and `trade:contract:verify`.',
  body: z.strictObject({
    id: Id,
    reference: Text.trim().min(1, 'required').max(80, 'tooLong'),
    claim: z.enum(CLAIMS).nullable().default(null),
    over: z.boolean().default(false),
    another: Text.trim().max(200, 'tooLong').default(''),
    rate: ExchangeRate.nullable().default(null),
  }),
  data: BankEntry,
})
export const bankEntryTakeBack = call({
  ...wire.bankEntryTakeBack,
  about:
    'Take back what a waiting reversal reverses: `of` is one of its `takesBack`, which is corrected to nothing; limits follow. Permission `sale:deposit:record`, for a contract also `trade:payment:record` and `trade:contract:verify`.',
  body: z.strictObject({ id: Id, of: OwnEntry }),
  data: BankEntry.extend({ below: z.array(LimitsFallen) }),
})
export const bankEntryLeave = call({
  ...wire.bankEntryLeave,
  about: 'Leave an entry that waits, with the reason: it is not recorded. Permission `sale:deposit:record`.',
  body: z.strictObject({ id: Id, why: Text.trim().min(1, 'required').max(500, 'tooLong') }),
  data: BankEntry,
})
