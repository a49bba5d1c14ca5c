import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  json,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import type { ContractContent, SignatureMark } from '../../../contract/calls/trade.ts'
import type { ContractStatus } from '../../../domain/trade/contract.ts'
import type { BankDebt, BankEntryState } from '../../../contract/calls/bank.ts'
import type { Currency } from '../../../domain/units.ts'
import type { InvoiceKind, InvoiceState, InvoiceSubject } from '../../../domain/trade/invoice.ts'
import type { Direction } from '../../../domain/trade/bank-line.ts'
import type { ClaimKind, Day, EntryKind, PaymentTerms } from '../../../domain/trade/money.ts'
import type { StatementEntry, WaitingReason } from '../../../domain/trade/statement.ts'
import type { Rate } from '../../../domain/trade/rate.ts'
import { at, money } from './columns.ts'

/** Addressee of an invoice. */
export type InvoiceAddressee = Readonly<
  Record<'title' | 'taxNumber' | 'address' | 'phone' | 'bankName' | 'bankAccount' | 'email', string>
>

/** Numbers contracts. */
export const contractNumber = pgSequence('contract_number')

/** Every three letters that follow each other in a number, of up to 16. As in the index, or that is not used. */
const partsOf = (contractNo: SQLWrapper): SQL =>
  sql`(ARRAY[${sql.join(
    Array.from({ length: 14 }, (_, at) => sql`substr(${contractNo}, ${sql.raw(String(at + 1))}, 3)`),
    sql`, `,
  )}])`

/** Current state of a trade contract; its versions and acts are in other tables and never change. */
export const tradeContract = pgTable(
  'trade_contract',
  {
    id: text('id').primaryKey(),
    /** Number for people: `TC-2026-000012`. */
    contractNo: text('contract_no').notNull(),
    buyerCompanyId: text('buyer_company_id').notNull(),
    sellerCompanyId: text('seller_company_id').notNull(),
    status: integer('status').$type<ContractStatus>().notNull(),
    version: integer('version').notNull(),
    hash: text('hash').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    amount: money('amount').notNull(),
    lotCount: integer('lot_count').notNull(),
    createdAt: at('created_at').notNull(),
    changedAt: at('changed_at').notNull(),
    /** Payment terms at the second signature; `null`: the default terms. */
    paymentTerms: jsonb('payment_terms').$type<PaymentTerms>(),
    /** Day on which its payments are checked for a reminder to the payer; `null`: none is due. */
    remindOn: text('remind_on').$type<Day>().default('1970-01-01'),
  },
  (t) => [
    index('trade_contract_remind')
      .on(t.remindOn)
      .where(sql`remind_on IS NOT NULL`),
    unique('trade_contract_no').on(t.contractNo),
    // For a part of a number.
    index('trade_contract_no_parts').using('gin', partsOf(t.contractNo)).concurrently(),
    // For pages of a company's contracts, changed last first (read backwards), of any status or of one.
    index('trade_contract_buyer').on(t.buyerCompanyId, t.changedAt, t.id),
    index('trade_contract_buyer_status').on(t.buyerCompanyId, t.status, t.changedAt, t.id),
    index('trade_contract_seller').on(t.sellerCompanyId, t.changedAt, t.id),
    index('trade_contract_seller_status').on(t.sellerCompanyId, t.status, t.changedAt, t.id),
    index('trade_contract_status').on(t.status, t.changedAt, t.id),
    index('trade_contract_changed').on(t.changedAt, t.id),
  ],
)

export const contractNoParts = partsOf(tradeContract.contractNo)

/** A version: the signed text. Never changed. */
export const contractVersion = pgTable(
  'contract_version',
  {
    contractId: text('contract_id')
      .notNull()
      .references(() => tradeContract.id),
    version: integer('version').notNull(),
    content: json('content').$type<ContractContent>().notNull(),
    hash: text('hash').notNull(),
    madeAt: at('made_at').notNull(),
    madeBy: text('made_by').notNull(),
  },
  (t) => [primaryKey({ columns: [t.contractId, t.version] })],
)

