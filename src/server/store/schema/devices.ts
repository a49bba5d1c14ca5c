import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** Devices on which an account has signed in; its owner is told of any other. */
export const signInDevice = pgTable(
  'sign_in_device',
  {
    accountId: text('account_id').notNull(),
    /** Hash of the device's secret; without a secret, of its network and `User-Agent`. */
    device: text('device').notNull(),
    /** Language of the last use. */
    locale: text('locale').$type<'zh' | 'en'>().notNull(),
    firstAt: at('first_at').notNull(),
    lastAt: at('last_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.device] }), index('sign_in_device_last').on(t.lastAt)],
)

/** Bank details that an account has confirmed for its next submission. */
export const bankConfirmation = pgTable('bank_confirmation', {
  accountId: text('account_id').primaryKey(),
  /** SHA-256 (hex) of bank and account. */
  hash: text('hash').notNull(),
  confirmedAt: at('confirmed_at').notNull(),
})
