import { sql } from 'drizzle-orm'
import { index, integer, json, jsonb, pgSequence, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import type { ContractContent, SignatureMark } from '../../../contract/calls/trade.ts'
import type { ContractStatus } from '../../../domain/trade/contract.ts'
import type { Currency } from '../../../domain/units.ts'
import type { InvoiceKind, InvoiceState, InvoiceSubject } from '../../../domain/trade/invoice.ts'
import type { ClaimKind, Day, EntryKind, PaymentTerms } from '../../../domain/trade/money.ts'
import { at, money } from './columns.ts'

/** Addressee of an invoice. */
export type InvoiceAddressee = Readonly<
  Record<'title' | 'taxNumber' | 'address' | 'phone' | 'bankName' | 'bankAccount' | 'email', string>
>

/** Numbers contracts. */
export const contractNumber = pgSequence('contract_number')

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
    // For pages of a company's contracts, changed last first (read backwards), of any status or of one.
    index('trade_contract_buyer').on(t.buyerCompanyId, t.changedAt, t.id),
    index('trade_contract_buyer_status').on(t.buyerCompanyId, t.status, t.changedAt, t.id),
    index('trade_contract_seller').on(t.sellerCompanyId, t.changedAt, t.id),
    index('trade_contract_seller_status').on(t.sellerCompanyId, t.status, t.changedAt, t.id),
    index('trade_contract_status').on(t.status, t.changedAt, t.id),
    index('trade_contract_changed').on(t.changedAt, t.id),
  ],
)

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
  },
  (t) => [primaryKey({ columns: [t.contractId, t.seq] })],
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