/** Acts of a contract, in order. Never changed. */
export const contractAct = pgTable(
  'contract_act',
  {
    contractId: text('contract_id')
      .notNull()
      .references(() => tradeContract.id),
    seq: integer('seq').notNull(),
    act: text('act').$type<'made' | 'revised' | 'signed' | 'returned' | 'verified' | 'terminated'>().notNull(),
    by: text('by').$type<'buyer' | 'seller' | 'platform' | 'room'>().notNull(),
    /** `null`: the room. */
    accountId: text('account_id'),
    at: at('at').notNull(),
    version: integer('version').notNull(),
    reason: text('reason'),
    /** The drawn or typed signature. */
    mark: jsonb('mark').$type<SignatureMark>(),
    /** Evidence of a signature: signer, consent text, address, device. */
    evidence: jsonb('evidence').$type<Record<string, string>>(),
  },
  (t) => [primaryKey({ columns: [t.contractId, t.seq] })],
)

/** Entries of a contract's payments, in order. Never changed. */
export const contractPayment = pgTable(
  'contract_payment',
  {
    contractId: text('contract_id')
      .notNull()
      .references(() => tradeContract.id),
    seq: integer('seq').notNull(),
    claim: text('claim').$type<ClaimKind>().notNull(),
    kind: text('kind').$type<EntryKind>().notNull(),
    amount: money('amount').notNull(),
    day: text('day').$type<Day>().notNull(),
    /** The bank's reference. */
    reference: text('reference').notNull(),
    /** Number of the entry that a correction corrects. */
    corrects: integer('corrects'),
    accountId: text('account_id').notNull(),
    at: at('at').notNull(),
    /** As the bank shows it, where that is another currency than the contract's; `amount` is the product with the rate. */
    paidCurrency: text('paid_currency').$type<Currency>(),
    paidAmount: money('paid_amount'),
    rate: bigint('rate', { mode: 'number' }).$type<Rate>(),
  },
  (t) => [primaryKey({ columns: [t.contractId, t.seq] })],
)

/**
 * Lines of bank statements that entries of deposits and payments stand on. Lines alike are numbered: the key lets no two
 * writers add the same one. Rules: `domain/trade/TRADE.md`, Bl1 … Bl4.
 */
export const bankLine = pgTable(
  'bank_line',
  {
    direction: text('direction').$type<Direction>().notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    amount: money('amount').notNull(),
    day: text('day').$type<Day>().notNull(),
    /** `lineKey`, as in `account` and `entry`. */
    reference: text('reference').notNull(),
    nth: integer('nth').notNull(),
    account: text('account').notNull(),
    entry: text('entry').notNull(),
    /** Why it is another than the line alike that stood; `''`: there was none, or the lines differ. */
    another: text('another').notNull(),
    /** Bl5: `lineKey`s under which a line of a bank's file is also known. */
    names: text('names').array().notNull().default([]),
    /** The entry that stands on it: of a company's deposit for a session, or of a contract's payments. */
    timelineId: text('timeline_id'),
    companyId: text('company_id'),
    contractId: text('contract_id'),
    seq: integer('seq').notNull(),
    recordedBy: text('recorded_by').notNull(),
    at: at('at').notNull(),
    /** When a correction took it back; `null`: it counts. */
    takenBackAt: at('taken_back_at'),
  },
  (t) => [
    primaryKey({ columns: [t.direction, t.currency, t.amount, t.day, t.reference, t.nth] }),
    index('bank_line_deposit')
      .on(t.timelineId, t.companyId, t.seq)
      .where(sql`timeline_id IS NOT NULL`),
    index('bank_line_payment')
      .on(t.contractId, t.seq)
      .where(sql`contract_id IS NOT NULL`),
  ],
)

/** Files of the bank that were read, for their names and readers. */
export const bankFile = pgTable('bank_file', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  sha256: text('sha256').notNull(),
  readBy: text('read_by').notNull(),
  at: at('at').notNull(),
})

/**
 * Entries of the bank's files: receipts and reversals, each once. What the bank said never changes; what became of it
 * does. Rules: `domain/trade/TRADE.md`, Bl5 … Bl7.
 */
