import { index, integer, json, jsonb, pgSequence, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import type { ContractContent, SignatureMark } from '../../../contract/calls/trade.ts'
import type { ContractStatus } from '../../../domain/trade/contract.ts'
import type { Currency } from '../../../domain/units.ts'
import { at, money } from './columns.ts'

/** Counts contracts. */
export const contractNumber = pgSequence('contract_number')

/** A trade contract as it stands; its versions and acts are beside it and never change. */
export const tradeContract = pgTable(
  'trade_contract',
  {
    id: text('id').primaryKey(),
    /** For people: `TC-2026-000012`. */
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
  },
  (t) => [
    unique('trade_contract_no').on(t.contractNo),
    // A page of a company's, changed last first (read backwards), of any status or of one.
    index('trade_contract_buyer').on(t.buyerCompanyId, t.changedAt, t.id),
    index('trade_contract_buyer_status').on(t.buyerCompanyId, t.status, t.changedAt, t.id),
    index('trade_contract_seller').on(t.sellerCompanyId, t.changedAt, t.id),
    index('trade_contract_seller_status').on(t.sellerCompanyId, t.status, t.changedAt, t.id),
    index('trade_contract_status').on(t.status, t.changedAt, t.id),
    index('trade_contract_changed').on(t.changedAt, t.id),
  ],
)

/** What is signed. Never changed. */
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

/** What happened to a contract, in order. Never changed. */
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
    /** Of a signature: how it looks. */
    mark: jsonb('mark').$type<SignatureMark>(),
    /** Of a signature: signer, consent text, address, device. */
    evidence: jsonb('evidence').$type<Record<string, string>>(),
  },
  (t) => [primaryKey({ columns: [t.contractId, t.seq] })],
)
