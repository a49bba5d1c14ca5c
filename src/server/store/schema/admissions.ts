import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Currency } from '../../../domain/units.ts'
import { at, money } from './columns.ts'

/** The PIN that a bidder gives on the phone, so that host or operator may bid for it. Hashed like a password. */
export const admissionPin = pgTable(
  'admission_pin',
  {
    timelineId: text('timeline_id').notNull(),
    companyId: text('company_id').notNull(),
    pinHash: text('pin_hash').notNull(),
    /** Failed attempts since the last right one; at five the PIN is locked. */
    failures: integer('failures').notNull().default(0),
    setAt: at('set_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.timelineId, t.companyId] })],
)

/** A company's deposit with the platform; times its factor, it is the company's limit in future sales. */
export const deposit = pgTable(
  'deposit',
  {
    companyId: text('company_id').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    amount: money('amount').notNull(),
    factor: integer('factor').notNull(),
    setAt: at('set_at').notNull(),
    setBy: text('set_by').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.currency] })],
)