export const bankEntry = pgTable(
  'bank_entry',
  {
    id: text('id').primaryKey(),
    fileId: text('file_id')
      .notNull()
      .references(() => bankFile.id),
    /** Place in its file. */
    place: integer('place').notNull(),
    /** SHA-256 of what the entry is known by (Bl5). */
    identity: text('identity').notNull().unique(),
    /** The entry as the bank's file has it. */
    entry: jsonb('entry').$type<StatementEntry>().notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    amount: money('amount').notNull(),
    day: text('day').$type<Day>().notNull(),
    /** `recorded` stands on an entry of ours; `reversed` was taken back by the bank; `left` by a person, with a reason. */
    state: text('state').$type<BankEntryState>().notNull(),
    /** Why it waits; `null`: it does not. */
    reason: text('reason').$type<WaitingReason>(),
    /** Why recording it was refused, in the language of its reader. */
    refusal: text('refusal'),
    /** What the operator is offered while it waits. */
    guess: jsonb('guess').$type<BankDebt>(),
    /** What stayed open after it was recorded. */
    short: money('short'),
    /** The entry of ours that stands on it: of a company's deposit for a session, or of a contract's payments. */
    timelineId: text('timeline_id'),
    companyId: text('company_id'),
    contractId: text('contract_id'),
    seq: integer('seq'),
    /** A person had recorded it before the file was read. */
    byHand: boolean('by_hand').notNull().default(false),
    /** The entry that this reversal took back. */
    reverses: text('reverses'),
    decidedBy: text('decided_by').notNull(),
    decidedAt: at('decided_at').notNull(),
    /** Why a person left it. */
    why: text('why').notNull().default(''),
  },
  (t) => [
    index('bank_entry_state').on(t.state, t.day, t.id),
    index('bank_entry_file').on(t.fileId, t.place),
    index('bank_entry_alike').on(t.currency, t.amount, t.state),
  ],
)

/** References of companies' deposits for sales, which payers write into their transfers (Bl7). Never changed. */
export const depositReference = pgTable(
  'deposit_reference',
  {
    timelineId: text('timeline_id').notNull(),
    companyId: text('company_id').notNull(),
    reference: text('reference').notNull().unique(),
  },
  (t) => [primaryKey({ columns: [t.timelineId, t.companyId] })],
)

/** Requests for invoices with their outcome: the decision is written once. */
export const invoiceRequest = pgTable(
  'invoice_request',
  {
    id: text('id').primaryKey(),
    contractId: text('contract_id')
      .notNull()
      .references(() => tradeContract.id),
    /** Numbered from 1 within the contract. */
    seq: integer('seq').notNull(),
    subject: text('subject').$type<InvoiceSubject>().notNull(),
    kind: text('kind').$type<InvoiceKind>().notNull(),
    amount: money('amount').notNull(),
    addressee: jsonb('addressee').$type<InvoiceAddressee>().notNull(),
    payerCompanyId: text('payer_company_id').notNull(),
    /** Empty: the platform issues it. */
    issuerCompanyId: text('issuer_company_id').notNull(),
    state: text('state').$type<InvoiceState>().notNull(),
    askedBy: text('asked_by').notNull(),
    at: at('at').notNull(),
    decidedBy: text('decided_by'),
    decidedAt: at('decided_at'),
    number: text('number'),
    day: text('day').$type<Day>(),
    reason: text('reason'),
  },
  (t) => [
    unique('invoice_request_seq').on(t.contractId, t.seq),
    unique('invoice_request_number').on(t.issuerCompanyId, t.number),
    index('invoice_request_payer').on(t.payerCompanyId, t.at),
  ],
)

export type StatementAccount = 'bought' | 'sold' | 'commission'
export type StatementKind = 'charge' | 'received' | 'returned'

/**
 * Lines of companies' statements, one for each company that has the contract. The database keeps them itself, in the
 * transaction that changes a contract, its deals or its payments (migration 0045), and `statement_rebuild()` makes them
 * anew. Code reads them only. Rules: `domain/trade/TRADE.md`, Sm1 … Sm4.
 */
export const statementLine = pgTable(
  'statement_line',
  {
    companyId: text('company_id').notNull(),
    day: text('day').$type<Day>().notNull(),
    contractNo: text('contract_no').notNull(),
    /** Number of the payment; 0: a charge. */
    seq: integer('seq').notNull(),
    account: text('account').$type<StatementAccount>().notNull(),
    contractId: text('contract_id').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    /** `null`: the platform. */
    otherCompanyId: text('other_company_id'),
    kind: text('kind').$type<StatementKind>().notNull(),
    claim: text('claim').$type<ClaimKind>(),
    reference: text('reference').notNull(),
    amount: money('amount').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.day, t.contractNo, t.seq, t.account] }),
    index('statement_line_contract').on(t.contractId),
  ],
)

/** Sums of `statement_line` by month, kept with it. Movements and not balances: a late line changes its own month only. */
export const statementMonth = pgTable(
  'statement_month',
  {
    companyId: text('company_id').notNull(),
    /** `YYYY-MM`. */
    month: text('month').notNull(),
    account: text('account').$type<StatementAccount>().notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    charged: money('charged').notNull(),
    received: money('received').notNull(),
    returned: money('returned').notNull(),
    lines: integer('lines').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.month, t.account, t.currency] })],
)
